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
from companion.rules.ruleset import Raising, RuleSet

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
    return track.lowest_after(bid, face, rules.wild_face)


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
