"""Import before Kivy: a window without a display, and a Kivy folder of its own."""

import os
import tempfile

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="cups-up-test-kivy-"))
