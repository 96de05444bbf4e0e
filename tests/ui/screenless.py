"""Import before Kivy: a window without a display, and nobody's settings of Kivy."""

import os

import companion.ui  # noqa: F401  (tells Kivy what it must know at its import)

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
