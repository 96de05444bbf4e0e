"""What may be done now, for screens: asked by space, by face or by seat, never as a list of all bids."""

from __future__ import annotations

from companion.rules.errors import RuleError
from companion.rules.events import BidMade, Event, SpotOnCalled, TotalBid
from companion.rules.game import Game, Phase
from companion.rules.objections import check
from companion.rules.raising import FACES, FaceRange, range_of, ranges, totals
from companion.rules.ruleset import Raising
from companion.rules.track import Space, position_of

HIGHEST_FACE = 6
NO_TOTALS = range(0)


def why_not(game: Game, event: Event) -> RuleError | None:
    """The rules' objection to this event now, ``None`` when it is allowed."""
    try:
        check(game, event)
    except RuleError as refusal:
        return refusal
    return None


def legal_bids(game: Game) -> tuple[FaceRange, ...]:
    """All bids that the seat on turn may make, one range of quantities a face.

    Empty when nobody is to bid, in a tie breaker (see ``legal_totals``), and where only a call is left.
    """
    return ranges(game) if game.phase is Phase.BIDDING and not game.tie_breaker else ()


def legal_totals(game: Game) -> range:
    """The totals that may be bid now; empty outside a tie breaker."""
    return totals(game) if game.phase is Phase.BIDDING and game.tie_breaker else NO_TOTALS


def faces_at(game: Game, quantity: int) -> tuple[int, ...]:
    """The faces of which this quantity may be bid now."""
    return tuple(each.face for each in legal_bids(game) if quantity in each)


def quantities_for(game: Game, face: int) -> tuple[int, int | None] | None:
    """Lowest and highest quantity of a face that may be bid now; the highest is ``None`` where none is set.

    ``None`` instead of the pair when the face cannot be bid at all.
    """
    if game.phase is not Phase.BIDDING or game.tie_breaker or face not in FACES:
        return None
    legal = range_of(game, face)
    return None if legal is None else (legal.lowest, legal.highest)


def faces_on(game: Game, space: Space) -> tuple[int, ...]:
    """The faces that the bid die may show on a space of the track: the star on star spaces alone."""
    star = game.wild_face
    return tuple(face for face in faces_at(game, space.quantity) if (face == star) == space.star)


def lowest_raise(game: Game) -> BidMade | TotalBid | None:
    """The least bid above the last one, or to open with; ``None`` where only a call is left."""
    if legal_totals(game):
        return TotalBid(game.acting, legal_totals(game)[0])
    legal = legal_bids(game)
    if not legal:
        return None
    least = min(legal, key=lambda each: _height(game, each.lowest, each.face))
    return BidMade(game.acting, least.lowest, least.face)


def _height(game: Game, quantity: int, face: int) -> tuple[int, int]:
    """Where a bid stands in this rule set's order, for finding the least of several."""
    if game.ruleset.raising is Raising.TRACK:
        return position_of(quantity, face, game.wild_face), face
    if game.ruleset.raising is Raising.HALVED and face == game.wild_face and not game.palafico:
        return 2 * quantity, HIGHEST_FACE + 1
    return (face, quantity) if game.ruleset.raising is Raising.FACE_FIRST else (quantity, face)


def may_challenge(game: Game) -> tuple[int, ...]:
    """The seats that may challenge now, in seat order."""
    if game.phase is not Phase.BIDDING or game.bid is None:
        return ()
    if not game.ruleset.random_challenge:
        return (game.acting,)
    return tuple(seat for seat in game.still_in if seat != game.bid.player)


def may_spot_on(game: Game) -> bool:
    """Whether somebody may call the bid exactly right."""
    return bool(spot_on_callers(game))


def spot_on_callers(game: Game) -> tuple[int, ...]:
    """The seats that may call the bid exactly right now, in seat order."""
    return tuple(seat for seat in game.still_in if why_not(game, SpotOnCalled(seat)) is None)


def may_show(game: Game) -> bool:
    """Whether the last bidder may now show dice and roll the others again."""
    return most_shown(game) > 0


def most_shown(game: Game) -> int:
    """How many dice the last bidder may put out now at most; 0 when showing is not possible."""
    if not game.may_show:
        return 0
    bidder = game.last_bid.player
    return max(0, game.dice[bidder] - len(game.shown[bidder]) - 1)
