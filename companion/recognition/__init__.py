"""The eye: pixels in, faces and doubts out.

Names are imported at first use, so that only readers load ONNX Runtime and the networks.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.core.reading import Doubt as Doubt
    from companion.core.reading import PhotoError as PhotoError
    from companion.core.reading import PhotoReading as PhotoReading
    from companion.core.reading import ReadDie as ReadDie
    from companion.core.reading import WeightsError as WeightsError
    from companion.recognition.cards.eye import CardEye as CardEye
    from companion.recognition.photographs import annotated as annotated
    from companion.recognition.photographs import load_photo as load_photo
    from companion.recognition.pipeline.eye import Eye as Eye
else:
    __getattr__, __all__ = lazily(__name__, __file__)
