"""Which bids are legal: for each face one unbroken range of quantities; and the bidding track.

In every rule set the legal bids on a face run from a lowest quantity upward, to the dice in play where
the rules cap them, else without end. So the whole of what may be bid is at most six ranges, and
nothing ever lists bids one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.events import FACES, BidMade
from companion.rules.game import Game
from companion.rules.ruleset import Raising, RuleSet

SPACES_A_LAP, STARS_A_LAP = 30, 10
STAR = 1
"""The face of a star bid, where the star stands in the place of the one."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space: its position from 0, the quantity it stands for, and whether it is a star space."""

    position: int
    quantity: int
    star: bool


def space_at(position: int) -> Space:
    """The space at a position from 0; positions of 30 and more lie on later laps."""
    if position < 0:
        raise ValueError(f"a position on the track counts from 0, got {position}")
    pair, place = divmod(position, 3)
    quantity = (2 * pair + 1, pair + 1, 2 * pair + 2)[place]
    return Space(position, quantity, star=place == 1)


def position_of(quantity: int, face: int, star: int = STAR) -> int:
    """Where the bid die stands for this bid: star bids on star spaces, all others on numbers.

    ``star`` is the face of a star bid: 6 on dice with the star in the place of the six.
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
    """The smallest quantity of ``face`` that stands above ``bid`` on the track."""
    if face == star:
        return (position_of(bid.quantity, bid.face, star) - 1) // 3 + 2
    if bid.face == star:
        return 2 * bid.quantity
    return bid.quantity if face > bid.face else bid.quantity + 1


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


def _quantity_first(bid: BidMade, face: int, rules: RuleSet) -> int | None:
    return bid.quantity if face > bid.face else bid.quantity + 1


def _strict(bid: BidMade, face: int, rules: RuleSet) -> int | None:
    if face < bid.face:
        return None
    return bid.quantity if face > bid.face else bid.quantity + 1


def _face_first(bid: BidMade, face: int, rules: RuleSet) -> int | None:
    if face < bid.face:
        return None
    return 1 if face > bid.face else bid.quantity + 1


def _halved(bid: BidMade, face: int, rules: RuleSet) -> int | None:
    if (face == rules.wild_face) == (bid.face == rules.wild_face):
        return _quantity_first(bid, face, rules)
    return (bid.quantity + 1) // 2 if face == rules.wild_face else 2 * bid.quantity + 1


def _on_track(bid: BidMade, face: int, rules: RuleSet) -> int:
    return lowest_after(bid, face, rules.wild_face)


_LOWEST_RAISE: dict[Raising, Callable[[BidMade, int, RuleSet], int | None]] = {
    Raising.TRACK: _on_track,
    Raising.QUANTITY_FIRST: _quantity_first,
    Raising.STRICT: _strict,
    Raising.FACE_FIRST: _face_first,
    Raising.HALVED: _halved,
}


def range_of(game: Game, face: int) -> FaceRange | None:
    """The quantities of ``face`` that may be bid now, ``None`` where there are none.

    For a round whose bids are quantities; whether anybody may bid now at all is not asked here.
    """
    lowest = _lowest(game, face)
    highest = sum(game.dice) if game.ruleset.capped else None
    if lowest is None or (highest is not None and lowest > highest):
        return None
    return FaceRange(face, lowest, highest)


def _lowest(game: Game, face: int) -> int | None:
    bid, rules = game.bid, game.ruleset
    if not isinstance(bid, BidMade):
        return 1 if face != rules.wild_face or rules.ones_open or game.palafico else None
    if game.face_is_fixed:
        return bid.quantity + 1 if face == bid.face else None
    if game.palafico:
        return _quantity_first(bid, face, rules)
    return _LOWEST_RAISE[rules.raising](bid, face, rules)


def ranges(game: Game) -> tuple[FaceRange, ...]:
    """All that may be bid now, by face; empty where only a call is left."""
    found = (range_of(game, face) for face in FACES)
    return tuple(each for each in found if each is not None)


def totals(game: Game) -> range:
    """The totals that may be bid now in a tie breaker; empty after a 12."""
    lowest = LOWEST_TOTAL if game.bid is None else game.bid.claim + 1
    return range(lowest, HIGHEST_TOTAL + 1)
