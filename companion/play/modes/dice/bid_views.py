"""What may be bid now, for the screen: the track, or the pad of the games without one."""

from __future__ import annotations

from companion.play.modes.dice.views import PadFace, PadView, SpaceView, TrackView
from companion.rules import (
    SPACES_A_LAP,
    STARS_A_LAP,
    Bid,
    BidMade,
    Game,
    Raising,
    Space,
    TotalBid,
    faces_on,
    legal_totals,
    lowest_raise,
    quantities_for,
    space_of,
    spaces,
    why_not,
)
from companion.text import reason_if, say

FACES = (1, 2, 3, 4, 5, 6)
STAR_SIGN = "★"


def has_track(game: Game) -> bool:
    """Whether bids are made on the bidding track."""
    return game.ruleset.raising is Raising.TRACK and not game.tie_breaker


def track_view(game: Game) -> TrackView:
    """The laps from that of the red die, or from the first: two, and all that a star bid may reach."""
    bid = dice_bid(game.bid)
    lap = 0 if bid is None else space_of(bid, game.wild_face).position // SPACES_A_LAP
    reached = (game.dice_in_play - 1) // STARS_A_LAP
    laps = tuple(_lap(game, number) for number in range(lap, max(lap + 1, reached) + 1))
    lowest = None if bid is None else dice_bid(lowest_raise(game))
    return TrackView(laps, None if lowest is None else (lowest.quantity, lowest.face))


def dice_bid(bid: Bid | None) -> BidMade | None:
    """The bid if it names dice of a face; ``None`` for the sum of a tie breaker, and where none stands."""
    return None if isinstance(bid, TotalBid) else bid


def _lap(game: Game, number: int) -> tuple[SpaceView, ...]:
    return tuple(_space(game, space) for space in spaces(number))


def _space(game: Game, space: Space) -> SpaceView:
    faces = faces_on(game, space)
    bid, in_play, star = dice_bid(game.bid), game.dice_in_play, game.wild_face
    here = bid if bid is not None and space_of(bid, star) == space else None
    highest = star if space.star else max(face for face in FACES if face != star)
    return SpaceView(
        label=f"{STAR_SIGN}{space.quantity}" if space.star else str(space.quantity),
        quantity=space.quantity,
        star=space.star,
        faces=faces,
        die=None if here is None else here.face,
        why=None if faces else _why_not(game, space.quantity, highest),
        warning=say("space.too_many", count=in_play) if space.quantity > in_play else None,
    )


def pad_view(game: Game) -> PadView:
    """Every face with the quantities that may be bid on it; in a tie breaker the totals instead."""
    if game.tie_breaker:
        totals = legal_totals(game)
        return PadView((), (totals[0], totals[-1]) if totals else None, None)
    lowest = dice_bid(lowest_raise(game))
    faces = tuple(_pad_face(game, face) for face in FACES)
    return PadView(faces, None, None if lowest is None else (lowest.quantity, lowest.face), game.dice_in_play)


def _pad_face(game: Game, face: int) -> PadFace:
    quantities = quantities_for(game, face)
    if quantities is not None:
        return PadFace(face, *quantities, why=None)
    quantity = 1 if game.bid is None else game.bid.claim
    return PadFace(face, None, None, _why_not(game, quantity, face))


def _why_not(game: Game, quantity: int, face: int) -> str | None:
    return reason_if(why_not(game, BidMade(game.acting, quantity, face)))
