"""Settings, the first choice of a language and a pause, by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import sample_views as views
from fingers import TouchedTable, draw_frames
from settings_scenes import first_language, paused, settings

from companion.play.settings.commands import BackToTable, ChangeSetting, OpenSettings, PauseTable
from companion.play.settings.views import LookView
from companion.settings.settings import Motion, Settings, Talk
from companion.text.speech import ENGLISH, use_language
from companion.ui.theme import THEME

Opened = Callable[..., TouchedTable]
SIZES = [(800, 480), (480, 800), (1280, 720)]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    use_language(ENGLISH)
    THEME.motion = 0.0


@pytest.mark.parametrize("size", SIZES)
def test_a_setting_of_two_values_is_changed_by_one_touch(size: tuple[int, int], open_table: Opened) -> None:
    table = open_table(*size).show(settings(Settings()))
    table.tap_words("Motion")
    assert table.sent == [ChangeSetting(1, "motion", Motion.REDUCED)]


@pytest.mark.parametrize("size", SIZES)
def test_a_setting_of_more_values_opens_its_choices(size: tuple[int, int], open_table: Opened) -> None:
    table = open_table(*size).show(settings(Settings()))
    table.tap_words("Voice")
    table.tap_words("Short")
    assert table.sent == [ChangeSetting(1, "voice", Talk.SHORT)]
    assert table.stage.sheet is None


def test_the_lines_follow_the_settings(open_table: Opened) -> None:
    table = open_table().show(settings(Settings()))
    assert "Quiet hours" not in table.words()
    table.show(replace(settings(Settings(voice=Talk.FULL, quiet="22-7")), number=2))
    assert {"Full", "Quiet hours", "22:00 to 7:00"} <= table.words()


def test_the_key_on_the_left_leads_back(open_table: Opened) -> None:
    table = open_table().show(settings(Settings()))
    table.stage.lead()
    assert table.sent == [BackToTable(1)]


def test_settings_are_one_touch_from_home_and_two_from_a_game(open_table: Opened) -> None:
    table = open_table().show(replace(views.welcome(), may_set=True))
    table.tap_words("Settings")
    assert table.sent == [OpenSettings(1)]
    bidding = replace(views.bidding(), may_set=True)
    table.show(bidding)
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Settings")
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Pause")
    assert table.sent[1:] == [OpenSettings(bidding.number), PauseTable(bidding.number)]


def test_where_there_are_no_settings_no_key_leads_there(open_table: Opened) -> None:
    table = open_table().show(views.welcome())
    assert "Settings" not in table.words()
    table.show(views.bidding())
    table.tap(table.stage.ids.header.ids.leading)
    assert "Settings" not in table.words()


@pytest.mark.parametrize("size", SIZES)
def test_a_pause_ends_by_one_touch(size: tuple[int, int], open_table: Opened) -> None:
    table = open_table(*size).show(paused(views.bidding()))
    table.tap_words("Go on")
    assert table.sent == [BackToTable(table.stage.view.number)]


def test_the_first_language_is_one_touch(open_table: Opened) -> None:
    table = open_table().show(first_language())
    table.tap_words("Français")
    assert table.sent == [ChangeSetting(1, "language", "fr")]


def test_another_language_is_on_the_screen_at_once(open_table: Opened) -> None:
    table = open_table()
    english = LookView("en", still=True)
    table.show(replace(views.welcome(), look=english, may_set=True))
    assert "New game" in table.words()
    use_language("de")
    table.show(replace(views.welcome(), number=2, look=replace(english, language="de"), may_set=True))
    draw_frames()
    assert {"Neues Spiel", "Einstellungen"} <= table.words()
    assert "New game" not in table.words()


def test_reduced_motion_is_obeyed_at_once_and_ends_at_once(open_table: Opened) -> None:
    table = open_table()
    table.show(replace(views.welcome(), look=LookView("en", still=True)))
    assert THEME.motion == 0.0
    table.show(replace(views.welcome(), number=2, look=LookView("en")))
    assert THEME.motion == 1.0
