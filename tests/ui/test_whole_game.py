"""A whole game by touches on the real screen: simulated table, real model, real journal, to the winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Store
from companion.play.modes.dice.views import BiddingScene, OverScene
from companion.rules import Phase
from tests.ui.touched_evening import (
    ACTIONS,
    PLAYERS,
    TouchedEvening,
    begin,
    bid_or_challenge,
    evening_at,
    look_under_the_cup,
)

pytestmark = pytest.mark.slow


def take_back_and_bid_again(evening: TouchedEvening) -> None:
    header = evening.fingers.stage.ids.header.ids
    before = evening.view.scene.game.bid
    bid_or_challenge(evening)
    evening.fingers.tap(header.undo)
    evening.picture("undo")
    evening.touch("Undo")
    assert evening.view.scene.game.bid == before
    bid_or_challenge(evening)


def test_a_whole_game_is_played_by_touches_to_the_winner(tmp_path: Path) -> None:
    with evening_at(tmp_path, in_real_time=True) as evening:
        play_to_the_winner(evening, tmp_path)


def play_to_the_winner(evening: TouchedEvening, folder: Path) -> None:
    begin(evening)
    look_under_the_cup(evening)
    take_back_and_bid_again(evening)
    while evening.view.kind is not OverScene:
        ACTIONS[evening.view.kind](evening)
    evening.picture("winner")
    assert evening.view.scene.winner in evening.fingers.words()
    assert {"welcome", "challenge", "cups_up", "verdict", "winner"} <= evening.pictures
    with Store(
        folder / "games.sqlite", now=lambda: pytest.fail("nothing is written"), writing=False
    ) as journal:
        (saved,) = journal.games()
        game = journal.load(saved.id).game
    assert game.phase is Phase.OVER
    assert game.players[game.winner] == evening.view.scene.winner
    evening.touch("Play again", lambda view: view.kind is BiddingScene)
    assert tuple(seat.name for seat in evening.view.scene.game.seats) == PLAYERS
    assert evening.view.scene.game.round_number == 1
