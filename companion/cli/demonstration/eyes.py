"""What the demonstration's players see: the true table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, inf

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import Box, CardReading
from companion.play.base.commands import AcceptReading, Command, ConfirmDie, RemoveDie, SetFace
from companion.play.base.ports import CardEye
from companion.play.base.views import Tone, View
from companion.play.modes.cards.state import is_doubted
from companion.play.modes.dice.views import CheckScene, HandView
from companion.rules import Dice
from companion.simulator import TrueCard, TrueDie


def answer(view: View[CheckScene], dice: Sequence[TrueDie], truth: tuple[Dice, ...]) -> Command:
    """The next tap on a doubt, answered truly.

    ``dice``: those in the camera's view. ``truth``: faces per seat. Confident errors stay, to show in the
    verdict.
    """
    if view.scene.show is not None:
        seats = range(len(truth))
        truth = tuple(tuple(die.face for die in dice if die.seat == seat) for seat in seats)
    for hand in view.scene.hands:
        place = _place_asked(hand)
        if place is not None:
            return _tap(view.number, hand, place, _lying(dice, hand), truth)
    if view.scene.may_accept and view.scene.show is None:
        return AcceptReading(view.number)
    return _set_right(view, dice) or AcceptReading(view.number)


def _lying(dice: Sequence[TrueDie], hand: HandView) -> list[TrueDie]:
    return [die for die in dice if die.seat == hand.seat]


def _set_right(view: View[CheckScene], dice: Sequence[TrueDie]) -> Command | None:
    """The next tap on a wrong face, while dice are shown or a hand has a complaint."""
    for hand in view.scene.hands:
        matches = matched([slot.box for slot in hand.slots], _lying(dice, hand))
        for place, (slot, die) in enumerate(zip(hand.slots, matches, strict=True)):
            if (hand.complaint or view.scene.show) and die is not None and die.face != slot.face:
                return SetFace(view.number, hand.seat, place, die.face)
    return None


def _place_asked(hand: HandView) -> int | None:
    asked = (number for number, slot in enumerate(hand.slots) if slot.tone is Tone.DOUBTED)
    if len(hand.slots) > hand.expected:
        return next(asked, len(hand.slots) - 1)
    return next(asked, None)


def _tap(
    number: int, hand: HandView, place: int, lying: Sequence[TrueDie], truth: tuple[Dice, ...]
) -> Command:
    matches = matched([slot.box for slot in hand.slots], lying)
    if len(hand.slots) > hand.expected:
        nothing = [slot for slot, die in enumerate(matches) if die is None]
        return RemoveDie(number, hand.seat, nothing[-1] if nothing else place)
    die = matches[place]
    if hand.slots[place].maybe_no_die:
        answer = RemoveDie if die is None else ConfirmDie
        return answer(number, hand.seat, place)
    return SetFace(number, hand.seat, place, die.face if die else _left_over(hand, place, truth))


def _left_over(hand: HandView, place: int, truth: tuple[Dice, ...]) -> int:
    named = Counter(slot.face for slot in hand.slots if slot.face and slot is not hand.slots[place])
    left = list((Counter(truth[hand.seat]) - named).elements())
    return left[0] if left else truth[hand.seat][0]


def matched(boxes: Sequence[Box | None], lying: Sequence[TrueDie]) -> list[TrueDie | None]:
    """The true die under the middle of each box, each die once; of dice that overlap the nearest."""
    found: list[TrueDie | None] = [None] * len(boxes)
    free = list(lying)
    pairs = ((place, box, die) for place, box in enumerate(boxes) if box is not None for die in lying)
    for place, box, die in sorted(pairs, key=lambda pair: _away(pair[2].box, pair[1])):
        if found[place] is None and die in free and _away(die.box, box) < inf:
            found[place] = die
            free.remove(die)
    return found


def _away(true: Box, box: Box) -> float:
    """From the middle of the box to that of the true one; infinite if it lies outside."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if not (true[0] <= x <= true[2] and true[1] <= y <= true[3]):
        return inf
    return hypot(x - (true[0] + true[2]) / 2, y - (true[1] + true[3]) / 2)


def taken_wrongly(taken: Sequence[Dice], truth: Sequence[Dice]) -> int:
    return sum((Counter(faces) - Counter(true)).total() for faces, true in zip(taken, truth, strict=True))


@dataclass(frozen=True, slots=True)
class Judgement:
    """``count``: the true one."""

    dice: int
    told_wrong: int
    right: bool
    count: int
    words: str


def judged(game: rules.Game, truth: tuple[Dice, ...]) -> Judgement:
    """Judges by the true faces at each seat."""
    ended = game.rounds[-1]
    demanded = rules.dice_game(rules.apply(rules.before_reveal(game), rules.CupsRevealed(truth))).rounds[-1]
    told = (ended.count, ended.losses, ended.winner)
    words = f"told {_written(ended.dice)}, count {ended.count}; true {_written(truth)}, {demanded.count}"
    return Judgement(
        sum(map(len, ended.dice)),
        taken_wrongly(ended.dice, truth),
        told == (demanded.count, demanded.losses, demanded.winner),
        demanded.count,
        words,
    )


def _written(dice: tuple[Dice, ...]) -> str:
    return " ".join("".join(map(str, sorted(faces))) or "-" for faces in dice)


Truth = Callable[[], tuple[TrueCard, ...]]
"""All cards that lie face up."""


@dataclass(frozen=True, slots=True)
class CardLook:
    frame: Frame
    reading: CardReading
    lying: tuple[TrueCard, ...]

    @property
    def new(self) -> tuple[TrueCard, ...]:
        return tuple(card for card in self.lying if card.new)

    @property
    def sure(self) -> Counter[str]:
        return Counter(card.code for card in self.reading.cards if card.code and not is_doubted(card))

    @property
    def right(self) -> int:
        old = Counter(card.code for card in self.lying if not card.new)
        return ((self.sure - old) & Counter(card.code for card in self.new)).total()

    @property
    def asked(self) -> int:
        doubted = [card for card in self.reading.cards if is_doubted(card)]
        return min(
            len(self.new) - self.right, sum(nearest(card.box, self.new) is not None for card in doubted)
        )

    @property
    def missed(self) -> int:
        return len(self.new) - self.right - self.asked

    @property
    def wrong(self) -> int:
        return (self.sure - Counter(card.code for card in self.lying)).total()


class WatchedCardEye:
    """Fits the card table's port. ``newest`` is ``None`` before the first look."""

    def __init__(self, eye: CardEye, truth: Truth) -> None:
        self._eye, self._truth = eye, truth
        self.newest: CardLook | None = None
        self.looks = 0

    @property
    def last_look(self) -> CardLook:
        """Raises ValueError before the first look."""
        if self.newest is None:
            raise ValueError("the eye has not looked yet")
        return self.newest

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        reading = self._eye.read_cards(frames, decks)
        self.newest = CardLook(frames[-1], reading, self._truth())
        self.looks += 1
        return reading


def not_picked(cards: Sequence[TrueCard], picked: Counter[str]) -> list[TrueCard]:
    """The remaining cards; of two equal cards the later is left."""
    open_codes, left = Counter(picked), []
    for card in cards:
        if open_codes[card.code]:
            open_codes[card.code] -= 1
        else:
            left.append(card)
    return left


def nearest(box: Box, cards: Sequence[TrueCard]) -> TrueCard | None:
    """The card under the middle of the box."""
    on = [card for card in cards if _away(card.box, box) < inf]
    return min(on, key=lambda card: _away(card.box, box), default=None)
