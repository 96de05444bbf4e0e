"""The table is being read: a line of light runs over the picture."""

from __future__ import annotations

from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)


class ReadTableScreen(Screen):
    """Nothing to touch: the picture and a sign of life."""

    def enter(self, view: TableView) -> None:
        """The light begins to run."""
        self.ids.light.run()

    def leave(self) -> None:
        """The light rests."""
        self.ids.light.rest()

    def show(self, view: TableView) -> None:
        """Draw the picture that is read."""
        pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.star_face)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.dress(view.star_face)
        for at, die in enumerate(self.ids.dice.children):
            die.skin, die.star = ("yellow" if view.star_face else "ivory"), view.star_face
            die.face = (1, 4, 6)[at]
