"""What lies under each cup, as far as known: read by the eye or tapped by players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.reading import Doubt, Expectation, ReadDie, TableDie, TableReading
from companion.journal import DieNote, ReadingNote, Source
from companion.play.base.commands import Refused
from companion.rules import Dice, OpeningRolled
from companion.text import say


@dataclass(frozen=True, slots=True)
class Slot:
    """One die of a hand: ``face`` 1-6 by ``source``, both None before anybody has said it.

    ``seen``: what the eye made of it, if anything. ``doubts``: the eye's, kept after an answer.
    """

    face: int | None = None
    source: Source | None = None
    seen: ReadDie | None = None
    doubts: tuple[Doubt, ...] = ()

    @property
    def settled(self) -> bool:
        return self.face is not None and (self.source is Source.PLAYER or not self.doubts)

    @property
    def maybe_no_die(self) -> bool:
        """Whether the first question is if this is a die."""
        return self.source is not Source.PLAYER and Doubt.MAYBE_NO_DIE in self.doubts


EMPTY_SLOT = Slot()
NOT_SEEN = Slot(doubts=(Doubt.TOO_FEW,))
"""A die that the eye must have missed."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Dice of one seat still in; ``shown``: faces put out this round."""

    seat: int
    expected: int
    shown: Dice
    slots: tuple[Slot, ...]

    @property
    def faces(self) -> tuple[int | None, ...]:
        return tuple(slot.face for slot in self.slots)

    @property
    def too_many(self) -> bool:
        return len(self.slots) > self.expected

    @property
    def unseen(self) -> int:
        return sum(slot.face is None and Doubt.TOO_FEW in slot.doubts for slot in self.slots)

    @property
    def missed(self) -> int:
        """Dice that the eye has not seen, whether or not somebody has named them since."""
        return sum(Doubt.TOO_FEW in slot.doubts for slot in self.slots)

    @property
    def shown_missing(self) -> Dice:
        known = [face for face in self.faces if face is not None]
        if self.too_many or len(known) < len(self.slots):
            return ()
        return tuple((Counter(self.shown) - Counter(known)).elements())

    @property
    def settled(self) -> bool:
        right = len(self.slots) == self.expected and not self.shown_missing
        return right and all(slot.settled for slot in self.slots)


Hands = tuple[Hand, ...]


def empty_hands(expected: Expectation) -> Hands:
    return tuple(
        Hand(seat, held, expected.shown[seat], (EMPTY_SLOT,) * held)
        for seat, held in enumerate(expected.dice)
        if held
    )


def hands_read(reading: TableReading, expected: Expectation) -> Hands:
    """The reading as hands: missed dice are empty slots, dice too many stay."""
    return tuple(
        Hand(seat, held, expected.shown[seat], _slots_read(reading, seat, held))
        for seat, held in enumerate(expected.dice)
        if held
    )


def _slots_read(reading: TableReading, seat: int, held: int) -> tuple[Slot, ...]:
    lying = (each for each in reading.dice if each.seat == seat)
    slots = tuple(_slot_read(each.die, each.doubts) for each in lying)
    return slots + (NOT_SEEN,) * (held - len(slots))


def _slot_read(die: ReadDie, doubts: tuple[Doubt, ...]) -> Slot:
    source = None if die.face is None else Source.EYE
    reasons = doubts or ((Doubt.UNREAD,) if die.face is None else ())
    return Slot(die.face, source, die, reasons)


def hands_recorded(dice: Sequence[Dice], shown: Sequence[Dice]) -> Hands:
    return tuple(
        Hand(seat, len(faces), shown[seat], tuple(Slot(face, Source.RECORD) for face in faces))
        for seat, faces in enumerate(dice)
        if faces
    )


def strays_of(reading: TableReading) -> tuple[TableDie, ...]:
    return tuple(each for each in reading.dice if each.seat is None)


def faces_of(hands: Hands, seats: int) -> tuple[Dice, ...]:
    """Dice for a reveal, by seat. Every slot must have a face."""
    dice: list[Dice] = [()] * seats
    for hand in hands:
        dice[hand.seat] = tuple(face for face in hand.faces if face is not None)
    return tuple(dice)


def opening_roll_of(hands: Hands) -> OpeningRolled:
    """The opening roll for the record; every hand must be one die with a face."""
    return OpeningRolled(
        tuple((hand.seat, face) for hand in hands for face in hand.faces if face is not None)
    )


def settled(hands: Hands) -> bool:
    return all(hand.settled for hand in hands)


def unsettled_dice(hands: Hands) -> int:
    return sum(not slot.settled for hand in hands for slot in hand.slots)


def first_asked(hands: Hands) -> Slot | None:
    return next((slot for hand in hands for slot in hand.slots if not slot.settled), None)


def with_face(hands: Hands, seat: int, slot: int, face: int) -> Hands:
    """A player named a die. Refused for a die or face that does not exist."""
    if face not in range(1, 7):
        raise Refused(say("refused.no_face", face=face))
    hand = _hand_of(hands, seat, slot)
    tapped = replace(hand.slots[slot], face=face, source=Source.PLAYER)
    return _with(hands, replace(hand, slots=_with_slot(hand, slot, tapped)))


def with_die(hands: Hands, seat: int, slot: int) -> Hands:
    """A player said that a thing is a die: with its face, or what is still in doubt."""
    hand = _hand_of(hands, seat, slot)
    was = hand.slots[slot]
    if not was.maybe_no_die:
        return hands
    die = None if was.seen is None else was.seen.as_die()
    face = was.face if die is None else die.face
    left = tuple(doubt for doubt in was.doubts if doubt is not Doubt.MAYBE_NO_DIE)
    unread = (Doubt.UNREAD,) if face is None else ()
    is_die = Slot(face, None if face is None else was.source or Source.EYE, die, left or unread)
    return _with(hands, replace(hand, slots=_with_slot(hand, slot, is_die)))


def without_die(hands: Hands, seat: int, slot: int) -> Hands:
    """A hand keeps a slot for each die it holds, empty if need be."""
    hand = _hand_of(hands, seat, slot)
    if hand.too_many:
        return _with(hands, replace(hand, slots=hand.slots[:slot] + hand.slots[slot + 1 :]))
    return _with(hands, replace(hand, slots=_with_slot(hand, slot, NOT_SEEN)))


def _hand_of(hands: Hands, seat: int, slot: int) -> Hand:
    for hand in hands:
        if hand.seat == seat and 0 <= slot < len(hand.slots):
            return hand
    raise Refused(say("refused.no_die", die=slot + 1, seat=seat))


def _with_slot(hand: Hand, slot: int, changed: Slot) -> tuple[Slot, ...]:
    return (*hand.slots[:slot], changed, *hand.slots[slot + 1 :])


def _with(hands: Hands, changed: Hand) -> Hands:
    return tuple(changed if hand.seat == changed.seat else hand for hand in hands)


def note_of(hands: Hands) -> ReadingNote:
    """Whose word each face is. Every slot must have a face."""
    return ReadingNote(tuple(_die_note(hand.seat, slot) for hand in hands for slot in hand.slots))


def _die_note(seat: int, slot: Slot) -> DieNote:
    seen = slot.seen
    if slot.face is None or slot.source is None:
        raise ValueError(f"a die of seat {seat} has no face yet: nothing is written down before it has one")
    return DieNote(
        seat,
        slot.face,
        slot.source,
        None if seen is None else seen.face,
        None if seen is None else round(seen.confidence, 4),
        slot.doubts[0].value if slot.doubts else None,
    )
