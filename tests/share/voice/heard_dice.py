"""People who play a short game of dice to be listened to: bids that hold, that do not, that are exact."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from companion.cli.demonstration.eyes import answer
from companion.play.base.commands import (
    BeginShow,
    CallChallenge,
    CallSpotOn,
    CupsAreUp,
    NextRound,
    PlaceBid,
)
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.play.views import Scene, TableView
from companion.rules import (
    BidMade,
    Game,
    TotalBid,
    count,
    dice_game,
    legal_bids,
    legal_totals,
    lowest_raise,
    may_challenge,
    may_show,
    spot_on_callers,
)
from tests.share.voice.heard_evening import HeardEvening

WISHES: dict[str, Callable[[int, int], bool]] = {
    "few": lambda there, claim: 0 < there < claim,
    "exact": lambda there, claim: there == claim,
    "more": lambda there, claim: there > claim,
    "none": lambda there, claim: there == 0,
}
"""How what lies there stands to the bid that is called."""
MOST_BIDS = 3


class Players:
    """Whoever's turn it is; they know what lies under all cups, so that each kind of verdict is heard."""

    def __init__(self, evening: HeardEvening, wishes: str) -> None:
        """``wishes``: how each round is to end, over and over again."""
        self._evening = evening
        self._showed = False
        self._wishes = cycle(WISHES[each] for each in wishes.split())
        self._wish, self._round = next(self._wishes), 0

    def play(self) -> None:
        """To the winner."""
        acts: dict[type[Scene], Callable[[], None]] = {
            OpeningRollScene: self._read,
            BiddingScene: self._bid_or_call,
            ShowingScene: self._read,
            RevealScene: self._read,
            CheckScene: self._answer,
            VerdictScene: lambda: self._evening.send(NextRound(self._view.number)),
        }
        while self._view.kind is not OverScene:
            acts[self._view.kind]()

    @property
    def _view(self) -> TableView:
        return self._evening.view

    @property
    def _game(self) -> Game:
        return dice_game(self._evening.game)

    def _read(self) -> None:
        self._evening.wait_for(lambda view: view.picture is not None)
        self._evening.send(CupsAreUp(self._view.number), lambda view: view.kind is not ReadingScene)

    def _answer(self) -> None:
        table = self._evening.table
        self._evening.send(answer(self._view.of(CheckScene), table.dice_in_view(), table.truth()))

    def _bid_or_call(self) -> None:
        game, number = self._game, self._view.number
        if len(game.rounds) != self._round:
            self._round, self._wish = len(game.rounds), next(self._wishes)
        if game.bid is not None and may_show(game) and not self._showed:
            self._showed = True
            faces = self._evening.table.truth()[game.last_bid.player][:1]
            self._evening.send(BeginShow(number, len(faces), faces))
        elif game.bid is None or not self._is_called(game):
            self._bid(game)
        elif spot_on_callers(game) and self._lies(game, game.last_bid) == game.last_bid.claim:
            self._evening.send(CallSpotOn(number, spot_on_callers(game)[-1]))
        else:
            self._evening.send(CallChallenge(number, may_challenge(game)[:1]))

    def _is_called(self, game: Game) -> bool:
        """Whether the bid is as wished, or nobody dares more."""
        wished = game.bids > 1 and self._wish(self._lies(game, game.last_bid), game.last_bid.claim)
        return wished or game.bids >= MOST_BIDS or lowest_raise(game) is None

    def _bid(self, game: Game) -> None:
        if game.tie_breaker:
            self._evening.send(PlaceBid(self._view.number, legal_totals(game)[0], 0))
            return
        offered = [BidMade(game.acting, each.lowest, each.face) for each in legal_bids(game)]
        wished = [each for each in offered if self._wish(self._lies(game, each), each.claim)]
        lowest = lowest_raise(game)
        bid = (wished[0] if wished else lowest) if game.bids else self._opening(offered)
        assert isinstance(bid, BidMade)
        self._evening.send(PlaceBid(self._view.number, bid.quantity, bid.face))

    def _opening(self, offered: list[BidMade]) -> BidMade:
        return offered[self._round % len(offered)]

    def _lies(self, game: Game, bid: BidMade | TotalBid) -> int:
        return count(bid, self._evening.table.truth(), game.ones_wild, game.wild_face)
