"""A grid of equal rows, as high as all fit; it scrolls if they are too many."""

from __future__ import annotations

from math import floor

from kivy.effects.scroll import ScrollEffect
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.art.theme import THEME

PEEK = 0.4


def row_height(rows: int, room: float, gap: float, least: float, tallest: float) -> float:
    """Height (px) of each row, in whole pixels, so that rows that fit are never too high.

    Rows that do not fit are cut inside one, never between two.
    """
    fitting = int((room + gap) / (least + gap))
    if rows > fitting:
        fitting = max(1, int((room + gap) / (least + gap) - PEEK))
        rows_seen = fitting + PEEK
    else:
        rows_seen = max(1.0, float(rows))
    return max(least, min(tallest, floor((room + gap) / rows_seen - gap)))


class EvenRows(ScrollView):
    """``cols`` cells a row, each row ``least_dp`` to ``tallest_dp`` high. ``hold`` puts cells in."""

    cols = NumericProperty(1)
    least_dp = NumericProperty(48.0)
    tallest_dp = NumericProperty(1000.0)

    def __init__(self, **properties: object) -> None:
        self.grid = GridLayout(row_force_default=True, size_hint_y=None)
        self.grid.bind(minimum_height=self.grid.setter("height"))
        super().__init__(do_scroll_x=False, **properties)
        self.add_widget(self.grid)
        for name in ("size", "cols", "least_dp", "tallest_dp"):
            self.fbind(name, self._arrange)
        THEME.tell(self, self._arrange, "portrait", "scale")
        self._arrange()

    @property
    def cells(self) -> tuple[Widget, ...]:
        return tuple(reversed(self.grid.children))

    def hold(self, *cells: Widget) -> None:
        self.grid.clear_widgets()
        for cell in cells:
            self.grid.add_widget(cell)
        self._arrange()

    def to_top(self) -> None:
        self.scroll_y = 1.0

    def _arrange(self, *_: object) -> None:
        grid = self.grid
        grid.cols, grid.spacing, self.bar_width = int(self.cols), THEME.gap, THEME.gap_small
        rows = -(-len(grid.children) // int(self.cols))
        least, tallest = THEME.px(self.least_dp), THEME.px(self.tallest_dp)
        grid.row_default_height = row_height(rows, self.height, THEME.gap, least, tallest)


LONGEST_STEP_S = 1 / 30
"""Longest frame for a list's motion, in seconds.

Kivy's friction reverses a list on frames over 0.34 s. Its spring, not used here, throws it out of the window
from 0.44 s on (its own constants)."""


class SteadyScroll(ScrollEffect):
    """Kivy's scroll without a spring: a list that is laid out anew stands still.

    The spring moves whenever the bounds change; on a busy machine it threw the list thousands of pixels away,
    and touches met nothing.
    """

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, LONGEST_STEP_S))
