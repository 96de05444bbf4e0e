"""Which bids are legal: for each face one unbroken range of quantities.

In every rule set the legal bids on a face run from a lowest quantity upward, to the dice in play where
the rules cap them, else without end. So the whole of what may be bid is at most six ranges, and
nothing ever lists bids one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules import track
from companion.rules.events import BidMade
from companion.rules.game import Game
from companion.rules.ruleset import Raising

FACES = (1, 2, 3, 4, 5, 6)
LOWEST_TOTAL, HIGHEST_TOTAL = 2, 12
"""What two dice can add up to."""


@dataclass(frozen=True, slots=True)
class FaceRange:
    """The legal quantities of one face, both ends included; ``highest`` is ``None`` where none is set."""

    face: int
    lowest: int
    highest: int | None

    def __contains__(self, quantity: int) -> bool:
        return self.lowest <= quantity and (self.highest is None or quantity <= self.highest)


def _quantity_first(bid: BidMade, face: int) -> int | None:
    return bid.quantity if face > bid.face else bid.quantity + 1


def _strict(bid: BidMade, face: int) -> int | None:
    if face < bid.face:
        return None
    return bid.quantity if face > bid.face else bid.quantity + 1


def _face_first(bid: BidMade, face: int) -> int | None:
    if face < bid.face:
        return None
    return 1 if face > bid.face else bid.quantity + 1


_LOWEST_RAISE: dict[Raising, Callable[[BidMade, int], int | None]] = {
    Raising.TRACK: track.lowest_after,
    Raising.QUANTITY_FIRST: _quantity_first,
    Raising.STRICT: _strict,
    Raising.FACE_FIRST: _face_first,
}


def range_of(game: Game, face: int) -> FaceRange | None:
    """The quantities of ``face`` that may be bid now, ``None`` where there are none.

    For a round whose bids are quantities; whether anybody may bid now at all is not asked here.
    """
    bid = game.bid
    if isinstance(bid, BidMade):
        if game.palafico:
            lowest = bid.quantity + 1 if face == bid.face else None
        else:
            lowest = _LOWEST_RAISE[game.ruleset.raising](bid, face)
    else:
        lowest = 1 if face != 1 or game.ruleset.ones_open or game.palafico else None
    highest = sum(game.dice) if game.ruleset.capped else None
    if lowest is None or (highest is not None and lowest > highest):
        return None
    return FaceRange(face, lowest, highest)


def ranges(game: Game) -> tuple[FaceRange, ...]:
    """All that may be bid now, by face; empty where only a call is left."""
    found = (range_of(game, face) for face in FACES)
    return tuple(each for each in found if each is not None)


def totals(game: Game) -> range:
    """The totals that may be bid now in a tie breaker; empty after a 12."""
    lowest = LOWEST_TOTAL if game.bid is None else game.bid.claim + 1
    return range(lowest, HIGHEST_TOTAL + 1)
