"""The window of a rehearsal; set before anything of Kivy is imported."""

from __future__ import annotations

import os

from companion.ui import DISPLAY_VARIABLES, configure_window

OFFSCREEN = "offscreen"
"""SDL's driver for machines without a display: it draws into memory."""


def prepare_window(size: tuple[int, int]) -> None:
    """A window of this size, in memory if there is no display. Frames do not wait for a screen."""
    if not any(os.environ.get(each) for each in DISPLAY_VARIABLES):
        os.environ.setdefault("SDL_VIDEODRIVER", OFFSCREEN)
    configure_window(size, fullscreen=False)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
