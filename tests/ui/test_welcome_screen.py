"""The first screen: going on with a game, and setting one up, by touch."""

from __future__ import annotations

import pytest

from companion.play.base.commands import NewGame, ResumeGame
from companion.play.modes.welcome.views import WelcomeScene
from companion.ui.art.theme import LARGE, THEME
from companion.ui.widgets.sheet import ChoiceKey
from companion.ui.widgets.words import Words
from tests.made_views import made
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable

pytestmark = pytest.mark.slow


def type_name(table: TouchedTable, name: str) -> None:
    for letter in name.upper():
        table.tap_words("space" if letter == " " else letter)


def test_the_newest_unfinished_game_goes_on_at_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("Continue")
    assert table.sent == [ResumeGame(1, 7)]


def test_any_saved_game_can_be_chosen(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("Other saved games")
    assert {"Milton Bradley, 1987 · 2026-11-24 20:15", "Perudo · 2026-10-30 18:05"} <= table.words()
    table.tap_words("Dora and Eve: Eve has won")
    assert table.sent == [ResumeGame(1, 3)]


def test_upright_a_saved_game_of_long_names_is_as_large_as_the_others(kept_table: Opened) -> None:
    table = kept_table(480, 800).show(views.welcome())
    table.tap_words("Other saved games")
    games = [each for each in table.targets() if isinstance(each, ChoiceKey)]
    assert len({each.ids.title.font_size for each in games}) == 1


def test_no_line_of_a_choice_is_smaller_with_large_letters(kept_table: Opened) -> None:
    table = kept_table(800, 480, LARGE).show(views.welcome())
    table.tap_words("Practise")
    table.tap_words("Milton Bradley, 1987")
    keys = [each for each in table.targets() if isinstance(each, ChoiceKey)]
    lines = [
        each
        for key in keys
        for each in key.walk(restrict=True)
        if isinstance(each, Words) and each.said == key.line
    ]
    assert len(lines) == 4
    assert min(each.font_size for each in lines) >= THEME.text_small / LARGE - 1


def test_without_a_saved_game_there_is_only_a_new_one(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome(saved=False))
    assert not {"Continue", "Other saved games"} & table.words()
    assert {"New game", "Simulated table (no camera found)"} <= table.words()


def test_a_game_begins_with_three_touches(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome(saved=False))
    table.tap_words("New game")
    table.tap_words("Milton Bradley, 1987")
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ada", "Ben", "Cleo"), (), 0)]


def test_players_come_and_go_and_somebody_else_opens(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Milton Bradley, 1987")
    table.tap_words("Player")
    table.tap_words("Ada")
    table.tap_words("Remove")
    table.tap_words("Ben opens  ·  change")
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ben", "Cleo", "Dan"), (), 1)]


def test_a_name_is_taken_by_one_touch_or_typed(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Cardinal")
    table.tap_words("Ada")
    table.tap_words("Kim")
    table.tap_words("Ben")
    type_name(table, "anna lena")
    table.tap_words("Done")
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "cardinal", ("Kim", "Anna Lena", "Cleo"), (), None)]


def test_accented_letters_are_on_the_second_page_of_the_keyboard(kept_table: Opened) -> None:
    table = kept_table(480, 800).show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Cardinal")
    table.tap_words("Ada")
    type_name(table, "zo")
    table.tap_words("ÄÉ")
    table.tap_words("Ë")
    table.tap_words("Done")
    assert "Zoë" in table.words()


def test_a_name_cannot_be_taken_twice(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Cardinal")
    table.tap_words("Ada")
    assert "Ben" not in {key.text for key in table.stage.sheet.ids.presets.children}
    type_name(table, "ben")
    table.tap_words("Done")
    assert table.stage.sheet is not None


def test_two_players_are_the_fewest_and_six_the_most(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Milton Bradley, 1987")
    for _ in range(3):
        table.tap_words("Player")
    assert "Player" not in table.words()
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        table.tap_words(name)
        table.tap_words("Remove")
    table.tap_words("Eva")
    assert "Remove" not in table.words()


def test_variations_are_switched_and_only_changed_ones_are_named(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.tap_words("RH common hand")
    rows = {row.name: row for row in table.stage.screen.players.ids.options.children}
    table.tap(rows["dice"].control.ids.less)
    table.tap(rows["spot_on"].control)
    table.tap(rows["spot_on"].control)
    table.tap(rows["aces_wild"].control)
    table.tap(rows["tie_breaker"].control)
    table.tap(rows["tie_breaker"].control)
    table.tap_words("Start")
    options = (("dice", 5), ("spot_on", "win-back"), ("aces_wild", True))
    assert table.sent == [NewGame(1, "rh", ("Ada", "Ben", "Cleo"), options, 0)]


def test_the_pages_turn_back(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    leading = table.stage.ids.header.ids.leading
    table.tap_words("New game")
    table.tap_words("Cardinal")
    table.tap(leading)
    assert "Which game?" in table.words()
    table.tap(leading)
    assert "Continue" in table.words()


def test_closing_is_asked_first(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    leading = table.stage.ids.header.ids.leading
    table.tap(leading)
    table.tap_words("Stay")
    assert table.left == 0
    table.tap(leading)
    table.tap_words("Close")
    assert table.left == 1


def test_before_the_session_has_looked_there_is_an_empty_first_screen(kept_table: Opened) -> None:
    table = kept_table().show(made(0, WelcomeScene, ""))
    assert "New game" in table.words()
