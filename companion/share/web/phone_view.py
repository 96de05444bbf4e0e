"""How the table stands, for its players' phones: what lies open, whose turn it is, what may be bid."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.modes.dice.views import BiddingScene, GameView, OverScene, SeatView, VerdictScene
from companion.play.views import TableView, game_of, title_of
from companion.rules import Bid, BidMade, RuleSet, TotalBid
from companion.share.web.board_view import BidShown, DieShown
from companion.text import say, say_bid, say_face, spoken


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


def offers_of(scene: BiddingScene, ruleset: RuleSet, seat: int) -> tuple[FaceOffered, ...]:
    """All that the player on turn may bid: no more dice than are in play, or the next bid above."""
    if scene.pad is not None and scene.pad.totals is not None:
        lowest, highest = scene.pad.totals
        totals = tuple(_offered(TotalBid(seat, each), ruleset) for each in range(lowest, highest + 1))
        return (FaceOffered(None, totals),)
    found = ((face, _up_to(scene.game.in_play, each)) for face, each in _quantities(scene))
    return tuple(
        FaceOffered(
            die_shown(face, ruleset), tuple(_offered(BidMade(seat, each, face), ruleset) for each in some)
        )
        for face, some in found
        if some
    )


def is_beyond(scene: BiddingScene, quantity: int, face: int) -> bool:
    """Whether nobody is offered so many dice of this face, though fewer of it may be bid."""
    quantities = dict(_quantities(scene)).get(face, [])
    return bool(quantities) and quantity > max(scene.game.in_play, quantities[0])


def _quantities(scene: BiddingScene) -> list[tuple[int, list[int]]]:
    """Each face that may be bid with its quantities, ascending."""
    if scene.pad is not None:
        return [
            (each.face, list(range(each.lowest, (each.highest or max(each.lowest, scene.game.in_play)) + 1)))
            for each in scene.pad.faces
            if each.lowest is not None
        ]
    spaces = [] if scene.track is None else [space for lap in scene.track.laps for space in lap]
    return [(face, sorted({each.quantity for each in spaces if face in each.faces})) for face in range(1, 7)]


def _up_to(in_play: int, quantities: list[int]) -> list[int]:
    return [each for each in quantities if each <= in_play] or quantities[:1]


def _offered(bid: Bid, ruleset: RuleSet) -> BidOffered:
    return BidOffered(bid.claim, say("phone.bid", bid=say_bid(bid, ruleset)))


@dataclass(frozen=True, slots=True)
class PlayerOnPhones:
    """A player as all phones show them: dice under the cup and open ones; no covered face."""

    name: str
    dice: int
    note: str
    out: bool
    on_turn: bool
    shown: tuple[DieShown, ...]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """The table at one view, whose ``number`` a bid must bring.

    ``turn`` is the seat that may bid, ``None`` while nobody may. ``headline`` and ``losses`` are the verdict;
    ``loser`` is the seat whose dice alone change by it.
    """

    number: int
    language: str
    title: str
    message: str
    players: tuple[PlayerOnPhones, ...] = ()
    bid: BidShown | None = None
    headline: str = ""
    losses: str = ""
    loser: int | None = None
    turn: int | None = None
    offers: tuple[FaceOffered, ...] = ()
    challengers: tuple[int, ...] = ()
    spot_on: str = ""
    spot_on_callers: tuple[int, ...] = ()
    challenge: str = ""


def state_of(view: TableView, names: bool = True) -> PhoneState:
    """What the phones show of this view. Without ``names`` players are called by their seats."""
    language, ruleset = spoken().language, None if view.book is None else view.book.rules
    told = PhoneState(view.number, language, title_of(view.scene), _message(view, names))
    game, scene = game_of(view.scene), view.scene
    if game is None or not isinstance(ruleset, RuleSet):
        return told
    bidding = scene if isinstance(scene, BiddingScene) else None
    turn = None if bidding is None else next((each.seat for each in game.seats if each.to_act), None)
    verdict = scene.verdict if isinstance(scene, VerdictScene | OverScene) else None
    spot_on = None if bidding is None else bidding.spot_on
    return PhoneState(
        view.number,
        language,
        game.rules_title,
        told.message,
        players=tuple(_player(each, ruleset, names) for each in game.seats),
        bid=_bid(game, ruleset, names),
        headline="" if verdict is None else verdict.headline,
        losses="" if verdict is None or not names else verdict.sentence,
        loser=None if verdict is None else _the_only_one(verdict.losses),
        turn=turn,
        offers=() if bidding is None or turn is None else offers_of(bidding, ruleset, turn),
        challenge="" if bidding is None else bidding.shout,
        challengers=() if bidding is None else tuple(each.seat for each in bidding.callers),
        spot_on="" if spot_on is None else spot_on.words,
        spot_on_callers=() if spot_on is None else spot_on.callers,
    )


def _the_only_one(losses: tuple[int, ...]) -> int | None:
    changed = [seat for seat, lost in enumerate(losses) if lost]
    return changed[0] if len(changed) == 1 else None


def _message(view: TableView, names: bool) -> str:
    """What happens now; a sentence with names in it is left out where there are none."""
    if names:
        return view.message
    game = game_of(view.scene)
    on_turn = None if game is None else next((each for each in game.seats if each.to_act), None)
    if on_turn is None:
        return say("phone.at_the_table")
    return say("phone.on_turn", player=_name(on_turn, names))


def _player(seat: SeatView, ruleset: RuleSet, names: bool) -> PlayerOnPhones:
    note = say("scoreboard.dice", count=seat.dice) if seat.dice else say("scoreboard.out")
    shown = tuple(die_shown(each, ruleset) for each in seat.shown)
    return PlayerOnPhones(_name(seat, names), seat.dice, note, seat.out, seat.to_act, shown)


def _name(seat: SeatView, names: bool) -> str:
    return seat.name if names else say("player.unnamed", seat=seat.seat + 1)


def _bid(game: GameView, ruleset: RuleSet, names: bool) -> BidShown | None:
    bidder = next((each for each in game.seats if each.bidder), None)
    if bidder is None or game.bid_quantity is None:
        return None
    face, quantity = game.bid_face, game.bid_quantity
    bid: Bid = TotalBid(bidder.seat, quantity) if face is None else BidMade(bidder.seat, quantity, face)
    die = None if face is None else die_shown(face, ruleset)
    return BidShown(bidder.seat, _name(bidder, names), quantity, die, say_bid(bid, ruleset))
