"""What the players of the demonstration see for themselves: they look at the table and know its truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.hardware.simulated import TrueDie
from companion.play.commands import AcceptReading, Command, RemoveDie, SetFace
from companion.play.views import HandView, TableView, Tone
from companion.reading import Box
from companion.rules.events import Dice


def answer(view: TableView, dice: Sequence[TrueDie], truth: tuple[Dice, ...]) -> Command:
    """The next tap among the doubts: only what is asked about is answered, and answered truly.

    ``dice`` are those in the camera's view, ``truth`` all faces a seat. What the eye was sure of is left
    as it read it, so that a face it got wrong shows in the verdict; shown dice are confirmed as they lie.
    """
    if view.show is not None:
        truth = _open_faces(dice, len(truth))
    for hand in view.hands:
        place = _place_asked(hand)
        if place is not None:
            return _tap(view.number, hand, place, _lying(dice, hand), truth)
    if view.may_accept and view.show is None:
        return AcceptReading(view.number)
    return _set_right(view, dice) or AcceptReading(view.number)


def _open_faces(dice: Sequence[TrueDie], seats: int) -> tuple[Dice, ...]:
    """The faces that lie open, a seat."""
    return tuple(tuple(die.face for die in dice if die.seat == seat) for seat in range(seats))


def _lying(dice: Sequence[TrueDie], hand: HandView) -> list[TrueDie]:
    return [die for die in dice if die.seat == hand.seat]


def _set_right(view: TableView, dice: Sequence[TrueDie]) -> Command | None:
    """A tap on a die taken wrongly, where dice are being shown or a shown die is missing among those read."""
    for hand in view.hands:
        matches = matched([slot.box for slot in hand.slots], _lying(dice, hand))
        for place, (slot, die) in enumerate(zip(hand.slots, matches, strict=True)):
            if (hand.complaint or view.show) and die is not None and die.face != slot.face:
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
    return SetFace(number, hand.seat, place, die.face if die else _left_over(hand, place, truth))


def _left_over(hand: HandView, place: int, truth: tuple[Dice, ...]) -> int:
    """The face of a die that the eye did not find: one of the seat's that no other slot has."""
    named = Counter(slot.face for slot in hand.slots if slot.face and slot is not hand.slots[place])
    left = list((Counter(truth[hand.seat]) - named).elements())
    return left[0] if left else truth[hand.seat][0]


def matched(boxes: Sequence[Box | None], lying: Sequence[TrueDie]) -> list[TrueDie | None]:
    """For each box the true die that it lies on, each die once; ``None`` where there is none."""
    found: list[TrueDie | None] = []
    free = list(lying)
    for box in boxes:
        die = next((each for each in free if box is not None and _holds_centre(each.box, box)), None)
        if die is not None:
            free.remove(die)
        found.append(die)
    return found


def _holds_centre(true: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return true[0] <= x <= true[2] and true[1] <= y <= true[3]


def taken_wrongly(taken: Sequence[Dice], truth: Sequence[Dice]) -> int:
    """How many faces of a reveal differ from what lay on the table."""
    return sum((Counter(faces) - Counter(true)).total() for faces, true in zip(taken, truth, strict=True))
