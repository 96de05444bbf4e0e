"""The picture of the table, as large as the screen."""

from __future__ import annotations

from companion.play.views import PictureView
from companion.ui.layout_file import load_layout
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class PictureSheet(Sheet):
    """The whole frame with its marks; a touch closes it."""

    def __init__(self, picture: PictureView, star_face: int, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.picture.show(picture, star_face)
