"""The Lost Dice Squares between rounds: what is said of them; it never blocks or changes the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import ReadingNote, SquaresNote
from companion.play.base.commands import (
    CallSpotOn,
    Command,
    CupsAreUp,
    LeaveGame,
    LookAgain,
    NewGame,
    NextRound,
    Peek,
    PlayerLeaves,
    ResumeGame,
    SquaresAreRight,
    Undo,
)
from companion.play.looking import AGAIN_S, NOW_AND_THEN_S
from companion.play.modes.dice.views import RevealScene, VerdictScene
from companion.play.modes.dice.watchers import LOOKS_IN_VAIN, PATIENCE_S, SQUARES_EVERY_S
from companion.play.views import TableView
from tests.play.advice.watched_squares import WatchedEvening
from tests.play.evening import Evening, Later

OWES_ONE = "Bob owes one die: put it on the Lost Dice Squares."


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[WatchedEvening]:
    evening = WatchedEvening(tmp_path / "games.sqlite3")
    yield evening
    evening.close()


def test_what_the_loser_still_owes_is_told_with_two_keys_and_goes_once_it_is_paid(
    watched: WatchedEvening,
) -> None:
    watched.lost()
    watched.wait()
    assert watched.told == OWES_ONE
    assert [each.words for each in watched.view.advice.answers] == ["The dice are right", "Look again"]
    watched.squares.lie = 1
    assert watched.wait(2.5).advice is None


@pytest.mark.parametrize(
    ("losses", "lie", "told"),
    [
        (1, 0, OWES_ONE),
        (2, 0, "Bob owes two dice: put them on the Lost Dice Squares."),
        (2, 1, "Bob owes one more die: put it on the Lost Dice Squares."),
        (1, 2, "Bob has put down one die too many: take it back."),
        (1, 3, "Bob has put down two dice too many: take them back."),
        (1, 1, None),
    ],
)
def test_too_few_and_too_many_paid_are_told_with_the_loser_and_the_number(
    watched: WatchedEvening, losses: int, lie: int, told: str | None
) -> None:
    watched.lost(losses=losses)
    watched.squares.lie = lie
    watched.wait()
    assert watched.told == told


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (0, "Bob and Cy owe one die each: put them on the Lost Dice Squares."),
        (1, "Bob and Cy owe one more die between them: put it on the Lost Dice Squares."),
        (3, "The Lost Dice Squares hold 3 dice, but two are lost. Take one away."),
    ],
)
def test_where_several_have_lost_all_of_them_are_named(watched: WatchedEvening, lie: int, told: str) -> None:
    watched.begin(players=3)
    watched.bid(3, 5)
    watched.challenge(1)
    watched.lift((5, 5, 5, 2, 2), (2, 2, 2, 2, 2), (2, 2, 2, 2, 2))
    watched.do(NextRound)
    watched.squares.lie = lie
    watched.wait()
    assert watched.told == told


def test_dice_lost_long_ago_that_are_gone_are_told_by_their_number(watched: WatchedEvening) -> None:
    watched.lost(losses=2)
    watched.squares.lie = 2
    watched.wait()
    watched.bid(1, 5)
    watched.challenge(1)
    watched.lift((5, 5, 2, 2, 2), (2, 2, 2))
    watched.do(NextRound)
    watched.squares.lie = 1
    watched.wait()
    assert watched.told == "The Lost Dice Squares hold 1 die, but three are lost. Put the other two there."


def test_for_the_dice_of_who_left_nobody_else_is_blamed(watched: WatchedEvening) -> None:
    names = ("Ann", "Bob", "Cy", "Dee")
    watched.do(NewGame, rules="milton-bradley", players=names, options=(("dice", 1),), opener=0)
    watched.wait()
    watched.bid(1, 5)
    watched.challenge(1)
    assert watched.lift((5,), (2,), (5,), (2,)).of(VerdictScene).scene.verdict.losses == (0, 1, 0, 0)
    watched.squares.lie = 1
    watched.do(NextRound)
    watched.wait()
    watched.do(PlayerLeaves, player=2)
    advice = watched.wait().advice
    assert advice is not None
    told = "The Lost Dice Squares hold 1 die, but two are lost. Put the missing one there."
    assert advice.sentence == told


def test_a_die_won_back_is_taken_from_the_squares(watched: WatchedEvening) -> None:
    watched.begin("rh", spot_on="win-back", dice=5)
    watched.bid(3, 5)
    watched.challenge(1)
    watched.lift((5, 5, 5, 2, 2), (2, 2, 2, 2, 2))
    watched.do(NextRound)
    watched.squares.lie = 1
    watched.wait()
    assert watched.told is None
    watched.bid(1, 2)
    watched.bid(2, 5)
    watched.do(CallSpotOn)
    watched.lift((5, 5, 2, 2, 2), (3, 3, 3, 3))
    watched.do(NextRound)
    watched.wait()
    assert watched.told == "Bob has won one die back: take it from the Lost Dice Squares."


def test_a_game_begins_with_empty_squares(watched: WatchedEvening) -> None:
    watched.begin()
    watched.squares.lie = 1
    watched.wait()
    assert watched.told == "The Lost Dice Squares hold 1 die, but none is lost. Take it away."


def test_nothing_is_told_before_two_looks_agree_and_hands_have_had_their_time(
    watched: WatchedEvening,
) -> None:
    watched.lost()
    assert watched.wait(PATIENCE_S - 1).advice is None
    for lie in (0, 2, 0, 2, 0, 2):
        watched.squares.lie = lie
        assert watched.wait(SQUARES_EVERY_S).advice is None
    assert watched.wait(2 * SQUARES_EVERY_S).advice is not None


def test_once_right_nobody_looks_again_in_that_round(watched: WatchedEvening) -> None:
    watched.lost()
    watched.squares.lie = 1
    watched.wait()
    looks = watched.squares.looks
    watched.squares.lie = 0
    assert watched.wait().advice is None
    assert (watched.squares.looks, watched.controller.wait_s) == (looks, None)


def test_the_game_goes_on_as_if_nothing_were_said(watched: WatchedEvening) -> None:
    watched.lost()
    before = watched.wait()
    assert watched.told == OWES_ONE
    assert (before.scene.game.seats[1].dice, before.scene.game.seats[1].lost) == (4, 1)
    view = watched.bid(2, 5)
    assert (view.scene.game.bid, view.fault, view.advice) == ("two 5s", None, None)
    assert watched.wait().advice.sentence == OWES_ONE
    watched.challenge(1)
    assert (watched.view.kind, watched.view.advice) == (RevealScene, None)


def test_the_players_overrule_and_their_word_is_kept_beside_the_next_event(watched: WatchedEvening) -> None:
    watched.lost()
    watched.wait()
    view = watched.touch("The dice are right")
    assert (view.advice, view.scene.game.seats[1].lost, view.scene.game.seats[1].dice) == (None, 1, 4)
    assert watched.wait().advice is None
    watched.bid(2, 5)
    assert watched.store.readings(1)[-1] == (5, ReadingNote((), SquaresNote(lost=1, seen=0)))
    watched.challenge(1)
    assert watched.lift((5, 5, 2, 2, 2), (2, 2, 2, 5)).scene.verdict.losses == (0, 1)
    assert watched.store.readings(1)[-1][1].squares is None
    watched.do(NextRound)
    watched.wait()
    assert watched.told == OWES_ONE
    watched.squares.lie = 1
    assert watched.wait().advice is None


@pytest.mark.parametrize("bids", [0, 1])
def test_the_players_word_for_the_dice_outlives_a_kill(tmp_path: Path, bids: int) -> None:
    watched = WatchedEvening(tmp_path / "games.sqlite3")
    watched.lost()
    watched.wait()
    watched.touch("The dice are right")
    for quantity in range(1, bids + 1):
        watched.bid(quantity, 5)
    watched.close()
    watched = WatchedEvening(tmp_path / "games.sqlite3")
    watched.do(ResumeGame, game_id=1)
    if watched.view.kind is VerdictScene:
        watched.do(NextRound)
    assert watched.wait().advice is None
    watched.bid(2, 5)
    assert watched.store.readings(1)[-1] == (5, ReadingNote((), SquaresNote(lost=1, seen=0)))
    watched.close()


def test_an_answer_to_an_older_count_is_refused(watched: WatchedEvening) -> None:
    watched.lost(losses=2)
    watched.wait()
    watched.squares.lie = 1
    watched.wait()
    fault = watched.do(SquaresAreRight, seen=0).fault
    assert fault == "I have counted the Lost Dice Squares again."
    assert watched.told.startswith("Bob owes one more die")


def test_looking_again_does_not_wait_for_hands(watched: WatchedEvening) -> None:
    watched.lost()
    watched.wait()
    assert watched.touch("Look again").advice is None
    assert watched.wait(1.5 * SQUARES_EVERY_S).advice.sentence == OWES_ONE


def test_a_verdict_taken_back_takes_back_what_is_owed(watched: WatchedEvening) -> None:
    watched.lost()
    watched.wait()
    assert watched.do(Undo).kind is RevealScene
    watched.lift((5, 5, 2, 2, 2), (2, 2, 2, 2, 2))
    watched.do(NextRound)
    watched.wait()
    assert watched.told == "Ann owes one die: put it on the Lost Dice Squares."


def test_a_game_taken_up_again_is_looked_at_again(watched: WatchedEvening) -> None:
    watched.lost()
    watched.wait()
    assert watched.do(LeaveGame).advice is None
    watched.do(ResumeGame, game_id=1)
    assert (watched.view.kind, watched.view.advice) == (VerdictScene, None)
    watched.do(NextRound)
    watched.wait()
    assert watched.told == OWES_ONE


def test_where_nobody_can_count_nothing_is_said_and_nobody_goes_on_looking(watched: WatchedEvening) -> None:
    watched.squares.lie = None
    watched.begin()
    assert watched.wait().advice is None
    assert (watched.squares.looks, watched.controller.wait_s) == (LOOKS_IN_VAIN, None)
    watched.bid(3, 5)
    assert watched.wait().advice is None
    assert watched.squares.looks == LOOKS_IN_VAIN


def test_a_look_in_vain_is_made_again(watched: WatchedEvening) -> None:
    watched.lost()
    watched.squares.lie = None
    watched.wait(SQUARES_EVERY_S)
    watched.squares.lie = 0
    assert watched.wait().advice.sentence == OWES_ONE


def test_nobody_looks_while_a_player_peeks_or_a_challenge_runs(tmp_path: Path) -> None:
    evening = WatchedEvening(tmp_path / "games.sqlite3", with_cups=True)
    evening.begin()
    evening.do(Peek, seat=0)
    evening.wait()
    assert evening.squares.looks == 0
    evening.do(Peek, seat=None)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.wait()
    assert evening.squares.looks == 0
    evening.close()


def test_where_live_pictures_are_small_lost_dice_are_counted_in_large_ones(watched: WatchedEvening) -> None:
    watched.camera.live_is_small = True
    watched.begin(players=2, dice=5)
    watched.wait(2.0)
    assert 0 < watched.squares.looks == len(watched.camera.asked_after)


def test_a_camera_that_is_gone_is_not_told_between_rounds(watched: WatchedEvening) -> None:
    watched.lost()
    watched.camera.gone = True
    assert watched.controller.wait_s == NOW_AND_THEN_S
    watched.controller.idle()
    assert (watched.view.fault, watched.controller.wait_s) == (None, AGAIN_S)


def test_a_look_at_the_squares_holds_up_no_touch(tmp_path: Path) -> None:
    background = Later()
    watched = WatchedEvening(tmp_path / "games.sqlite3", background)
    watched.begin(players=2, dice=5)
    watched.wait(0.5)
    watched.bid(3, 5)
    assert (watched.view.scene.game.bid_quantity, watched.squares.looks) == (3, 0)
    background.work()
    assert watched.squares.looks == 1
    watched.close()


def test_at_a_table_without_a_game_of_dice_nobody_looks(watched: WatchedEvening) -> None:
    watched.wait()
    assert watched.controller.wait_s is None
    watched.controller.idle()
    assert watched.squares.looks == 0


def test_switched_off_nobody_looks(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down()
    evening.begin()
    assert evening.controller.wait_s is None


def command_of(view: TableView, words: str) -> Command:
    return next(each.command for each in view.advice.answers if each.words == words)


def test_each_key_of_the_advice_is_a_command_made_on_its_view(watched: WatchedEvening) -> None:
    watched.lost()
    view = watched.wait()
    assert command_of(view, "The dice are right") == SquaresAreRight(view.number, 0)
    assert command_of(view, "Look again") == LookAgain(view.number)
    watched.do(CupsAreUp)
    assert "make the first bid" in watched.view.fault
