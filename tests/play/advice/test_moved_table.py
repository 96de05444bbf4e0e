"""The camera is bumped during play: said on the screen, set right by one touch, nothing guessed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.frame import Frame
from companion.core.reading import Doubt, Expectation, TableReading
from companion.play.base.commands import (
    CorrectReading,
    CupsAreUp,
    LeaveGame,
    MendTable,
    NewGame,
    NextRound,
    PlayerJoins,
    PlayerLeaves,
    Refused,
    SetFace,
)
from companion.play.base.ports import PlaceSeen
from companion.play.looking import LIVE_PERIOD_S, NOW_AND_THEN_S
from companion.play.modes.dice.views import CheckScene, ReadingScene, VerdictScene
from companion.play.modes.dice.watchers import PLACE_AGAIN_S, PLACE_EVERY_S
from companion.play.views import TableView
from companion.text import say
from tests.play.evening import Evening, table_die

SECOND_NS = 1_000_000_000
BUMPED = PlaceSeen("the camera was bumped", mendable=True, steady=False)


class FakePlace:
    """Knows what it is told; counts looks."""

    def __init__(self) -> None:
        self.seen = PlaceSeen()
        self.sees = PlaceSeen()
        self.looks = 0
        self.mended: list[Frame] = []
        self.refuses: str | None = None
        self.seats: str | None = None

    def look(self, frame: Frame) -> None:
        self.looks += 1
        self.seen = self.sees

    def mend(self, frame: Frame) -> None:
        if self.refuses is not None:
            raise Refused(self.refuses)
        self.mended.append(frame)
        self.seen = self.sees = PlaceSeen()

    name: str | None = "Kitchen"

    def above(self, frame: Frame) -> Frame | None:
        return None

    def say_seats(self, players: int) -> str | None:
        return self.seats


class PlacedEvening(Evening):
    """An evening at a table that was set up."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.place = FakePlace()
        self.equip(place=self.place)

    def after(self, seconds: float) -> TableView:
        """So much time later a live picture comes."""
        self.clock.ns += int(seconds * SECOND_NS)
        self.controller.idle()
        return self.view


class DoubtingEye:
    """Doubts whose every die is while the table is not set right, as ``CalibratedEye`` does."""

    def __init__(self, evening: PlacedEvening) -> None:
        self.evening, self.inner = evening, evening.eye

    def look(self, frames: list[Frame], expected: Expectation) -> TableReading:
        return self.inner.look(frames, expected)

    def read_table(self, frames: list[Frame], expected: Expectation) -> TableReading:
        if self.evening.place.seen.said is None:
            return self.inner.read_table(frames, expected)
        doubted = tuple(
            type(die)(die.die, die.seat, (Doubt.UNPLACED,))
            for seat, faces in enumerate(self.inner.sees)
            for die in (table_die(face, seat) for face in faces)
        )
        return TableReading((64, 48), doubted)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[PlacedEvening]:
    placed = PlacedEvening(tmp_path / "games.sqlite3")
    yield placed
    placed.close()


def test_the_table_is_looked_at_now_and_then_while_a_game_is_played(evening: PlacedEvening) -> None:
    assert evening.controller.wait_s is None
    evening.begin(dice=2)
    assert evening.controller.wait_s == NOW_AND_THEN_S
    evening.after(1)
    views = len(evening.views)
    for _ in range(16):
        evening.after(LIVE_PERIOD_S)
    assert evening.place.looks == 1 + int(16 * LIVE_PERIOD_S / PLACE_EVERY_S)
    assert len(evening.views) == views, "a table that lies still is no news"


def test_a_bump_is_said_at_once_with_the_touch_that_mends_it(evening: PlacedEvening) -> None:
    evening.begin(dice=2)
    evening.after(1)
    evening.place.sees = PlaceSeen(steady=False)
    evening.after(PLACE_EVERY_S)
    looks = evening.place.looks
    evening.place.sees = BUMPED
    advice = evening.after(PLACE_AGAIN_S).advice
    assert evening.place.looks == looks + 1, "once something may have moved the next look comes soon"
    assert advice.sentence == "The camera was bumped."
    assert [(each.words, each.command) for each in advice.answers] == [
        (say("advice.set_right"), MendTable(evening.view.number))
    ]
    asked_at = evening.clock.ns
    assert evening.do(MendTable).advice is None
    assert [frame.exposed_at_ns > asked_at for frame in evening.place.mended] == [True]


def test_what_no_touch_can_mend_has_no_key(evening: PlacedEvening) -> None:
    evening.begin(dice=2)
    evening.place.sees = PlaceSeen("choose the right table", steady=False)
    assert evening.after(PLACE_EVERY_S).advice.answers == ()
    evening.place.refuses = "lay the cards"
    assert evening.do(MendTable).fault == "Lay the cards."


def test_while_it_is_not_mended_dice_are_asked_about_and_read_anew_after_the_touch(
    evening: PlacedEvening,
) -> None:
    evening.controller._now.at.dice._eye = DoubtingEye(evening)
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.place.seen = evening.place.sees = BUMPED
    view = evening.lift((5, 1), (5, 4))
    assert view.kind is CheckScene
    assert {slot.doubt for hand in view.scene.hands for slot in hand.slots} == {
        "may be another player's: the table or camera moved"
    }
    assert view.advice.answers[0].words == say("advice.set_right")
    assert evening.do(MendTable).kind is ReadingScene
    assert evening.read().kind is VerdictScene


def test_a_camera_that_is_gone_mends_nothing(evening: PlacedEvening) -> None:
    evening.begin(dice=2)
    evening.camera.gone = True
    assert "unplugged" in evening.do(MendTable).fault
    assert evening.place.mended == []


def test_before_the_first_bid_it_is_said_who_sits_where_if_that_was_not_told(evening: PlacedEvening) -> None:
    evening.place.seats = "4 seats are set up and 2 play"
    assert evening.begin(dice=2).advice.sentence == "4 seats are set up and 2 play."
    assert evening.bid(2, 5).advice is None


def test_where_somebody_has_joined_it_is_said_between_whom(evening: PlacedEvening) -> None:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((5, 2), (5, 4))
    evening.do(NextRound)
    assert evening.view.advice is None
    joined = evening.do(PlayerJoins, name="Cy", seat=2, dice=2)
    assert joined.fault is None
    assert joined.advice.sentence == "Cy sits between Bob and Ann, and all others stay where they sit."
    assert evening.bid(1, 5).advice is None


def test_at_a_table_that_was_not_set_up_all_sit_evenly_after_somebody_joined(
    evening: PlacedEvening,
) -> None:
    evening.place.name = None
    assert evening.begin(dice=2).advice is None
    joined = evening.do(PlayerJoins, name="Cy", seat=2, dice=2)
    assert joined.advice.sentence.startswith("No seats are set up: the players sit evenly round the table")
    assert evening.bid(1, 5).advice is None


def test_play_again_keeps_all_at_the_seats_of_the_game_before(evening: PlacedEvening) -> None:
    """Also those who came late, and a third time, and after a restart by the first screen's key."""
    evening.begin(dice=1, players=3)
    evening.do(PlayerLeaves, player=1)
    evening.do(PlayerJoins, name="Dee", seat=3, dice=1)
    evening.do(PlayerLeaves, player=0)
    evening.do(PlayerLeaves, player=2)
    moves = ((1, False), (3, True), (0, False), (2, False))
    everybody = (*moves, (0, True), (1, True), (2, True))
    again = evening.view.scene.rematch
    assert (again.players, again.earlier) == (("Ann", "Bob", "Cy", "Dee"), (everybody,))
    evening.place.seats = "3 seats are set up and 4 play"
    evening.controller.take(again.begun(evening.view.number))
    assert evening.view.advice.sentence == "Everybody keeps the seat of the last game."
    evening.bid(1, 5)
    evening.challenge(0)
    evening.lift((5,), (2,), (2,), (2,))
    assert evening.eye.expected.came == (everybody, ())
    evening.do(LeaveGame)
    last = evening.view.scene.roster.last
    assert (last.again.players, last.again.earlier) == (again.players, (everybody,))
    evening.controller.take(last.again.begun(evening.view.number))
    evening.do(PlayerJoins, name="Eve", seat=0, dice=1)
    evening.do(LeaveGame)
    assert evening.view.scene.roster.last.again.earlier == (everybody, ((0, True),))


def test_a_table_that_was_not_set_up_keeps_no_seats(evening: PlacedEvening) -> None:
    evening.place.name = None
    evening.do(NewGame, rules="rh", players=("Ann", "Bob"), options=(), opener=0, earlier=(((0, False),),))
    assert (evening.view.fault, evening.view.advice) == (None, None)


def test_who_has_left_is_no_neighbour_of_who_joins(evening: PlacedEvening) -> None:
    evening.begin(dice=2, players=3)
    evening.do(PlayerLeaves, player=1)
    joined = evening.do(PlayerJoins, name="Dee", seat=1, dice=2)
    assert joined.advice.sentence == "Dee sits between Ann and Cy, and all others stay where they sit."


def test_a_correction_is_not_read_anew(evening: PlacedEvening) -> None:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((5, 1), (5, 4))
    evening.do(CorrectReading)
    evening.place.seen = evening.place.sees = BUMPED
    assert evening.do(MendTable).kind is CheckScene
    assert evening.place.mended != []
    assert evening.do(SetFace, seat=0, slot=0, face=5).kind is CheckScene


def test_without_a_table_nothing_is_looked_at(tmp_path: Path) -> None:
    plain = Evening(tmp_path / "games.sqlite3")
    plain.begin(dice=2)
    assert plain.controller.wait_s is None
    plain.do(CupsAreUp)
    plain.close()
