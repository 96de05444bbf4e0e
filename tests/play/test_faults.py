"""Whatever fails, the game stays where it was, with the reason on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.journal import TableKind
from companion.play.base.commands import (
    AcceptReading,
    CallSpotOn,
    CupsAreUp,
    EnterByHand,
    LeaveGame,
    NewGame,
    NextRound,
    PlaceBid,
    ResumeGame,
    SetFace,
    ShowDice,
    Undo,
)
from companion.play.looking import AGAIN_S
from companion.play.modes.dice.views import BiddingScene, CheckScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import Scene, TableView, game_of
from companion.rules import GameBegun, Phase
from tests.play.evening import Evening

UNPLUGGED = "The test camera is unplugged: plug it in again."
FULL = "The disk is full: free some space, then try again."


def challenged(evening: Evening) -> Evening:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    return evening


def stays_in_reveal(evening: Evening) -> bool:
    return evening.store.load(1).game.phase is Phase.REVEAL


def test_a_camera_gone_while_reading_leads_back_to_the_cups_with_the_reason(evening: Evening) -> None:
    challenged(evening).camera.gone = True
    view = evening.lift((5, 1), (5, 4))
    assert view.kind is RevealScene
    assert view.fault == f"{UNPLUGGED} Read again, or enter the dice by hand."
    assert stays_in_reveal(evening)


def test_after_the_camera_is_back_the_table_is_read(evening: Evening) -> None:
    challenged(evening).camera.gone = True
    evening.lift((5, 1), (5, 4))
    evening.camera.gone = False
    view = evening.lift((5, 1), (5, 4))
    assert (view.kind, view.fault) == (VerdictScene, None)


def test_with_the_camera_gone_the_dice_are_entered_by_hand(evening: Evening) -> None:
    challenged(evening).camera.gone = True
    evening.lift()
    evening.do(EnterByHand)
    for seat, slot in ((0, 0), (0, 1), (1, 0), (1, 1)):
        evening.do(SetFace, seat=seat, slot=slot, face=5)
    assert evening.do(AcceptReading).scene.verdict.count == 4


def test_a_camera_that_goes_after_the_first_frame_is_read_from_that(evening: Evening) -> None:
    challenged(evening).camera.frames_left = 1
    assert evening.lift((5, 1), (5, 4)).kind is VerdictScene
    assert len(evening.eye.frames) == 1


def test_a_picture_from_before_the_cups_were_up_is_never_read(evening: Evening) -> None:
    challenged(evening).camera.stale = True
    view = evening.lift((5, 1), (5, 4))
    assert view.kind is RevealScene
    assert view.fault.startswith("Test camera gave a picture from before the cups were up.")
    assert evening.eye.expected is None


def test_a_camera_gone_while_the_live_picture_runs_is_told_once_and_asked_again(evening: Evening) -> None:
    challenged(evening)
    evening.controller.idle()
    assert evening.view.picture.live
    evening.camera.gone = True
    evening.controller.idle()
    told = len(evening.views)
    evening.controller.idle()
    assert len(evening.views) == told
    assert (evening.view.kind, evening.view.fault) == (RevealScene, UNPLUGGED)
    assert evening.controller.wait_s == AGAIN_S
    evening.camera.gone = False
    evening.controller.idle()
    assert evening.view.fault is None
    assert evening.view.picture.live


def test_an_eye_that_fails_leads_back_to_the_cups_with_the_reason(evening: Evening) -> None:
    challenged(evening).eye.fault = RuntimeError("the model does not fit this picture")
    evening.do(CupsAreUp)
    with pytest.raises(RuntimeError) as failed:
        evening.read()
    evening.controller.recover(failed.value)
    assert evening.view.kind is RevealScene
    assert evening.view.fault == (
        "I can't read the dice: the model does not fit this picture. Read again, or enter the dice by hand."
    )
    evening.eye.fault = None
    assert evening.lift((5, 1), (5, 4)).kind is VerdictScene


def test_a_full_disk_refuses_the_bid_and_the_same_bid_goes_in_once_there_is_room(evening: Evening) -> None:
    evening.begin(dice=2)
    evening.store.full = True
    view = evening.bid(2, 5)
    assert (view.kind, view.scene.game.bid, view.fault) == (BiddingScene, None, FULL)
    assert evening.store.load(1).length == 1
    evening.store.full = False
    view = evening.bid(2, 5)
    assert (view.scene.game.bid, view.fault) == ("two 5s", None)


def test_a_disk_full_at_the_reveal_keeps_the_reading_to_be_taken_again(evening: Evening) -> None:
    challenged(evening).store.full = True
    view = evening.lift((5, 1), (5, 4))
    assert (view.kind, view.fault, view.scene.may_accept) == (CheckScene, FULL, True)
    assert stays_in_reveal(evening)
    assert evening.do(AcceptReading).fault == FULL
    evening.store.full = False
    assert evening.do(AcceptReading).kind is VerdictScene
    assert evening.store.load(1).game.phase is Phase.BIDDING


def test_a_disk_full_at_the_opening_roll_keeps_the_reading_to_be_taken_again(evening: Evening) -> None:
    evening.begin("cardinal")
    evening.store.full = True
    view = evening.lift((2,), (6,))
    assert (view.kind, view.fault) == (CheckScene, FULL)
    evening.store.full = False
    view = evening.do(AcceptReading)
    assert [seat.to_act for seat in view.scene.game.seats] == [False, True]


def test_a_tap_that_a_full_disk_did_not_keep_is_kept_with_the_next_command(evening: Evening) -> None:
    challenged(evening)
    evening.do(EnterByHand)
    evening.store.full = True
    assert evening.do(SetFace, seat=0, slot=0, face=5).fault == FULL
    evening.store.full = False
    evening.do(SetFace, seat=0, slot=0, face=5)
    kept = evening.store.unfinished(1)
    assert kept is not None
    assert "[5," in kept


def test_a_game_that_cannot_be_written_is_not_begun(evening: Evening) -> None:
    evening.store.full = True
    view = evening.begin()
    assert (view.kind, view.fault) == (WelcomeScene, FULL)
    assert evening.store.games() == ()


def test_an_event_is_on_disk_before_any_view_shows_it(evening: Evening) -> None:
    lines_when_shown: list[tuple[str | None, int]] = []
    evening.begin(dice=2)
    evening.controller._now.on_view = lambda view: lines_when_shown.append(
        (view.scene.game.bid, evening.store.load(1).length)
    )
    evening.controller.take(PlaceBid(evening.view.number, 2, 5))
    assert lines_when_shown == [("two 5s", 2)]


def test_two_fingers_cannot_bid_twice(evening: Evening) -> None:
    number = evening.begin(dice=2).number
    evening.controller.take(PlaceBid(number, 2, 5))
    after_first = evening.view
    evening.controller.take(PlaceBid(number, 3, 5))
    assert evening.view == replace(after_first, fault="The table has moved on. Look again.")
    assert evening.store.load(1).length == 2


def test_a_double_tap_on_taking_the_dice_does_not_go_on_to_the_next_round(evening: Evening) -> None:
    view = challenged(evening).lift((5, None), (5, 4))
    number = evening.do(SetFace, seat=0, slot=1, face=1).number
    for _ in range(2):
        evening.controller.take(AcceptReading(number))
    assert evening.view.kind is VerdictScene
    assert evening.store.load(1).length == 4
    assert view.number < number < evening.view.number


def test_a_bid_that_the_rules_forbid_is_refused_with_their_reason(evening: Evening) -> None:
    evening.begin(dice=5)
    evening.bid(4, 6)
    view = evening.bid(4, 5)
    assert (view.scene.game.bid, view.scene.game.seats[1].to_act) == ("four 6s", True)
    assert view.fault.startswith("Four 5s can't beat four 6s: raise to ")


def test_the_reason_goes_away_with_the_next_thing_done(evening: Evening) -> None:
    evening.begin(dice=5)
    evening.bid(4, 6)
    evening.bid(4, 5)
    assert evening.bid(5, 2).fault is None


@pytest.mark.parametrize(
    ("scene", "command"),
    [
        (WelcomeScene, PlaceBid(0, 1, 2)),
        (WelcomeScene, Undo(0)),
        (BiddingScene, CupsAreUp(0)),
        (BiddingScene, EnterByHand(0)),
        (BiddingScene, AcceptReading(0)),
        (BiddingScene, NextRound(0)),
        (BiddingScene, ShowDice(0, (5,))),
        (BiddingScene, CallSpotOn(0)),
        (BiddingScene, ResumeGame(0, 1)),
        (BiddingScene, NewGame(0, "rh", ("Ann", "Bob"), (), 0)),
        (RevealScene, PlaceBid(0, 3, 5)),
        (RevealScene, SetFace(0, 0, 0, 5)),
    ],
)
def test_what_does_not_fit_the_moment_is_refused_in_a_sentence(
    evening: Evening, scene: Scene, command: object
) -> None:
    if scene is not WelcomeScene:
        evening.begin(dice=2)
    if scene is RevealScene:
        evening.bid(2, 5)
        evening.challenge(1)
    before = evening.view
    fields = {name: getattr(command, name) for name in command.__slots__ if name != "number"}
    view = evening.do(type(command), **fields)
    assert view.fault is not None
    assert view.fault[-1] in ".!"
    assert unchanged(view) == unchanged(before)


def unchanged(view: TableView) -> tuple[object, ...]:
    return view.number, view.kind, game_of(view.scene)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (NewGame(0, "poker", ("Ann", "Bob"), (), 0), 'There are no rules called "poker"'),
        (NewGame(0, "rh", ("Ann",), (), 0), "Rh is for 2 to 12 players, not 1"),
        (NewGame(0, "rh", ("Ann", " "), (), 0), "The player at seat 1 has no name"),
        (NewGame(0, "rh", ("Ann", "Bob"), (("chips", True),), 0), 'Rh has no option "chips"'),
        (NewGame(0, "rh", ("Ann", "Bob"), (("dice", True),), 0), "Option dice cannot be true"),
        (NewGame(0, "rh", ("Ann", "Bob"), (), None), "In rh the table chooses who opens"),
    ],
)
def test_a_game_that_the_rules_do_not_know_is_not_begun(evening: Evening, game: NewGame, reason: str) -> None:
    fields = {name: getattr(game, name) for name in NewGame.__slots__ if name != "number"}
    view = evening.do(NewGame, **fields)
    assert view.kind is WelcomeScene
    assert view.fault.startswith(reason)
    assert evening.store.games() == ()


def test_a_saved_game_that_is_not_there_is_said_to_be_missing(evening: Evening) -> None:
    view = evening.do(ResumeGame, game_id=9)
    assert view.kind is WelcomeScene
    assert view.fault.startswith("There is no game 9 in the journal")


def test_a_damaged_game_in_the_journal_does_not_keep_the_others_from_being_played(
    evening: Evening,
) -> None:
    evening.begin(dice=2)
    with evening.store._writing():  # past the check of the rules, as what another version wrote
        damaged = evening.store._write_all((GameBegun("gone", ("Ann", "Bob"), (), 0),), TableKind.REAL)
    view = evening.do(LeaveGame)
    assert view.scene.saved[0].line.startswith("Game 2 is damaged at event 1")
    assert evening.do(ResumeGame, game_id=damaged).kind is WelcomeScene
    assert evening.do(ResumeGame, game_id=1).kind is BiddingScene
