"""Mixing house rules by touch: switches, contradictions, names; and the game that is begun by them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.base.commands import (
    ChangeHouseRules,
    DeleteHouseRules,
    LeaveGame,
    MixHouseRules,
    NewGame,
    SaveHouseRules,
    SetSwitch,
)
from companion.play.views import TableView
from companion.ui.art.theme import LARGE
from companion.ui.screens.house_rules import SwitchRow
from companion.ui.widgets.sheet import ChoiceKey
from companion.ui.widgets.words import Words
from tests.made_views import changed
from tests.ui import house_samples as house
from tests.ui.fingers import Opened, box_of, draw_frames

pytestmark = pytest.mark.slow

SIZES = ((800, 480), (480, 800))


def numbered(view: TableView, number: int) -> TableView:
    return replace(view, number=number)


def test_mixing_begins_from_a_game_that_is_chosen(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome(1))
    table.tap_words("New game")
    table.tap_words("Mix house rules")
    table.tap_words("RH common hand")
    assert table.sent == [MixHouseRules(1, "rh")]


def test_without_a_shelf_nothing_is_mixed(kept_table: Opened) -> None:
    view = house.welcome(0)
    table = kept_table().show(changed(view, scene=changed(view.scene, beginnings=())))
    table.tap_words("New game")
    assert "Mix house rules" not in table.words()


@pytest.mark.parametrize("size", SIZES)
def test_large_letters_stay_on_their_rows(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size, LARGE).show(house.mixing())
    rows = [each for each in table.targets() if isinstance(each, SwitchRow)]
    assert len(rows) > 2
    for row in rows:
        _, low, _, high = box_of(row)
        words = [each for each in row.walk(restrict=True) if isinstance(each, Words)]
        assert [each.said for each in words if box_of(each)[1] < low or box_of(each)[3] > high] == []


@pytest.mark.parametrize("size", SIZES)
def test_what_a_switch_means_stands_right_under_its_name(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(house.mixing())
    told: list[SwitchRow | ChoiceKey] = [each for each in table.targets() if isinstance(each, SwitchRow)]
    table.tap_words("Bidding")
    table.tap_words("What raises a bid")
    told += [each for each in table.targets() if isinstance(each, ChoiceKey)]
    assert len(told) > 5
    for each in told:
        name, meaning = [words for words in each.walk(restrict=True) if isinstance(words, Words)][:2]
        assert (name.y, meaning.height) == (meaning.top, pytest.approx(meaning.texture_size[1], abs=2))


@pytest.mark.parametrize("size", SIZES)
def test_saved_rules_are_begun_with_all_their_switches(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(house.welcome(1))
    table.tap_words("New game")
    table.tap_words("Friday table")
    table.tap_words("Start")
    (rules,) = house.kept(1)
    assert table.sent == [NewGame(1, "house", ("Ada", "Ben", "Cleo"), rules.options, 0)]


def test_saved_rules_can_be_changed(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome(1))
    table.tap_words("New game")
    table.tap_words("Friday table")
    table.tap_words("Change the rules")
    assert table.sent == [ChangeHouseRules(1, "Friday table")]


def test_a_published_game_tells_its_variations_and_cannot_be_changed(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome(1))
    table.tap_words("New game")
    table.tap_words("Cardinal")
    assert "Variations" in table.words()
    assert "Change the rules" not in table.words()


def test_house_rules_and_published_games_take_turns_on_the_same_page(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome(1))
    table.tap_words("New game")
    heights = []
    for title in ("Friday table", "Milton Bradley, 1987", "Friday table"):
        table.tap_words(title)
        heights.append([each.height for each in table.stage.screen.players.children[0].children])
        table.tap(table.stage.ids.header.ids.leading)
    assert heights[0] == heights[2] != heights[1]
    _start, _spacer, change, panel, _options, _heading = heights[1]
    assert (change, panel) == (0, 0)


def test_rules_just_saved_are_set_up_at_once_and_the_way_back_leads_to_the_games(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome(picked="Our house"))
    assert {"Our house", "Who's playing?", "The highest die opens"} <= table.words()
    table.tap(table.stage.ids.header.ids.leading)
    assert "Which game?" in table.words()


def test_a_row_of_two_values_flips(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing())
    table.tap_words("Palafico")
    table.tap_words("Palafico rounds")
    assert table.sent == [SetSwitch(50, "palafico", True)]


def test_a_row_of_more_values_asks_which(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing())
    table.tap_words("Bidding")
    table.tap_words("What raises a bid")
    table.tap_words("Strict")
    assert table.sent == [SetSwitch(50, "raising", "strict")]
    assert table.stage.sheet is None


def test_dice_are_chosen_by_their_number(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing())
    table.tap_words("Dice each")
    table.tap_words("7")
    assert table.sent == [SetSwitch(50, "dice", 7)]


def test_the_page_stays_when_a_switch_was_set(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing())
    table.tap_words("Challenge")
    table.show(numbered(house.mixing(loss="difference", exact="all-but-bidder"), 51))
    assert {"Dice lost", "Difference"} <= table.words()


def test_a_switch_that_was_set_keeps_its_row_and_a_turned_page_has_rows_of_its_own(
    kept_table: Opened,
) -> None:
    table = kept_table().show(house.mixing())
    table.tap_words("Challenge")
    ids = table.stage.screen.ids
    rows, tabs, foot = ids.rows.cells, ids.tabs.cells, ids.foot.children[0]
    table.show(numbered(house.mixing(loss="difference", exact="all-but-bidder"), 51))
    assert (ids.rows.cells, ids.tabs.cells, ids.foot.children[0]) == (rows, tabs, foot)
    for each in rows:
        each.state = "down"  # a finger holds it
    table.tap_words("Bidding")
    assert not {*ids.rows.cells} & {*rows}


@pytest.mark.parametrize("size", SIZES)
def test_a_contradiction_takes_the_place_of_saving_and_is_ended_by_a_touch(
    kept_table: Opened, size: tuple[int, int]
) -> None:
    view = house.mixing(raising="track", palafico=True)
    table = kept_table(*size).show(view)
    assert "Save" not in table.words()
    assert view.scene.clashes[0].sentence in table.words()
    assert "Two rules don't go together." in table.words()
    table.tap_words("Palafico rounds: No")
    assert table.sent == [SetSwitch(50, "palafico", False)]
    table.show(numbered(house.mixing(raising="track"), 51))
    assert "Save" in table.words()


@pytest.mark.parametrize("size", SIZES)
def test_rules_are_saved_under_a_name_typed_on_the_screen(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(house.mixing(dice=3))
    table.tap_words("Save")
    for letter in ("T", "H", "E", "space", "B", "A", "R", "N"):
        table.tap_words(letter)
    table.tap_words("Done")
    assert table.sent == [SaveHouseRules(50, "The Barn")]


def test_a_name_is_offered_for_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(dice=3))
    table.tap_words("Save")
    table.tap_words("Friday table")
    assert table.sent == [SaveHouseRules(50, "Friday table")]


def test_changed_rules_keep_their_name_unless_another_is_given(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(title="Old Tower", dice=3))
    table.tap_words("Save")
    assert "Old Tower" in table.words()
    table.tap_words("Done")
    assert table.sent == [SaveHouseRules(50, "Old Tower")]


def test_without_a_name_nothing_is_saved(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(dice=3))
    table.tap_words("Save")
    table.tap(table.stage.sheet.ids.done)
    assert table.sent == []
    table.tap_words("A")
    table.tap(table.stage.sheet.ids.done)
    assert table.sent == [SaveHouseRules(50, "A")]


def test_no_more_letters_than_a_title_may_have(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(dice=3))
    table.tap_words("Save")
    for _ in range(60):
        table.stage.sheet.type_letter("m")
    table.tap_words("Done")
    assert table.sent == [SaveHouseRules(50, "M" + "m" * 39)]


def test_a_taken_name_is_asked_about_and_the_question_stands_until_the_table_moves_on(
    kept_table: Opened,
) -> None:
    table = kept_table().show(house.mixing(dice=3))
    view = house.asked(over=True, number=51)
    table.show(view)
    table.show(view)
    table.tap_words("Replace it")
    assert table.sent == [SaveHouseRules(51, house.LONGEST, replace=True)]
    table.show(house.asked(over=True, number=52))
    assert "Replace it" in table.words()
    table.show(numbered(house.mixing(), 53))
    assert "Replace it" not in table.words()


def test_going_back_from_the_question_saves_nothing(kept_table: Opened) -> None:
    table = kept_table().show(house.asked(over=True))
    table.tap_words("Go back")
    table.show(house.asked(over=True))
    assert table.stage.sheet is None
    assert table.sent == []


@pytest.mark.parametrize(("words", "keep"), [("Rename", False), ("Keep both", True)])
def test_a_new_name_is_a_renaming_or_a_copy(kept_table: Opened, words: str, keep: bool) -> None:
    table = kept_table().show(house.asked(over=False))
    table.tap_words(words)
    assert table.sent == [SaveHouseRules(50, house.LONGEST, keep=keep)]


def test_deleting_is_asked_first(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(title="Friday table"))
    table.tap_words("Delete")
    table.tap_words("Keep them")
    assert table.sent == []
    table.tap_words("Delete")
    table.tap(table.stage.sheet.ids.answers.children[-1])
    assert table.sent == [DeleteHouseRules(50)]


def test_rules_that_were_never_saved_cannot_be_deleted(kept_table: Opened) -> None:
    assert "Delete" not in kept_table().show(house.mixing()).words()


def test_leaving_asks_only_when_something_was_changed(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing(dice=3))
    leading = table.stage.ids.header.ids.leading
    table.tap(leading)
    table.tap_words("Keep editing")
    assert table.sent == []
    table.tap(leading)
    table.tap_words("Leave")
    assert table.sent == [LeaveGame(50)]
    table.show(numbered(house.mixing(), 51))
    table.tap(leading)
    assert table.sent[1:] == [LeaveGame(51)]


def test_the_switches_are_laid_anew_when_the_screen_is_turned(kept_table: Opened) -> None:
    table = kept_table().show(house.mixing())
    table.window.size = (480, 800)
    draw_frames()
    assert {"Dice each", "Save"} <= table.words()
