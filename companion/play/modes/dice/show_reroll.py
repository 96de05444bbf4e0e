"""Show and reroll: how many dice are put out, what the eye reads, what is recorded.

The cup stays down, so only open dice are read; those shown earlier in the round still lie there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.core.frame import Frame
from companion.core.reading import Expectation, TableReading
from companion.journal import Source
from companion.play.base.commands import Refused
from companion.play.modes.dice.hands import (
    EMPTY_SLOT,
    NOT_SEEN,
    Hand,
    Hands,
    Slot,
    hands_read,
    settled,
    strays_of,
)
from companion.play.modes.dice.state import DiceTable, Moment, Picture, Show, expecting
from companion.rules import Dice, DiceShown, Game, most_shown, why_not
from companion.text import reason_of, say

ANY_FACE = 2
"""Stands for an unread die where the rules need only the number."""


def shower(game: Game) -> int:
    """The last bidder. Refused before the first bid."""
    if game.bid is None:
        raise Refused(say("refused.no_bidder"))
    return game.bid.player


def begun(table: DiceTable, show: Show) -> DiceTable:
    """The table while dice are put out, also during their reading. Refused with the rules' reason."""
    seat = shower(table.game)
    refusal = why_not(table.game, DiceShown(seat, show.slid or (ANY_FACE,) * show.count))
    if refusal is not None:
        raise Refused(reason_of(refusal))
    if table.moment is Moment.CHECK:
        hands = tuple(_recounted(hand, len(hand.shown) + show.count) for hand in table.hands)
        return replace(table.next, show=show, hands=hands, earlier_hands=())
    return replace(table.next, moment=Moment.SHOWING, show=show, peeking=None)


def _recounted(hand: Hand, expected: int) -> Hand:
    slots = tuple(slot for slot in hand.slots if slot != NOT_SEEN)
    return replace(hand, expected=expected, slots=slots + (NOT_SEEN,) * (expected - len(slots)))


def expected_open(table: DiceTable) -> Expectation:
    game, seat = table.game, shower(table.game)
    dice = tuple(
        len(shown) + (table.showing.count if at == seat else 0) for at, shown in enumerate(game.shown)
    )
    return expecting(game, dice)


def by_hand(table: DiceTable) -> Hands:
    seat = shower(table.game)
    before = table.game.shown[seat]
    known = tuple(Slot(face, Source.RECORD) for face in before)
    count = table.showing.count
    return (Hand(seat, len(before) + count, before, known + (EMPTY_SLOT,) * count),)


def read(table: DiceTable, frame: Frame, reading: TableReading) -> DiceTable:
    hand = next(each for each in hands_read(reading, expected_open(table)) if each.seat == shower(table.game))
    lacking = any(slot.seen is None for slot in hand.slots)
    picture = Picture(frame, strays_of(reading) if lacking else ())
    return replace(table.next, moment=Moment.CHECK, hands=(hand,), picture=picture)


def new_faces(hand: Hand) -> Dice:
    """The faces shown now, sorted, without those shown earlier."""
    open_now = Counter(face for face in hand.faces if face is not None)
    return tuple(sorted((open_now - Counter(hand.shown)).elements()))


def event_of(table: DiceTable) -> DiceShown:
    """Every die must be known."""
    (hand,) = table.hands
    return DiceShown(hand.seat, new_faces(hand))


def seen_count(table: DiceTable) -> int | None:
    """How many new dice lie there, if that is legal and not what was said; else None.

    Dice slid out by the simulated table are never asked about.
    """
    if table.show is None or table.moment is not Moment.CHECK or table.show.slid or settled(table.hands):
        return None
    (hand,) = table.hands
    seen = len(hand.slots) - hand.missed - len(hand.shown)
    return None if seen == table.show.count or not 1 <= seen <= most_shown(table.game) else seen
