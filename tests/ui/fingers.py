"""A stage in a real window, touched by real touches."""

from __future__ import annotations

import gc
from collections.abc import Callable
from weakref import WeakSet

from kivy.animation import Animation
from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.recycleview import views as recycled
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.base.commands import Command
from companion.play.views import TableView
from companion.simulator.rehearsal.touching import (
    Touch,
    Touched,
    all_shown,
    draw_frames,
    shown,
    window_of,
)
from companion.ui.spoken_touch import Reader, parents
from companion.ui.stage import Stage

__all__ = ["LAID", "Opened", "Touched", "TouchedTable", "all_shown", "at_the_players", "box_of",
           "clear_away", "draw_frames", "parents", "seen_box", "shown", "window_of"]  # fmt: skip

LAID: WeakSet[Stage] = WeakSet()
"""The stages that are not yet freed."""
MOST_LAID = 9
"""So many are never in use at once: more were closed and are still held."""


def clear_away() -> None:
    """Free the stages that are closed: what is left of one is laid out anew at every other size."""
    Animation.cancel_all(None)  # what moves slowly for a test would hold its stage for minutes
    _let_nothing_wait()
    App._running_app = None  # the last app holds its stage
    recycled._cached_views.clear()  # lines of past games hold the screen that opens them
    recycled._cache_count = 0
    gc.collect()
    assert len(LAID) < MOST_LAID, "closed stages are held by something"


def _let_nothing_wait() -> None:
    """What a widget wants to do a moment later holds its stage, and so does a finger that never went up.

    In a function of its own: what is named here would hold it, too.
    """
    for event in Clock.get_events():
        callback = event.get_callback()
        if isinstance(getattr(getattr(callback, "func", callback), "__self__", None), Widget):
            event.cancel()
    EventLoop.touches.clear()
    draw_frames(1)  # until it ticks the clock holds the last of them


class TouchedTable(Touched):
    """Shows views made by hand and keeps the commands that touches send."""

    def __init__(self, width: int, height: int, reader: Reader | None = None) -> None:
        window = window_of(width, height)
        self.sent: list[Command] = []
        self.left = 0
        super().__init__(window, Stage(send=self.sent.append, leave=self._leave, reader=reader))
        LAID.add(self.stage)

    def _leave(self) -> None:
        self.left += 1

    def show(self, view: TableView) -> TouchedTable:
        """Show a view and let the layout settle."""
        self.stage.show(view)
        draw_frames()
        return self

    def drag(self, widget: Widget, to: Widget) -> None:
        """A finger takes a widget to the middle of another one, in three steps, and lets it go."""
        (x, y), (end_x, end_y) = widget.to_window(*widget.center), to.to_window(*to.center)
        touch = Touch(x, y)
        EventLoop.post_dispatch_input("begin", touch)
        for step in (1, 2, 3):
            on_the_way = Touch(x + (end_x - x) * step / 3, y + (end_y - y) * step / 3)
            touch.move({"x": on_the_way.sx, "y": on_the_way.sy})
            EventLoop.post_dispatch_input("update", touch)
            draw_frames(1)
        EventLoop.post_dispatch_input("end", touch)
        draw_frames()


Opened = Callable[..., TouchedTable]
"""The fixtures ``open_table`` and ``kept_table``."""


def at_the_players(table: TouchedTable) -> TouchedTable:
    """From the first screen to the players' page."""
    table.tap_words("New game")
    table.tap_words("Milton Bradley, 1987")
    return table


def seen_box(widget: Widget) -> tuple[float, float, float, float]:
    """The part of a widget's box that a scrolled part leaves to be seen and touched."""
    left, low, right, top = box_of(widget)
    for each in parents(widget):
        if isinstance(each, ScrollView) and each is not widget:
            frame = box_of(each)
            left, low = max(left, frame[0]), max(low, frame[1])
            right, top = min(right, frame[2]), min(top, frame[3])
    return left, low, right, top


def box_of(widget: Widget) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a widget in the window, in pixels."""
    left, low = widget.to_window(*widget.pos)
    return left, low, left + widget.width, low + widget.height
