"""Liar, Liar at the simulated table, by touches on the real app: the house lays cards, the real eye reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.play.modes.cards.views import CardReadScene
from companion.recognition.cards.eye import CardEye
from companion.simulator import SimulatedCardTable
from tests.awaited_time import AwaitedTime
from tests.ui.touched_cards import TouchedCards, code_of
from tests.ui.touched_evening import TouchedEvening

SEED = 3


class AtTheSimulatedTable(TouchedCards):
    """Fingers that know what really lies there: they answer the eye's doubts."""

    def __init__(self, evening: TouchedEvening, table: SimulatedCardTable) -> None:
        super().__init__(evening)
        self.table = table

    def lying(self) -> list[str]:
        """The cards that the house has just laid."""
        return [card.code for card in self.table.cards_in_view() if card.new]

    def look(self, words: str) -> None:
        """Have the eye read, and wait for what comes of it."""
        number = self.view.number
        self.evening.touch(words, lambda view: view.number > number + 1)

    def answer_doubts(self) -> None:
        """Tap what the eye did not tell; nothing that it told may be wrong."""
        sheet = self.view.scene.sheet
        told = [code_of(card) for card in sheet.picked]
        assert set(told) <= set(self.lying())
        self.tap_cards(*(code for code in self.lying() if code not in told))


@contextmanager
def simulated_cards(folder: Path) -> Iterator[AtTheSimulatedTable]:
    time = AwaitedTime()
    opened = open_camera("simulated", Simulation(seed=SEED), time.clock)
    journal = folder / "games.sqlite"
    wired = Evening(journal, opened, None, SEED, False, card_eye=CardEye(), clock=time.clock, inbox=time)
    with session_of(wired) as session:
        evening = TouchedEvening(session, opened.cups, time=time)
        try:
            yield AtTheSimulatedTable(evening, opened.cards)
        finally:
            evening.close()


@pytest.mark.slow
def test_a_card_and_a_hand_are_laid_by_the_house_and_read(tmp_path: Path) -> None:
    with simulated_cards(tmp_path) as cards:
        cards.begin()
        cards.touch("The cards are dealt")
        cards.ask("7", other=1)
        cards.touch("Yes", "Liar, Liar!", "Turn the card over")
        cards.evening.wait_for(lambda view: view.picture is not None)
        (card,) = cards.lying()
        cards.look("Read the card")
        cards.evening.picture("house_read")
        if cards.view.kind is CardReadScene:
            assert code_of(cards.view.scene.offer.card) == card
            cards.touch("That's right")
        else:
            cards.answer_doubts()
        assert code_of(cards.view.scene.cards.told_card) == card
        assert cards.lying() == []
        assert not card.startswith("7"), "with this seed Ben lies"
        cards.touch("Card given to Ben")
        cards.ask("K", other=2)
        cards.touch("No", "Liar, Liar!", "Check all cards")
        held = cards.view.scene.cards.seats[2].cards
        assert len(cards.lying()) == held
        cards.look("Read the hand")
        cards.evening.picture("house_hand")
        cards.answer_doubts()
        cards.evening.touch(cards.ids.take)
        assert cards.lying() == []
