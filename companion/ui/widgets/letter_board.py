"""A keyboard for names: large keys, capitals by itself, a second page of accented letters."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.ui.theme import THEME
from companion.ui.widgets.key import Key

LANDSCAPE = ("QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM'")
PORTRAIT = ("ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ-'")
ACCENTS_LANDSCAPE = ("ÄÖÜÅÆØÉÈÊË", "ÁÀÂÃÍÌÎÏÓÒ", "ÚÙÛÇÑŁŠŽ")
ACCENTS_PORTRAIT = ("ÄÖÜÅÆØÉ", "ÈÊËÁÀÂÃ", "ÍÎÏÓÔÕÚ", "ÙÛÇÑŁŠŽ")


class LetterBoard(BoxLayout):
    """Sends ``on_letter`` with a capital or a space, and ``on_rub``."""

    __events__ = ("on_letter", "on_rub")

    def __init__(self, **properties: object) -> None:
        super().__init__(orientation="vertical", **properties)
        self._accents = False
        self._lay()

    def on_letter(self, letter: str) -> None:
        """A letter was touched."""

    def on_rub(self) -> None:
        """The last letter is to go."""

    def _lay(self) -> None:
        self.clear_widgets()
        self.spacing = THEME.gap_small
        plain = PORTRAIT if THEME.portrait else LANDSCAPE
        accents = ACCENTS_PORTRAIT if THEME.portrait else ACCENTS_LANDSCAPE
        rows = accents if self._accents else plain
        for row in rows[:-1] if not THEME.portrait else rows:
            self._add_row([self._letter(letter) for letter in row])
        switch = Key(text="ABC" if self._accents else "ÄÉ", on_release=self._switch)
        space = Key(text="space", on_release=lambda *_: self.dispatch("on_letter", " "))
        rub = Key(sign="rub", on_release=lambda *_: self.dispatch("on_rub"))
        if THEME.portrait:
            space.size_hint_x = 3
            self._add_row([switch, space, rub])
        else:
            switch.size_hint_x = rub.size_hint_x = 1.0
            self._add_row([switch, *(self._letter(letter) for letter in rows[-1]), rub])
            self._add_row([space])

    def _add_row(self, keys: list[Key]) -> None:
        row = BoxLayout(spacing=THEME.gap_small)
        for key in keys:
            row.add_widget(key)
        self.add_widget(row)

    def _letter(self, letter: str) -> Key:
        return Key(text=letter, tile="key line", on_release=partial(self._touch, letter))

    def _touch(self, letter: str, *_: object) -> None:
        self.dispatch("on_letter", letter)

    def _switch(self, *_: object) -> None:
        self._accents = not self._accents
        self._lay()
