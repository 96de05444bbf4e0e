"""A card cut out of the picture, as large as the screen."""

from __future__ import annotations

from companion.play.cards.views import CropView
from companion.ui.layout_file import load_layout
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class CropSheet(Sheet):
    """One card and nothing else of the table; a touch closes it."""

    def __init__(self, crop: CropView, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.crop.show(crop.frame, crop.box)
