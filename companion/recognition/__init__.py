"""The eye: pixels in, faces and doubts out.

Names are imported at first use, so that only readers load ONNX Runtime and the networks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.core.reading import Doubt, PhotoError, PhotoReading, ReadDie, WeightsError

if TYPE_CHECKING:
    from companion.recognition.cards.eye import CardEye
    from companion.recognition.photographs import annotated, load_photo
    from companion.recognition.pipeline.eye import Eye
else:
    __getattr__ = lazily(
        __name__,
        {
            "cards.eye": "CardEye",
            "photographs": "annotated load_photo",
            "pipeline.eye": "Eye",
        },
    )

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
