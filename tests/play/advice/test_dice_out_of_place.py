"""Dice too many, too few, or out of place when they are read: who, how many, how many owed, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.play.base.commands import AcceptReading, CupsAreUp, NextRound, RemoveDie, SetFace, Undo
from companion.play.modes.dice.views import BiddingScene, CheckScene, OpeningRollScene, VerdictScene
from companion.play.views import TableView
from companion.rules import OpeningRolled
from tests.play.advice.watched_squares import WatchedEvening

TWOS = (2, 2, 2, 2, 2)
AGAIN = ", then look again."


def told(view: TableView) -> str | None:
    return None if view.advice is None else view.advice.sentence


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[WatchedEvening]:
    """An evening whose squares nobody knows, until a test says what lies there."""
    evening = WatchedEvening(tmp_path / "games.sqlite3")
    evening.squares.lie = None
    yield evening
    evening.close()


@pytest.fixture
def second_round(evening: WatchedEvening) -> WatchedEvening:
    """Bob has lost one die of five; Cy challenges Ann's next bid."""
    evening.begin(players=3)
    evening.bid(3, 5)
    evening.challenge(1)
    evening.lift((5, 5, 5, 5, 2), TWOS, TWOS)
    evening.do(NextRound)
    evening.bid(4, 5)
    evening.bid(5, 5)
    evening.challenge(2)
    return evening


def test_a_die_that_was_lost_and_not_paid_is_asked_for_by_name(second_round: WatchedEvening) -> None:
    second_round.squares.lie = 0
    view = second_round.lift(TWOS, TWOS, TWOS)
    assert view.kind is CheckScene
    assert (
        told(view) == "Bob still has the die that Bob lost: put it on the Lost Dice Squares, then look again."
    )
    assert (
        view.scene.hands[1].complaint == "Bob's cup: 4 dice expected, 5 seen. Take away what isn't Bob's die."
    )
    assert [(each.words, each.command) for each in view.advice.answers] == [
        ("Look again", CupsAreUp(view.number))
    ]
    second_round.squares.lie = 1
    assert second_round.lift(TWOS, TWOS[:4], TWOS).kind is VerdictScene


def test_a_lost_die_of_somebody_else_is_back_in_play(second_round: WatchedEvening) -> None:
    second_round.squares.lie = 0
    view = second_round.lift((*TWOS, 6), TWOS[:4], TWOS)
    assert told(view) == (
        "A lost die is back in play, and Ann has one die too many: "
        "put it on the Lost Dice Squares, then look again."
    )


@pytest.mark.parametrize(
    ("sees", "lost", "sentence"),
    [
        (
            (TWOS, TWOS, TWOS[:4]),
            1,
            f"Bob has one die too many, Cy one too few: has Cy paid what Bob lost? Give it back{AGAIN}",
        ),
        (
            ((*TWOS, 6), TWOS[:4], TWOS[:4]),
            1,
            "Ann has one die too many, Cy one too few: move what has rolled over, then look again.",
        ),
        (
            (TWOS, TWOS, TWOS),
            1,
            "Bob has one die too many: five lie there, Bob holds four. Take it away, then look again.",
        ),
        (
            (TWOS, TWOS, TWOS),
            None,
            "Bob has one die too many: five lie there, Bob holds four. Take it away, then look again.",
        ),
        (
            (TWOS, TWOS[:4], TWOS[:3]),
            1,
            "Cy is two dice short: three lie there, Cy holds five. Look under the cup, then look again.",
        ),
        (
            (TWOS, TWOS[:3], TWOS),
            2,
            "Bob is one die short, and the Lost Dice Squares hold one die too many: "
            "roll it openly for Bob, then look again.",
        ),
    ],
    ids=["paid for another", "rolled over", "too many", "squares unknown", "too few", "too many paid"],
)
def test_who_has_how_many_and_what_to_do(
    second_round: WatchedEvening, sees: tuple[tuple[int, ...], ...], lost: int | None, sentence: str
) -> None:
    second_round.squares.lie = lost
    assert told(second_round.lift(*sees)) == sentence


def test_what_is_answered_by_touch_is_not_told_any_more(second_round: WatchedEvening) -> None:
    second_round.squares.lie = 0
    second_round.lift(TWOS, TWOS, TWOS[:4])
    assert told(second_round.view).startswith("Bob still has")
    view = second_round.do(RemoveDie, seat=1, slot=4)
    assert told(view) == f"Cy is one die short: four lie there, Cy holds five. Look under the cup{AGAIN}"
    view = second_round.do(SetFace, seat=2, slot=4, face=3)
    assert (view.advice, view.scene.may_accept) == (None, True)
    assert second_round.do(AcceptReading).kind is VerdictScene


def test_a_die_at_nobodys_place_is_offered_to_who_is_short(second_round: WatchedEvening) -> None:
    second_round.squares.lie, second_round.eye.strays = 1, (4,)
    view = second_round.lift(TWOS, TWOS[:3], TWOS)
    assert told(view) == (
        "Bob is one die short, and a die lies in nobody's place: is it Bob's? Move it there, then look again."
    )
    view = second_round.lift(TWOS, TWOS[:4], TWOS)
    assert told(view) == (
        "A die lies in nobody's place and counts for nobody: move it to its player or away, then look again."
    )
    assert view.scene.may_accept
    second_round.eye.strays = ()
    assert second_round.lift(TWOS, TWOS[:4], TWOS).kind is VerdictScene


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        (0, "A lost die is back in play at Bob's place: put it on the Lost Dice Squares, then look again."),
        (1, "A die lies at the place of Bob, who is out: take it away, then look again."),
    ],
)
def test_a_die_at_the_place_of_a_player_who_is_out(evening: WatchedEvening, lost: int, sentence: str) -> None:
    evening.begin(players=3, dice=1)
    evening.bid(1, 5)
    evening.challenge(1)
    evening.lift((5,), (5,), (2,))
    evening.do(NextRound)
    evening.bid(1, 5)
    evening.challenge(2)
    evening.squares.lie, evening.eye.strays, evening.eye.beside = lost, (3,), 1
    view = evening.lift((2,), (), (2,))
    assert (told(view), view.scene.may_accept) == (sentence, True)


def test_a_correction_of_a_verdict_is_not_advised_on(second_round: WatchedEvening) -> None:
    second_round.squares.lie = 0
    second_round.lift(TWOS, TWOS, TWOS)
    assert second_round.do(Undo).advice is None


def test_an_opening_roll_that_is_sure_needs_no_touch_and_is_taken_back(evening: WatchedEvening) -> None:
    evening.begin("cardinal", 3)
    view = evening.lift((5,), (2,), (6,))
    assert (view.message, view.advice) == ("Cy rolled highest, a 6, and opens.", None)
    assert (view.kind, view.undo_words) == (BiddingScene, "take back the opening roll")
    assert evening.do(Undo).kind is OpeningRollScene


def test_an_opening_roll_in_doubt_is_said_before_it_is_kept(evening: WatchedEvening) -> None:
    evening.begin("cardinal", 3)
    assert evening.lift((5,), (None,), (6,)).kind is CheckScene
    assert evening.do(SetFace, seat=1, slot=0, face=6).message == (
        "Bob and Cy are level with a 6 each and roll again."
    )
    assert evening.store.load(1).length == 1
    view = evening.do(AcceptReading)
    assert view.message == "Bob and Cy are level with a 6 each and roll again."
    assert evening.store.load(1).live_events[-1] == OpeningRolled(((0, 5), (1, 6), (2, 6)))


@pytest.mark.parametrize(
    ("sees", "sentence"),
    [
        (((5,), (2, 3), (6,)), "Bob rolls one die, but two lie there. Take the other away, then look again."),
        (
            ((5,), (2, 3, 3), (6,)),
            f"Bob rolls one die, but three lie there. Leave one{AGAIN}",
        ),
        (((5,), (), (6,)), "I can't see Bob's die. Roll it in front of Bob, then look again."),
    ],
)
def test_an_opening_roll_of_another_number_of_dice(
    evening: WatchedEvening, sees: tuple[tuple[int, ...], ...], sentence: str
) -> None:
    evening.begin("cardinal", 3)
    view = evening.lift(*sees)
    assert (told(view), view.scene.may_accept) == (sentence, False)


def test_who_is_not_level_does_not_roll_again(evening: WatchedEvening) -> None:
    evening.begin("cardinal", 3)
    evening.lift((5,), (2,), (5,))
    evening.do(AcceptReading)
    evening.eye.strays, evening.eye.beside = (2,), 1
    view = evening.lift((4,), (), (1,))
    assert told(view) == "Bob doesn't roll again. Take that die away, then look again."
    assert view.scene.may_accept
