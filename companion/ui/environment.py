"""Kivy's environment, window and touch devices, set before Kivy is imported; and when a frame is finished."""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing it opens a window
    from kivy.core.window import WindowBase

KIVY_ENVIRONMENT = {
    # All Kivy programs share one configuration: keep other programs' fonts and devices out.
    "KIVY_NO_CONFIG": "1",
    "KIVY_HOME": str(Path(__file__).with_name("no_settings")),  # never made: no modules, either
    "KIVY_NO_ARGS": "1",  # else Kivy reads the command line as its own
    "KIVY_LOG_MODE": "PYTHON",  # else Kivy takes over the root logger
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_IMAGE": "sdl2",  # else it imports Pillow, too
    "KIVY_WINDOW": "sdl2",  # without a display Kivy's other window ends the process
    "KIVY_METRICS_DENSITY": "1",  # sizes scale with the window (theme.py), not with a guessed dpi
}
MOST_FRAMES_A_SECOND = 30
"""Smooth enough for dice that fly; sixty would take a slow machine's time from reading."""
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY")
SEEN_DRIVERS = "x11,wayland,KMSDRM"
"""SDL's own choice may be a window in memory, as when ``DISPLAY`` names none: nobody could close it."""


def prepare_environment() -> None:
    _quiet(logging.getLogger("kivy"))
    for name, value in KIVY_ENVIRONMENT.items():
        os.environ.setdefault(name, value)


def configure_window(size: tuple[int, int] | None, fullscreen: bool, rotate: int = 0) -> None:
    """Tell Kivy the window's size (pixels) and touch devices, before the window is made.

    Fullscreen without a size asks the window manager for the whole screen; with a size the window stands
    frameless in the corner: a kiosk has no window manager. ``rotate``: degrees by which the display is
    mounted turned; touches turn with the picture.
    """
    from kivy.config import Config

    if size is not None:
        Config.set("graphics", "width", str(size[0]))
        Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "0" if not fullscreen else "auto" if size is None else "fake")
    Config.set("graphics", "rotation", str(rotate))
    Config.set("graphics", "multisamples", "0")  # edges are smooth in the textures; not every Pi has it
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "maxfps", str(MOST_FRAMES_A_SECOND))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if any(os.environ.get(name) for name in DISPLAY_VARIABLES):
        # The desktop turns a finger into a mouse event; reading the device too would touch twice.
        Config.remove_option("input", "%(name)s")


def _quiet(kivy: logging.Logger) -> None:
    if not kivy.handlers:
        errors = logging.StreamHandler()
        errors.setLevel(logging.ERROR)
        kivy.addHandler(errors)
        kivy.propagate = False


def prepare_rehearsal(size: tuple[int, int]) -> None:
    """A window for simulated fingers, in memory without a display; frames do not wait."""
    if not any(os.environ.get(each) for each in DISPLAY_VARIABLES):
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    configure_window(size, fullscreen=False)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


SOFTWARE = (b"llvmpipe", b"softpipe", b"swrast", b"swiftshader")
"""Names of software renderers, in lower case."""


def draws_in_software(name: bytes | str | None) -> bool:
    """Whether the renderer of this name (``GL_RENDERER``) draws on the processor; None: no renderer."""
    if name is None:
        return False
    name = name.encode() if isinstance(name, str) else name
    return any(each in name.lower() for each in SOFTWARE)


def finish_each_frame(window: WindowBase) -> bool:
    """Wait for each frame of a window that is drawn in software; False for others.

    Mesa's llvmpipe queues frames without bound while its threads are busy, and keeps the memory of each: 90
    to 130 MB at the simulated table after one round (docs/kiosk.md). Kivy's own wait would hold up the eye's
    threads.
    """
    from kivy.graphics import opengl

    if not draws_in_software(opengl.glGetString(opengl.GL_RENDERER)):
        return False
    finish = _finish()
    window.bind(on_flip=lambda *_: finish())
    return True


def _finish() -> Callable[[], object]:
    """OpenGL's function, called without Python's lock; Kivy's if it is missing."""
    try:
        function = ctypes.CDLL("libGL.so.1").glFinish
    except (OSError, AttributeError):
        from kivy.graphics.opengl import glFinish

        return glFinish
    function.restype = None
    return function
