"""Any roll counted at the table: the controller with a camera, dice that come to rest, touches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.reading import Doubt, PhotoReading, ReadDie, WildMark
from companion.journal import Store
from companion.play.base.commands import LeaveGame
from companion.play.base.views import Tone
from companion.play.modes.counting.mode import FIRST_THROW, CountingMode, count_view
from companion.play.modes.counting.state import (
    MOST_PICTURES,
    MOST_ROLLS,
    Counting,
    SeenRoll,
    roll_of,
    say_counting,
)
from companion.play.modes.counting.views import (
    CountingScene,
    CountRolls,
    DropRoll,
    KeepDie,
    LookAtRoll,
    NameDie,
    SetSides,
    SetWild,
    ThrowDice,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.context.stillness import Stillness
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator import SimulatedTable, Throws
from tests.clocks import Ticks
from tests.play.driven import Driven
from tests.play.evening import now

SIZE = (400, 200)


def die(x: int, face: int | None) -> ReadDie:
    doubts = () if face else (Doubt.COCKED,)
    return ReadDie((x, 100, x + 40, 140), face, False if face else None, 0.9, doubts)


def seen(*dice: ReadDie) -> SeenRoll:
    reading = PhotoReading(SIZE, dice)
    return SeenRoll(roll_of(reading), None, reading)


def tallied(counting: Counting) -> list[list[tuple[int, int]]]:
    view = count_view(counting, 1, 0)
    return [[(each.count, each.or_higher) for each in tally.faces] for tally in view.tallies]


def test_each_face_is_counted_and_so_many_or_higher() -> None:
    counting = Counting().with_roll(seen(die(10, 1), die(60, 4), die(110, 4), die(160, 6)))
    assert tallied(counting) == [[(1, 4), (0, 3), (0, 3), (2, 3), (0, 1), (1, 1)]]


def test_wild_ones_count_as_every_face() -> None:
    counting = Counting(wild=True).with_roll(seen(die(10, 1), die(60, 4), die(110, 6)))
    assert tallied(counting) == [[(1, 3), (1, 3), (1, 3), (2, 3), (1, 2), (2, 2)]]


def test_the_halves_of_the_picture_are_counted_apart() -> None:
    counting = Counting(sides=True).with_roll(seen(die(10, 1), die(140, 4), die(210, 4), die(340, 6)))
    left, right = tallied(counting)
    assert ([count for count, _ in left], [count for count, _ in right]) == (
        [1, 0, 0, 1, 0, 0],
        [0, 0, 0, 1, 0, 1],
    )


def test_unread_dice_are_asked_about_one_after_the_other_and_counted_as_named() -> None:
    counting = Counting().with_roll(seen(die(10, 2), die(60, None), die(110, None)))
    assert (counting.shown.asked, counting.shown.roll.sum) == (1, None)
    counting = counting.with_shown(counting.shown.with_face(5))
    assert (counting.shown.asked, counting.shown.roll.faces) == (2, (2, 5))
    counting = counting.with_shown(counting.shown.with_face(None))
    assert (counting.shown.asked, counting.shown.roll.dice, counting.shown.roll.sum) == (None, 2, 7)


def maybe(x: int, if_die: int | None) -> ReadDie:
    doubts = (Doubt.MAYBE_NO_DIE,)
    return ReadDie((x, 100, x + 40, 140), None, None, 0.9, doubts, objectness=0.4, if_die=if_die)


def test_what_may_be_no_die_is_counted_as_read_once_it_is_one() -> None:
    counting = Counting().with_roll(seen(die(10, 2), maybe(60, 5), maybe(110, None)))
    assert (counting.shown.asked, say_counting(counting)) == (1, "Is this a die?")
    counting = counting.with_shown(counting.shown.with_die())
    assert (counting.shown.asked, counting.shown.roll.faces) == (2, (2, 5))
    counting = counting.with_shown(counting.shown.with_die())
    assert (counting.shown.asked, counting.shown.asked_die.doubts) == (2, (Doubt.UNREAD,))
    assert counting.shown.with_face(None).roll.dice == 2


def test_a_die_set_right_makes_no_second_roll_of_the_list() -> None:
    counting = Counting().with_roll(seen(die(10, 2), die(60, None)))
    counting = counting.with_roll(seen(die(10, 2), die(66, 3)))
    assert [each.roll.faces for each in counting.rolls] == [(2, 3)]
    counting = counting.with_roll(seen(die(10, 2), die(66, 3), die(200, 1)))
    assert len(counting.rolls) == 2


def test_the_list_and_its_pictures_are_bounded() -> None:
    counting = Counting()
    for number in range(MOST_ROLLS + 30):
        counting = counting.with_roll(seen(die(10 + number, 1 + number % 6), die(300, 2)))
    assert len(counting.rolls) == MOST_ROLLS
    assert all(each.frame is None for each in counting.rolls[: MOST_ROLLS - MOST_PICTURES])


@pytest.fixture(scope="module")
def eye() -> TableReader:
    return TableReader(Eye())


class CountingEvening(Driven):
    """A controller at a simulated table, from the first screen on."""

    def __init__(self, path: Path, eye: TableReader) -> None:
        self.wild, clock = WildMark.ANY, Ticks()
        clock_ms = lambda: clock() * 40_000_000  # noqa: E731  (a picture each 40 ms)
        self.table = SimulatedTable(2, 11, clock=clock_ms)
        wild = lambda: self.wild  # noqa: E731
        throws = Throws(self.table, wild=wild)
        desk = CountingMode(self.table, eye.roll_eye, Stillness, throws, wild)
        equipment = Equipment(self.table, eye, self.table, counter=desk)
        super().__init__(Services(Store(path, now), clock_ms, equipment))

    def settled(self, rolls: int) -> TableView:
        """Live pictures until so many rolls are on the list."""
        for _ in range(200):
            if len(self.view.scene.rolls) >= rolls:
                return self.view
            self.controller.idle()
        raise AssertionError(f"{len(self.view.scene.rolls)} rolls were counted, {rolls} expected")


@pytest.fixture
def table(tmp_path: Path, eye: TableReader) -> CountingEvening:
    evening = CountingEvening(tmp_path / "games.sqlite3", eye)
    yield evening
    evening.store.close()


def truth(evening: CountingEvening) -> list[int]:
    return sorted(face for hand in evening.table.truth() for face in hand)


def counts(view: TableView) -> list[int]:
    return [each.count for each in view.scene.tallies[0].faces]


@pytest.mark.slow
def test_from_the_first_screen_dice_are_thrown_counted_and_left_again(table: CountingEvening) -> None:
    assert table.view.scene.may_count
    assert table.do(CountRolls).kind is CountingScene
    view = table.settled(1)
    lying = truth(table)
    assert counts(view) == [lying.count(face) for face in range(1, 7)]
    assert len(lying) == FIRST_THROW
    assert {mark.tone for mark in view.picture.marks} == {Tone.READ}
    table.do(ThrowDice, dice=12)
    view = table.settled(2)
    while view.scene.asked is not None:
        view = table.do(NameDie, face=6)
    assert sum(counts(view)) == 12
    assert table.do(LeaveGame).kind is WelcomeScene


@pytest.mark.slow
def test_what_is_wild_on_the_dice_is_counted_where_it_stands_and_a_bird_is_asked_about_once(
    table: CountingEvening,
) -> None:
    table.wild = WildMark.STAR_SIX
    table.do(CountRolls)
    table.do(ThrowDice, dice=12)
    view = table.settled(1)
    lying = truth(table)
    assert counts(view) == [lying.count(face) for face in range(1, 7)]
    assert (view.scene.star_face, view.scene.wild_words) == (6, "Stars wild")
    wild = table.do(SetWild, on=True).scene.tallies[0].faces
    assert [each.count for each in wild[:5]] == [lying.count(face) + lying.count(6) for face in range(1, 6)]
    assert (wild[5].count, wild[5].wild, wild[0].wild) == (lying.count(6), True, False)
    table.wild = WildMark.BIRD
    table.do(ThrowDice, dice=24)
    view = table.settled(2)
    assert truth(table).count(1) > 1
    assert (view.scene.asked is not None, view.scene.wild_words) == (True, "Birds wild")
    view = table.do(NameDie, face=1)
    lying = truth(table)
    assert (view.scene.asked, counts(table.do(SetWild, on=False))) == (
        None,
        [lying.count(face) for face in range(1, 7)],
    )


def test_a_reroll_counts_for_fairness_only_what_was_thrown_and_shows_what_was_kept() -> None:
    first, again = seen(die(10, 2), die(60, 5), die(110, None)), seen(die(10, 2), die(110, None), die(200, 6))
    counting = Counting().with_roll(first)
    counting = counting.with_shown(counting.shown.with_face(4))
    counting = counting.with_roll(replace(again, kept=(0, 1)))
    assert (counting.shown.roll.faces, counting.shown.rolled.faces) == ((2, 4, 6), (6,))
    view = count_view(counting, 1, 0)
    assert (view.fairness.counts, say_counting(counting)) == ((0, 1, 0, 1, 1, 1), "3 dice, sum 12, 2 kept")


@pytest.mark.slow
def test_rolls_are_looked_at_and_taken_back(table: CountingEvening) -> None:
    table.do(CountRolls)
    table.settled(1)
    table.do(ThrowDice, dice=6)
    table.settled(2)
    older = table.view.scene.rolls[1]
    view = table.do(LookAtRoll, roll=older.look.roll)
    assert (view.scene.rolls[1].chosen, view.scene.drop) == (True, None)
    view = table.do(LookAtRoll, roll=None)
    view = table.do(DropRoll)
    assert len(view.scene.rolls) == 1
    assert not view.scene.rolls[0].words.startswith("sum 0")


def test_touches_without_a_roll_are_refused_in_words(table: CountingEvening) -> None:
    table.do(CountRolls)
    for kind, fields in ((NameDie, {"face": 3}), (KeepDie, {}), (DropRoll, {}), (LookAtRoll, {"roll": 4})):
        assert table.do(kind, **fields).fault == "There is no such roll: throw first."
    assert table.do(ThrowDice, dice=41).fault == "Your own dice are thrown by hand."
    assert table.do(SetWild, on=True).scene.is_wild
    assert table.do(SetSides, on=True).scene.has_sides


def test_without_a_camera_nothing_is_counted(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3", now) as store:
        table = Driven(Services(store, Ticks()))
        assert not table.view.scene.may_count
        view = table.do(CountRolls)
    assert view.fault == "Counting needs a camera that sees the dice."
