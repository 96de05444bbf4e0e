"""Settings, the first choice of a language and a pause, by touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.settings import Motion, Settings, Talk
from companion.play.base.views import LookView
from companion.play.overlays.views import (
    BackToTable,
    ChangeSetting,
    CloseApp,
    EnterCode,
    OpenSettings,
    PauseTable,
    ShutDown,
)
from companion.text import use_language
from companion.ui import header
from companion.ui.art.theme import THEME
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.settings_scenes import code, first_language, paused, settings

pytestmark = pytest.mark.slow

SIZES = [(800, 480), (480, 800), (1280, 720)]


@pytest.mark.parametrize("size", SIZES)
def test_a_setting_of_two_values_is_changed_by_one_touch(size: tuple[int, int], kept_table: Opened) -> None:
    table = kept_table(*size).show(settings(Settings()))
    table.tap_words("Motion")
    assert table.sent == [ChangeSetting(1, "motion", Motion.REDUCED)]


@pytest.mark.parametrize("size", SIZES)
def test_a_setting_of_more_values_opens_its_choices(size: tuple[int, int], kept_table: Opened) -> None:
    table = kept_table(*size).show(settings(Settings()))
    table.tap_words("Voice")
    table.tap_words("Short")
    assert table.sent == [ChangeSetting(1, "voice", Talk.SHORT)]
    assert table.stage.sheet is None


def test_the_lines_follow_the_settings(kept_table: Opened) -> None:
    table = kept_table().show(settings(Settings()))
    assert "Quiet hours" not in table.words()
    table.show(replace(settings(Settings(voice=Talk.FULL, quiet="22-7")), number=2))
    assert {"Full", "Quiet hours", "22:00 to 7:00"} <= table.words()


def test_a_line_that_comes_in_between_leaves_no_other_setting_under_a_finger(kept_table: Opened) -> None:
    table = kept_table().show(settings(Settings()))
    lines = {each: each.title for each in table.stage.screen.ids.lines.cells}
    for each in lines:
        each.state = "down"  # a finger holds it
    table.show(replace(settings(Settings(voice=Talk.FULL)), number=2))
    kept = [each for each in table.stage.screen.ids.lines.cells if each in lines]
    assert [each.title for each in kept] == [lines[each] for each in kept]
    assert "Voice" in [each.title for each in kept]


def test_the_key_on_the_left_leads_back(kept_table: Opened) -> None:
    table = kept_table().show(settings(Settings()))
    table.stage.lead()
    assert table.sent == [BackToTable(1)]


def test_settings_are_one_touch_from_home_and_two_from_a_game(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.welcome(), may_set=True))
    table.tap_words("Settings")
    assert table.sent == [OpenSettings(1)]
    bidding = replace(views.bidding(), may_set=True)
    table.show(bidding)
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Settings")
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Pause")
    assert table.sent[1:] == [OpenSettings(bidding.number), PauseTable(bidding.number)]


def test_where_there_are_no_settings_no_key_leads_there(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    assert "Settings" not in table.words()
    table.show(views.bidding())
    table.tap(table.stage.ids.header.ids.leading)
    assert "Settings" not in table.words()


@pytest.mark.parametrize("size", SIZES)
def test_a_pause_ends_by_one_touch(size: tuple[int, int], kept_table: Opened) -> None:
    table = kept_table(*size).show(paused(views.bidding()))
    table.tap_words("Play on")
    assert table.sent == [BackToTable(table.stage.view.number)]


def test_the_first_language_is_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(first_language())
    table.tap_words("Français")
    assert table.sent == [ChangeSetting(1, "language", "fr")]


def test_another_language_is_on_the_screen_at_once(kept_table: Opened) -> None:
    table = kept_table()
    english = LookView("en", still=True)
    table.show(replace(views.welcome(), look=english, may_set=True))
    assert "New game" in table.words()
    use_language("de")
    table.show(replace(views.welcome(), number=2, look=replace(english, language="de"), may_set=True))
    draw_frames()
    assert {"Neues Spiel", "Einstellungen"} <= table.words()
    assert "New game" not in table.words()


def test_reduced_motion_is_obeyed_at_once_and_ends_at_once(kept_table: Opened) -> None:
    table = kept_table()
    table.show(replace(views.welcome(), look=LookView("en", still=True)))
    assert THEME.motion == 0.0
    table.show(replace(views.welcome(), number=2, look=LookView("en")))
    assert THEME.motion == 1.0


@pytest.mark.parametrize("size", SIZES)
def test_four_touches_type_the_code(size: tuple[int, int], kept_table: Opened) -> None:
    table = kept_table(*size).show(code())
    for digit in ("0", "4", "2"):
        table.tap_words(digit)
    assert "• • • –" in table.words()
    assert table.sent == []
    table.tap_words("0")
    assert table.sent == [EnterCode(1, "0420")]
    table.show(replace(code(), number=2))
    assert "– – – –" in table.words(), "after a wrong one all over again"


def test_the_digits_of_a_code_are_as_large_as_their_keys_allow(kept_table: Opened) -> None:
    pad = kept_table(480, 800).show(code()).stage.screen.ids.pad
    sizes = {key.text: key.ids.words.font_size for key in pad.children if key.text}
    assert set(sizes) == set("0123456789")
    assert min(sizes.values()) >= THEME.text_title


def test_news_of_the_camera_take_no_typed_digit_away(kept_table: Opened) -> None:
    table = kept_table().show(code())
    table.tap_words("7")
    table.show(replace(code(), fault="The camera gives no picture."))
    assert "• – – –" in table.words()


def test_a_digit_can_be_taken_back(kept_table: Opened) -> None:
    table = kept_table().show(code())
    table.tap_words("7")
    table.stage.screen.rub()
    draw_frames()
    assert "– – – –" in table.words()


def test_the_machine_is_not_switched_off_by_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(settings())
    table.stage.screen.ids.lines.scroll_y = 0.0
    draw_frames()
    table.tap_words("Shut down")
    assert table.sent == []
    table.tap_words("Shut down")
    assert table.sent == [ShutDown(1)]


def test_closing_asks_for_the_code_where_it_is_locked(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.welcome(), locked=True))
    table.stage.lead()
    draw_frames()
    table.tap_words("Close")
    assert (table.sent, table.left) == ([CloseApp(1)], 0)
    table.show(replace(views.welcome(), number=2, closing=True))
    assert table.left == 1


def dimmed(table: TouchedTable) -> bool:
    return table.stage.dimmer.is_dark


def test_a_touch_wakes_a_dimmed_screen_and_does_nothing_else(kept_table: Opened) -> None:
    table = kept_table()
    table.show(replace(views.welcome(), look=LookView("en", still=True, idle_s=300)))
    table.stage.dimmer.dim()
    draw_frames()
    assert dimmed(table)
    new = table.target_with("New game")
    table.tap(new)
    assert not dimmed(table)
    assert table.stage.screen.leading == "leave", "still the first page"
    table.tap(new)
    assert table.stage.screen.leading == "back"


def test_the_screen_is_dimmed_after_a_while_and_wakes_when_the_table_goes_on(kept_table: Opened) -> None:
    table = kept_table()
    look = LookView("en", still=True, idle_s=300)
    table.show(replace(views.bidding(), look=look))
    assert table.stage.dimmer.waits_s == 300
    table.stage.dimmer.dim()
    table.show(replace(views.reveal(), look=look))
    assert not dimmed(table)
    table.show(replace(views.reveal(), look=replace(look, idle_s=0)))
    assert table.stage.dimmer.waits_s is None


def test_a_turns_first_second_is_not_shortened_by_the_turn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    class Ticking:
        def __call__(self) -> None:
            begun.append("begun")

        def cancel(self) -> None:
            begun.clear()

    monkeypatch.setattr(header.Clock, "create_trigger", lambda *_, **__: Ticking())
    clock = header.TurnClock(lambda: None, begun.append)
    clock.follow(replace(views.bidding(), turn_s=90))
    clock.follow(replace(views.bidding(bid=(8, 5)), turn_s=90))
    assert begun == ["begun"]


def test_a_turn_is_counted_down_and_ends_in_a_reminder_and_no_move(kept_table: Opened) -> None:
    table = kept_table()
    bidding = replace(views.bidding(), turn_s=90)
    table.show(bidding)
    clock = table.stage.turns
    left = int(clock.words.removesuffix(" s"))
    assert 80 < left <= 90, "time goes by while frames are drawn"
    assert table.stage.ids.header.caption.endswith(" s")
    for _ in range(left):
        clock.tick()
    assert (clock.words, table.sent) == ("", [])
    assert table.stage.ids.header.notice == "Bob: it's your turn."
    table.show(replace(bidding, number=900))
    assert clock.words == "", "the same turn is not timed twice"
    table.show(replace(views.bidding(bid=(8, 5)), turn_s=90))
    assert clock.words
    table.show(views.reveal())
    assert clock.words == ""
