"""A whole game of twelve by touches: RH's common hand, the simulated table with twelve cups, the real eye."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Store
from companion.play.modes.dice.views import BiddingScene, OverScene
from companion.rules import CupsRevealed, Game, Phase
from companion.text import say
from tests.ui.touched_evening import ACTIONS, TouchedEvening, evening_at

pytestmark = pytest.mark.slow

PLAYERS = 12


def sit_down(evening: TouchedEvening) -> None:
    """Twelve on the page of the players, with one die each."""
    evening.fingers.tap_words("New game")
    evening.fingers.tap_words("RH common hand")
    players = evening.screen.players
    while len(players.names) < PLAYERS:
        evening.fingers.tap_words(say("players.add"))
    assert say("players.add") not in evening.fingers.words(), "a thirteenth could be added"
    (dice,) = (row for row in players.ids.options.children if row.name == "dice")
    while dice.value > 1:
        evening.fingers.tap(dice.control.ids.less)
    evening.touch("Start", lambda view: view.kind is BiddingScene)


def bid_then_challenge(evening: TouchedEvening) -> None:
    """The opener bids, who sits next challenges."""
    if evening.view.scene.game.bid_quantity is None:
        evening.touch(evening.screen.pad.ids.bid)
    else:
        evening.touch("Liar!")


def test_twelve_play_by_touches_to_the_winner(tmp_path: Path) -> None:
    with evening_at(tmp_path) as evening:
        sit_down(evening)
        assert len(evening.view.scene.game.seats) == len(evening.table.truth()) == PLAYERS
        while evening.view.kind is not OverScene:
            {**ACTIONS, BiddingScene: bid_then_challenge}[evening.view.kind](evening)
        assert evening.view.scene.winner in evening.fingers.words()
    with Store(tmp_path / "games.sqlite", now=lambda: pytest.fail("read only"), writing=False) as journal:
        (game,) = journal.games()
        record = journal.load(game.id)
    assert isinstance(record.game, Game)
    assert (record.game.phase, len(record.game.players)) == (Phase.OVER, PLAYERS)
    reveals = [event for event in record.live_events if isinstance(event, CupsRevealed)]
    assert [sum(map(len, each.dice)) for each in reveals] == list(range(PLAYERS, 1, -1))
