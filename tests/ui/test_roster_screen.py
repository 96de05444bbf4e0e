"""The last table again at one touch, earlier players as keys, and an order made by a finger."""

from __future__ import annotations

from companion.play.base.commands import NewGame
from tests.ui import sample_parts as parts
from tests.ui.fingers import Opened, at_the_players
from tests.ui.roster_scenes import played_before


def test_the_last_table_plays_again_at_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(played_before())
    table.tap_words("Same table as last time")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ann", "Bob", "Cy"), (), 0)]


def test_those_of_the_last_table_sit_there_for_another_game(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before(parts.SHORT_NAMES[:2])))
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ann", "Bob"), (), 0)]


def test_names_of_earlier_games_are_keys_that_add_them(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before()))
    table.tap_words("Oma")
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ann", "Bob", "Cy", "Oma"), (), 0)]


def test_names_of_earlier_games_are_offered_before_others(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before()))
    table.tap_words("Ann")
    offered = [key.text for key in reversed(table.stage.sheet.ids.presets.children)]
    assert offered[:3] == ["Opa", "Oma", "Bartholomew"]


def test_a_dragged_player_sits_where_the_other_one_sat_and_who_opens_still_opens(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before()))
    table.drag(table.target_with("Cy"), table.target_with("Ann"))
    assert table.stage.sheet is None
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Cy", "Ann", "Bob"), (), 1)]


def test_a_player_dragged_beside_the_others_stays(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before()))
    table.drag(table.target_with("Cy"), table.target_with("Start"))
    table.tap_words("Start")
    assert table.sent == [NewGame(1, "milton-bradley", ("Ann", "Bob", "Cy"), (), 0)]


def test_a_name_that_somebody_has_is_refused_and_it_is_said_why(kept_table: Opened) -> None:
    table = at_the_players(kept_table().show(played_before()))
    table.tap_words("Bob")
    sheet = table.stage.sheet
    for letter in "ANN":
        table.tap_words(letter)
    assert sheet.ids.field.text == "Ann plays already: what else is this player called?"
    assert sheet.ids.done.disabled
    table.tap_words("A")
    assert (sheet.ids.field.text, sheet.ids.done.disabled) == ("Anna|", False)
