"""Legal bids: for each face one unbroken range of quantities; and the bidding track.

In every rule set a face's legal bids run from a lowest quantity upward, to the dice in play or without end.
So at most six ranges describe them, and nothing lists bids one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.events import FACES, BidMade, TotalBid
from companion.rules.game import Game
from companion.rules.ruleset import Raising

SPACES_A_LAP, STARS_A_LAP = 30, 10
STAR = 1
"""The face of a star bid, if the star is in the place of the one."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the track: position from 0, quantity, and whether it is a star space."""

    position: int
    quantity: int
    star: bool


def space_at(position: int) -> Space:
    """The space at a position from 0; 30 and more are on later laps."""
    if position < 0:
        raise ValueError(f"a position on the track counts from 0, got {position}")
    pair, place = divmod(position, 3)
    quantity = (2 * pair + 1, pair + 1, 2 * pair + 2)[place]
    return Space(position, quantity, star=place == 1)


def position_of(quantity: int, face: int, star: int = STAR) -> int:
    """A bid's position: star bids lie on star spaces, others on numbers.

    ``star``: 6 on dice with the star in the place of the six.
    """
    if face == star:
        return 3 * (quantity - 1) + 1
    pair, second = divmod(quantity - 1, 2)
    return 3 * pair + 2 * second


def space_of(bid: BidMade, star: int = STAR) -> Space:
    """The space on which the bid die lies."""
    return space_at(position_of(bid.quantity, bid.face, star))


def spaces(lap: int) -> tuple[Space, ...]:
    """The 30 spaces of a lap; lap 0 reads 1-20 and ★1-★10."""
    return tuple(space_at(lap * SPACES_A_LAP + place) for place in range(SPACES_A_LAP))


def lowest_after(bid: BidMade, face: int, star: int = STAR) -> int:
    """The least quantity of ``face`` above ``bid`` on the track."""
    if face == star:
        return (position_of(bid.quantity, bid.face, star) - 1) // 3 + 2
    if bid.face == star:
        return 2 * bid.quantity
    return bid.quantity if face > bid.face else bid.quantity + 1


LOWEST_TOTAL, HIGHEST_TOTAL = 2, 12
"""Sums of two dice."""


@dataclass(frozen=True, slots=True)
class FaceRange:
    """The legal quantities of one face, both ends included; ``highest``: ``None`` if unlimited."""

    face: int
    lowest: int
    highest: int | None

    def __contains__(self, quantity: int) -> bool:
        return self.lowest <= quantity and (self.highest is None or quantity <= self.highest)


_TRACK, _QUANTITY_FIRST, _HALVED, _FACE_FIRST = (
    Raising.TRACK,
    Raising.QUANTITY_FIRST,
    Raising.HALVED,
    Raising.FACE_FIRST,
)


def _quantity_first(bid: BidMade, face: int) -> int:
    return bid.quantity if face > bid.face else bid.quantity + 1


def _halved(bid: BidMade, face: int, wild: int) -> int:
    if (face == wild) == (bid.face == wild):
        return _quantity_first(bid, face)
    return (bid.quantity + 1) // 2 if face == wild else 2 * bid.quantity + 1


def _in_palafico(bid: BidMade, face: int, fixed: bool) -> int | None:
    return _quantity_first(bid, face) if face == bid.face or not fixed else None


def _raised(bid: BidMade, face: int, raising: Raising, wild: int) -> int | None:
    if raising is _TRACK:
        return lowest_after(bid, face, wild)
    if raising is _QUANTITY_FIRST:
        return _quantity_first(bid, face)
    if raising is _HALVED:
        return _halved(bid, face, wild)
    if face < bid.face:
        return None
    return 1 if raising is _FACE_FIRST and face > bid.face else _quantity_first(bid, face)


def range_of(game: Game, face: int) -> FaceRange | None:
    """Legal quantities of ``face``, or ``None``; as ``ranges``."""
    return next((each for each in ranges(game) if each.face == face), None)


def ranges(game: Game) -> tuple[FaceRange, ...]:
    """Legal bids by face; empty if only a call is left.

    For rounds with quantities; does not check whether anybody may bid.
    """
    bid, rules = game.bid, game.ruleset
    highest = sum(game.dice) if rules.capped else None
    if bid is None or isinstance(bid, TotalBid):
        return _openings(0 if rules.ones_open or game.palafico else rules.wild_face, highest)
    fixed = game.face_is_fixed if game.palafico else None
    return _raises(bid.quantity, bid.face, rules.raising, rules.wild_face, fixed, highest)


@lru_cache(256)
def _openings(forbidden: int, highest: int | None) -> tuple[FaceRange, ...]:
    return tuple(FaceRange(face, 1, highest) for face in FACES if face != forbidden and highest != 0)


@lru_cache(8192)
def _raises(
    quantity: int, last: int, raising: Raising, wild: int, fixed: bool | None, highest: int | None
) -> tuple[FaceRange, ...]:
    """Legal bids above a bid; ``fixed``: ``None`` outside a Palafico round."""
    bid, found = BidMade(0, quantity, last), []
    for face in FACES:
        lowest = _raised(bid, face, raising, wild) if fixed is None else _in_palafico(bid, face, fixed)
        if lowest is not None and (highest is None or lowest <= highest):
            found.append(FaceRange(face, lowest, highest))
    return tuple(found)


def totals(game: Game) -> range:
    """Legal totals of a tie breaker; empty after a 12."""
    lowest = LOWEST_TOTAL if game.bid is None else game.bid.claim + 1
    return range(lowest, HIGHEST_TOTAL + 1)
