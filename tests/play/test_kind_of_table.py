"""Real dice are never replaced by simulated ones: a game keeps to the kind of table that it was begun at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evening import Evening, FakeCamera, FakeEye, Ticks

from companion.journal.table_kind import TableKind
from companion.play.commands import (
    AcceptReading,
    CupsAreUp,
    EnterByHand,
    LeaveGame,
    NewGame,
    NextRound,
    ResumeGame,
    SetFace,
)
from companion.play.services import Equipment
from companion.play.views import Scene
from companion.rules.events import Challenged
from companion.text import say

SitDown = Callable[..., Evening]
DICE = ((5, 5), (5, 2))
TOUCHED = {"deal", "show", "lift", "lift_by_hand", "peek"}
"""What the house does with dice of its own."""


class Late(FakeCamera):
    """A camera that came during the evening."""

    name = "late camera"


def challenged(evening: Evening) -> None:
    """A game of two dice each, its first bid challenged."""
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)


def arrive(evening: Evening) -> FakeEye:
    """A camera is found; its eye is given back."""
    eye = FakeEye()
    evening.controller.take_up(Equipment(Late(Ticks()), eye))
    return eye


def tap_all(evening: Evening) -> None:
    for seat, faces in enumerate(DICE):
        for slot, face in enumerate(faces):
            evening.do(SetFace, seat=seat, slot=slot, face=face)
    evening.do(AcceptReading)


@pytest.fixture
def without_its_camera(sit_down: SitDown) -> Evening:
    """A game of real dice, gone on with where no camera was found and the simulated table stands."""
    challenged(sit_down())
    evening = sit_down(with_cups=True, looks_for_camera=True)
    evening.do(ResumeGame, game_id=1)
    return evening


@pytest.mark.parametrize(
    ("kinds", "kept"),
    [
        ({}, TableKind.REAL),
        ({"with_camera": False}, TableKind.REAL),
        ({"with_cups": True}, TableKind.SIMULATED),
        ({"with_cups": True, "looks_for_camera": True}, TableKind.SIMULATED),
    ],
)
def test_a_game_is_of_the_kind_of_table_that_it_is_begun_at(
    kinds: dict[str, bool], kept: TableKind, sit_down: SitDown
) -> None:
    evening = sit_down(**kinds)
    evening.begin()
    assert evening.store.table_kind(1) is kept


def test_no_simulated_dice_are_dealt_or_read_in_a_game_of_real_ones(without_its_camera: Evening) -> None:
    evening = without_its_camera
    evening.eye.sees = DICE
    view = evening.do(CupsAreUp)
    evening.read()
    assert (view.scene, view.picture, view.has_camera, view.may_peek) == (Scene.CHECK, None, False, False)
    assert evening.eye.frames == ()
    assert not TOUCHED & set(evening.cups.names())
    assert isinstance(evening.store.load(1).events[-1], Challenged)


def test_it_says_that_it_waits_and_goes_on_by_hand(without_its_camera: Evening) -> None:
    evening = without_its_camera
    assert (evening.view.scene, evening.view.fault, evening.view.mark) == (
        Scene.REVEAL,
        say("table.waiting"),
        say("mark.waiting"),
    )
    evening.do(EnterByHand)
    tap_all(evening)
    assert (evening.view.scene, evening.view.verdict.count) == (Scene.VERDICT, 3)
    assert evening.do(NextRound).mark == say("mark.waiting")
    assert not TOUCHED & set(evening.cups.names())


def test_it_misses_a_camera_until_one_comes_and_reads_with_that_one(without_its_camera: Evening) -> None:
    evening = without_its_camera
    assert evening.controller.misses_camera
    eye = arrive(evening)
    view = evening.view
    assert not evening.controller.misses_camera
    assert (view.fault, view.mark, view.has_camera) == ("The late camera is back.", None, True)
    eye.sees = DICE
    evening.do(CupsAreUp)
    assert (evening.read().scene, evening.view.verdict.count) == (Scene.VERDICT, 3)
    assert not TOUCHED & set(evening.cups.names())


def test_where_no_camera_is_looked_for_it_says_to_enter_the_dice(sit_down: SitDown) -> None:
    challenged(sit_down())
    evening = sit_down(with_cups=True)
    evening.do(ResumeGame, game_id=1)
    assert (evening.view.fault, evening.view.mark, evening.controller.misses_camera) == (
        say("table.by_hand"),
        None,
        False,
    )


def test_the_same_game_once_more_is_one_of_real_dice_again(without_its_camera: Evening) -> None:
    evening = without_its_camera
    evening.do(LeaveGame)
    assert evening.view.mark is None
    evening.begin(dice=1)
    assert evening.store.table_kind(2) is TableKind.SIMULATED
    evening.do(LeaveGame)
    evening.do(ResumeGame, game_id=1)
    evening.do(EnterByHand)
    tap_all(evening)
    while evening.view.scene is not Scene.OVER:
        win_a_round(evening)
    again = evening.view.rematch
    evening.do(NewGame, rules=again.rules, players=again.players, options=again.options, opener=again.opener)
    assert evening.store.table_kind(3) is TableKind.REAL


def win_a_round(evening: Evening) -> None:
    """The player on turn bids too much, is challenged, and loses dice."""
    evening.do(NextRound)
    if evening.view.scene is not Scene.BIDDING:
        return
    dice = [seat.dice for seat in evening.view.seats]
    bidder = next(seat.seat for seat in evening.view.seats if seat.to_act)
    evening.bid(9, 2)
    evening.challenge(1 - bidder)
    evening.do(EnterByHand)
    for seat, held in enumerate(dice):
        for slot in range(held):
            evening.do(SetFace, seat=seat, slot=slot, face=6)
    evening.do(AcceptReading)


def test_every_scene_of_a_simulated_game_carries_its_mark(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True)
    assert evening.view.mark is None
    challenged(evening)
    evening.do(EnterByHand)
    tap_all(evening)
    evening.do(NextRound)
    played = [view for view in evening.views if view.scene is not Scene.WELCOME]
    assert {view.scene for view in played} >= {Scene.BIDDING, Scene.REVEAL, Scene.CHECK, Scene.VERDICT}
    assert {view.mark for view in played} == {say("mark.simulated")}


def test_a_simulated_game_goes_on_at_the_simulated_table(sit_down: SitDown) -> None:
    challenged(sit_down(with_cups=True))
    evening = sit_down(with_cups=True, looks_for_camera=True)
    view = evening.do(ResumeGame, game_id=1)
    assert (view.mark, view.fault, view.has_camera) == (say("mark.simulated"), None, True)
    assert "deal" in evening.cups.names()


def test_a_simulated_game_is_not_read_by_a_camera_over_real_dice(sit_down: SitDown) -> None:
    challenged(sit_down(with_cups=True))
    evening = sit_down()
    view = evening.do(ResumeGame, game_id=1)
    assert (view.mark, view.fault, view.has_camera) == (
        say("mark.simulated"),
        say("table.no_simulated"),
        False,
    )
    assert evening.do(CupsAreUp).scene is Scene.CHECK
    assert evening.camera.asked_after == []


def test_a_camera_that_comes_does_not_touch_a_simulated_game_but_serves_the_next(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True, looks_for_camera=True)
    assert evening.controller.misses_camera
    challenged(evening)
    assert not evening.controller.misses_camera
    eye = arrive(evening)
    assert evening.view.mark == say("mark.simulated")
    evening.lift(*DICE)
    assert (evening.view.scene, eye.frames) == (Scene.VERDICT, ())
    evening.do(LeaveGame)
    assert evening.view.welcome.camera == "late camera"
    evening.begin()
    assert (evening.view.mark, evening.store.table_kind(2)) == (None, TableKind.REAL)


def test_a_camera_that_comes_on_the_first_screen_plays_the_next_game(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True, looks_for_camera=True)
    arrive(evening)
    assert evening.view.welcome.camera == "late camera"
    evening.begin()
    assert (evening.view.mark, evening.store.table_kind(1)) == (None, TableKind.REAL)
    assert not TOUCHED & set(evening.cups.names())
