"""The digits that open what is locked."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.settings.commands import BackToTable, EnterCode
from companion.play.settings.views import LockView
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen, StagePort
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key

load_layout(__file__)

EMPTY, TYPED = "–", "•"
DIGITS = "123456789"


class LockScreen(Screen):
    """Ten keys; the last digit sends the code."""

    leading = "back"
    shown = StringProperty("")
    typed = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._digits = 0
        for digit in DIGITS:
            self.ids.pad.add_widget(self._key(digit))
        self.ids.pad.add_widget(Key(sign="rub", on_release=lambda *_: self.rub()))
        self.ids.pad.add_widget(self._key("0"))

    def _key(self, digit: str) -> Key:
        return Key(text=digit, largest=THEME.text_title, on_release=lambda *_: self.type_digit(digit))

    def on_kv_post(self, base_widget: object) -> None:
        """The layout is there."""
        self.bind(typed=self._draw)

    def enter(self, view: TableView) -> None:
        """Nothing is typed yet."""
        self.typed = ""

    def show(self, view: TableView) -> None:
        """Ask for the digits; after a wrong code for all of them again."""
        self._digits, self.typed = view.part(LockView).digits, ""
        self._draw()

    def type_digit(self, digit: str) -> None:
        """One more digit."""
        if len(self.typed) == self._digits:
            return
        self.typed += digit
        if len(self.typed) == self._digits:
            self.table.send(EnterCode, code=self.typed)

    def rub(self) -> None:
        """Away with the last digit."""
        self.typed = self.typed[:-1]

    def go_back(self) -> bool:
        """Ask for nothing any more."""
        self.table.send(BackToTable)
        return True

    def _draw(self, *_: object) -> None:
        left = self._digits - len(self.typed)
        self.shown = " ".join(TYPED * len(self.typed) + EMPTY * left)
