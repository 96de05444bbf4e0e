"""What can be on the table: the states of all modes, a closed union; each gives its view."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.play.base.views import Surroundings, View
from companion.play.modes.cards.pages import card_view
from companion.play.modes.cards.sentences import say_card_scene
from companion.play.modes.cards.state import CardsOnTable, CardTable
from companion.play.modes.counting.mode import counting_view
from companion.play.modes.counting.state import CountingTable, say_counting
from companion.play.modes.dice.sentences import say_dice_scene
from companion.play.modes.dice.showing import dice_view
from companion.play.modes.dice.state import LOOKING, DiceTable, resumed_game
from companion.play.modes.house_rules.state import MixingTable
from companion.play.modes.house_rules.views import mixing_view, say_mixing
from companion.play.modes.setup.mode import say_next, setup_view
from companion.play.modes.setup.state import SetupTable
from companion.play.modes.welcome.mode import say_welcome, welcome_screen
from companion.play.modes.welcome.state import WelcomeTable
from companion.play.overlays.views import ModeScene
from companion.rules import GameRecord, Match

PlayedTable = DiceTable | CardsOnTable
"""A game is on the table."""
Table = WelcomeTable | MixingTable | SetupTable | CountingTable | PlayedTable


def resumed(number: int, game_id: int, record: GameRecord) -> PlayedTable:
    if isinstance(record.game, Match):
        return CardsOnTable(number, CardTable(game_id, record))
    return resumed_game(number, game_id, record)


def id_on_table(table: Table) -> int | None:
    match table:
        case DiceTable():
            return table.game_id
        case CardsOnTable():
            return table.cards.game_id
    return None


def is_being_read(table: Table) -> bool:
    return isinstance(table, PlayedTable) and table.is_being_read


def wants_live_picture(table: Table) -> bool:
    return isinstance(table, PlayedTable) and table.wants_live_picture


def is_over(table: Table) -> bool:
    return isinstance(table, PlayedTable) and table.is_over


def begins_to_look(before: Table, table: Table) -> bool:
    match before, table:
        case DiceTable(), DiceTable():
            return table.moment in LOOKING and table.moment is not before.moment
        case CardsOnTable(), CardsOnTable():
            return table.wants_live_picture and table.stage is not before.stage
    return wants_live_picture(table)


def view_of(table: Table, around: Surroundings) -> View[ModeScene]:
    mark = around.mark if isinstance(table, PlayedTable) else None
    return replace(_view(table, around), has_camera=around.camera is not None, mark=mark)


def _view(table: Table, around: Surroundings) -> View[ModeScene]:
    match table:
        case WelcomeTable():
            return welcome_screen(table, around)
        case MixingTable():
            return mixing_view(table)
        case SetupTable():
            return setup_view(table)
        case CountingTable():
            return counting_view(table, around.most_thrown)
        case DiceTable():
            return dice_view(table, around)
        case CardsOnTable():
            return card_view(table, around)
    assert_never(table)


def say_table(table: Table) -> str:
    match table:
        case WelcomeTable():
            return say_welcome(table)
        case MixingTable():
            return say_mixing(table)
        case SetupTable():
            return say_next(table.calibration)
        case CountingTable():
            return say_counting(table.counting)
        case DiceTable():
            return say_dice_scene(table)
        case CardsOnTable():
            return say_card_scene(table.cards)
    assert_never(table)
