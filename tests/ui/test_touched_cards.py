"""A match of Liar, Liar by touches on the real screen: from the first screen to the winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Store
from companion.play.modes.cards.views import CardsOverScene, CardsScene
from tests.ui.fingers import draw_frames
from tests.ui.touched_cards import TouchedCards, cards_at

RUN, LAST = "2S 3S 4S 5S 6S 7S 8S", "9S"
"""Seven cards and a hit: with the card drawn all that a player holds."""


def win_a_chip(table: TouchedCards) -> None:
    """Ada Quests Ben, who lies and is caught; then she gives a card and Ben's turn begins."""
    table.ask("7", other=1)
    table.evening.picture("cards_asked")
    table.touch("Yes", "Liar, Liar!")
    assert table.evening.screen.ids.quest.cry == "Liar, Liar!"
    assert {"Yes!", "Liar, Liar!"} <= table.evening.fingers.words()
    table.evening.picture("cards_liar")
    table.touch("Turn the card over")
    table.tap_cards("KH")
    assert table.chips() == [6, 4, 5]
    told = "It was the king of hearts, a lie, and Ada keeps it. Ben pays Ada a chip."
    assert {"Ben lied!", "Yes!", told} <= table.evening.fingers.words()
    table.touch("Card given to Ben")


def play_the_hand_out(table: TouchedCards, name: str) -> None:
    table.touch(f"{name} draws")
    table.meld(RUN)
    table.hit(0, LAST)
    table.evening.picture("cards_melds")
    table.touch(f"{name} plays out")


@pytest.mark.slow
def test_a_whole_match_is_played_by_touches_to_the_winner(tmp_path: Path) -> None:
    with cards_at(tmp_path) as table:
        table.begin()
        table.touch("The cards are dealt")
        win_a_chip(table)
        play_the_hand_out(table, "Ben")
        assert table.scores() == [50, 60, 40]
        opener = 1
        while table.view.kind is not CardsOverScene:
            table.touch("The cards are dealt")
            play_the_hand_out(table, ("Ada", "Ben", "Cleo")[opener])
            opener = (opener + 1) % 3
        table.evening.picture("cards_winner")
        winner = table.view.scene.winner
        assert winner in table.evening.fingers.words()
        assert max(table.scores()) >= 250
        with Store(tmp_path / "games.sqlite", now=lambda: pytest.fail("nothing"), writing=False) as journal:
            (saved,) = journal.games()
            match = journal.load(saved.id).game
        assert match.players[match.winner] == winner
        assert list(match.scores) == table.scores()
        table.touch("Play again")
        assert (table.view.kind, table.view.scene.cards.hand) == (CardsScene, 0)


@pytest.mark.slow
def test_a_quest_taken_back_and_asked_again_after_the_app_was_closed(tmp_path: Path) -> None:
    with cards_at(tmp_path) as table:
        table.begin()
        table.touch("The cards are dealt")
        table.ask("S", other=2)
        header = table.evening.fingers.stage.ids.header.ids
        table.evening.fingers.tap(header.undo)
        table.touch("Undo")
        assert table.view.scene.cards.quest is None
        table.ask("QH", other=1)
        table.touch("No")
    with cards_at(tmp_path) as table:
        line = "Ada, Ben and Cleo: hand 1, Ada to accept or challenge"
        table.evening.touch(line, lambda view: view.kind is CardsScene)
        assert {"Ada", "Ben", "No!"} <= table.evening.fingers.words()
        table.touch("Liar, Liar!", "Ben has none")
        assert table.chips() == [4, 6, 5]
        table.evening.fingers.tap_words("Ben swaps cards")
        table.touch("2")
        assert table.view.scene.cards.discards == 2


@pytest.mark.slow
def test_a_chip_flies_from_the_payer_to_the_payee_and_lands(tmp_path: Path) -> None:
    from companion.ui.art.theme import THEME

    with cards_at(tmp_path) as table:
        table.begin()
        table.touch("The cards are dealt")
        table.ask("7", other=1)
        table.touch("Yes", "Liar, Liar!", "Turn the card over")
        THEME.motion = 1.0
        table.tap_cards("KH")
        flight = table.ids.flight
        assert len(flight.children) == 1
        THEME.motion = 0.0
        flight.land()
        draw_frames(1)
        assert not flight.children


@pytest.mark.slow
def test_a_card_that_cannot_be_touched_says_why(tmp_path: Path) -> None:
    with cards_at(tmp_path) as table:
        table.begin()
        table.touch("The cards are dealt", "Ada draws")
        table.meld("8S 9S 10S")
        table.touch("Lay a meld")
        (key,) = (key for key in table.ids.grid.keys if key.cell.card.rank == "9" and not key.lit)
        table.evening.fingers.tap(key)
        assert "The 9 of spades lies on the table already." in table.evening.fingers.words()
        table.evening.fingers.tap(table.evening.fingers.stage.ids.header.ids.leading)
        table.evening.wait_for(lambda view: view.kind is CardsScene)
