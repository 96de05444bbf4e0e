"""Names from right to left stand right on the screen; letters that no font has are refused when typed."""

from __future__ import annotations

import numpy as np
import pytest
from kivy.core.window import Window

from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.words import Words
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames

NAMES = ("אבי כהן", "علي", "Юлия")


def typed(table: TouchedTable, text: str) -> NameSheet:
    table.show(views.welcome())
    table.tap_words("New game")
    table.tap_words("Milton Bradley, 1987")
    table.tap_words("Ada")
    Window.dispatch("on_textinput", text)
    draw_frames()
    sheet: NameSheet = table.stage.sheet
    return sheet


@pytest.mark.slow
def test_a_hebrew_name_is_typed_on_a_keyboard(open_table: Opened) -> None:
    table = open_table()
    sheet = typed(table, "דנה")
    assert (sheet.name, sheet.refused) == ("דנה", "")
    sheet.done()
    draw_frames()
    assert "דנה" in table.stage.screen.players.names


def test_letters_that_no_font_has_are_refused_until_others_come(open_table: Opened) -> None:
    sheet = typed(open_table(), "Bo\u0915")
    assert (sheet.name, sheet.ids.field.said) == ("Bo", "This screen has no such letters.")
    Window.dispatch("on_textinput", "b")
    draw_frames()
    assert (sheet.name, sheet.ids.field.said) == ("Bob", "Bob|")
    Window.dispatch("on_textinput", "\u0915")
    sheet.rub()
    draw_frames()
    assert sheet.ids.field.said == "Bo|"


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_plates_and_sentences_say_such_names_whole(open_table: Opened, size: tuple[int, int]) -> None:
    table = open_table(*size).show(views.bidding(NAMES))
    words = [each for each in table.stage.walk(restrict=True) if isinstance(each, Words)]
    for name in NAMES:
        assert any(each.said == name for each in words)
    assert any("علي: beat seven 5s" in each.said for each in words)
    assert all(each.texture_size[0] <= each.width + 1 for each in words if each.said in NAMES)


def ink(words: Words) -> np.ndarray:
    """How much is drawn in each column of the label."""
    pixels = np.frombuffer(words.texture.pixels, np.uint8).reshape(*reversed(words.texture.size), 4)
    return pixels[..., 3].astype(float).sum(axis=0)


def test_the_first_letter_of_a_hebrew_name_stands_on_the_right(open_table: Opened) -> None:
    """Yod is a thin stroke, shin is wide: the thin letter, which comes second, stands on the left."""
    open_table()
    label = Words(text="שי", size=(300, 60), largest=40, halign="left")
    Window.add_widget(label)
    draw_frames()
    columns = np.flatnonzero(ink(label))
    Window.remove_widget(label)
    first = np.flatnonzero(np.diff(columns) > 1)[0] + 1  # columns of the letter on the left
    assert first < (len(columns) - first) / 2
