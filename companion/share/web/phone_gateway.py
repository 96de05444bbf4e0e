"""The phones at the table: questions become commands, views become what phones show.

A phone speaks for its own player, on the view that it shows: an older one is refused.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from companion.core.frame import Clock
from companion.core.panel import ChallengePressed
from companion.play.base.commands import CallChallenge, CallSpotOn, Command, PlaceBid
from companion.play.base.ports import Invitation
from companion.play.base.views import Tone, View
from companion.play.modes.dice import views
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.views import Scene, TableView, game_of, title_of
from companion.rules import Bid, BidMade, Game, RuleSet, TotalBid
from companion.share.web.asked import Asked, NotAsked, Wish, asked_of
from companion.share.web.board_view import BidShown, DieShown, die_shown
from companion.text import as_sentence, say, say_bid, spoken

if TYPE_CHECKING:
    from companion.play.session import Session


@dataclass(frozen=True, slots=True)
class BidOffered:
    quantity: int
    words: str


@dataclass(frozen=True, slots=True)
class FaceOffered:
    die: DieShown | None
    bids: tuple[BidOffered, ...]


def offers_of(scene: views.BiddingScene, ruleset: RuleSet, seat: int) -> tuple[FaceOffered, ...]:
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


def is_beyond(scene: views.BiddingScene, quantity: int, face: int) -> bool:
    quantities = dict(_quantities(scene)).get(face, [])
    return bool(quantities) and quantity > max(scene.game.in_play, quantities[0])


def _quantities(scene: views.BiddingScene) -> list[tuple[int, list[int]]]:
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
    name: str
    dice: int
    note: str
    out: bool
    on_turn: bool
    shown: tuple[DieShown, ...]


@dataclass(frozen=True, slots=True)
class ShoutOnPhones:
    """A call, until the dice are read: the seat that called, and the word."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class HandOnPhones:
    """A player's dice in a verdict; ``lost`` is negative for a die won back."""

    seat: int
    dice: tuple[DieShown, ...]
    lost: int


@dataclass(frozen=True, slots=True)
class PhoneState:
    """The table at one view; a bid must bring its ``number``.

    ``turn``: seat that may bid. ``loser``: the only seat whose dice change by the verdict.
    ``held``: the bid was true.
    """

    number: int
    language: str
    title: str
    message: str
    players: tuple[PlayerOnPhones, ...] = ()
    bid: BidShown | None = None
    headline: str = ""
    losses: str = ""
    hands: tuple[HandOnPhones, ...] = ()
    held: bool | None = None
    loser: int | None = None
    shout: ShoutOnPhones | None = None
    turn: int | None = None
    offers: tuple[FaceOffered, ...] = ()
    challengers: tuple[int, ...] = ()
    spot_on: str = ""
    spot_on_callers: tuple[int, ...] = ()
    challenge: str = ""


def state_of(view: TableView, names: bool = True) -> PhoneState:
    """Without ``names`` players are called by their seats, as on the scoreboard."""
    language, ruleset = spoken().language, None if view.book is None else view.book.rules
    game, scene = _game(view, names), view.scene
    told = PhoneState(view.number, language, title_of(view.scene), _message(view, names))
    if game is None or not isinstance(ruleset, RuleSet):
        return told
    bidding = scene if isinstance(scene, views.BiddingScene) else None
    turn = None if bidding is None or game.on_turn is None else game.on_turn.seat
    verdict = scene.verdict if isinstance(scene, views.VerdictScene | views.OverScene) else None
    spot_on = None if bidding is None else bidding.spot_on
    return PhoneState(
        view.number,
        language,
        game.rules_title,
        told.message,
        players=tuple(_player(each, ruleset) for each in game.seats),
        bid=_bid(game, ruleset),
        headline="" if verdict is None else verdict.headline,
        losses="" if verdict is None or not names else verdict.sentence,
        hands=() if verdict is None else tuple(_hand(each, verdict, ruleset) for each in verdict.hands),
        held=None if verdict is None else verdict.count >= verdict.quantity,
        loser=None if verdict is None else _the_only_one(verdict.losses),
        shout=_shout(scene),
        turn=turn,
        offers=() if bidding is None or turn is None else offers_of(bidding, ruleset, turn),
        challenge="" if bidding is None else bidding.shout,
        challengers=() if bidding is None else tuple(each.seat for each in bidding.callers),
        spot_on="" if spot_on is None else spot_on.words,
        spot_on_callers=() if spot_on is None else spot_on.callers,
    )


def _shout(scene: Scene) -> ShoutOnPhones | None:
    if not isinstance(scene, views.RevealScene) or scene.caller is None:
        return None
    return ShoutOnPhones(scene.caller, scene.shout)


def _hand(hand: views.HandView, verdict: views.VerdictView, ruleset: RuleSet) -> HandOnPhones:
    dice = (
        die_shown(each.face, ruleset, each.tone is Tone.COUNTED)
        for each in hand.slots
        if each.face is not None
    )
    return HandOnPhones(hand.seat, tuple(dice), verdict.losses[hand.seat])


def _the_only_one(losses: tuple[int, ...]) -> int | None:
    changed = [seat for seat, lost in enumerate(losses) if lost]
    return changed[0] if len(changed) == 1 else None


def _game(view: TableView, names: bool) -> views.GameView | None:
    game, company = game_of(view.scene), view.company
    if game is None or names:
        return game
    there = None if company is None else company.game
    order = there.in_order_of_coming if isinstance(there, Game) else tuple(range(len(game.seats)))
    unnamed = (
        replace(each, name=say("player.unnamed", seat=order.index(each.seat) + 1)) for each in game.seats
    )
    return replace(game, seats=tuple(unnamed))


def _message(view: TableView, names: bool) -> str:
    if names:
        return view.message
    game = _game(view, names)
    on_turn = None if game is None else game.on_turn
    if on_turn is None:
        return say("phone.at_the_table")
    return say("phone.on_turn", player=on_turn.name)


def _player(seat: views.SeatView, ruleset: RuleSet) -> PlayerOnPhones:
    gone = say("seat.left" if seat.left else "scoreboard.out")
    note = say("scoreboard.dice", count=seat.dice) if seat.dice else gone
    shown = tuple(die_shown(each, ruleset) for each in seat.shown)
    return PlayerOnPhones(seat.name, seat.dice, note, seat.out, seat.to_act, shown)


def _bid(game: views.GameView, ruleset: RuleSet) -> BidShown | None:
    bidder = game.bidder
    if bidder is None or game.bid_quantity is None:
        return None
    face, quantity = game.bid_face, game.bid_quantity
    bid: Bid = TotalBid(bidder.seat, quantity) if face is None else BidMade(bidder.seat, quantity, face)
    die = None if face is None else die_shown(face, ruleset)
    return BidShown(bidder.seat, bidder.name, quantity, die, say_bid(bid, ruleset))


LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of a code that are not mistaken for others."""
CODE_LENGTH = 6
"""31 letters to the power of 6: 887 million codes, and guessing is slowed down."""
KEY_BYTES = 24


_Known = tuple[str, int, int]
"""A player: the name, how many before have the same (in records by others), and how many in all."""


class PhoneCodes:
    """A game's players, codes and phones; another company gets other codes."""

    def __init__(self) -> None:
        self._players: tuple[_Known, ...] = ()
        self._codes: dict[_Known, str] = {}
        self._keys: dict[_Known, str] = {}

    def seat(self, names: tuple[str, ...]) -> None:
        """Take these players; those who stay keep their phones unless some went and others came."""
        players = tuple((name, names[:at].count(name), names.count(name)) for at, name in enumerate(names))
        before, now = set(self._players), set(players)
        if before - now and now - before:
            self._codes, self._keys = {}, {}
        self._keys = {player: key for player, key in self._keys.items() if player in now}
        self._codes = {each: self._codes.get(each) or new_code() for each in players}
        self._players = players

    def code(self, seat: int) -> str:
        """What the player types or scans; KeyError for an empty seat."""
        return self._codes[self._player(seat)]

    def join(self, code: str) -> str | None:
        """The key for the phone with this code, which is then spent; None: a wrong code.

        The player's former phone is out.
        """
        given = code.strip().upper().encode("utf-8", "replace")
        for player, right in self._codes.items():
            if secrets.compare_digest(given, right.encode()):
                self._codes[player] = new_code()
                self._keys[player] = secrets.token_urlsafe(KEY_BYTES)
                return self._keys[player]
        return None

    def send_away(self, seat: int) -> None:
        """The player bids at the screen again; KeyError for an empty seat."""
        player = self._player(seat)
        self._codes[player] = new_code()
        self._keys.pop(player, None)

    @property
    def phones(self) -> dict[str, int]:
        """Seat of each phone, by its key."""
        return {key: self._players.index(player) for player, key in self._keys.items()}

    def name(self, seat: int) -> str:
        """KeyError for an empty seat."""
        return self._player(seat)[0]

    def _player(self, seat: int) -> _Known:
        if not 0 <= seat < len(self._players):
            raise KeyError(seat)
        return self._players[seat]


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


Answer = Callable[[str], None]
"""Takes a line for the server; from any thread."""


class PhoneGateway:
    """Stands between the phones' server and the table; ``table``, ``url`` and ``local`` are set before
    use.
    """

    def __init__(self, clock: Clock, names: bool = True) -> None:
        self.table: Session | None = None
        self.url, self.local = "", True
        self.on_line: Answer = lambda _: None
        """Takes each new line about the table."""
        self._clock, self._names = clock, names
        self._lock, self._telling = Lock(), Lock()
        self._view: TableView = View(0, NOTHING_YET, "")
        self._codes = PhoneCodes()
        self._told = ""

    def show(self, view: TableView) -> None:
        """Ignores a view that only has another picture, and the first game: it needs no phones."""
        if view.coach is not None:
            return
        with self._lock:
            before, self._view = self._view, view
            game = game_of(view.scene)
            if game is not None:
                self._codes.seat(tuple(each.name for each in game.seats))
        if _told_by(before) != _told_by(view):
            self._tell()

    def take(self, line: str, answer: Answer) -> None:
        try:
            asked = asked_of(line)
        except NotAsked as fault:
            if fault.question:
                answer(_answered(fault.question, say("phone.not_understood")))
            return
        if asked.wish is Wish.JOIN:
            self._join(asked, answer)
        else:
            self._ask(asked, lambda refused: answer(_answered(asked.question, refused)))

    def invitation(self, seat: int) -> Invitation:
        with self._lock:
            code, joined = self._codes.code(seat), seat in self._codes.phones.values()
            player = self._codes.name(seat)
        return Invitation(player, code, f"{self.url}#{code}", joined)

    def send_away(self, seat: int) -> None:
        with self._lock:
            self._codes.send_away(seat)
        self._tell()

    def line(self) -> str:
        """The table's state, and whose each phone is, for the server only."""
        with self._lock:
            told = {"state": asdict(state_of(self._view, self._names)), "phones": self._codes.phones}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def _tell(self) -> None:
        with self._telling:  # so that the last line is the newest
            line = self.line()
            if line != self._told:
                self._told = line
                self.on_line(line)

    def _join(self, asked: Asked, answer: Answer) -> None:
        with self._lock:
            key = self._codes.join(asked.code)
        if key is None:
            answer(_answered(asked.question, say("phone.wrong_code")))
            return
        self._tell()
        answer(_answered(asked.question, None, key))

    def _ask(self, asked: Asked, answered: Callable[[str | None], None]) -> None:
        with self._lock:
            view, seat = self._view, self._codes.phones.get(asked.phone)
        table, scene = self.table, view.scene
        if seat is None or table is None:
            answered(say("phone.not_joined"))
        elif asked.number != view.number:
            answered(say("phone.old_view"))
        elif not isinstance(scene, views.BiddingScene) or not _may(asked.wish, scene, seat):
            answered(_message(view, self._names) or say("phone.old_view"))
        elif asked.wish is Wish.BID and is_beyond(scene, asked.quantity, asked.face):
            answered(say("space.too_many", count=scene.game.in_play))
        elif asked.wish is Wish.CHALLENGE and scene.several_may_challenge:
            table.hear(ChallengePressed(seat, self._clock()), asked.number)
            answered(None)
        else:
            table.ask(_command(asked, seat), answered)


def _told_by(view: TableView) -> tuple[int, type[Scene], str]:
    return view.number, view.kind, view.message


def _may(wish: Wish, scene: views.BiddingScene, seat: int) -> bool:
    player = scene.game.seats[seat]
    if wish is Wish.BID:
        return player.to_act
    if wish is Wish.CHALLENGE:
        return player.may_challenge
    return scene.spot_on is not None and seat in scene.spot_on.callers


def _command(asked: Asked, seat: int) -> Command:
    match asked.wish:
        case Wish.BID:
            return PlaceBid(asked.number, asked.quantity, asked.face)
        case Wish.CHALLENGE:
            return CallChallenge(asked.number, (seat,))
        case _:
            return CallSpotOn(asked.number, seat)


def _answered(question: int, refused: str | None, key: str | None = None) -> str:
    told = None if refused is None else as_sentence(refused)
    return json.dumps({"answer": question, "refused": told, "phone": key}, ensure_ascii=False)
