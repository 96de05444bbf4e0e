"""A match of cards in the journal does not disturb the dice table."""

from __future__ import annotations

from evening import Evening

from companion.play.commands import LeaveGame
from companion.rules.events import GameBegun


def test_a_match_of_cards_is_not_among_the_games_to_go_on_with(evening: Evening) -> None:
    evening.store.begin_game(GameBegun("liar-liar", ("Ann", "Joe")))
    evening.begin(dice=1)
    view = evening.do(LeaveGame)
    assert [saved.game_id for saved in view.welcome.saved] == [2]
