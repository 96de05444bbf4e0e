"""On a machine without a graphics chip, finishes each frame before the next begins.

Mesa's llvmpipe queues frames without bound while its threads are busy, and keeps the memory of each: 90 to
130 MB at the simulated table after one round (docs/kiosk.md). Kivy's own wait would hold up the eye's
threads.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

if TYPE_CHECKING:  # importing it opens a window
    from kivy.core.window import WindowBase

SOFTWARE = (b"llvmpipe", b"softpipe", b"swrast", b"swiftshader")
"""Names of software renderers, in lower case."""


def draws_in_software(name: bytes | str | None) -> bool:
    """Whether the renderer of this name (``GL_RENDERER``) draws on the processor; None: no renderer."""
    if name is None:
        return False
    name = name.encode() if isinstance(name, str) else name
    return any(each in name.lower() for each in SOFTWARE)


def finish_each_frame(window: WindowBase) -> bool:
    """Wait for each frame of a window that is drawn in software; False for others."""
    if not draws_in_software(glGetString(GL_RENDERER)):
        return False
    finish = _finish()
    window.bind(on_flip=lambda *_: finish())
    return True


def _finish() -> Callable[[], object]:
    """OpenGL's function, called without Python's lock; Kivy's if it is missing."""
    try:
        function = ctypes.CDLL("libGL.so.1").glFinish
    except (OSError, AttributeError):
        return glFinish
    function.restype = None
    return function
