"""After a challenge the table is looked at until all dice are seen; while bids are made it never is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.core.frame import CameraGone, Frame, NotYet
from companion.core.reading import (
    Doubt,
    Expectation,
    LiftSeen,
    ReadDie,
    SeatDoubt,
    TableDie,
    TableReading,
)
from companion.journal import Store
from companion.play.base.commands import (
    CallChallenge,
    CupsAreUp,
    NewGame,
    NextRound,
    PlaceBid,
    SetFace,
    ShowDice,
    Undo,
)
from companion.play.base.readings import FRAMES_A_READING, TRIES
from companion.play.base.views import Tone
from companion.play.looking import LIVE_PERIOD_S
from companion.play.modes.dice.lift_detector import (
    COVERED_S,
    HIDDEN_S,
    LATE_S,
    LOOK_ANYWAY_S,
    LOOK_EVERY_S,
    MOST_ASKED,
    MOST_VOTES,
    VOTES,
)
from companion.play.modes.dice.showing import lift_marks
from companion.play.modes.dice.state import resumed_game
from companion.play.modes.dice.views import CheckScene, ReadingScene, RevealScene, VerdictScene
from companion.play.tables import Equipment, Services
from companion.recognition.context.stillness import Stillness
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.rules import GameBegun, GameRecord
from companion.simulator import SimulatedTable
from tests.clocks import Ticks
from tests.play.dice.watched_evening import (
    FRAME_NS,
    VERDICT_WITHIN_S,
    Faces,
    LookingEye,
    WatchedEvening,
)
from tests.play.driven import Driven
from tests.play.evening import Evening, Later, now

pytestmark = pytest.mark.slow

ALL_UP: Faces = ((5, 1), (5, 4))
LOOKS_APART_S = 2 * LIVE_PERIOD_S
"""Live pictures between two looks: the first one after ``LOOK_EVERY_S``."""
ASKED_S = (VOTES * FRAMES_A_READING - 1) * LOOKS_APART_S
"""From the first look on, until people are asked about a die that every look leaves in doubt."""


@pytest.fixture
def watched(tmp_path: Path) -> WatchedEvening:
    evening = WatchedEvening(tmp_path / "games.sqlite3")
    yield evening
    evening.close()


def test_while_bids_are_made_nothing_is_looked_at(watched: WatchedEvening) -> None:
    watched.begin(dice=2)
    watched.bid(2, 5)
    assert watched.controller.wait_s is None
    watched.controller.idle()
    assert (watched.eye.kept, watched.eye.frames) == ([], ())


def test_lifted_cups_are_read_without_a_touch(watched: WatchedEvening) -> None:
    assert watched.challenged().kind is RevealScene
    watched.pass_by(1.0, ((), ()))
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene
    assert watched.view.scene.verdict.count == 3
    assert watched.camera.asked_after == [], "the frames that were looked at are the reading"


def test_one_look_is_not_enough_and_two_that_differ_are_not(watched: WatchedEvening) -> None:
    watched.challenged()
    assert watched.pass_by(LIVE_PERIOD_S, ALL_UP).kind is RevealScene
    for rolled in (2, 3, 6, 1):
        assert watched.pass_by(2 * LIVE_PERIOD_S, ((5, rolled), (5, 4))).kind is RevealScene
    assert watched.pass_by(1.0, ALL_UP).kind is VerdictScene


@pytest.mark.parametrize(
    ("sees", "words"),
    [
        (((), ()), "I read the dice by myself."),
        (((5, 1), ()), "Still covered: Bob."),
        (((5, 1), (4,)), "Bob: one of two dice seen."),
        (((5,), ()), "Still covered: Bob. Ann: one of two dice seen."),
        (((5, 1, 1), (5, 4)), "Ann: three dice seen, two held."),
        (((5, None), (5, 4)), "I see all dice. One more look at one die."),
    ],
)
def test_the_screen_says_what_is_missing_by_name(watched: WatchedEvening, sees: Faces, words: str) -> None:
    watched.challenged()
    view = watched.pass_by(0.5, sees)
    assert (view.kind, view.scene.lift.words) == (RevealScene, words)


def test_lift_your_cups_is_said_only_while_a_cup_is_down(watched: WatchedEvening) -> None:
    assert watched.challenged().scene.lift.title == "Lift your cups"
    assert watched.pass_by(0.5, ((5, 1), ())).scene.lift.title == "Lift your cups"
    assert watched.pass_by(0.5, ((5, 1), (4,))).scene.lift.title == "Cups up"


def test_no_face_is_shown_before_the_verdict(watched: WatchedEvening) -> None:
    watched.challenged()
    marks = watched.pass_by(0.5, ((5, 1), (4, None))).picture.marks
    assert [(mark.face, mark.tone) for mark in marks] == [(None, Tone.READ)] * 3 + [(None, Tone.DOUBTED)]


@pytest.mark.parametrize(
    ("sees", "patience_s"),
    [
        (((5, None), (5, 4)), ASKED_S),
        (((5, 1, 1), (5, 4)), ASKED_S),
        (((5,), (5, 4)), HIDDEN_S),
        (((5, 1), ()), COVERED_S),
    ],
    ids=["a die in doubt", "a die too many", "a die hidden", "a cup down"],
)
def test_what_stays_as_it_is_ends_in_the_check_scene(
    watched: WatchedEvening, sees: Faces, patience_s: float
) -> None:
    watched.challenged()
    assert watched.pass_by(patience_s - LIVE_PERIOD_S, sees).kind is RevealScene
    assert watched.pass_by(1.0, sees).kind is CheckScene


def test_a_table_at_which_no_cup_was_lifted_is_waited_for(watched: WatchedEvening) -> None:
    watched.challenged()
    assert watched.pass_by(10 * COVERED_S, ((), ())).kind is RevealScene


@pytest.mark.parametrize("shown", [(), (5,)], ids=["none shown", "one shown"])
def test_cups_that_were_all_put_back_have_their_time_anew(
    watched: WatchedEvening, shown: tuple[int, ...]
) -> None:
    watched.begin(dice=2)
    watched.bid(2, 5)
    if shown:
        watched.do(ShowDice, faces=shown)
    watched.challenge(1)
    assert watched.pass_by(LIVE_PERIOD_S, ALL_UP).kind is RevealScene
    watched.pass_by(2 * COVERED_S, (shown, ()))
    assert watched.pass_by(COVERED_S - 1.0, ((5, 1), ())).kind is RevealScene
    assert watched.pass_by(2.0, ((5, 1), ())).kind is CheckScene


def test_dice_shown_before_the_challenge_are_no_lifted_cup(watched: WatchedEvening) -> None:
    watched.begin(dice=2)
    watched.bid(2, 5)
    watched.do(ShowDice, faces=(5,))
    watched.challenge(1)
    assert watched.pass_by(10 * COVERED_S, ((5,), ())).kind is RevealScene
    assert watched.view.scene.lift.title == "Lift your cups"


def test_after_a_while_help_by_touch_is_offered(watched: WatchedEvening) -> None:
    watched.challenged()
    view = watched.pass_by(LATE_S - 1, ((5, 1), ()))
    assert (view.scene.lift.late, len(view.picture.marks)) == (False, 2)
    view = watched.pass_by(1.5, ((5, 1), ()))
    assert view.scene.lift.late
    assert [(mark.tone, mark.seat) for mark in view.picture.marks][-1] == (Tone.MISSING, 1)


def test_something_that_moves_all_along_holds_no_reading_up(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.watch.moves = True
    assert watched.pass_by(LOOK_ANYWAY_S, ALL_UP).kind is RevealScene
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene


def test_while_something_moves_fewer_looks_are_made(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.watch.moves = True
    watched.pass_by(4.0, ((), ()))
    assert len(set(watched.eye.kept)) == 4.0 / LOOK_ANYWAY_S


def test_the_key_reads_at_once(watched: WatchedEvening) -> None:
    watched.challenged()
    assert watched.lift(*ALL_UP).kind is VerdictScene


@pytest.mark.parametrize(("moves", "turns"), [(False, 1), (True, 8)])
def test_asked_by_touch_the_reading_waits_a_second_at_most_for_hands(
    watched: WatchedEvening, moves: bool, turns: int
) -> None:
    watched.challenged()
    watched.watch.moves, watched.eye.sees = moves, ALL_UP
    watched.do(CupsAreUp)
    waited = 0
    while watched.controller.wait_s == LIVE_PERIOD_S:
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        waited += 1
    assert (waited, watched.read().kind) == (turns, VerdictScene)


def test_after_a_reading_that_is_taken_back_only_the_key_reads_again(watched: WatchedEvening) -> None:
    watched.challenged()
    assert watched.pass_by(3.0, ((5, None), (5, 4))).kind is CheckScene
    assert watched.do(Undo).kind is RevealScene
    assert watched.view.scene.lift is None
    assert watched.pass_by(60.0, ALL_UP).kind is RevealScene
    assert watched.lift(*ALL_UP).kind is VerdictScene


def test_dice_that_are_put_right_on_the_table_need_no_tap(watched: WatchedEvening) -> None:
    watched.challenged()
    assert watched.pass_by(3.0, ((5, None), (5, 4))).kind is CheckScene
    watched.rest(3.0, ALL_UP)
    assert watched.view.kind is CheckScene, "nothing has moved: nobody looks again"
    watched.watch.moves = True
    watched.rest(LOOK_ANYWAY_S, ((5, None), (5, 4)))
    watched.watch.moves = False
    watched.rest(2.0, ((5, None), (5, 4)))
    assert watched.view.kind is CheckScene
    watched.watch.moves = True
    watched.rest(LOOK_ANYWAY_S, ((5, 3), ()))
    watched.watch.moves = False
    watched.rest(2.0, ALL_UP)
    assert watched.view.kind is VerdictScene


@pytest.mark.parametrize("moved_s", [1.75, 2.0, 2.25, 2.5, 2.75, 3.0])
def test_dice_that_are_put_right_slowly_need_no_tap_either(watched: WatchedEvening, moved_s: float) -> None:
    """Whenever the hand leaves: also while looks at what it moved are still being read together."""
    watched.challenged()
    in_doubt = ((5, None), (5, 4))
    assert watched.pass_by(2 * ASKED_S, in_doubt).kind is CheckScene
    watched.watch.moves = True
    watched.rest(moved_s, in_doubt)
    watched.watch.moves = False
    watched.rest(VERDICT_WITHIN_S, ALL_UP)
    assert watched.view.kind is VerdictScene


def test_a_doubt_gets_no_more_tries_than_stated(watched: WatchedEvening) -> None:
    """Who tries until noise lets a doubtful die pass reads wrongly."""
    watched.challenged()
    watched.pass_by((FRAMES_A_READING + 1) * LOOKS_APART_S, ((5, None), (5, 4)))
    assert watched.pass_by(LOOKS_APART_S, ALL_UP).kind is RevealScene
    assert watched.pass_by(LOOKS_APART_S, ((5, None), (5, 4))).kind is CheckScene


def test_many_doubts_are_the_frames_fault_and_others_are_taken(watched: WatchedEvening) -> None:
    watched.begin(dice=2, players=3)
    watched.bid(2, 5)
    watched.challenge(1)
    unread = ((None, None), (None, None), (5, 4))
    tries = VOTES * FRAMES_A_READING
    assert watched.pass_by((tries + 1) * LOOKS_APART_S, unread).kind is RevealScene
    assert watched.pass_by(2 * FRAMES_A_READING * LOOKS_APART_S, (*ALL_UP, (5, 4))).kind is VerdictScene


def test_what_no_try_can_read_is_asked_about_in_the_end(watched: WatchedEvening) -> None:
    watched.begin(dice=2, players=3)
    watched.bid(2, 5)
    watched.challenge(1)
    unread = ((None, None), (None, None), (5, 4))
    asked_s = (MOST_VOTES * FRAMES_A_READING - 1) * LOOKS_APART_S
    assert watched.pass_by(asked_s, unread).kind is RevealScene
    assert watched.pass_by(LIVE_PERIOD_S, unread).kind is CheckScene


def test_a_die_that_one_look_misses_in_a_still_picture_delays_nothing_but_that_look(
    watched: WatchedEvening,
) -> None:
    watched.challenged()
    watched.pass_by(2 * LOOKS_APART_S, ALL_UP)
    watched.pass_by(LOOKS_APART_S, ((5,), (5, 4)))
    assert watched.pass_by(LOOKS_APART_S, ALL_UP).kind is VerdictScene


def test_looks_from_before_a_motion_do_not_vote(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.pass_by(2 * LOOKS_APART_S, ALL_UP)
    watched.watch.moves = True
    watched.pass_by(LIVE_PERIOD_S, ALL_UP)
    watched.watch.moves = False
    assert watched.pass_by(2 * LOOKS_APART_S, ALL_UP).kind is RevealScene
    assert watched.pass_by(2 * LOOKS_APART_S, ALL_UP).kind is VerdictScene


def test_a_hand_that_withdraws_beside_the_dice_costs_no_look(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.watch.moves = ((40, 30, 64, 48),)
    watched.pass_by(2 * LOOK_ANYWAY_S, ALL_UP)
    watched.watch.moves = False
    assert watched.pass_by(2 * LOOKS_APART_S, ALL_UP).kind is VerdictScene


class SlowEye(LookingEye):
    """Takes ``look_s`` for each frame that it has not read yet; sees what lay there at the exposure."""

    def __init__(self, clock: Ticks, look_s: float, lies: Callable[[float], Faces]) -> None:
        super().__init__()
        self.clock, self.look_s, self.lies = clock, look_s, lies

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        for frame in frames:
            if frame not in self.lay:
                self.clock.ns += int(self.look_s * 1e9)
                self.lay[frame] = self.lies(frame.exposed_at_ns / 1e9)
        return super().look(frames, expected)

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        self.sees = self.lay[frames[-1]]
        return super().read_table(frames, expected)


@pytest.mark.parametrize(("look_s", "looks"), [(0.02, FRAMES_A_READING), (0.3, FRAMES_A_READING - 1)])
def test_where_a_look_takes_long_two_without_a_doubt_are_enough(
    watched: WatchedEvening, look_s: float, looks: int
) -> None:
    watched.read_by(SlowEye(watched.clock, look_s, lambda _: ALL_UP))
    watched.challenged()
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene
    assert len(set(watched.eye.kept)) == looks


def test_where_a_look_takes_long_a_hand_beside_the_dice_delays_none(watched: WatchedEvening) -> None:
    look_s = 0.3
    watched.read_by(SlowEye(watched.clock, look_s, lambda _: ALL_UP))
    watched.watch.moves = ((40, 30, 64, 48),)
    watched.challenged()
    began_ns = watched.clock.ns
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene
    assert (watched.clock.ns - began_ns) / 1e9 == pytest.approx(2 * (look_s + LIVE_PERIOD_S), abs=0.01)


def test_where_a_look_takes_long_a_doubt_gets_three(watched: WatchedEvening) -> None:
    watched.read_by(SlowEye(watched.clock, 0.3, lambda _: ((5, None), (5, 4))))
    watched.challenged()
    assert watched.pass_by(2 * ASKED_S, ALL_UP).kind is CheckScene
    assert len(set(watched.eye.kept)) == VOTES * FRAMES_A_READING


def test_what_the_eye_has_read_is_taken_in_before_a_new_picture_is_asked_for(watched: WatchedEvening) -> None:
    background = Later()
    watched.read_by(LookingEye(), background)
    watched.challenged()
    watched.eye.sees = ALL_UP
    while len(watched.eye.frames) < FRAMES_A_READING:
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        background.work()
    watched.camera.gone = True
    watched.controller.idle()
    assert (watched.view.kind, watched.view.fault) == (VerdictScene, None)


def test_a_touch_while_the_eye_looks_reads_frames_exposed_after_it(watched: WatchedEvening) -> None:
    background = Later()
    watched.read_by(LookingEye(), background)
    watched.challenged()
    watched.pass_by(LIVE_PERIOD_S, ((5, 1), (5, 4)))
    touched_ns = watched.clock.ns
    watched.do(CupsAreUp)
    background.work()
    watched.eye.sees = ((2, 2), (3, 3))
    for _ in range(3 * FRAMES_A_READING):
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        background.work()
    assert watched.view.kind is VerdictScene
    assert watched.view.scene.verdict.count == 0
    assert all(frame.exposed_at_ns > touched_ns for frame in watched.eye.frames)


def test_while_the_eye_reads_after_a_touch_the_picture_is_one_from_after_it(watched: WatchedEvening) -> None:
    background = Later()
    watched.read_by(LookingEye(), background)
    watched.challenged()
    touched_ns = watched.clock.ns
    watched.do(CupsAreUp)
    watched.clock.ns += FRAME_NS
    watched.controller.idle()
    picture = watched.view.picture
    assert watched.view.kind is ReadingScene
    assert picture is not None
    assert picture.frame.exposed_at_ns > touched_ns


def test_after_a_touch_while_the_eye_looked_the_next_lift_is_read_by_itself(watched: WatchedEvening) -> None:
    background = Later()
    watched.read_by(LookingEye(), background)
    watched.challenged()
    watched.pass_by(LIVE_PERIOD_S, ALL_UP)
    watched.do(CupsAreUp)
    for _ in range(4 * FRAMES_A_READING):
        background.work()
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
    watched.do(NextRound)
    dice = watched.view.scene.game.seats
    watched.bid(1, 5)
    watched.challenge(1)
    watched.eye.sees = tuple((5,) * seat.dice for seat in dice)
    for _ in range(8 * FRAMES_A_READING):
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        background.work()
    assert watched.view.kind is not RevealScene


@pytest.mark.parametrize("look_s", [0.02, 0.1, 0.3, 0.7, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("first_cup_s", [0.8, 1.3, 2.9])
def test_however_slow_a_reading_is_no_frame_from_before_the_last_cup_votes(
    watched: WatchedEvening, look_s: float, first_cup_s: float
) -> None:
    """Three cups go up one after the other, a second and a half apart."""
    begun_s, all_up = watched.clock.ns / 1e9, ((5, 1, 2, 2, 6), (5, 4, 3, 3, 1), (6, 6, 2, 4, 5))
    up_s = [begun_s + first_cup_s + 1.5 * seat for seat in range(3)]

    def lies(now_s: float) -> Faces:
        return tuple(faces if now_s >= up_s[seat] else () for seat, faces in enumerate(all_up))

    watched.read_by(SlowEye(watched.clock, look_s, lies))
    watched.begin(players=3, dice=5)
    watched.bid(2, 5)
    watched.challenge(1)
    asked = []
    for _ in range(400):
        if watched.view.kind is not RevealScene:
            break
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        asked.append(watched.view.kind is CheckScene)
    waited_s = watched.clock.ns / 1e9 - up_s[-1]
    assert (watched.view.kind, any(asked)) == (VerdictScene, False)
    assert waited_s <= (FRAMES_A_READING + 1) * (look_s + LOOK_EVERY_S + LIVE_PERIOD_S)


def test_asked_by_touch_too_early_the_table_is_looked_at_again(watched: WatchedEvening) -> None:
    """The key is touched while a cup is still going up: its dice are in the later frames only."""
    watched.begin(dice=4)
    watched.bid(2, 5)
    watched.challenge(1)
    watched.eye.sees = ((5, 1, 1, 2), ())
    watched.do(CupsAreUp)
    for _ in range(FRAMES_A_READING):
        watched.controller.idle()
    assert watched.view.kind is ReadingScene
    watched.eye.sees = ((5, 1, 1, 2), (5, 4, 3, 3))
    assert watched.read().kind is VerdictScene


def test_asked_by_touch_about_covered_dice_people_are_asked_after_some_tries(watched: WatchedEvening) -> None:
    watched.begin(dice=4)
    watched.bid(2, 5)
    watched.challenge(1)
    watched.eye.sees = ((5, 1, 1, 2), ())
    watched.do(CupsAreUp)
    assert watched.read().kind is CheckScene
    assert len(set(watched.eye.kept)) == TRIES * FRAMES_A_READING
    assert sum(not die.face for hand in watched.view.scene.hands for die in hand.slots) == 4 > MOST_ASKED


def test_once_a_player_has_tapped_the_table_is_not_looked_at_any_more(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.pass_by(3.0, ((None, None), (5, 4)))
    watched.do(SetFace, seat=0, slot=0, face=3)
    watched.watch.moves = True
    watched.rest(4.0, ALL_UP)
    assert (watched.view.kind, watched.view.scene.hands[0].slots[0].face) == (CheckScene, 3)


def test_where_live_pictures_are_small_large_ones_are_looked_at(watched: WatchedEvening) -> None:
    watched.camera.live_is_small = True
    watched.challenged()
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene
    assert len(watched.camera.asked_after) == len(set(watched.eye.kept)) == 3


def test_while_a_large_picture_is_awaited_no_live_one_is_drawn_beside_it(watched: WatchedEvening) -> None:
    camera, taken = watched.camera, []
    camera.live_is_small = True
    latest, capture = camera.latest, camera.capture

    def slowly(after_ns: int) -> Frame:
        taken.append("large")
        if len(taken) < 4:
            raise NotYet("in a moment")
        return capture(after_ns)

    watched.challenged()
    watched.eye.sees = ALL_UP
    camera.latest, camera.capture = lambda: taken.append("live") or latest(), slowly
    watched.controller.idle()
    assert watched.controller.wait_s == 0
    watched.read()
    assert taken == ["live", "large", "large", "large"]
    assert len(watched.eye.kept) == 1


def test_a_camera_that_is_gone_while_a_large_picture_is_awaited_is_asked_for_live_ones(
    watched: WatchedEvening,
) -> None:
    camera, taken = watched.camera, []
    answers = [CameraGone("unplugged"), CameraGone("unplugged"), NotYet("in a moment")]
    camera.live_is_small = True
    latest = camera.latest

    def fail(after_ns: int) -> Frame:
        raise answers.pop()

    watched.challenged()
    camera.latest, camera.capture = lambda: taken.append("live") or latest(), fail
    for _ in range(3):
        watched.clock.ns += int(LOOK_ANYWAY_S * 1e9)
        watched.controller.idle()
    assert len(taken) == 2
    assert watched.view.fault == "Unplugged."


def test_while_hands_leave_after_a_touch_each_turn_takes_one_picture_and_shows_it(
    watched: WatchedEvening,
) -> None:
    taken: list[Frame] = []
    latest = watched.camera.latest
    watched.challenged()
    watched.watch.moves = True
    watched.camera.latest = lambda: taken.append(latest()) or taken[-1]
    watched.do(CupsAreUp)
    for turn in range(1, 5):
        watched.clock.ns += FRAME_NS
        watched.controller.idle()
        assert len(taken) == turn
    assert watched.view.kind is ReadingScene
    assert watched.view.picture.frame in taken


def test_marks_lie_where_the_dice_lie_in_a_smaller_live_picture() -> None:
    die = TableDie(ReadDie((100, 200, 140, 240), 3, False, 0.99), 0)
    seen = LiftSeen(TableReading((1280, 960), (die,), (SeatDoubt(0, Doubt.TOO_FEW, 2, 1),)))
    table = replace(resumed_game(1, 1, GameRecord.begin(GameBegun("rh", ("Ann", "Bob"), (), 0))), cups=seen)
    marks = lift_marks(table, Frame(np.zeros((480, 640, 3), np.uint8), 1))
    assert [mark.box for mark in marks] == [(50, 100, 70, 120)]


def test_a_camera_that_is_gone_is_told_at_the_reveal(watched: WatchedEvening) -> None:
    watched.challenged()
    watched.camera.gone = True
    watched.controller.idle()
    assert watched.view.fault == "The test camera is unplugged: plug it in again."


@pytest.mark.parametrize("voting", [False, True], ids=["a look", "a vote"])
def test_after_a_look_that_failed_the_lift_is_read_once_the_camera_is_back(
    watched: WatchedEvening, voting: bool
) -> None:
    """A camera that was plugged in anew may have pictures of a shape that the table was not set up with."""
    watched.challenged()
    watched.eye.fails = lambda frames: (len(frames) > 1) is voting
    with pytest.raises(ValueError, match="another shape") as failed:
        watched.pass_by(VERDICT_WITHIN_S, ALL_UP)
    watched.controller.recover(failed.value)
    watched.eye.fails = lambda frames: False
    watched.controller.tell("the test camera is back")
    assert watched.pass_by(VERDICT_WITHIN_S, ALL_UP).kind is VerdictScene


def test_without_a_watch_the_key_is_asked(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down()
    evening.begin(dice=2)
    evening.bid(2, 5)
    assert evening.challenge(1).scene.lift is None


def test_at_the_simulated_table_hands_lift_the_cups(tmp_path: Path) -> None:
    evening = WatchedEvening(tmp_path / "games.sqlite3", with_cups=True)
    evening.challenged()
    assert evening.cups.names()[-1] == "lift_by_hand"
    evening.pass_by(1.0, ALL_UP)
    assert evening.cups.names()[-1] == "lift"
    evening.do(Undo)
    assert evening.cups.names()[-1] == "cover"
    evening.close()


@pytest.fixture(scope="module")
def reader() -> Eye:
    return Eye()


@pytest.mark.parametrize("seed", [0, 2, 5, 11, 42])
def test_the_whole_way_from_the_challenge_to_the_verdict_without_a_touch(
    tmp_path: Path, reader: Eye, seed: int
) -> None:
    """Three players, five dice each, a bid die on the board.

    The cups go up one by one, together, beside a glass, with a die that rolls, late.
    """
    clock = Ticks()
    table = SimulatedTable(3, seed, clock=clock)
    eye, watch = TableReader(reader), Stillness()
    with Store(tmp_path / "games.sqlite3", now) as store:
        seen = Driven(Services(store, clock, Equipment(table, eye, table, watch), seed))
        seen.do(NewGame, rules="milton-bradley", players=("Ann", "Bob", "Cy"), options=(), opener=0)
        seen.do(PlaceBid, quantity=2, face=5)
        seen.do(CallChallenge, players=(1,))
        truth = table.truth()
        for _ in range(80):
            if seen.view.kind is not RevealScene:
                break
            clock.ns += FRAME_NS
            seen.controller.idle()
        assert seen.view.kind in (VerdictScene, CheckScene)
        if seen.view.kind is VerdictScene:
            told = tuple(tuple(sorted(faces)) for faces in store.load(1).game.rounds[-1].dice)
            assert told == truth
