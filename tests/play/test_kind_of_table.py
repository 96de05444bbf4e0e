"""Real dice are never replaced by simulated ones: a game keeps to the kind of table that it was begun at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from companion.journal import TableKind
from companion.play.base.commands import (
    AcceptReading,
    CupsAreUp,
    EnterByHand,
    LeaveGame,
    NewGame,
    NextRound,
    ResumeGame,
    SetFace,
)
from companion.play.base.ports import Broker
from companion.play.modes.dice.views import BiddingScene, CheckScene, OverScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.tables import Equipment
from companion.rules import Challenged
from companion.text import say
from tests.play.evening import Evening, FakeCamera, FakeEye

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
    evening.controller.take_up(Equipment(Late(evening.clock), eye))
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
    assert (view.kind, view.picture, view.has_camera) == (CheckScene, None, False)
    assert evening.eye.frames == ()
    assert not TOUCHED & set(evening.cups.names())
    assert isinstance(evening.store.load(1).events[-1], Challenged)


def test_it_says_that_it_waits_and_goes_on_by_hand(without_its_camera: Evening) -> None:
    evening = without_its_camera
    assert (evening.view.kind, evening.view.fault, evening.view.mark) == (
        RevealScene,
        say("table.waiting"),
        say("mark.waiting"),
    )
    evening.do(EnterByHand)
    tap_all(evening)
    assert (evening.view.kind, evening.view.scene.verdict.count) == (VerdictScene, 3)
    assert evening.do(NextRound).mark == say("mark.waiting")
    assert not TOUCHED & set(evening.cups.names())


@dataclass
class Links:
    """Looks on as other screens do, with one broker."""

    is_missing: bool = True
    club_round = None

    onlookers = None

    @property
    def brokers(self) -> tuple[Broker, ...]:
        return (Broker("broker.local:1883", "", self.is_missing),)


@pytest.mark.parametrize(
    ("kinds", "mark"),
    [
        ({}, "No broker"),
        ({"with_cups": True}, "Simulated table\nNo broker"),
        ({"with_camera": False, "looks_for_camera": True}, "Waiting for the camera\nNo broker"),
    ],
)
def test_a_game_is_marked_as_long_as_a_broker_hears_nothing_of_it(
    kinds: dict[str, bool], mark: str, sit_down: SitDown
) -> None:
    links = Links()
    evening = sit_down(servers=links, **kinds)
    assert evening.view.mark is None, "nothing is played yet"
    assert evening.begin().mark == mark
    links.is_missing = False
    assert evening.bid(2, 5).mark == (mark.removesuffix("No broker").rstrip("\n") or None)


def test_it_misses_a_camera_until_one_comes_and_reads_with_that_one(without_its_camera: Evening) -> None:
    evening = without_its_camera
    assert evening.controller.misses_camera
    eye = arrive(evening)
    view = evening.view
    assert not evening.controller.misses_camera
    assert (view.fault, view.mark, view.has_camera) == ("The late camera is back.", None, True)
    eye.sees = DICE
    evening.do(CupsAreUp)
    assert (evening.read().kind, evening.view.scene.verdict.count) == (VerdictScene, 3)
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
    while evening.view.kind is not OverScene:
        win_a_round(evening)
    again = evening.view.scene.rematch
    evening.do(NewGame, rules=again.rules, players=again.players, options=again.options, opener=again.opener)
    assert evening.store.table_kind(3) is TableKind.REAL


def win_a_round(evening: Evening) -> None:
    """The player on turn bids too much, is challenged, and loses dice."""
    evening.do(NextRound)
    if evening.view.kind is not BiddingScene:
        return
    dice = [seat.dice for seat in evening.view.scene.game.seats]
    bidder = next(seat.seat for seat in evening.view.scene.game.seats if seat.to_act)
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
    played = [view for view in evening.views if view.kind is not WelcomeScene]
    assert {view.kind for view in played} >= {BiddingScene, RevealScene, CheckScene, VerdictScene}
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
    assert evening.do(CupsAreUp).kind is CheckScene
    assert evening.camera.asked_after == []


def test_a_camera_that_comes_does_not_touch_a_simulated_game_but_serves_the_next(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True, looks_for_camera=True)
    assert evening.controller.misses_camera
    challenged(evening)
    assert not evening.controller.misses_camera
    eye = arrive(evening)
    assert evening.view.mark == say("mark.simulated")
    evening.lift(*DICE)
    assert (evening.view.kind, eye.frames) == (VerdictScene, ())
    evening.do(LeaveGame)
    assert evening.view.scene.camera == "late camera"
    evening.begin()
    assert (evening.view.mark, evening.store.table_kind(2)) == (None, TableKind.REAL)


def test_a_camera_that_comes_on_the_first_screen_plays_the_next_game(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True, looks_for_camera=True)
    arrive(evening)
    assert evening.view.scene.camera == "late camera"
    evening.begin()
    assert (evening.view.mark, evening.store.table_kind(1)) == (None, TableKind.REAL)
    assert not TOUCHED & set(evening.cups.names())
