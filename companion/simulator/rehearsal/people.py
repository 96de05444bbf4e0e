"""The people of a game of dice: their next touch, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Protocol

from companion.cli.demonstration.card_game import CardDemonstration, CardTally
from companion.cli.demonstration.eyes import WatchedCardEye, answer
from companion.cli.demonstration.teller import Signs, Stuck, Teller
from companion.journal import Store, StoreError
from companion.play.base import commands
from companion.play.base.views import AdviceView, View
from companion.play.modes.cards.views import CardReadingScene, CardsOverScene, CardsScene
from companion.play.modes.dice import views
from companion.play.session import Session
from companion.play.views import TableView
from companion.players import ByOdds
from companion.players import View as Seen
from companion.rules import Bid, Dice, Game
from companion.simulator import LiftTruth, TrueDie
from companion.simulator.rehearsal.ledger import standing_of, standing_on
from companion.simulator.rehearsal.programme import Programme
from companion.text import say

SWIFT_S = (0.6, 3.0)
"""Least and most seconds that a touch takes [required]."""
SLOW_S = (4.0, 15.0)
"""Least and most seconds that slow people take to answer [choice]."""
PEEKS, UNDOES, CUTS, SPOT_ONS, TOGETHER = 0.06, 0.02, 0.01, 0.06, 0.3
"""Probabilities at each touch of: a peek, an undo, a power cut, a call of spot on, several challenges at once
(the last two where the rules allow them) [choice]."""
COMES_OR_GOES, COMES, STAYING = 0.03, 0.5, 2
"""In an evening with company: how often somebody comes or goes at a turn, how often that is to come, and how
many players stay at least [choice]."""


class Ending(Enum):
    PLAYED = "the evening is over"
    POWER_CUT = "the power failed"
    STUCK = "it does not go on"


@dataclass(frozen=True, slots=True)
class Deed:
    """What people do next. Neither ``command`` nor ``ending``: look again."""

    wait_s: float
    command: commands.Command | None = None
    ending: Ending | None = None


class TrueTable(Protocol):
    def truth(self) -> tuple[Dice, ...]: ...

    def dice_in_view(self) -> tuple[TrueDie, ...]:
        """Empty if the places of the dice are unknown."""
        ...

    def lift_truth(self) -> LiftTruth | None: ...


class DicePeople:
    """Up to the programme's number of reveals."""

    def __init__(self, programme: Programme) -> None:
        self._programme = programme
        self._luck = Random(f"people {programme.seed}")
        self._coming = Random(f"company {programme.seed}")
        self._player = ByOdds()
        self._shown_by: tuple[int, int] | None = None
        self._answered: AdviceView | None = None
        self._table: TrueTable | None = None
        self._game_of: Callable[[], Game] | None = None

    def sit_at(self, table: TrueTable, game_of: Callable[[], Game]) -> None:
        """Both arguments change after a power cut."""
        self._table, self._game_of = table, game_of

    @property
    def table(self) -> TrueTable:
        """Raises ValueError before they sit down."""
        if self._table is None:
            raise ValueError("people have not sat down yet")
        return self._table

    def game(self) -> Game:
        """Raises ValueError before they sit down."""
        if self._game_of is None:
            raise ValueError("people have not sat down yet")
        return self._game_of()

    def next_deed(self, view: TableView) -> Deed | None:
        if self._cut(view):
            return Deed(self._swift_s(), ending=Ending.POWER_CUT)
        if view.advice is not None and view.advice != self._answered:
            return self._advised(view, view.advice)
        match view.scene:
            case views.OpeningRollScene() | views.ShowingScene():
                return Deed(self._swift_s(), commands.CupsAreUp(view.number))
            case views.BiddingScene():
                return self._bidding(view.of(views.BiddingScene))
            case views.RevealScene():
                return self._lift(view)
            case views.CheckScene():
                return self._check(view.of(views.CheckScene))
            case views.VerdictScene():
                return self._judged(view.of(views.VerdictScene))
            case views.OverScene():
                return Deed(self._swift_s(), ending=Ending.PLAYED)
        return None

    def _swift_s(self) -> float:
        return self._luck.uniform(*SWIFT_S)

    def _cut(self, view: TableView) -> bool:
        possible = view.kind in (views.BiddingScene, views.RevealScene, views.CheckScene, views.VerdictScene)
        return self._programme.cuts and possible and self._luck.random() < CUTS

    def _advised(self, view: TableView, advice: AdviceView) -> Deed | None:
        """People reject wrong advice about the squares, and leave other advice."""
        self._answered = advice
        answers = [
            each.command for each in advice.answers if isinstance(each.command, commands.SquaresAreRight)
        ]
        return Deed(self._swift_s(), answers[0]) if answers else self.next_deed(view)

    def _lift(self, view: TableView) -> Deed:
        command = commands.CupsAreUp if view.fault is None else commands.EnterByHand
        return Deed(self._swift_s(), command(view.number))

    def _bidding(self, view: View[views.BiddingScene]) -> Deed:
        luck, wait_s = self._luck, self._swift_s()
        if view.scene.peeking is not None:
            return Deed(wait_s, commands.Peek(view.number, None))
        if view.may_undo and luck.random() < UNDOES:
            return Deed(wait_s, commands.Undo(view.number))
        moved = self._comes_or_goes(view)
        if moved is not None:
            return Deed(wait_s, moved)
        seat = next(each.seat for each in view.scene.game.seats if each.to_act)
        if view.scene.may_peek and luck.random() < PEEKS:
            return Deed(wait_s, commands.Peek(view.number, seat))
        return Deed(wait_s, self._said(view, self._game(view)))

    def _comes_or_goes(self, view: View[views.BiddingScene]) -> commands.Command | None:
        company, luck = view.company, self._coming
        if company is None or not self._programme.company or luck.random() >= COMES_OR_GOES:
            return None
        if company.refusal is None and luck.random() < COMES:
            dice = luck.choice(company.dice).dice
            if company.away:
                return commands.PlayerReturns(view.number, luck.choice(company.away).seat, dice)
            free = [name for name in say("names.players").splitlines() if name not in company.names]
            return commands.PlayerJoins(view.number, free[0], luck.choice(company.places).seat, dice)
        leaving = company.leaving
        return (
            commands.PlayerLeaves(view.number, luck.choice(leaving).seat) if len(leaving) > STAYING else None
        )

    def _game(self, view: View[views.BiddingScene]) -> Game:
        """Raises ``StoreError`` if the screen shows another game."""
        game = self.game()
        if standing_of(game) != standing_on(view):
            raise StoreError(say("rehearse.no_game"))
        return game

    def _said(self, view: View[views.BiddingScene], game: Game) -> commands.Command:
        shown = self._shown(view, game)
        if shown is not None:
            return shown
        if view.scene.spot_on is not None and self._luck.random() < SPOT_ONS:
            return commands.CallSpotOn(view.number, self._luck.choice(view.scene.spot_on.callers))
        bid = self._player.move(Seen(game, game.acting, self.table.truth()[game.acting]), self._luck)
        if isinstance(bid, Bid):
            return commands.bid_placed(view.number, bid)
        return commands.CallChallenge(view.number, self._callers(view, game.acting))

    def _callers(self, view: View[views.BiddingScene], seat: int) -> tuple[int, ...]:
        others = [each.seat for each in view.scene.game.seats if each.may_challenge and each.seat != seat]
        if view.scene.several_may_challenge and others and self._luck.random() < TOGETHER:
            return seat, self._luck.choice(others)
        return (seat,)

    def _shown(self, view: View[views.BiddingScene], game: Game) -> commands.Command | None:
        if view.scene.show is None or self._shown_by == (view.scene.game.round_number, game.bids):
            return None
        self._shown_by = view.scene.game.round_number, game.bids
        bidder = game.last_bid.player
        faces = self._player.show(Seen(game, bidder, self.table.truth()[bidder]), self._luck)
        return commands.BeginShow(view.number, len(faces), faces) if faces else None

    def _check(self, view: View[views.CheckScene]) -> Deed:
        wait_s = self._luck.uniform(*SLOW_S) if self._programme.slow else self._swift_s()
        if view.may_undo and self._luck.random() < UNDOES:
            return Deed(wait_s, commands.Undo(view.number))
        return Deed(wait_s, answer(view, self.table.dice_in_view(), self.table.truth()))

    def _judged(self, view: View[views.VerdictScene]) -> Deed:
        if self._programme.rounds and view.scene.game.round_number >= self._programme.rounds:
            return Deed(self._swift_s(), ending=Ending.PLAYED)
        if view.may_undo and self._luck.random() < UNDOES:
            return Deed(self._swift_s(), commands.Undo(view.number))
        return Deed(self._swift_s(), commands.NextRound(view.number))


class SilentTeller(Teller):
    def line(self, text: str = "", rest_s: float = 0.0) -> None: ...


class CardPeople:
    """Up to the programme's number of readings; the eye reads the open cards."""

    def __init__(self, programme: Programme, session: Session, reader: Store, eye: WatchedCardEye) -> None:
        self._programme = programme
        self._luck = Random(f"card people {programme.seed}")
        teller = SilentTeller(False, Signs("*", "#", "-", suits=False))
        self._eye = eye
        self._players = CardDemonstration(session, eye, reader, teller, None, programme.seed)

    @property
    def tally(self) -> CardTally:
        return self._players.tally

    def next_deed(self, view: TableView) -> Deed | None:
        if view.kind is CardReadingScene:
            return None
        wait_s = self._luck.uniform(*SWIFT_S)
        if view.kind is CardsOverScene or self._has_played_enough(view):
            return Deed(wait_s, ending=Ending.PLAYED)
        try:
            return Deed(wait_s, self._players.answer(view))
        except Stuck:
            return Deed(wait_s, ending=Ending.STUCK)

    def _has_played_enough(self, view: TableView) -> bool:
        rounds = self._programme.rounds
        return bool(rounds) and view.kind is CardsScene and self._eye.looks >= rounds
