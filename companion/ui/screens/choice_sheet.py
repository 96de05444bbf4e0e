"""A few choices, each with a line that says what it brings; or numbers, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


class ChoiceKey(Target, BoxLayout):
    """One of a few choices, each in two lines; an empty ``line`` leaves the words alone."""

    words = StringProperty("")
    line = StringProperty("")
    seat = NumericProperty(NO_SEAT)
    """Whose sign stands before the words."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key")
        super().__init__(**properties)


NUMBERS_IN_A_ROW = 5
MOST_IN_A_COLUMN = 4
"""Rows with a line for which 800×480 has room."""
_HEIGHT_DP = {(True, False): 58.0, (True, True): 84.0, (False, False): 82.0, (False, True): 70.0}
"""Height of a key, by whether it takes the whole width and by whether the screen is in portrait."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What stands on a key, whether it is chosen now, and what its touch does."""

    words: str
    line: str
    act: Callable[[], None]
    chosen: bool = False
    seat: int = NO_SEAT


class ChoiceSheet(Sheet):
    """One touch chooses and closes the sheet. Choices without a line are numbers, or ``wide`` words."""

    def __init__(self, choices: tuple[Choice, ...], wide: bool = False, **properties: object) -> None:
        super().__init__(**properties)
        grid = self.ids.choices
        numbers = not wide and not any(choice.line for choice in choices)
        grid.cols = NUMBERS_IN_A_ROW if numbers else self._columns(len(choices))
        height = THEME.px(_HEIGHT_DP[grid.cols == 1, THEME.portrait])
        for choice in choices:
            grid.add_widget(
                ChoiceKey(
                    words=choice.words,
                    line=choice.line,
                    seat=choice.seat,
                    tile="key chosen" if choice.chosen else "key",
                    size_hint_y=None,
                    height=height,
                    on_release=lambda _key, chosen=choice: self._take(chosen),
                )
            )

    @staticmethod
    def _columns(count: int) -> int:
        """Side by side where the screen is too low for all of them one below the other."""
        return 2 if count > MOST_IN_A_COLUMN and not THEME.portrait else 1

    def _take(self, choice: Choice) -> None:
        self.close()
        choice.act()
