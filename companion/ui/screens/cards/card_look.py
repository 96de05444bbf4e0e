"""The table before the camera, while a card is turned over and while it is read."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.play.cards.views import LookView
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)


class CardLookScreen(Screen):
    """The coarse live picture, what was asked for, and two keys; a light runs over it while it is read."""

    leading = "back"
    words = StringProperty("")
    reading = BooleanProperty(False)
    pictured = BooleanProperty(False)
    wanted = ObjectProperty(None, allownone=True)

    def enter(self, view: TableView) -> None:
        """A line of light runs over the picture that is read."""
        if view.part(LookView).reading:
            self.ids.light.run()

    def leave(self) -> None:
        """The light rests."""
        self.ids.light.rest()

    def show(self, view: TableView) -> None:
        """Draw the picture and the keys."""
        look = view.part(LookView)
        self.words, self.reading, self.wanted = look.words, look.reading, look.wanted
        self.pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.star_face)
        self.ids.acts.show(look.keys, self.table)

    def go_back(self) -> bool:
        """Look no longer."""
        self.table.answer(self.table.view.part(LookView).close)
        return True
