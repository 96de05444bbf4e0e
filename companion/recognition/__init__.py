"""The eye: pixels in, faces and doubts out.

A name below is imported when it is first used: ONNX Runtime and its networks are for those who read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.networks.errors import PhotoError, WeightsError

if TYPE_CHECKING:
    from companion.recognition.cards.eye import CardEye
    from companion.recognition.photographs import annotated, load_photo
    from companion.recognition.pipeline.eye import Eye

__all__ = [
    "CardEye",
    "Doubt",
    "Eye",
    "PhotoError",
    "PhotoReading",
    "ReadDie",
    "WeightsError",
    "annotated",
    "load_photo",
]

_LIVES_IN = {
    "CardEye": "companion.recognition.cards.eye",
    "Eye": "companion.recognition.pipeline.eye",
    "annotated": "companion.recognition.photographs",
    "load_photo": "companion.recognition.photographs",
}


def __getattr__(name: str) -> object:
    if name not in _LIVES_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LIVES_IN[name]), name)
