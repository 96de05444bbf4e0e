"""A stage in a real window, touched by real touches."""

from __future__ import annotations

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.commands import Command
from companion.play.views import TableView
from companion.rehearsal.fingers import Touched, draw_frames, parents, shown, window_of
from companion.ui.stage import Stage

__all__ = ["Touched", "TouchedTable", "box_of", "draw_frames", "parents", "seen_box", "shown",
           "window_of"]  # fmt: skip


class TouchedTable(Touched):
    """Shows views made by hand and keeps the commands that touches send."""

    def __init__(self, width: int, height: int) -> None:
        window = window_of(width, height)
        self.sent: list[Command] = []
        self.left = 0
        super().__init__(window, Stage(send=self.sent.append, leave=self._leave))

    def _leave(self) -> None:
        self.left += 1

    def show(self, view: TableView) -> TouchedTable:
        """Show a view and let the layout settle."""
        self.stage.show(view)
        draw_frames()
        return self


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
