"""A machine without a graphics chip: each frame is finished before the next one is begun.

Mesa's llvmpipe queues frames without a bound while its threads are busy and keeps the memory of every one it
ever queued: at the simulated table 90 to 130 MB after one round (docs/kiosk.md). Other threads work while a
frame is waited for: Kivy's own call would hold them up, the eye's most of all.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

if TYPE_CHECKING:  # importing it opens a window
    from kivy.core.window import WindowBase

SOFTWARE = (b"llvmpipe", b"softpipe", b"swrast", b"swiftshader")
"""What such renderers call themselves, in lower case."""


def draws_in_software(name: bytes | str | None) -> bool:
    """Whether a renderer of that name (``GL_RENDERER``) draws on the processor; None where there is none."""
    if name is None:
        return False
    name = name.encode() if isinstance(name, str) else name
    return any(each in name.lower() for each in SOFTWARE)


def finish_each_frame(window: WindowBase) -> bool:
    """Wait for each frame of a window that is drawn in software; whether it is."""
    if not draws_in_software(glGetString(GL_RENDERER)):
        return False
    finish = _finish()
    window.bind(on_flip=lambda *_: finish())
    return True


def _finish() -> Callable[[], object]:
    """OpenGL's own function, which is called without Python's lock; Kivy's where it is not to be had."""
    try:
        function = ctypes.CDLL("libGL.so.1").glFinish
    except (OSError, AttributeError):
        return glFinish
    function.restype = None
    return function
