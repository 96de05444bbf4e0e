"""The table before the camera, while a card is turned over and while it is read."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen, StagePort

load_layout(__file__)


class CardLookScreen(Screen):
    """The coarse live picture, what was asked for, and two keys; a light runs over it while it is read."""

    leading = "back"
    words = StringProperty("")
    reading = BooleanProperty(False)
    pictured = BooleanProperty(False)
    wanted = ObjectProperty(None, allownone=True)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._view: TableView | None = None

    def enter(self, view: TableView) -> None:
        """A line of light runs over the picture that is read."""
        if view.cards.look.reading:
            self.ids.light.run()

    def leave(self) -> None:
        """The light rests, the picture is let go of."""
        self.ids.light.rest()
        self._view = None

    def caption(self, view: TableView) -> str:
        """The game and the hand."""
        return say("title.hand", rules=view.rules_title, hand=view.cards.hand)

    def show(self, view: TableView) -> None:
        """Draw the picture and the keys."""
        self._view, look = view, view.cards.look
        self.words, self.reading, self.wanted = look.words, look.reading, look.wanted
        self.pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.has_stars)
        self.ids.acts.show(look.keys, self.table)

    def go_back(self) -> bool:
        """Look no longer."""
        self.table.answer(self._view.cards.look.close)
        return True
