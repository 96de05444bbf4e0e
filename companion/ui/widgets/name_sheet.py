"""A player's name: one touch on an offered name, or letter by letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from itertools import pairwise
from unicodedata import normalize

from kivy.core.window import Window
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.core.lettering import fonts
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


ACCENTED = "ÄÖÜÅÆØÉÈÊËÁÀÂÃÍÌÎÏÓÒÔÕÚÙÛÇÑŁŠŽßŒČŞĞÝĆ"
"""Letters of other languages. Those of the language itself are left out; if they do not fit, the last ones,
too."""
DIGITS = "1234567890"
MARKS = "-'"
_ACROSS, _LAST_ROW = 10, 8
"""Keys side by side in landscape; and those between the two keys that end the last row."""
_UPRIGHT, _UPRIGHT_ROWS = 7, 5
"""In portrait: seven side by side, in alphabetical order; with more, a key would be under 48 px."""


class Page(Enum):
    LETTERS = "ABC"
    ACCENTED = "ÄÉ"
    DIGITS = "12"


class LetterBoard(BoxLayout):
    """Sends ``on_letter`` with a capital, a digit or a space, and ``on_rub``."""

    __events__ = ("on_letter", "on_rub")

    def __init__(self, **properties: object) -> None:
        super().__init__(orientation="vertical", **properties)
        self.turn(Page.LETTERS)

    def on_letter(self, letter: str) -> None: ...

    def on_rub(self) -> None: ...

    def turn(self, page: Page) -> None:
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
    """The language's letters in its keyboard's rows."""
    rows = say("keyboard.letters").split("\n")
    return tuple("".join(filter(str.isalpha, row)) for row in rows)


def accented() -> str:
    own = "".join(own_rows())
    return "".join(each for each in ACCENTED if each not in own)


def rows_across(page: Page) -> tuple[str, ...]:
    """Rows of a page in landscape; the last one stands between two keys."""
    if page is Page.LETTERS:
        return own_rows()
    if page is Page.DIGITS:
        return (DIGITS[:5], DIGITS[5:], "")
    letters = accented()
    ends = (0, _ACROSS, 2 * _ACROSS, 2 * _ACROSS + _LAST_ROW)
    return tuple(letters[start:end] for start, end in pairwise(ends))


def upright_rows(page: Page) -> tuple[str, ...]:
    if page is Page.DIGITS:
        return (DIGITS[:5], DIGITS[5:])
    alphabet = sorted("".join(own_rows()), key=lambda each: normalize("NFD", each))
    letters = accented() if page is Page.ACCENTED else "".join(alphabet) + MARKS
    letters = letters[: _UPRIGHT * _UPRIGHT_ROWS]
    return tuple(letters[at : at + _UPRIGHT] for at in range(0, len(letters), _UPRIGHT))


USES = (LetterBoard,)
"""Named by the layout."""
LONGEST_NAME = 16
"""Letters that fit on a player's place on the smallest screen."""


def next_free_name(taken: tuple[str, ...]) -> str:
    """The first free preset name, or "Player 25" if all are taken."""
    free = (name for name in preset_names() if name not in taken)
    return next(free, say("names.numbered", number=len(taken) + 1))


def preset_names() -> list[str]:
    """Names to pick by one touch: short, each with a different first letter."""
    return say("names.players").splitlines()


_OFFERED_LANDSCAPE, _OFFERED_PORTRAIT = 14, 12


class NameSheet(Sheet):
    """Calls ``take`` with the name, or ``remove`` where this player may leave."""

    name = StringProperty("")
    old_name = StringProperty("")
    may_remove = BooleanProperty(False)
    ready = BooleanProperty(True)
    refused = StringProperty("")
    """Why the last typed letter is missing, or the name cannot be taken."""
    columns = ListProperty([4, 7])
    """Offered names side by side, in portrait and in landscape."""
    longest = LONGEST_NAME

    def __init__(
        self,
        name: str,
        others: tuple[str, ...],
        take: Callable[[str], None],
        remove: Callable[[], None] | None,
        **properties: object,
    ) -> None:
        self._take, self._remove, self._others = take, remove, others
        super().__init__(old_name=name, may_remove=remove is not None, **properties)
        self._offer()
        Window.bind(on_textinput=self._hardware_text, on_key_down=self._hardware_key)

    def offered(self) -> list[str]:
        return preset_names()

    def closed(self) -> None:
        """Let go of the hardware keyboard."""
        Window.unbind(on_textinput=self._hardware_text, on_key_down=self._hardware_key)

    def type_letter(self, letter: str) -> None:
        """Add a letter; words begin with a capital. A letter that cannot be drawn is refused."""
        if len(self.name) >= self.longest or (letter == " " and (not self.name or self.name[-1] in " -")):
            return
        begins = not self.name or self.name[-1] in " -'"
        name = normalize("NFC", self.name + (letter.upper() if begins else letter.lower()))
        if fonts().can_write(name):
            self.refused, self.name = "", name
        else:
            self.refused = say("names.no_letters")

    def rub(self) -> None:
        self.refused, self.name = "", self.name[:-1]

    def done(self) -> None:
        name = self.name.strip()
        self.close()
        if name and name != self.old_name:
            self._take(name)

    def remove(self) -> None:
        self.close()
        if self._remove is not None:
            self._remove()

    def on_name(self, *_: object) -> None:
        self.ready = self.name.strip() not in self._others
        if not self.ready:
            self.refused = say("names.taken", name=self.name)

    def _offer(self) -> None:
        most = _OFFERED_PORTRAIT if THEME.portrait else _OFFERED_LANDSCAPE
        free = [name for name in self.offered() if name not in self._others and name != self.old_name]
        for name in free[:most]:
            self.ids.presets.add_widget(Key(text=name, on_release=lambda key: self._pick(key.text)))

    def _pick(self, name: str) -> None:
        self.close()
        self._take(name)

    def _hardware_text(self, _window: object, text: str) -> None:
        for letter in text:
            self.type_letter(letter)

    def _hardware_key(self, _window: object, code: int, *_: object) -> None:
        if code == 8:
            self.rub()
        elif code == 13 and self.ready:
            self.done()
