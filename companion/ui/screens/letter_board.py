"""The keyboard on the screen: the letters of the language that is spoken, accented ones, and digits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from itertools import pairwise
from unicodedata import normalize

from kivy.uix.boxlayout import BoxLayout

from companion.text.speech import say
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key

ACCENTED = "ÄÖÜÅÆØÉÈÊËÁÀÂÃÍÌÎÏÓÒÔÕÚÙÛÇÑŁŠŽßŒČŞĞÝĆ"
"""For names of other languages; what the language has itself is left out, and the last ones may be, too."""
DIGITS = "1234567890"
MARKS = "-'"
_ACROSS, _LAST_ROW = 10, 8
"""Keys side by side in landscape, and beside the two at the ends of the last row of letters."""
_UPRIGHT, _UPRIGHT_ROWS = 7, 5
"""In portrait a key under 48 px would be too small: seven side by side, in the order of the alphabet."""


class Page(Enum):
    """What the keys bear; the value stands on the key that leads there."""

    LETTERS = "ABC"
    ACCENTED = "ÄÉ"
    DIGITS = "12"


class LetterBoard(BoxLayout):
    """Sends ``on_letter`` with a capital, a digit or a space, and ``on_rub``."""

    __events__ = ("on_letter", "on_rub")

    def __init__(self, **properties: object) -> None:
        super().__init__(orientation="vertical", **properties)
        self.turn(Page.LETTERS)

    def on_letter(self, letter: str) -> None:
        """A letter was touched."""

    def on_rub(self) -> None:
        """The last letter is to go."""

    def turn(self, page: Page) -> None:
        """Show this page."""
        self.clear_widgets()
        self.spacing = THEME.gap_small
        accents, digits = (
            self._turn_key(Page.LETTERS if page is each else each) for each in (Page.ACCENTED, Page.DIGITS)
        )
        space = Key(
            text=say("names.space"), size_hint_x=2, on_release=lambda *_: self.dispatch("on_letter", " ")
        )
        rub = Key(sign="rub", on_release=lambda *_: self.dispatch("on_rub"))
        if THEME.portrait:
            for row in upright_rows(page):
                self._add_row(self._letters(row))
            self._add_row([accents, digits, space, rub])
            return
        *rows, last = rows_across(page)
        for row in rows:
            self._add_row(self._letters(row))
        self._add_row([accents, *self._letters(last), rub])
        space.size_hint_x = 6
        self._add_row([digits, space, *self._letters(MARKS)])

    def _add_row(self, keys: Sequence[Key]) -> None:
        row = BoxLayout(spacing=THEME.gap_small)
        for key in keys:
            row.add_widget(key)
        self.add_widget(row)

    def _letters(self, letters: str) -> list[Key]:
        return [Key(text=each, tile="key line", on_release=partial(self._touch, each)) for each in letters]

    def _turn_key(self, page: Page) -> Key:
        return Key(text=page.value, on_release=lambda *_: self.turn(page))

    def _touch(self, letter: str, *_: object) -> None:
        self.dispatch("on_letter", letter)


def own_rows() -> tuple[str, ...]:
    """The letters of the language, row by row, as its keyboards have them."""
    rows = say("keyboard.letters").split("\n")
    return tuple("".join(filter(str.isalpha, row)) for row in rows)


def accented() -> str:
    """The letters that the language's own rows lack."""
    own = "".join(own_rows())
    return "".join(each for each in ACCENTED if each not in own)


def rows_across(page: Page) -> tuple[str, ...]:
    """The rows of a page in landscape; the last one stands between two keys."""
    if page is Page.LETTERS:
        return own_rows()
    if page is Page.DIGITS:
        return (DIGITS[:5], DIGITS[5:], "")
    letters = accented()
    ends = (0, _ACROSS, 2 * _ACROSS, 2 * _ACROSS + _LAST_ROW)
    return tuple(letters[start:end] for start, end in pairwise(ends))


def upright_rows(page: Page) -> tuple[str, ...]:
    """The rows of a page in portrait."""
    if page is Page.DIGITS:
        return (DIGITS[:5], DIGITS[5:])
    alphabet = sorted("".join(own_rows()), key=lambda each: normalize("NFD", each))
    letters = accented() if page is Page.ACCENTED else "".join(alphabet) + MARKS
    letters = letters[: _UPRIGHT * _UPRIGHT_ROWS]
    return tuple(letters[at : at + _UPRIGHT] for at in range(0, len(letters), _UPRIGHT))
