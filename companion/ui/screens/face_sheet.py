"""Which face is it? Six dice to tap."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.face_picker import ALL_FACES
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class FaceSheet(Sheet):
    """Calls ``take`` with the face tapped, once."""

    def __init__(
        self, title: str, has_stars: bool, take: Callable[[int], None], **properties: object
    ) -> None:
        super().__init__(title=title, **properties)
        self._take = take
        picker = self.ids.faces
        picker.skin, picker.star = skin_of(has_stars), has_stars
        picker.offer(ALL_FACES)

    def take(self, face: int) -> None:
        """A face was tapped."""
        self.close()
        self._take(face)
