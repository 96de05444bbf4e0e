"""A challenge was called: cups up! The live picture shows the table until it is read."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.commands import CupsAreUp, EnterByHand
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)

GROWN, SMALL = 1.6, 1.0
"""How high the key is, by the height of the one beside it."""


class RevealScreen(Screen):
    """The live picture, a key for cups that are up, another to enter the dice. ``shown``: what lies open.

    ``title`` and ``words`` say what is waited for. Where the table is looked at by itself the key stays
    small until help is due.
    """

    shown = StringProperty("")
    title = StringProperty("")
    words = StringProperty("")

    def enter(self, view: TableView) -> None:
        """The cup on the screen is lifted, too."""
        self.ids.cup.lift()

    def show(self, view: TableView) -> None:
        """Draw the live picture, or the lifted cup where there is none."""
        pictured = view.picture is not None
        self.ids.round.show(view)
        self.shown = view.shown_words or ""
        awaited = view.awaited
        self.title, self.words = awaited.title, awaited.words
        self.ids.picture.show(view.picture, view.star_face)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.dress(view.star_face)
        up = self.ids.up
        up.disabled = not view.has_camera
        up.opacity = 1 if view.has_camera else 0
        up.size_hint_y = (GROWN if awaited.late else SMALL) if view.has_camera else None
        up.height = 0
        up.tile = "key yellow" if awaited.late else "key"
        self.ids.by_hand.tile = "key" if view.has_camera else "key yellow"

    def cups_are_up(self) -> None:
        """Read the table."""
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        """Tap the dice in."""
        self.table.send(EnterByHand)
