"""What may be bid now, for a phone: each face with its quantities, as the table's view has them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.views import TableView
from companion.rules.events import Bid, BidMade, TotalBid
from companion.rules.ruleset import RuleSet
from companion.scoreboard.parts import DieShown
from companion.text.dice import say_bid, say_face
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class BidOffered:
    """A bid that may be made, and the words on the key that makes it."""

    quantity: int
    words: str


@dataclass(frozen=True, slots=True)
class FaceOffered:
    """A face and the bids on it, the lowest first; ``die`` is ``None`` for the sum of a tie breaker."""

    die: DieShown | None
    bids: tuple[BidOffered, ...]


def die_shown(face: int, ruleset: RuleSet) -> DieShown:
    """A die that lies open, or that of a bid."""
    return DieShown(face, say_face(face, ruleset, plural=False), face == ruleset.star_face)


def offers_of(view: TableView, ruleset: RuleSet, seat: int) -> tuple[FaceOffered, ...]:
    """All that the player on turn may bid: no more dice than are in play, or the next bid above."""
    if view.pad is not None and view.pad.totals is not None:
        lowest, highest = view.pad.totals
        totals = tuple(_offered(TotalBid(seat, each), ruleset) for each in range(lowest, highest + 1))
        return (FaceOffered(None, totals),)
    found = ((face, _up_to(view.in_play, each)) for face, each in _quantities(view))
    return tuple(
        FaceOffered(
            die_shown(face, ruleset), tuple(_offered(BidMade(seat, each, face), ruleset) for each in some)
        )
        for face, some in found
        if some
    )


def _quantities(view: TableView) -> list[tuple[int, list[int]]]:
    """Each face that may be bid with its quantities, ascending."""
    if view.pad is not None:
        return [
            (each.face, list(range(each.lowest, (each.highest or max(each.lowest, view.in_play)) + 1)))
            for each in view.pad.faces
            if each.lowest is not None
        ]
    spaces = [] if view.track is None else [space for lap in view.track.laps for space in lap]
    return [(face, sorted({each.quantity for each in spaces if face in each.faces})) for face in range(1, 7)]


def _up_to(in_play: int, quantities: list[int]) -> list[int]:
    return [each for each in quantities if each <= in_play] or quantities[:1]


def _offered(bid: Bid, ruleset: RuleSet) -> BidOffered:
    return BidOffered(bid.claim, say("phone.bid", bid=say_bid(bid, ruleset)))
