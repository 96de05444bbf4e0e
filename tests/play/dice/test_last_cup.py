"""Last cup standing: cups go up one by one, the bidder's last, and the count so far is on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from companion.core.settings import Settings
from companion.journal import Store
from companion.play.base.commands import CallChallenge, NewGame, PlaceBid, ShowDice
from companion.play.modes.dice.lift_detector import COVERED_S, HELD_BACK_S
from companion.play.modes.dice.views import CheckScene, RevealScene, VerdictScene
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.context.stillness import Stillness
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator import SimulatedTable
from tests.clocks import Ticks
from tests.play.dice.watched_evening import FRAME_NS, VERDICT_WITHIN_S, Faces, WatchedEvening
from tests.play.driven import Driven
from tests.play.evening import now
from tests.play.keeper import Keeper

pytestmark = pytest.mark.slow

COVERED: Faces = ((), (), ())


class InTurn(WatchedEvening):
    """Three players with two dice each; Ann's two 5s are challenged by Bob."""

    settings: Keeper | None = None

    def read_by(self, eye: object, background: object = None) -> None:
        self.eye = eye
        self.settings = Keeper(Settings(last_cup=True))
        self.services = replace(self.services, settings=self.settings)
        self.equip(eye=eye, watch=self.watch)

    def challenged(self) -> TableView:
        self.begin(players=3, dice=2)
        self.bid(2, 5)
        return self.challenge(1)

    def told(self, sees: Faces, seconds: float = 1.0) -> tuple[str, str]:
        lift = self.pass_by(seconds, sees).scene.lift
        return lift.title, lift.so_far


@pytest.fixture
def in_turn(tmp_path: Path) -> Iterator[InTurn]:
    evening = InTurn(tmp_path / "games.sqlite3", with_cups=True)
    yield evening
    evening.close()


def test_each_player_is_named_in_turn_and_the_count_grows(in_turn: InTurn) -> None:
    lift = in_turn.challenged().scene.lift
    assert (lift.title, lift.so_far, lift.words) == ("Bob lifts", "", "Ann's cup is last.")
    assert in_turn.told(COVERED) == ("Bob lifts", "")
    assert in_turn.told(((), (5, 5), ())) == ("Cy lifts", "Two 5s so far.")
    assert in_turn.view.scene.lift.said == "Two 5s so far. Cy lifts."
    assert in_turn.told(((), (5, 5), (1, 2))) == ("Ann lifts", "Three 5s so far.")
    assert in_turn.view.scene.lift.words == "The last cup!"
    verdict = in_turn.pass_by(VERDICT_WITHIN_S, ((5, 4), (5, 5), (1, 2)))
    assert (verdict.kind, verdict.scene.verdict.count) == (VerdictScene, 4)


def test_the_simulated_table_lifts_in_this_order(in_turn: InTurn) -> None:
    in_turn.challenged()
    assert in_turn.cups.told[-1][0::2] == ("lift_by_hand", (1, 2, 0))
    in_turn.pass_by(1.0, ((), (5, 5), ()))
    assert in_turn.cups.names().count("lift_by_hand") == 1


def test_another_order_breaks_nothing(in_turn: InTurn) -> None:
    in_turn.challenged()
    assert in_turn.told(((3, 4), (), ())) == ("Bob lifts", "No 5s so far.")
    assert in_turn.view.scene.lift.words == "Cy's cup is last."
    assert in_turn.told(((3, 4), (), (1, 2))) == ("Bob lifts", "One 5 so far.")
    assert in_turn.pass_by(VERDICT_WITHIN_S, ((3, 4), (2, 2), (1, 2))).kind is VerdictScene


def test_without_the_setting_all_is_as_before(in_turn: InTurn) -> None:
    in_turn.settings.now = Settings()
    lift = in_turn.challenged().scene.lift
    assert (lift.title, lift.so_far, lift.said) == ("Lift your cups", "", "")
    assert in_turn.cups.told[-1][0::2] == ("lift_by_hand", ())
    assert in_turn.told(((), (5, 5), ())) == ("Lift your cups", "")


def test_a_die_in_doubt_is_not_counted_and_holds_nobody_up(in_turn: InTurn) -> None:
    in_turn.challenged()
    assert in_turn.told(((), (5, None), ())) == ("Cy lifts", "")


def test_one_look_counts_nothing(in_turn: InTurn) -> None:
    in_turn.challenged()
    in_turn.pass_by(1.0, COVERED)
    for sees in (((), (5, 5), ()), ((), (5, 3), ()), ((), (2, 3), ())):
        assert in_turn.told(sees, 0.5)[1] == ""


def test_a_count_goes_down_only_when_it_is_said_to_be_made_anew(in_turn: InTurn) -> None:
    in_turn.challenged()
    in_turn.told(((), (5, 5), ()))
    assert in_turn.told(((), (5,), ()))[1] == "Two 5s so far."
    assert in_turn.told(COVERED) == ("Cy lifts", "Two 5s so far.")
    assert in_turn.told(((), (5, 3), ()), 2.0)[1] == "Counted again: one 5 so far."
    assert in_turn.told(((), (5, 3), (4, 4)))[1] == "One 5 so far."


def test_a_missing_die_is_named(in_turn: InTurn) -> None:
    in_turn.challenged()
    in_turn.told(((), (5,), ()))
    assert in_turn.view.scene.lift.title == "Bob lifts"
    assert in_turn.view.scene.lift.words == "Ann's cup is last. Bob: one of two dice seen."
    in_turn.pass_by(COVERED_S, ((), (5,), ()))
    assert (in_turn.view.scene.lift.late, in_turn.view.scene.lift.title) == (True, "Cy lifts")


def test_the_last_cup_may_be_held_back(in_turn: InTurn) -> None:
    in_turn.challenged()
    sees = ((), (5, 5), (1, 2))
    assert in_turn.pass_by(HELD_BACK_S - 1, sees).kind is RevealScene
    assert in_turn.pass_by(2.0, sees).kind is CheckScene


def test_the_verdict_is_of_the_dice_that_lie_there_at_last(in_turn: InTurn) -> None:
    in_turn.challenged()
    in_turn.told(((), (5, 5), ()))
    verdict = in_turn.pass_by(2 * VERDICT_WITHIN_S, ((4, 4), (3, 5), (2, 2)))
    assert (verdict.kind, verdict.scene.verdict.count) == (VerdictScene, 1)


def test_no_look_is_made_for_the_count_alone(tmp_path: Path) -> None:
    looks = []
    for setting in (False, True):
        evening = InTurn(tmp_path / f"{setting}.sqlite3")
        evening.settings.now = Settings(last_cup=setting)
        evening.challenged()
        for sees in (COVERED, ((), (5, 5), ()), ((), (5, 5), (1, 2)), ((5, 4), (5, 5), (1, 2))):
            evening.pass_by(VERDICT_WITHIN_S, sees)
        looks.append((len(evening.eye.kept), evening.clock.ns))
        evening.close()
    assert looks[0] == looks[1]


def test_shown_dice_count_from_the_beginning(in_turn: InTurn) -> None:
    in_turn.begin(players=3, dice=2)
    in_turn.bid(2, 5)
    in_turn.do(ShowDice, faces=(5,))
    lift = in_turn.challenge(1).scene.lift
    assert (lift.title, lift.so_far) == ("Bob lifts", "One 5 so far.")
    assert in_turn.told(((5,), (5, 1), ())) == ("Cy lifts", "Three 5s so far.")


def test_in_a_tie_breaker_the_sum_grows(in_turn: InTurn) -> None:
    in_turn.begin("rh", dice=1, tie_breaker=True)
    in_turn.do(PlaceBid, quantity=7, face=0)
    in_turn.challenge(1)
    assert in_turn.told(((), (5,))) == ("Ann lifts", "Five in all so far.")


def test_the_simulated_table_is_read_cup_by_cup(tmp_path: Path) -> None:
    """Three players, five dice each, hands of the simulated table, the eye of the app."""
    clock = Ticks()
    table = SimulatedTable(3, 7, clock=clock)
    with Store(tmp_path / "games.sqlite3", now) as store:
        equipment = Equipment(table, TableReader(Eye()), table, Stillness())
        seen = Driven(Services(store, clock, equipment, 7, settings=Keeper(Settings(last_cup=True))))
        seen.do(NewGame, rules="milton-bradley", players=("Ann", "Bob", "Cy"), options=(), opener=0)
        seen.do(PlaceBid, quantity=2, face=5)
        seen.do(CallChallenge, players=(1,))
        truth = [sum(face in (1, 5) for face in hand) for hand in table.truth()]
        for _ in range(160):
            if seen.view.kind is not RevealScene:
                break
            clock.ns += FRAME_NS
            seen.controller.idle()
    lifts = [view.scene.lift for view in seen.views if view.kind is RevealScene]
    told = [(title, [*lifts][-1].so_far) for title, lifts in groupby(lifts, lambda lift: lift.title)]
    bob, bob_and_cy = (("No 5s", "One 5", "Two 5s", "Three 5s")[sum(truth[1:end])] for end in (2, 3))
    assert told == [
        ("Bob lifts", ""),
        ("Cy lifts", f"{bob} so far."),
        ("Ann lifts", f"{bob_and_cy} so far."),
        ("Cups up", ""),
    ]
    assert seen.view.scene.verdict.count == sum(truth)
