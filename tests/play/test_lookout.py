"""Lifted cups are read without a touch; while one is down nothing is, and the key works all along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from evening import Evening, Ticks, now

from companion.calibration.seating import Seating
from companion.commands.evening import EyeOfTheTable
from companion.frame import Frame
from companion.hardware.simulated import SimulatedTable
from companion.journal.store import Store
from companion.play.commands import CallChallenge, NewGame, PlaceBid, Undo
from companion.play.host import LIVE_PERIOD_S, Host
from companion.play.views import Scene, TableView
from companion.reading import CupsSeen, Expectation, TableReading
from companion.recognition.eye import Eye
from companion.recognition.watch import CupWatch

BOTH_DOWN = CupsSeen((0, 1), hand=False, still=True)
UP = CupsSeen((), hand=False, still=True)


class FakeWatch:
    """Sees what it is told, one after the other, and writes down what it is asked."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.sees: list[CupsSeen] = []

    def rest(self) -> None:
        self.told.append("rest")

    def follow(self, frame: Frame) -> None:
        self.told.append("follow")

    def expect(self, dice: tuple[int, ...]) -> None:
        self.told.append(dice)

    def see(self, frame: Frame) -> CupsSeen:
        return self.sees.pop(0)


class WatchedEvening(Evening):
    """An evening whose cups are watched."""

    def __init__(self, path: Path, **kinds: bool) -> None:
        super().__init__(path, **kinds)
        self.watch = FakeWatch()
        camera, eye = self.camera, self.eye if self.camera else None
        self.host = Host(self.store, camera, eye, self.cups, self.clock, self.views.append, watch=self.watch)
        self.host.open()

    def challenged(self) -> TableView:
        self.begin(dice=2)
        self.bid(2, 5)
        self.host.idle()
        return self.challenge(1)

    def look(self, *sees: CupsSeen) -> TableView:
        """So many idle turns, the watch seeing these."""
        self.watch.sees += sees
        for _ in sees:
            self.host.idle()
        return self.view


@pytest.fixture
def watched(tmp_path: Path) -> WatchedEvening:
    evening = WatchedEvening(tmp_path / "games.sqlite3")
    yield evening
    evening.close()


def test_the_table_is_followed_while_bids_are_made(watched: WatchedEvening) -> None:
    watched.begin(dice=2)
    watched.watch.told.clear()
    assert watched.host.wait_s == LIVE_PERIOD_S
    pictures = len(watched.views)
    watched.host.idle()
    assert (watched.watch.told, len(watched.views)) == (["follow"], pictures)
    watched.bid(2, 5)
    watched.challenge(1)
    assert watched.watch.told == ["follow", (2, 2)]


def test_lifted_cups_are_read_without_a_touch(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.eye.sees = ((5, 1), (5, 4))
    assert watched.look(BOTH_DOWN, UP).scene is Scene.READING
    asked_at = watched.clock.ns
    assert watched.read().scene is Scene.VERDICT
    assert len(watched.eye.frames) == 3
    assert min(frame.exposed_at_ns for frame in watched.eye.frames) >= asked_at - 1


@pytest.mark.parametrize(
    "seen",
    [
        BOTH_DOWN,
        CupsSeen((1,), hand=False, still=True),
        CupsSeen((), hand=True, still=True),
        CupsSeen((), hand=False, still=False),
    ],
    ids=["both down", "one down", "a hand", "something moves"],
)
def test_while_a_cup_is_down_or_a_hand_is_there_no_reading_is_asked_for(
    watched: WatchedEvening, seen: CupsSeen
) -> None:
    watched.challenged()
    assert watched.look(*[seen] * 20).scene is Scene.REVEAL
    assert (watched.camera.asked_after, watched.eye.frames) == ([], ())


def test_the_screen_says_what_is_waited_for(watched: WatchedEvening) -> None:
    by_themselves = "The dice are read by themselves once all cups are up and all hands gone."
    assert watched.challenged().cups_words == by_themselves
    assert watched.look(BOTH_DOWN).cups_words == by_themselves
    assert watched.look(CupsSeen((1,), hand=False, still=True)).cups_words == "Still down: Bob."
    hand = "All cups are up. Hands out of the picture: then the dice are read."
    assert watched.look(CupsSeen((), hand=True, still=True)).cups_words == hand
    still = "All cups are up. Hold still: the dice are read."
    assert watched.look(CupsSeen((), hand=False, still=False)).cups_words == still


def test_the_key_reads_at_once(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.look(BOTH_DOWN)
    assert watched.lift((5, 1), (5, 4)).scene is Scene.VERDICT


def test_after_a_reading_that_is_taken_back_only_the_key_reads_again(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.eye.sees = ((5, None), (5, 4))
    watched.look(UP)
    assert watched.read().scene is Scene.CHECK
    assert watched.do(Undo).scene is Scene.REVEAL
    assert watched.view.cups_words is None
    watched.host.idle()
    assert (watched.view.scene, watched.watch.told[-1]) == (Scene.REVEAL, "rest")
    assert watched.lift((5, 1), (5, 4)).scene is Scene.VERDICT


def test_a_challenge_taken_back_is_followed_again(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.look(BOTH_DOWN)
    watched.do(Undo)
    watched.host.idle()
    assert watched.watch.told[-1] == "follow"


def test_a_camera_that_is_gone_is_told_at_the_reveal_and_not_while_bids_are_made(
    watched: WatchedEvening,
) -> None:
    watched.begin(dice=2)
    watched.camera.gone = True
    watched.host.idle()
    assert (watched.view.fault, watched.host.wait_s) == (None, None)
    watched.bid(2, 5)
    watched.challenge(1)
    watched.host.idle()
    assert watched.view.fault == "The test camera is unplugged: plug it in again."


def test_without_a_watch_nobody_looks_while_bids_are_made(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down()
    evening.begin(dice=2)
    assert evening.host.wait_s is None
    evening.bid(2, 5)
    assert evening.challenge(1).cups_words is None


def test_at_the_simulated_table_hands_lift_the_cups(tmp_path: Path) -> None:
    evening = WatchedEvening(tmp_path / "games.sqlite3", with_cups=True)
    evening.challenged()
    assert evening.cups.names()[-1] == "lift_by_hand"
    evening.look(UP)
    assert evening.cups.names()[-1] == "lift"
    evening.do(Undo)
    assert evening.cups.names()[-1] == "cover"
    evening.close()


class OpenEye:
    """The real eye, which notes what lay open each time it was asked."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.eye = table, EyeOfTheTable(Eye())
        self.open_dice: list[int] = []

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        self.open_dice.append(len(self.table.dice_in_view()))
        return self.eye.read_table(frames, expected)


@pytest.mark.parametrize("seed", [3, 8])
def test_the_whole_way_from_the_challenge_to_the_dice_without_a_touch_or_a_camera(
    tmp_path: Path, seed: int
) -> None:
    clock, views = Ticks(), []
    table = SimulatedTable(2, seed, clock=clock)
    eye = OpenEye(table)
    watch = CupWatch(Seating.for_players)
    with Store(tmp_path / "games.sqlite3", now) as store:
        host = Host(store, table, eye, table, clock, views.append, dice_seed=seed, watch=watch)
        host.open()
        for command in (
            lambda number: NewGame(number, "milton-bradley", ("Ann", "Bob"), (("dice", 3),), 0),
            lambda number: PlaceBid(number, 2, 5),
            lambda number: CallChallenge(number, (1,)),
        ):
            host.take(command(views[-1].number))
            host.idle()
        assert views[-1].scene is Scene.REVEAL
        for _ in range(100):
            if views[-1].scene in (Scene.VERDICT, Scene.CHECK):
                break
            clock.ns += 100_000_000
            host.idle()
    assert views[-1].scene in (Scene.VERDICT, Scene.CHECK)
    assert eye.open_dice == [6]
