"""The dice of one seat as they were read, each to be tapped where a person must say what it shows."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.frame import Frame
from companion.play.views import HandView, SlotView, Tone
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface, Target

load_layout(__file__)


class SlotKey(Target, AnchorLayout):
    """One die of a hand: its face, or its picture where it is in doubt, or an empty place."""

    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)
    doubted = BooleanProperty(False)
    asked_about = BooleanProperty(False)
    """In doubt for a reason that is worth a mark: an empty place to be tapped in is plain to see."""
    pictured = BooleanProperty(False)
    tapped = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def __init__(self, seat: int, slot: int, **properties: object) -> None:
        self.seat, self.slot = seat, slot
        properties.setdefault("tile", "slot")
        super().__init__(**properties)
        self.bind(chosen=self._mark, asked_about=self._mark)

    def show(self, slot: SlotView, frame: Frame | None, star_face: int) -> None:
        """Draw this die."""
        self.face = slot.face
        self.skin, self.star = skin_of(star_face), star_face
        self.doubted = slot.doubted
        self.asked_about = self.doubted and (slot.doubt is not None or slot.box is not None)
        self.tapped = slot.tone is Tone.TAPPED
        self.pictured = self.doubted and frame is not None and slot.box is not None
        self.ids.crop.show(frame if self.pictured else None, slot.box)
        self._mark()

    def _mark(self, *_: object) -> None:
        self.tile = "slot chosen" if self.chosen else "slot doubt" if self.asked_about else "slot"


class HandCard(Surface, BoxLayout):
    """Name, complaint and dice of a seat. ``beside``: the name stands left of the dice.

    Sends ``on_slot``.
    """

    name = StringProperty("")
    sign_seat = NumericProperty(NO_SEAT)
    complaint = StringProperty("")
    beside = BooleanProperty(False)

    __events__ = ("on_slot",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.keys: list[SlotKey] = []
        self._hand: HandView | None = None

    def on_slot(self, seat: int, slot: int) -> None:
        """A die of this hand was tapped."""

    def show(self, hand: HandView, frame: Frame | None, star_face: int) -> None:
        """Draw this hand; places without a die stand empty at the end."""
        self._hand = hand
        self.name, self.sign_seat = hand.name, hand.seat
        self.complaint = hand.complaint or ""
        self.surface = "plate turn" if hand.complaint else "plate"
        slots = hand.places
        if [key.slot for key in self.keys] != list(range(len(slots))) or any(
            key.seat != hand.seat for key in self.keys
        ):
            self._make_keys(hand.seat, len(slots))
        for key, slot in zip(self.keys, slots, strict=True):
            key.show(slot, frame, star_face)
            key.aloud = say("touch.die", player=hand.name)

    def choose(self, slot: int | None) -> None:
        """Mark the die that is being asked about."""
        for key in self.keys:
            key.chosen = key.slot == slot

    def lay_dice(self, side: float, in_row: int) -> None:
        """Lay the dice in rows of so many, each ``side`` pixels."""
        dice = self.ids.dice
        gap = THEME.gap_small * 0.75
        dice.cols, dice.spacing = max(1, in_row), gap
        rows = max(1, -(-len(self.keys) // dice.cols))
        for key in self.keys:
            key.size_hint = (None, None)
            key.size = (side, side)
        dice.width = min(len(self.keys), dice.cols) * (side + gap) - gap
        dice.height = rows * (side + gap) - gap

    def _make_keys(self, seat: int, count: int) -> None:
        dice = self.ids.dice
        dice.clear_widgets()
        self.keys = [SlotKey(seat, slot, on_release=self._touch) for slot in range(count)]
        for key in self.keys:
            dice.add_widget(key)

    def _touch(self, key: SlotKey) -> None:
        self.dispatch("on_slot", key.seat, key.slot)
