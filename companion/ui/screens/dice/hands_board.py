"""All hands at once, as large as they fit; else they scroll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.frame import Frame
from companion.play.base.views import Tone
from companion.play.modes.dice.views import HandView, SeatView, SlotView, VerdictView
from companion.text import say
from companion.ui.art.theme import SMALLEST_TARGET_DP, THEME
from companion.ui.screens.dice.timeline import Moment
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import DieFace, skin_of
from companion.ui.widgets.even_rows import bring_whole, keep, row_height
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.seat_board import say_loss
from companion.ui.widgets.surface import Surface, Target

load_layout(__file__)

_FACES = 6


class SlotKey(Target, AnchorLayout):
    tile = StringProperty("slot")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)
    doubted = BooleanProperty(False)
    asked_about = BooleanProperty(False)
    """Whether the doubt gets a mark; an empty place needs none."""
    pictured = BooleanProperty(False)
    tapped = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.seat, self.slot = NO_SEAT, 0
        self.marks: SlotMarks | None = None
        super().__init__(**properties)
        self.bind(chosen=self._mark, asked_about=self._mark)

    def show(self, slot: SlotView, frame: Frame | None, star_face: int) -> None:
        self.face = slot.face
        self.skin, self.star = skin_of(star_face), star_face
        self.doubted = slot.doubted
        self.asked_about = self.doubted and (slot.doubt is not None or slot.box is not None)
        self.tapped = slot.tone is Tone.TAPPED
        self.pictured = self.doubted and frame is not None and slot.box is not None
        if self.marks is None and (self.pictured or self.asked_about or self.tapped):
            self.marks = SlotMarks(key=self)
            self.add_widget(self.marks)
        if self.marks is not None:
            self.marks.ids.crop.show(frame if self.pictured else None, slot.box)
        self._mark()

    def rest(self) -> None:
        self.chosen = False
        if self.marks is not None:
            self.marks.ids.crop.show(None, None)

    def _mark(self, *_: object) -> None:
        self.tile = "slot chosen" if self.chosen else "slot doubt" if self.asked_about else "slot"


class SlotMarks(RelativeLayout):
    """Picture, tapped face and sign of a die in doubt: few of the dice get them."""

    key = ObjectProperty()


class HandCard(Surface, BoxLayout):
    """Name, complaint and dice of a seat; ``beside``: the name stands left of the dice."""

    name = StringProperty("")
    sign_seat = NumericProperty(NO_SEAT)
    complaint = StringProperty("")
    beside = BooleanProperty(False)

    __events__ = ("on_slot",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.keys: list[SlotKey] = []
        self._hand: HandView | None = None

    def on_slot(self, seat: int, slot: int) -> None: ...

    def show(self, hand: HandView, frame: Frame | None, star_face: int) -> None:
        """Places without a die stand empty at the end."""
        self._hand = hand
        self.name, self.sign_seat = hand.name, hand.seat
        self.complaint = hand.complaint or ""
        self.surface = "plate turn" if hand.complaint else "plate"
        slots = hand.places
        self._offer(hand.seat, len(slots))
        for key, slot in zip(self.keys, slots, strict=True):
            key.show(slot, frame, star_face)
            key.aloud = say("touch.die", player=hand.name)

    def choose(self, slot: int | None) -> None:
        for key in self.keys:
            key.chosen = key.slot == slot

    def lay_dice(self, side: float, in_row: int) -> None:
        dice = self.ids.dice
        gap = THEME.gap_small * 0.75
        dice.cols, dice.spacing = max(1, in_row), gap
        rows = max(1, -(-len(self.keys) // dice.cols))
        for key in self.keys:
            key.size_hint = (None, None)
            key.size = (side, side)
        dice.width = min(len(self.keys), dice.cols) * (side + gap) - gap
        dice.height = rows * (side + gap) - gap

    def _offer(self, seat: int, count: int) -> None:
        """Most dice of this seat are there at the next reveal, too."""
        kept = sum(key.seat == seat for key in self.keys[:count])
        for key in self.keys[kept:]:
            key.rest()
        for many in (kept, count):  # none means another die under a finger
            keep(self.ids.dice, many, lambda: SlotKey(on_release=self._touch))
        self.keys = self.ids.dice.children[::-1]
        for slot, key in enumerate(self.keys):
            key.seat, key.slot = seat, slot

    def _touch(self, key: SlotKey) -> None:
        self.dispatch("on_slot", key.seat, key.slot)


_LARGEST_SLOT_DP = 82.0
_NAME_BESIDE_DP = 104.0
_NAME_ABOVE_DP = 31.0
_COMPLAINT_DP = 50.0
_SCROLLED_SLOT_DP = 54.0


@dataclass(frozen=True, slots=True)
class Shape:
    columns: int
    beside: bool
    dice_rows: int = 1


SHAPES = (
    Shape(1, True),
    Shape(1, False),
    Shape(2, False),
    Shape(3, False),
    Shape(1, True, 2),
    Shape(1, False, 2),
    Shape(2, False, 2),
)


class HandsBoard(ScrollView):
    __events__ = ("on_slot",)

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, scroll_type=["content"], bar_width=THEME.gap_small, **properties)
        self.cards: list[HandCard] = []
        self._grid = GridLayout(cols=1, size_hint_y=None)
        self.add_widget(self._grid)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self._follow = Clock.create_trigger(self._scroll)
        self.bind(size=self._arrange)
        THEME.tell(self, self._arrange, "scale")
        self._dice = 1

    def on_slot(self, seat: int, slot: int) -> None: ...

    def show(self, hands: tuple[HandView, ...], frame: Frame | None, star_face: int) -> None:
        for card in self.cards[len(hands) :]:
            self._grid.remove_widget(card)
        del self.cards[len(hands) :]
        for _ in hands[len(self.cards) :]:
            card = HandCard()
            card.bind(on_slot=lambda _card, seat, slot: self.dispatch("on_slot", seat, slot))
            self.cards.append(card)
            self._grid.add_widget(card)
        for card, hand in zip(self.cards, hands, strict=True):
            card.show(hand, frame, star_face)
        self._dice = max((len(hand.places) for hand in hands), default=1)
        self._arrange()

    def choose(self, place: tuple[int, int] | None) -> None:
        for card in self.cards:
            seat = card.keys[0].seat if card.keys else None
            card.choose(place[1] if place is not None and seat == place[0] else None)
        self._follow()

    def _lay_out(self, *_: object) -> None:
        if not self.cards or self.width < 10:
            return
        shape, side = self._best()
        gap = THEME.gap_small * 1.5
        self._grid.cols, self._grid.spacing = shape.columns, gap
        high = self._card_height(shape, side)
        rows = -(-len(self.cards) // shape.columns)
        if rows * (high + gap) - gap > self.height + 1:
            high = row_height(rows, self.height, gap, high, high)
        self._grid.height = rows * high + (rows - 1) * gap + self._complaints(shape.columns)
        for at, card in enumerate(self.cards):
            first = at - at % shape.columns
            row = self.cards[first : first + shape.columns]
            card.beside = shape.beside
            card.size_hint_y = None
            card.height = high + (THEME.px(_COMPLAINT_DP) if any(each.complaint for each in row) else 0)
            card.lay_dice(side, self._in_row(shape))
        self._grid.do_layout()  # at once: what follows asks where the cards lie
        self._follow()

    def _scroll(self, *_: object) -> None:
        card = next((each for each in self.cards if any(key.chosen for key in each.keys)), None)
        if self._grid.height <= self.height:
            self.scroll_y = 1.0
        elif card is not None:
            bring_whole(self, card, self.cards)

    def _best(self) -> tuple[Shape, float]:
        """The shape with the largest dice that shows all hands, and a die's side in pixels; too many hands
        scroll.
        """
        least = THEME.px(SMALLEST_TARGET_DP)
        seen_at_once = [(shape, self._side(shape)) for shape in SHAPES]
        best = max(seen_at_once, key=lambda each: each[1])
        if best[1] >= least:
            return best
        wide_enough = [shape for shape in SHAPES if self._side_by_width(shape) >= least]
        shape = min(wide_enough or SHAPES[-1:], key=lambda each: each.dice_rows)
        return shape, max(least, min(self._side_by_width(shape), THEME.px(_SCROLLED_SLOT_DP)))

    def _in_row(self, shape: Shape) -> int:
        return -(-self._dice // shape.dice_rows)

    def _card_height(self, shape: Shape, side: float) -> float:
        dice = shape.dice_rows * side + (shape.dice_rows - 1) * THEME.gap_small * 0.75
        return dice + THEME.gap + (0 if shape.beside else THEME.px(_NAME_ABOVE_DP))

    def _side(self, shape: Shape) -> float:
        rows = -(-len(self.cards) // shape.columns)
        gap = THEME.gap_small * 1.5
        high = (self.height - gap * (rows - 1) - self._complaints(shape.columns)) / rows
        high -= self._card_height(shape, 0.0)
        return min(high / shape.dice_rows, self._side_by_width(shape), THEME.px(_LARGEST_SLOT_DP))

    def _complaints(self, columns: int) -> float:
        rows = {at // columns for at, card in enumerate(self.cards) if card.complaint}
        return len(rows) * THEME.px(_COMPLAINT_DP)

    def _side_by_width(self, shape: Shape) -> float:
        gap = THEME.gap_small * 1.5
        wide = (self.width - gap * (shape.columns - 1)) / shape.columns - THEME.gap
        if shape.beside:
            wide -= THEME.px(_NAME_BESIDE_DP) + THEME.gap_small
        return wide / self._in_row(shape) - THEME.gap_small * 0.75


def any_hands(seats: Sequence[SeatView]) -> tuple[HandView, ...]:
    """Made-up hands as large as the players', with every face: drawn ahead, they give dice of the
    right size.
    """
    return tuple(
        HandView(seat.seat, seat.name, seat.dice, _any_dice(seat.seat, seat.dice), None)
        for seat in seats
        if seat.dice
    )


def _any_dice(first: int, dice: int) -> tuple[SlotView, ...]:
    return tuple(SlotView(1 + (first + at) % _FACES, Tone.READ, None, None) for at in range(dice))


_STEPPED_BACK = 0.42
"""Fading of dice that did not count; they can still be read across the table."""


class HandStrip(Surface, BoxLayout):
    name = StringProperty("")
    badge = StringProperty("")
    in_row = NumericProperty(1)
    seat = NumericProperty(NO_SEAT)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._loss = 0
        self._counts: list[bool] = []
        self._dice: list[DieFace] = []

    def show(self, hand: HandView, loss: int, most: int, star_face: int, bid_face: int | None = None) -> None:
        """``loss``: dice that the seat loses (negative: wins back); ``most``: dice of the longest hand."""
        self.seat, self._loss = hand.seat, loss
        self.name = hand.name
        self._counts = [slot.tone is Tone.COUNTED for slot in hand.slots]
        self._lay(len(hand.slots), most)
        for die, slot in zip(self._dice, hand.slots, strict=True):
            die.face, die.skin, die.star = slot.face, skin_of(star_face), star_face
            die.stands_for = bid_face if slot.face != bid_face else None

    def _lay(self, count: int, most: int) -> None:
        """Dice of all hands stand below each other."""
        row = self.ids.dice
        if (len(self._dice), len(row.children)) == (count, most):
            return
        new = (DieFace(fill=0.86) for _ in range(count - len(self._dice)))
        self._dice = [*self._dice[:count], *new]
        row.clear_widgets()
        for die in (*self._dice, *(Widget() for _ in range(most - count))):
            row.add_widget(die)

    def tell(self, lit: Mapping[tuple[int, int], float], looked_at: bool, done: bool, told: bool) -> None:
        """``looked_at``: being counted; ``done``: counted; ``told``: show the loss."""
        self.surface = "plate turn" if looked_at else "plate"
        self.badge = say_loss(self._loss) if told else ""
        for slot, die in enumerate(self._dice):
            die.glow = lit.get((self.seat, slot), 0.0)
            die.faded = _STEPPED_BACK if done and not self._counts[slot] else 0.0

    def counted(self) -> list[DieFace]:
        return [die for die in self._dice if die.glow]


_NAME_DP, _BADGE_DP = 34.0, 20.0
_MOST_COLUMNS = 4
_CROWD_FROM = 6
"""With more hands dice and signs were too small beside a picture at 800×480; by eye."""


class StripsBoard(GridLayout):
    """All hands as they were counted. ``crowded``: dice stand in two rows where that makes them larger."""

    crowded = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        super().__init__(cols=1, **properties)
        self._dice = 1
        self.bind(size=self._arrange)

    def show(self, verdict: VerdictView, star_face: int, bid_face: int | None = None) -> None:
        """Strips of the last verdict are drawn anew."""
        hands = [hand for hand in verdict.hands if hand.expected or hand.slots]
        self._dice = max((len(hand.slots) for hand in hands), default=1)
        keep(self, len(hands), HandStrip)
        for strip, hand in zip(reversed(self.children), hands, strict=True):
            loss = verdict.losses[hand.seat] if hand.seat < len(verdict.losses) else 0
            strip.show(hand, loss, self._dice, star_face, bid_face)
        self.crowded = len(hands) > _CROWD_FROM
        self._arrange()

    def tell(self, moment: Moment) -> None:
        for strip in self.children:
            done = strip.seat in moment.done
            strip.tell(moment.lit, strip.seat == moment.seen, done, told=moment.stamped > 0)

    def dice_of(self, seat: int) -> Widget:
        return next((strip.ids.dice for strip in self.children if strip.seat == seat), self)

    def _arrange(self, *_: object) -> None:
        count = len(self.children)
        if not count:
            return
        gap = THEME.gap_small * 1.25
        self.spacing = gap

        def side(shape: tuple[int, int]) -> float:
            columns, dice_rows = shape
            rows = -(-count // columns)
            wide = (self.width - gap * (columns - 1)) / columns - 4 * THEME.gap_small - THEME.px(_BADGE_DP)
            high = (self.height - gap * (rows - 1)) / rows - THEME.px(_NAME_DP)
            return min(wide / -(-self._dice // dice_rows), high / dice_rows)

        columns = range(1, min(count, _MOST_COLUMNS) + 1)
        self.cols, dice_rows = max(product(columns, (1, 2) if self.crowded else (1,)), key=side)
        for strip in self.children:
            strip.in_row = -(-self._dice // dice_rows)
