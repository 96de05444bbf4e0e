"""How large the table is: two lengths in centimetres, typed with large digits."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui.layout_file import load_layout
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)

MM_A_CM = 10
LONGEST_ENTRY = 5
"""Characters: 299.5."""
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0")


class SizeSheet(Sheet):
    """Calls ``take`` with both lengths in mm, across the picture first."""

    across = StringProperty("")
    deep = StringProperty("")
    at = NumericProperty(0)
    """Which length is typed: 0 across, 1 deep."""
    ready = BooleanProperty(False)

    def __init__(self, take: Callable[[float, float], None], **properties: object) -> None:
        self._take = take
        super().__init__(**properties)
        for digit in DIGITS:
            self.ids.digits.add_widget(Key(text=digit, on_release=lambda key: self.type_digit(key.text)))
        self.ids.digits.add_widget(Key(sign="rub", on_release=lambda *_: self.rub()))

    def type_digit(self, digit: str) -> None:
        """One more digit of the length that is typed."""
        now = self._entry
        if len(now) < LONGEST_ENTRY and not (digit == "." and ("." in now or not now)):
            self._set(now + digit)

    def rub(self) -> None:
        """Without the last digit."""
        self._set(self._entry[:-1])

    def lead_on(self) -> None:
        """From the first length to the second, then done."""
        if self.at == 0:
            self.at = 1
        elif self.ready:
            self.close()
            self._take(float(self.across) * MM_A_CM, float(self.deep) * MM_A_CM)

    @property
    def _entry(self) -> str:
        return self.deep if self.at else self.across

    def _set(self, entry: str) -> None:
        if self.at:
            self.deep = entry
        else:
            self.across = entry
        self.ready = all(each and float(each) > 0 for each in (self.across, self.deep))
