"""The winner's screen: awards from the game's figures, who won tonight, who catches whom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.journal import SavedGame
from companion.play.base.commands import NextRound
from companion.play.modes.dice.awards import Tonight, say_tonight, tonight
from companion.play.modes.dice.views import AwardView, OverScene
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun, replay
from tests.play.evening import Evening

EIGHT = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)
NOBODY_WINS = (BidMade(0, 1, 5), Challenged(1), CupsRevealed(((2, 3), (3, 4))))
"""The first player is caught, and loses one of two dice."""
SECOND_WINS = (*NOBODY_WINS, BidMade(1, 1, 4), Challenged(0), CupsRevealed(((2,), (4, 4))))


def saved(number: int, begun_at: datetime, *players: str, events: tuple = SECOND_WINS) -> SavedGame:
    record = replay((GameBegun("milton-bradley", players, (("dice", 2),), 0), *events))
    return SavedGame(number, begun_at, len(record.events), record.game)


def test_an_evening_counts_wins_and_who_caught_whom() -> None:
    games = [
        saved(4, EIGHT + timedelta(hours=2), "Ben", "Cleo"),
        saved(3, EIGHT + timedelta(hours=1), "Ben", "Cleo", events=NOBODY_WINS),
        saved(2, EIGHT, "Ben", "Cleo"),
    ]
    evening = tonight(games, 4)
    assert evening == Tonight((("Cleo", 2),), ("Cleo", "Ben", 3))
    assert say_tonight(evening) == "Tonight's wins: Cleo 2. Cleo has caught Ben three times tonight."


def test_a_clock_that_was_set_back_takes_no_win_away() -> None:
    games = [saved(2, EIGHT, "Ben", "Cleo"), saved(1, EIGHT + timedelta(minutes=40), "Ben", "Cleo")]
    assert tonight(games, 2) == Tonight((("Cleo", 2),), ("Cleo", "Ben", 2))


@pytest.mark.parametrize(
    "other",
    [
        saved(1, EIGHT - timedelta(hours=13), "Ben", "Cleo"),
        saved(3, EIGHT + timedelta(hours=1), "Ben", "Cleo"),
        saved(1, EIGHT, "Ben", "Dora"),
    ],
    ids=["yesterday", "later", "other people"],
)
def test_games_of_other_evenings_or_people_do_not_count(other: SavedGame) -> None:
    evening = tonight([saved(2, EIGHT, "Ben", "Cleo"), other], 2)
    assert evening == Tonight((("Cleo", 1),), None)
    assert say_tonight(evening) == ""


def test_the_winner_is_shown_with_the_awards_of_the_game(evening: Evening) -> None:
    evening.begin(dice=3)
    evening.bid(1, 5)
    evening.challenge(1)
    evening.lift((2, 3, 4), (3, 4, 2))
    evening.do(NextRound)
    evening.bid(1, 4)
    evening.bid(2, 4)
    evening.challenge(1)
    evening.lift((2, 3), (3, 2, 2))
    view = evening.do(NextRound)
    assert view.kind is OverScene
    assert view.scene.awards == (AwardView(1, "Bob", "Best nose", "2 of 2 right"),)
    assert view.scene.evening == "Bob has caught Ann two times tonight."


def test_a_chance_below_one_in_two_hundred_is_never_told_as_none(evening: Evening) -> None:
    evening.begin(dice=10)
    evening.bid(9, 5)
    evening.challenge(1)
    evening.lift((2,) * 10, (5,) * 10)
    evening.do(NextRound)
    evening.bid(20, 6)
    evening.challenge(1)
    evening.lift((2,) * 10, (5,) * 9)
    view = evening.do(NextRound)
    assert view.kind is OverScene
    assert view.scene.awards[0] == AwardView(0, "Ann", "Boldest bid", "Nine 5s, at less than 1%")
