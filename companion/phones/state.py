"""How the table stands, for its players' phones: what lies open, whose turn it is, what may be bid."""

from __future__ import annotations

from dataclasses import dataclass

from companion.phones.offers import FaceOffered, die_shown, offers_of
from companion.play.views import Scene, SeatView, TableView
from companion.rules.events import Bid, BidMade, TotalBid
from companion.rules.ruleset import RuleSet
from companion.scoreboard.parts import BidShown, DieShown
from companion.text.dice import say_bid
from companion.text.speech import say, spoken


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


def state_of(view: TableView, names: bool = True) -> PhoneState:
    """What the phones show of this view. Without ``names`` players are called by their seats."""
    language, ruleset = spoken().language, None if view.book is None else view.book.rules
    told = PhoneState(view.number, language, view.rules_title, _message(view, names))
    if not view.seats or not isinstance(ruleset, RuleSet):
        return told
    bidding = view.scene is Scene.BIDDING
    turn = next((each.seat for each in view.seats if each.to_act), None) if bidding else None
    verdict, spot_on = view.verdict, view.spot_on if bidding else None
    return PhoneState(
        view.number,
        language,
        view.rules_title,
        told.message,
        players=tuple(_player(each, ruleset, names) for each in view.seats),
        bid=_bid(view, ruleset, names),
        headline="" if verdict is None else verdict.headline,
        losses="" if verdict is None or not names else verdict.sentence,
        loser=None if verdict is None else _the_only_one(verdict.losses),
        turn=turn,
        offers=() if turn is None else offers_of(view, ruleset, turn),
        challengers=tuple(each.seat for each in view.callers) if bidding else (),
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
    on_turn = next((each for each in view.seats if each.to_act), None)
    if on_turn is None:
        return say("phone.at_the_table")
    return say("phone.on_turn", player=_name(on_turn, names))


def _player(seat: SeatView, ruleset: RuleSet, names: bool) -> PlayerOnPhones:
    note = say("scoreboard.dice", count=seat.dice) if seat.dice else say("scoreboard.out")
    shown = tuple(die_shown(each, ruleset) for each in seat.shown)
    return PlayerOnPhones(_name(seat, names), seat.dice, note, seat.out, seat.to_act, shown)


def _name(seat: SeatView, names: bool) -> str:
    return seat.name if names else say("player.unnamed", seat=seat.seat + 1)


def _bid(view: TableView, ruleset: RuleSet, names: bool) -> BidShown | None:
    bidder = next((each for each in view.seats if each.bidder), None)
    if bidder is None or view.bid_quantity is None:
        return None
    face, quantity = view.bid_face, view.bid_quantity
    bid: Bid = TotalBid(bidder.seat, quantity) if face is None else BidMade(bidder.seat, quantity, face)
    die = None if face is None else die_shown(face, ruleset)
    return BidShown(bidder.seat, _name(bidder, names), quantity, die, say_bid(bid, ruleset))
