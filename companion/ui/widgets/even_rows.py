"""A grid of equal rows, as high as all fit; it scrolls if they are too many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.art.theme import THEME

PEEK = 0.4
_LEAST_PEEK, _MOST_PEEK = 0.25, 0.8
"""Least and largest part of a row that shows it as cut off: less looks like none, more like a whole one."""
SEEN_DP, HIDDEN_DP = 12.0, 5.0
"""How much of a row that is cut off is seen at least, and hidden at least."""


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
    height = max(least, min(tallest, floor((room + gap) / rows_seen - gap)))
    seen = (room + gap) / (height + gap)
    if seen < rows and not _LEAST_PEEK <= seen % 1.0 <= _MOST_PEEK:
        whole = ceil(seen - _LEAST_PEEK) - 1
        height = ceil((room + gap) / (whole + _MOST_PEEK if whole else 1.0 + _LEAST_PEEK) - gap)
    return height


def ends_within(rows: Iterable[tuple[float, float]], edge: float, scale: float = 1.0) -> bool:
    """Whether an edge visibly cuts a row. ``rows``: each one's near and far end, in px like ``edge``."""
    seen, hidden = SEEN_DP * scale, HIDDEN_DP * scale
    return any(min(seen, (far - near) / 3) <= edge - near <= far - near - hidden for near, far in rows)


def row_gap(heights: Sequence[float], room: float, gap: float, scale: float = 1.0) -> float:
    """Px between rows: ``gap``, or a little more where the list would end between two."""
    if sum(heights) + gap * (len(heights) - 1) <= room:
        return gap
    ways = (gap + more for more in range(floor(3 * gap) + ceil(SEEN_DP * scale)))
    below = [each for each in ways if ends_within(_ends(heights, each), room, scale)]
    both = (each for each in below if ends_within(_ends(heights[::-1], each), room, scale))
    return next(both, below[0] if below else gap)


def _ends(heights: Sequence[float], gap: float) -> list[tuple[float, float]]:
    rows, near = [], 0.0
    for height in heights:
        rows.append((near, near + height))
        near += height + gap
    return rows


def keep(grid: Layout, count: int, make: Callable[[], Widget]) -> None:
    """Give a layout so many children. Those taken out come back when it needs more, but for one that a finger
    holds: it never means another thing.
    """
    spare: list[Widget] = vars(grid).setdefault("spare", [])
    for child in grid.children[: max(0, len(grid.children) - count)]:
        grid.remove_widget(child)
        if not any(getattr(each, "state", "") == "down" for each in child.walk(restrict=True)):
            spare.append(child)
    for _ in range(count - len(grid.children)):
        grid.add_widget(spare.pop() if spare else make())


class RowList(ScrollView):
    """Scrolls the one layout in it, whose rows stand ``gap`` apart, and ends within a row."""

    gap = NumericProperty(0.0)

    def __init__(self, **properties: object) -> None:
        self._arrange = Clock.create_trigger(self._space, -1)
        super().__init__(do_scroll_x=False, **properties)
        self.bind(size=self._arrange, gap=self._arrange)

    def add_widget(self, rows: Widget, *args: object, **kwargs: object) -> None:
        super().add_widget(rows, *args, **kwargs)
        rows.bind(minimum_height=self._arrange, children=self._arrange)
        self._arrange()

    def _space(self, *_: object) -> None:
        rows = self.children[0]
        in_a_row = int(getattr(rows, "cols", None) or 1)
        cells = rows.children[::-1]
        heights = [
            max(each.height for each in cells[at : at + in_a_row]) for at in range(0, len(cells), in_a_row)
        ]
        gap = row_gap(heights, self.height, self.gap, THEME.scale)
        rows.spacing = (self.gap, gap) if isinstance(rows, GridLayout) else gap


def bring_whole(scroll: ScrollView, row: Widget, rows: Iterable[Widget]) -> None:
    """Scroll as little as possible to show a row whole, and parts of those at both edges."""
    content, room = scroll.children[0], scroll.height
    over = content.height - room
    if over <= 0:
        scroll.scroll_y = 1.0
        return
    ends = [(content.top - each.top, content.top - each.y) for each in rows]
    turned = [(-far, -near) for near, far in ends]
    near, far = content.top - row.top, content.top - row.y
    now = (1.0 - scroll.scroll_y) * over

    def misfits(at: float) -> tuple[bool, bool]:
        below = at >= over or ends_within(ends, at + room, THEME.scale)
        return not below, not (at <= 0 or ends_within(turned, -at, THEME.scale))

    wanted = min(max(now, far - room), near)
    ways = [at for at in (*range(ceil(max(0.0, far - room)), floor(min(over, near)) + 1), 0.0, over)
            if far - room <= at <= near]  # fmt: skip
    best = min(ways, key=lambda at: (*misfits(at), abs(at - wanted)), default=wanted)
    scroll.scroll_y = 1.0 - min(max(best / over, 0.0), 1.0)


class FullRows(GridLayout):
    """A grid of keys: those of the last row share its whole width."""

    def _iterate_layout(self, count: int) -> Iterator[tuple[int, float, float, float, float]]:
        """Kivy's: each child's number from the end, its x, y, width and height."""
        last, gap = count % (self.cols or 1), self.spacing[0]
        for number, x, y, wide, high in super()._iterate_layout(count):
            if number < last:
                wide = (self.width - gap * (last - 1)) / last
                x = self.x + (last - 1 - number) * (wide + gap)
            yield number, x, y, wide, high


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

    def keep(self, count: int, make: Callable[[], Widget]) -> None:
        keep(self.grid, count, make)
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

    The spring moves whenever the bounds change; on a busy machine it threw the list thousands of pixels away.
    """

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, LONGEST_STEP_S))
