"""A challenge was called: cups up! The live picture shows the table until it is read."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.commands import CupsAreUp, EnterByHand
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)


class RevealScreen(Screen):
    """One big key when the cups are up; another to enter the dice by hand. ``shown``: what lies open.

    ``cups``: what is still waited for, where lifted cups are seen without the key.
    """

    shown = StringProperty("")
    cups = StringProperty("")

    def enter(self, view: TableView) -> None:
        """The cup on the screen is lifted, too."""
        self.ids.cup.lift()

    def show(self, view: TableView) -> None:
        """Draw the live picture, or the lifted cup where there is none."""
        pictured = view.picture is not None
        self.shown = view.shown_words or ""
        self.cups = view.cups_words or ""
        self.ids.picture.show(view.picture, view.has_stars)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.dress(view.has_stars)
        up = self.ids.up
        up.disabled = not view.has_camera
        up.opacity = 1 if view.has_camera else 0
        up.size_hint_y = 1.6 if view.has_camera else None
        up.height = 0
        self.ids.by_hand.tile = "key" if view.has_camera else "key yellow"

    def cups_are_up(self) -> None:
        """Read the table."""
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        """Tap the dice in."""
        self.table.send(EnterByHand)
