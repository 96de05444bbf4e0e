"""The rules of the house watched on simulated frames by the real eye: what the screen says in each situation.

The table is told by the test to lie otherwise than the game demands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from pathlib import Path

import pytest
from numpy import subtract

from companion.calibration import Seating, die_side_px
from companion.core.frame import NS_PER_S
from companion.journal import Store
from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    Command,
    CupsAreUp,
    EnterByHand,
    NewGame,
    NextRound,
    PlaceBid,
    SetFace,
    ShowDice,
)
from companion.play.modes.dice.views import CheckScene, OpeningRollScene, VerdictScene
from companion.play.modes.dice.watchers import PATIENCE_S
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import SeatedEye, TableReader
from tests.careless_table import CarelessTable
from tests.clocks import Ticks
from tests.play.driven import Driven
from tests.play.evening import now

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben", "Cleo")
AGAIN = ", then look again."
SEED, TIED = 11, 6
"""A table on which the eye reads every die of these deals, and rolls of which two are the highest."""


@pytest.fixture(scope="module")
def reader() -> Eye:
    return Eye()


@pytest.fixture
def eye(reader: Eye) -> TableReader:
    return TableReader(reader)


class SeenEvening(Driven):
    """A controller at a careless table, every look of the real eye included."""

    def __init__(self, path: Path, eye: TableReader, dice_seed: int = 0) -> None:
        self.clock = Ticks()
        self.table = CarelessTable(3, SEED, clock=self.clock)
        equipment = Equipment(self.table, eye, self.table, squares=eye)
        super().__init__(Services(Store(path, now), self.clock, equipment, dice_seed))

    def do(self, kind: type[Command], **fields: object) -> TableView:
        super().do(kind, **fields)
        return self.read()

    def second_round(self, dice: int = 3) -> None:
        """Ada bids one 2, Ben challenges and loses dice: entered by hand, for the eye to have less to do."""
        self.do(NewGame, rules="milton-bradley", players=NAMES, options=(("dice", dice),), opener=0)
        self.do(PlaceBid, quantity=1, face=2)
        self.do(CallChallenge, players=(1,))
        self.do(EnterByHand)
        for seat in range(3):
            for slot in range(dice):
                self.do(SetFace, seat=seat, slot=slot, face=2 if (seat, slot) in ((0, 0), (1, 0)) else 6)
        assert self.do(AcceptReading).scene.verdict.losses == (0, 1, 0)
        self.do(NextRound)

    def look(self) -> str | None:
        """Time goes by, with as many looks at the squares as it takes to be sure."""
        for _ in range(3):
            self.controller.idle()
            self.clock.ns += int(0.6 * PATIENCE_S * NS_PER_S)
        return self.told

    def challenge(self) -> TableView:
        """A bid is challenged, the cups go up and the dice are read."""
        self.do(PlaceBid, quantity=1, face=2)
        challenger = next(seat.seat for seat in self.view.scene.game.seats if seat.to_act)
        self.do(CallChallenge, players=(challenger,))
        return self.do(CupsAreUp)


@pytest.fixture
def evening(tmp_path: Path, eye: TableReader) -> Iterator[SeenEvening]:
    evening = SeenEvening(tmp_path / "games.sqlite3", eye)
    yield evening
    evening.store.close()


def as_demanded(evening: SeenEvening) -> None:
    """The players lay everything as the game demands."""


def pays_nothing(evening: SeenEvening) -> None:
    evening.table.pays = (0, -1, 0)


def pays_too_much(evening: SeenEvening) -> None:
    evening.table.pays = (0, 1, 0)


def keeps_the_lost_die(evening: SeenEvening) -> None:
    evening.table.pays, evening.table.deals = (0, -1, 0), (0, 1, 0)


def takes_a_lost_die_back(evening: SeenEvening) -> None:
    evening.table.pays, evening.table.deals = (0, -1, 0), (1, 0, 0)


def has_one_too_many(evening: SeenEvening) -> None:
    evening.table.deals = (0, 0, 1)


def lacks_one(evening: SeenEvening) -> None:
    evening.table.deals = (0, 0, -1)


def pays_for_another(evening: SeenEvening) -> None:
    evening.table.deals = (0, 1, -1)


@pytest.mark.parametrize(
    ("situation", "told"),
    [
        (as_demanded, None),
        (pays_nothing, "Ben owes one die: put it on the Lost Dice Squares."),
        (pays_too_much, "Ben has put down one die too many: take it back."),
    ],
)
def test_between_rounds(
    evening: SeenEvening, situation: Callable[[SeenEvening], None], told: str | None
) -> None:
    situation(evening)
    evening.second_round()
    assert evening.table.dice_in_view() == ()
    assert evening.look() == told


@pytest.mark.parametrize(
    ("situation", "told"),
    [
        (
            keeps_the_lost_die,
            f"Ben still has the die that Ben lost: put it on the Lost Dice Squares{AGAIN}",
        ),
        (
            takes_a_lost_die_back,
            "A lost die is back in play, and Ada has one die too many: "
            f"put it on the Lost Dice Squares{AGAIN}",
        ),
        (
            has_one_too_many,
            f"Cleo has one die too many: four lie there, Cleo holds three. Take it away{AGAIN}",
        ),
        (
            lacks_one,
            f"Cleo is one die short: two lie there, Cleo holds three. Look under the cup{AGAIN}",
        ),
        (
            pays_for_another,
            f"Ben has one die too many, Cleo one too few: has Cleo paid what Ben lost? Give it back{AGAIN}",
        ),
    ],
)
def test_at_the_reveal(evening: SeenEvening, situation: Callable[[SeenEvening], None], told: str) -> None:
    situation(evening)
    evening.second_round()
    view = evening.challenge()
    assert (view.kind, evening.told) == (CheckScene, told)


def test_dice_that_lie_as_demanded_are_judged_without_a_word(evening: SeenEvening) -> None:
    evening.second_round()
    assert evening.look() is None
    assert evening.challenge().kind is VerdictScene


def test_a_shown_die_that_is_gone_is_named(evening: SeenEvening) -> None:
    evening.second_round()
    evening.do(PlaceBid, quantity=1, face=2)
    face = evening.table.truth()[0][0]
    evening.do(ShowDice, faces=(face,))
    evening.do(CallChallenge, players=(1,))
    evening.table.deal((3, 2, 3), (), 4)
    assert face not in evening.table.truth()[0]
    view = evening.do(CupsAreUp)
    assert view.message == (
        f"Ada showed a {face}: none lies at Ada's place. Look again, or tap the right face."
    )


def test_a_lost_die_at_the_place_of_a_player_who_is_out(evening: SeenEvening) -> None:
    evening.table.pays, evening.table.deals = (0, -1, 0), (0, 1, 0)
    evening.second_round(dice=1)
    evening.challenge()
    assert evening.told == (
        f"A lost die is back in play at Ben's place: put it on the Lost Dice Squares{AGAIN}"
    )


class NarrowSeats(Seating):
    """Seats that reach three die sides round a cup; beside that lies nobody's place."""

    def seat_of(self, x: float, y: float, size: tuple[int, int]) -> int | None:
        for seat in range(self.players):
            if hypot(*subtract((x, y), self.cup_centre(seat, size))) < 3 * die_side_px(size):
                return seat
        return None


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        (4, f"A die lies in nobody's place and counts for nobody: move it to its player or away{AGAIN}"),
        (
            3,
            f"Cleo is one die short, and a die lies in nobody's place: is it Cleo's? Move it there{AGAIN}",
        ),
    ],
)
def test_a_die_on_nobodys_place(evening: SeenEvening, eye: TableReader, dice: int, told: str) -> None:
    evening.controller._now.at.dice._eye = SeatedEye(eye._eye, NarrowSeats(3))
    evening.second_round()
    evening.do(PlaceBid, quantity=1, face=2)
    evening.do(CallChallenge, players=(1,))
    evening.table.deal((3, 2, dice), ((), (), (4,)), 5)
    evening.do(CupsAreUp)
    assert evening.told == told


def test_a_tie_of_the_opening_roll_rolls_again_and_who_is_not_in_it_takes_the_die_away(
    tmp_path: Path, eye: TableReader
) -> None:
    evening = SeenEvening(tmp_path / "rolls.sqlite3", eye, dice_seed=TIED)
    evening.do(NewGame, rules="cardinal", players=NAMES, options=(), opener=None)
    evening.table.deals = (0, 1, 0)
    view = evening.do(CupsAreUp)
    assert view.message == "Ada and Cleo are level with a 6 each and roll again."
    assert (view.kind, evening.store.load(1).length) == (OpeningRollScene, 2)
    evening.do(CupsAreUp)
    assert evening.told == f"Ben doesn't roll again. Take that die away{AGAIN}"
    evening.store.close()


def test_who_rolls_two_dice_takes_one_away(evening: SeenEvening) -> None:
    evening.table.deals = (0, 1, 0)
    evening.do(NewGame, rules="cardinal", players=NAMES, options=(), opener=None)
    evening.do(CupsAreUp)
    assert evening.told == f"Ben rolls one die, but two lie there. Take the other away{AGAIN}"
