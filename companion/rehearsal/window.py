"""The window of a rehearsal: told to Kivy before anything of it is imported."""

from __future__ import annotations

import os

from companion.ui.environment import DISPLAY_VARIABLES, configure_window

OFFSCREEN = "offscreen"
"""SDL's driver that draws into memory, for machines without a display."""


def prepare_window(size: tuple[int, int]) -> None:
    """A window of this size; without a display it is drawn into memory. Frames wait for no screen."""
    if not any(os.environ.get(each) for each in DISPLAY_VARIABLES):
        os.environ.setdefault("SDL_VIDEODRIVER", OFFSCREEN)
    configure_window(size, fullscreen=False)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
