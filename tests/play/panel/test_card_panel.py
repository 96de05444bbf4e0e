"""Buttons and lamps at the card table: the lamp follows the turn, the round button is the one yellow key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.panel import ChallengePressed, Lamp, PanelLights, RoundPressed, Sound
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
)
from companion.play.panel import PanelDesk
from tests.clocks import Ticks
from tests.play.card_evening import CardEvening, FakeCardEye
from tests.play.evening import Evening


class Lights:
    """A panel that keeps what it is told to show."""

    seats = 8

    def __init__(self) -> None:
        self.shown: list[PanelLights] = []

    def listen(self, on_signal: Callable[..., None]) -> None:
        raise AssertionError("signals are given to the desk here")

    def show(self, lights: PanelLights) -> None:
        self.shown.append(lights)

    def close(self) -> None:
        self.shown.clear()


class PanelTable(CardEvening):
    """A card table with a panel desk that hears of every view, as the session has it."""

    def __init__(self, evening: Evening) -> None:
        self.panel = Lights()
        self.desk = PanelDesk(self.panel, Ticks())
        super().__init__(evening, target=50)
        self.press_round()

    def press_round(self) -> None:
        self._hear(RoundPressed(0))

    def press(self, seat: int) -> None:
        self._hear(ChallengePressed(seat, 0))

    def _hear(self, signal: object) -> None:
        self.desk.show(self.view)
        command = self.desk.hear(signal)
        if command is not None:
            self.send(command)
        self.desk.show(self.view)

    @property
    def lights(self) -> PanelLights:
        self.desk.show(self.view)
        return self.panel.shown[-1]


@pytest.fixture
def table(sit_down: Callable[..., Evening]) -> PanelTable:
    """The round button has dealt the first hand."""
    return PanelTable(sit_down(card_eye=FakeCardEye()))


def test_the_round_button_deals_and_the_lamp_shows_whose_turn_it_is(table: PanelTable) -> None:
    assert (table.view.kind, table.cards.hand) == (CardsScene, 1)
    assert table.lights.lamps == (Lamp.TURN, Lamp.OFF)
    table.press_round()
    assert table.words()[0] == "Ann discards"
    table.press_round()
    assert table.lights.lamps == (Lamp.OFF, Lamp.TURN)


def test_the_round_button_says_neither_yes_nor_no(table: PanelTable) -> None:
    table.ask("7")
    number = table.view.number
    table.press_round()
    assert (table.view.number, table.lights.lamps) == (number, (Lamp.OFF, Lamp.TURN))


def test_the_askers_button_says_liar_liar_and_nobody_elses_does(table: PanelTable) -> None:
    table.ask("7")
    table.touch("Yes")
    table.press(1)
    assert table.words() == ["Accept", "Liar, Liar!"]
    table.press(0)
    assert table.cards.quest.challenged
    assert Sound.CHALLENGE in [lights.sound for lights in table.panel.shown]


def test_the_round_button_has_the_card_read_and_takes_it(table: PanelTable) -> None:
    table.ask("7")
    table.touch("Yes")
    table.press(0)
    table.press_round()
    assert table.view.kind is CardLookScene
    table.press_round()
    table.read("7S")
    assert table.view.kind is CardReadScene
    table.press_round()
    assert (table.view.kind, table.chips()) == (CardsScene, [4, 6])


def test_the_round_button_lays_a_meld_that_is_one_and_no_other(table: PanelTable) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", "10C")
    table.press_round()
    assert table.view.kind is CardSheetScene
    table.tap("10C", "10S")
    table.press_round()
    assert (table.view.kind, table.held()) == (CardsScene, [5, 7])


def test_the_winners_lamp_shines_and_is_heard_once(table: PanelTable) -> None:
    table.touch("Ann draws")
    table.meld("2S 3S 4S 5S 6S 7S 8S")
    table.hit(0, "9S")
    table.press_round()
    assert (table.view.kind, table.lights.lamps) == (CardsOverScene, (Lamp.WON, Lamp.OFF))
    assert [lights.sound for lights in table.panel.shown].count(Sound.WON) == 1


def test_the_ring_shines_where_cards_are_read(table: PanelTable, sit_down: Callable[..., Evening]) -> None:
    assert table.lights.ring
    assert not PanelTable(sit_down()).lights.ring


def test_a_button_at_an_empty_place_is_told(table: PanelTable) -> None:
    table.desk.show(table.view)
    assert table.desk.say(ChallengePressed(3, 0)).startswith("Nobody sits at seat 4")
