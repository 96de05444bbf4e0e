"""The demonstration game: its players' answers to each view, and a check of each verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion import rules
from companion.cli.demonstration.album import write_picture
from companion.cli.demonstration.eyes import answer, judged
from companion.cli.demonstration.teller import (
    BOLD,
    BREATH_S,
    GAME_ID,
    MOST_REFUSALS,
    WARM,
    Stuck,
    Teller,
    Views,
)
from companion.journal import Store
from companion.play.base import commands
from companion.play.base.views import Tone, View
from companion.play.modes.dice import views
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.session import Session
from companion.play.views import TableView
from companion.players import ByOdds
from companion.players import View as Seen
from companion.simulator import SimulatedTable
from companion.text import say, say_bid, say_list


@dataclass(slots=True)
class Tally:
    rounds: int = 0
    dice: int = 0
    asked: int = 0
    wrong: int = 0
    wrong_verdicts: int = 0
    winner: str = ""


class Demonstration:
    def __init__(
        self, session: Session, table: SimulatedTable, reader: Store, teller: Teller, folder: Path, seed: int
    ) -> None:
        """``reader``: the session's journal."""
        self._session, self._table, self._reader = session, table, reader
        self._teller, self._folder = teller, folder
        self._luck = Random(seed)
        self._views = Views(session)
        self._player = ByOdds()
        self._tally = Tally()
        self._round_told = 0
        self._bids_told = 0
        self._doubts_told = False

    def play(self, game: str, players: tuple[str, ...], rounds: int | None = None) -> Tally:
        """``rounds``: ``None``: to the winner. Raises ``Stuck`` when the session stops answering."""
        self._begin(game, players)
        refusals = 0
        while (
            not isinstance((view := self._next_view()).scene, views.OverScene)
            and self._tally.rounds != rounds
        ):
            refusals = refusals + 1 if view.fault else 0
            if refusals > MOST_REFUSALS:
                raise Stuck(say("demo.stuck", fault=view.fault or view.message))
            if view.fault:
                self._teller.line("  " + self._teller.painted(view.fault, WARM))
            self._session.send(self._answer(view))
        self._tally.winner = view.scene.winner if isinstance(view.scene, views.OverScene) else ""
        return self._tally

    def _begin(self, game: str, players: tuple[str, ...]) -> None:
        ruleset = rules.RULESETS[game]
        welcome = self._views.wait(lambda view: view.scene is not NOTHING_YET)
        opener = 0 if ruleset.first_opener is rules.FirstOpener.TABLE else None
        self._teller.star_face = ruleset.star_face
        self._teller.line(self._teller.painted(say("demo.title", game=ruleset.title), BOLD))
        self._teller.line(say("demo.players_start", players=say_list(players), count=ruleset.dice))
        self._views.answered = welcome
        self._session.send(commands.NewGame(welcome.number, game, players, (), opener))

    def _next_view(self) -> TableView:
        """The next view to answer: a new one, or a refusal for a new reason."""
        return self._views.next(lambda view: view.kind is not views.ReadingScene)

    def _answer(self, view: TableView) -> commands.Command:
        match view.scene:
            case views.OpeningRollScene():
                return self._roll(view)
            case views.BiddingScene(game=game):
                if game.round_number != self._round_told:
                    self._open_round(game)
                return self._bid(view.of(views.BiddingScene))
            case views.ShowingScene():
                return self._slid_out(view)
            case views.RevealScene():
                return self._lift(view)
            case views.CheckScene():
                return self._check(view.of(views.CheckScene))
            case views.VerdictScene():
                return self._judge(view.of(views.VerdictScene))
        raise Stuck(say("demo.stuck", fault=view.fault or view.message))

    def _game(self) -> rules.Game:
        return rules.dice_game(self._reader.load(GAME_ID).game)

    def _open_round(self, game: views.GameView) -> None:
        self._round_told, self._bids_told = game.round_number, 0
        held = " · ".join(f"{self._teller.name(seat)} {seat.dice}" for seat in game.seats if not seat.out)
        self._teller.line()
        number = self._teller.painted(say("history.round", number=game.round_number), BOLD)
        self._teller.line(f"{number}   {held}")
        if game.banner:
            self._teller.line("  " + self._teller.painted(game.banner, WARM))

    def _roll(self, view: TableView) -> commands.Command:
        self._teller.line(view.message)
        return commands.CupsAreUp(view.number)

    def _bid(self, view: View[views.BiddingScene]) -> commands.Command:
        game = self._game()
        shown = self._shown(view, game)
        if shown is not None:
            return shown
        seat, player = game.acting, view.scene.game.seats[game.acting]
        bid = self._player.move(Seen(game, seat, self._table.truth()[seat]), self._luck)
        if not isinstance(bid, rules.Bid):
            self._teller.says(player, self._teller.painted(say("demo.challenges"), BOLD), BREATH_S)
            return commands.CallChallenge(view.number, (seat,))
        words = say_bid(bid, game.ruleset)
        self._teller.says(player, say("demo.opens" if game.bid is None else "demo.raises", bid=words))
        return commands.bid_placed(view.number, bid)

    def _shown(self, view: View[views.BiddingScene], game: rules.Game) -> commands.Command | None:
        if view.scene.show is None or game.bids == self._bids_told:
            return None
        self._bids_told = game.bids
        bidder = game.last_bid.player
        faces = self._player.show(Seen(game, bidder, self._table.truth()[bidder]), self._luck)
        if not faces:
            return None
        self._teller.says(view.scene.game.seats[bidder], say("demo.shows", dice=self._teller.faces(faces)))
        return commands.BeginShow(view.number, len(faces), faces)

    def _slid_out(self, view: TableView) -> commands.Command:
        self._doubts_told = False
        return commands.CupsAreUp(view.number)

    def _lift(self, view: TableView) -> commands.Command:
        self._teller.line("  " + say("demo.cups_up"))
        self._doubts_told = False
        return commands.CupsAreUp(view.number)

    def _check(self, view: View[views.CheckScene]) -> commands.Command:
        if not self._doubts_told:
            self._tell_doubts(view)
        command = answer(view, self._table.dice_in_view(), self._table.truth())
        if isinstance(command, commands.SetFace):
            die = self._teller.faces((command.face,))
            self._teller.says(view.scene.game.seats[command.seat], say("demo.taps", die=die), 0.0)
        elif isinstance(command, commands.RemoveDie):
            self._teller.says(view.scene.game.seats[command.seat], say("demo.takes_away"), 0.0)
        return command

    def _tell_doubts(self, view: View[views.CheckScene]) -> None:
        self._doubts_told = True
        asked = sum(slot.tone is Tone.DOUBTED for hand in view.scene.hands for slot in hand.slots)
        self._tally.asked += asked
        game, show = view.scene.game, view.scene.show
        name = f"round-{game.round_number:02d}"
        if show is not None:
            write_picture(self._folder, f"{name}-shown-by-{show.name}", view)
            if not asked:
                return
        self._teller.line("  " + self._teller.painted(view.message, WARM))
        self._teller.hands(view.scene.hands, game.seats)
        if view.picture is not None:
            write_picture(self._folder, f"{'opening-roll' if game.bid is None else name}-doubts", view)

    def _judge(self, view: View[views.VerdictScene]) -> commands.Command:
        self._teller.verdict(view)
        if view.picture is not None:
            write_picture(self._folder, f"round-{view.scene.game.round_number:02d}", view)
        game = self._game()
        judgement = judged(game, self._table.truth())
        self._tally.rounds = len(game.rounds)
        self._tally.dice += judgement.dice
        self._tally.wrong += judgement.told_wrong
        if not judgement.right:
            self._tally.wrong_verdicts += 1
            self._teller.line("  " + say("demo.this_is_wrong", number=judgement.count))
        self._teller.progress(view)
        return commands.NextRound(view.number)
