"""A damaged game goes on from its last good event, and every game's end leaves a backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import backups_of
from companion.play.base.commands import AcceptReading, LeaveGame, NextRound, ResumeGame
from companion.play.modes.dice.views import BiddingScene, CheckScene, OverScene, VerdictScene
from companion.play.views import Scene
from tests.play.evening import Evening


def damaged_behind_the_first_bid(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER event_stays")
        connection.execute("UPDATE event SET line = replace(line, ': 3', ': 5') WHERE number = 3")


def test_a_damaged_game_is_named_and_goes_on_from_its_last_good_event(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    evening = Evening(path)
    evening.begin(dice=3)
    evening.bid(2, 5)
    evening.bid(3, 5)
    evening.do(LeaveGame)
    evening.begin(dice=3)
    evening.do(LeaveGame)
    evening.close()
    damaged_behind_the_first_bid(path)
    again = Evening(path)
    whole, damaged = again.view.scene.saved
    assert "damaged" not in whole.line
    assert damaged.line.endswith("damaged behind event 2, can go on from there")
    view = again.do(ResumeGame, game_id=damaged.game_id)
    assert (view.kind, view.scene.game.bid) == (BiddingScene, "two 5s")
    again.bid(3, 4)
    again.do(LeaveGame)
    assert [each.game_id for each in again.view.scene.saved] == [3, 2]
    again.close()


def won(evening: Evening) -> None:
    evening.begin(dice=1)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((2,), (3,))
    if evening.view.kind is CheckScene:
        evening.do(AcceptReading)
    if evening.view.kind is VerdictScene:
        evening.do(NextRound)


def test_a_games_end_leaves_a_backup_with_the_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    evening = Evening(path)
    won(evening)
    assert evening.view.kind is OverScene
    assert evening.view.fault is None
    (backup,) = backups_of(path)
    evening.close()
    again = Evening(backup)
    assert again.view.scene.saved[0].over
    again.close()


def test_a_backup_that_cannot_be_made_is_said_and_the_game_is_won_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path / "games.sqlite3")
    (tmp_path / "backups").write_text("a file in the folder's place")
    won(evening)
    assert evening.view.kind is OverScene
    assert evening.view.fault.startswith("No backup could be made in")
    evening.close()


def test_the_winner_is_on_the_screen_before_the_backup_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path / "games.sqlite3")
    shown: list[Scene] = []
    monkeypatch.setattr(evening.store, "back_up", lambda: shown.append(evening.view.kind))
    won(evening)
    assert shown == [OverScene]
    evening.close()
