"""A card cut out of the picture, as large as the screen."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.frame import Frame
from companion.play.cards.views import CropView
from companion.reading import Box
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_crop import DieCrop
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


CARD_ROOM = 0.14
"""Room shown round a card, as a part of its longer side: from one corner alone it is told only roughly where
the card ends (seen at composed tables)."""


def card_part(frame: Frame, box: Box) -> Box:
    """The part of a frame with a card and hardly anything beside it, which may be somebody's hand."""
    left, top, right, bottom = box
    room = round(max(right - left, bottom - top) * CARD_ROOM)
    return (
        max(0, left - room),
        max(0, top - room),
        min(frame.width, right + room),
        min(frame.height, bottom + room),
    )


class CropKey(Target, DieCrop):
    """A card to be touched, in its own proportions; ``sign`` says in its corner what a touch does."""

    sign = StringProperty("enlarge")

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "well")
        super().__init__(**properties)

    def part_of(self, frame: Frame, box: Box, aspect: float) -> Box:
        """The card, whatever the widget's aspect."""
        return card_part(frame, box)


class CropSheet(Sheet):
    """One card and nothing else of the table; a touch closes it."""

    def __init__(self, crop: CropView, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.crop.show(crop.frame, crop.box)
