"""The session with the real simulated table and the real eye: composed pixels in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.demonstration.eyes import answer
from companion.journal import Store
from companion.play.base.commands import (
    BeginShow,
    CallChallenge,
    Command,
    CupsAreUp,
    EnterByHand,
    NewGame,
    NextRound,
    Peek,
    PlaceBid,
    ResumeGame,
    ShowDice,
    Undo,
)
from companion.play.modes.dice.views import CheckScene, OverScene, VerdictScene
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.rules import BidMade, count
from companion.simulator import SimulatedTable
from companion.text import as_sentence, say
from tests.clocks import Ticks
from tests.play.driven import Driven
from tests.play.evening import now


@pytest.fixture(scope="module")
def reader() -> Eye:
    return Eye()


@pytest.fixture
def eye(reader: Eye) -> TableReader:
    return TableReader(reader)


class SimulatedEvening(Driven):
    """A controller at a simulated table of its own; the players answer doubts as the dice lie."""

    def __init__(self, path: Path, eye: TableReader) -> None:
        self.path, self.eye, clock = path, eye, Ticks()
        self.table = SimulatedTable(2, 11, clock=clock)
        super().__init__(Services(Store(path, now), clock, Equipment(self.table, eye, self.table)))

    def do(self, kind: type[Command], **fields: object) -> TableView:
        super().do(kind, **fields)
        return self.read()

    def begin(self, players: int = 3) -> TableView:
        names = ("Ann", "Bob", "Cleo", "Dev")[:players]
        return self.do(NewGame, rules="milton-bradley", players=names, options=(), opener=0)

    def judged(self) -> TableView:
        """Cups up, doubts answered."""
        self.do(CupsAreUp)
        while self.view.kind is CheckScene:
            self.controller.take(answer(self.view, self.table.dice_in_view(), self.table.truth()))
        return self.view

    def restarted(self) -> SimulatedEvening:
        """The app started anew on the same journal, the game taken up again."""
        self.store.close()
        again = SimulatedEvening(self.path, self.eye)
        again.do(ResumeGame, game_id=1)
        return again


@pytest.fixture
def evening(tmp_path: Path, eye: TableReader) -> Iterator[SimulatedEvening]:
    evening = SimulatedEvening(tmp_path / "games.sqlite3", eye)
    yield evening
    evening.store.close()


@pytest.mark.slow
def test_rounds_of_three_and_four_players_are_judged_as_the_dice_lie(evening: SimulatedEvening) -> None:
    for players in (3, 4):
        evening.begin(players)
        for _ in range(3):
            bidder = next(seat.seat for seat in evening.view.scene.game.seats if seat.to_act)
            evening.do(PlaceBid, quantity=4, face=5)
            challenger = next(seat.seat for seat in evening.view.scene.game.seats if seat.to_act)
            truth = evening.table.truth()
            evening.do(CallChallenge, players=(challenger,))
            view = evening.judged()
            assert view.scene.verdict.count == count(BidMade(bidder, 4, 5), truth, ones_wild=True)
            slots = [slot for hand in view.scene.verdict.hands for slot in hand.slots]
            assert len(slots) == sum(map(len, truth))
            assert len(view.picture.marks) == sum(slot.box is not None for slot in slots) > 0
            if evening.do(NextRound).kind is OverScene:
                break


def test_shown_dice_lie_outside_and_the_others_are_rolled_anew(evening: SimulatedEvening) -> None:
    evening.begin()
    before = evening.table.truth()[0]
    evening.do(PlaceBid, quantity=2, face=5)
    wrong = next(face for face in range(1, 7) if face not in before)
    assert evening.do(ShowDice, faces=(wrong,)).fault == as_sentence(say("refused.no_such_dice"))
    assert evening.do(ShowDice, faces=before[:1]).scene.game.seats[0].shown == before[:1]
    assert [(die.seat, die.face) for die in evening.table.dice_in_view()] == [(0, before[0])]
    evening.do(Undo)
    assert evening.table.truth()[0] == before


@pytest.mark.slow
def test_shown_dice_are_read_and_lie_where_they_lay_after_a_power_cut(evening: SimulatedEvening) -> None:
    evening.begin()
    evening.do(PlaceBid, quantity=2, face=5)
    put_out = evening.table.truth()[0][:2]
    evening.do(BeginShow, count=2, faces=put_out)
    lying = evening.table.dice_in_view()
    assert evening.do(CupsAreUp).kind is CheckScene
    while evening.view.kind is CheckScene:
        evening.controller.take(answer(evening.view, evening.table.dice_in_view(), evening.table.truth()))
    assert evening.view.scene.game.seats[0].shown == put_out
    assert evening.table.dice_in_view() == lying
    truth = evening.table.truth()
    again = evening.restarted()
    assert again.view.scene.game.seats[0].shown == put_out
    assert (again.table.dice_in_view(), again.table.truth()) == (lying, truth)
    again.do(CallChallenge, players=(1,))
    assert not [hand for hand in again.judged().scene.hands if hand.complaint]
    again.store.close()


def test_who_called_whose_bid_is_known_while_the_players_are_asked(evening: SimulatedEvening) -> None:
    evening.begin()
    evening.do(PlaceBid, quantity=2, face=5)
    evening.do(CallChallenge, players=(1,))
    assert evening.do(EnterByHand).scene.said_next == "Bob challenges Ann's bid of two 5s."


def test_the_same_dice_lie_under_the_cups_after_a_power_cut(evening: SimulatedEvening) -> None:
    evening.begin()
    evening.do(PlaceBid, quantity=2, face=5)
    evening.do(ShowDice, faces=evening.table.truth()[0][:1])
    left = evening.table.truth()
    again = evening.restarted()
    try:
        assert again.table.truth() == left
        again.do(CallChallenge, players=(1,))
        revealed = again.restarted()
    finally:
        again.store.close()
    assert revealed.table.truth() == left
    assert revealed.judged().kind is VerdictScene
    revealed.store.close()


def test_one_player_peeks_and_nobody_elses_dice_are_seen(evening: SimulatedEvening) -> None:
    evening.begin()
    before = evening.view.message
    assert evening.do(Peek, seat=2).scene.said_next == before
    evening.controller.idle()
    assert {die.seat for die in evening.table.dice_in_view()} == {2}
    assert evening.view.picture.live
    assert evening.do(Peek, seat=None).message == before
    assert evening.table.dice_in_view() == ()
