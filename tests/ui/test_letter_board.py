"""The keyboard has the letters of the language, the others on a second page, and digits."""

from __future__ import annotations

import pytest

from companion.text import languages, use_language
from companion.ui.widgets.name_sheet import ACCENTED, Page, own_rows, rows_across, upright_rows
from tests.ui import sample_views as views
from tests.ui.fingers import Opened

MOST_ACROSS = 11


@pytest.mark.parametrize(
    ("language", "row", "letters"),
    [("de", 0, "QWERTZUIOPÜ"), ("fr", 0, "AZERTYUIOP"), ("es", 1, "ASDFGHJKLÑ"), ("pt", 1, "ASDFGHJKLÇ")],
)
def test_the_rows_are_those_of_the_language(language: str, row: int, letters: str) -> None:
    use_language(language)
    assert own_rows()[row] == letters


@pytest.mark.parametrize("language", languages())
def test_every_latin_letter_and_every_digit_can_be_typed_and_no_row_is_too_long(language: str) -> None:
    use_language(language)
    for rows_of, most in ((rows_across, MOST_ACROSS), (upright_rows, 7)):
        pages = {page: rows_of(page) for page in Page}
        assert all(len(row) <= most for rows in pages.values() for row in rows)
        assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set("".join(pages[Page.LETTERS]))
        assert set("0123456789") == set("".join(pages[Page.DIGITS]))
        typed = "".join(pages[Page.LETTERS] + pages[Page.ACCENTED])
        assert set(ACCENTED[:28]) <= set(typed)
        assert len(typed) == len(set(typed))


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_name_with_a_digit_and_an_accent_is_typed_by_touches(
    open_table: Opened, size: tuple[int, int]
) -> None:
    table = open_table(*size).show(views.welcome())
    for words in ("New game", "Cardinal", "Ada", "Z", "ÄÉ", "É", "12", "7", "ABC", "-", "X", "Done"):
        table.tap_words(words)
    assert "Zé7-X" in table.words()
