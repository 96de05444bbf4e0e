"""The eye: pixels in, faces and doubts out.

A name below is imported when it is first used: ONNX Runtime and its networks are for those who read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from companion.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.errors import PhotoError, WeightsError

if TYPE_CHECKING:
    from companion.recognition.cards.card_eye import CardEye
    from companion.recognition.eye import Eye
    from companion.recognition.photo.annotate import annotated
    from companion.recognition.photo.loading import load_photo

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
    "CardEye": "companion.recognition.cards.card_eye",
    "Eye": "companion.recognition.eye",
    "annotated": "companion.recognition.photo.annotate",
    "load_photo": "companion.recognition.photo.loading",
}


def __getattr__(name: str) -> object:
    if name not in _LIVES_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LIVES_IN[name]), name)
