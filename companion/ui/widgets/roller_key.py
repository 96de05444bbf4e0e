"""A player in the opening roll: their name and their die."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import HandView
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.surface import Target

load_layout(__file__)


class RollerKey(Target, BoxLayout):
    """Draws a hand of one die."""

    name = StringProperty("")
    complaint = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = BooleanProperty(True)

    def __init__(self, seat: int, **properties: object) -> None:
        self.seat = seat
        properties.setdefault("tile", "key")
        super().__init__(**properties)

    def show(self, hand: HandView, has_stars: bool) -> None:
        """Draw this player's die; a ghost while it is not known."""
        self.name = hand.name
        self.complaint = hand.complaint or ""
        self.face = hand.slots[0].face if hand.slots else None
        self.skin = skin_of(has_stars) if self.face is not None else "ghost"
        self.star = has_stars
