"""The table is being read: a line of light runs over the picture."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import NumericProperty

from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen
from companion.ui.theme import THEME

load_layout(__file__)

SWEEP_SECONDS = 1.6


class ReadTableScreen(Screen):
    """Nothing to touch: the picture and a sign of life. ``sweep`` runs from 0 to 1 and back."""

    sweep = NumericProperty(0.35)

    def enter(self, view: TableView) -> None:
        """The light begins to run."""
        if THEME.motion:
            run = Animation(sweep=1.0, d=SWEEP_SECONDS, t="in_out_sine") + Animation(
                sweep=0.0, d=SWEEP_SECONDS, t="in_out_sine"
            )
            run.repeat = True
            run.start(self)

    def leave(self) -> None:
        """The light rests."""
        Animation.cancel_all(self, "sweep")

    def show(self, view: TableView) -> None:
        """Draw the picture that is read."""
        pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.has_stars)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.dress(view.has_stars)
        for at, die in enumerate(self.ids.dice.children):
            die.skin, die.star = ("yellow" if view.has_stars else "ivory"), view.has_stars
            die.face = (1, 4, 6)[at]
