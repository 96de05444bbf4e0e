"""A stage in a real window, touched by real touches."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.base import EventLoop
from kivy.core.window import WindowBase
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.commands import Command
from companion.play.views import TableView
from companion.ui.stage import Stage
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import Words

FRAMES_TO_SETTLE = 5
"""Frames after which layouts that follow from one another have come to rest."""


def draw_frames(count: int = FRAMES_TO_SETTLE) -> None:
    """Let Kivy draw so many frames."""
    for _ in range(count):
        EventLoop.idle()


def window_of(width: int, height: int) -> WindowBase:
    """The window, at this size in pixels."""
    EventLoop.ensure_window()
    window = EventLoop.window
    if tuple(window.size) != (width, height):
        window.size = (width, height)
        draw_frames()
    return window


class Touched:
    """A stage in the window, to be touched and read."""

    def __init__(self, window: WindowBase, stage: Stage) -> None:
        self.window, self.stage = window, stage
        self.touches = 0
        window.add_widget(stage)

    def close(self) -> None:
        """Empty the window."""
        self.stage.retire()
        for child in list(self.window.children):
            self.window.remove_widget(child)

    def tap(self, widget: Widget) -> None:
        """Put a finger on the middle of a widget and lift it again."""
        x, y = widget.to_window(*widget.center)
        self.touches += 1
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        draw_frames(1)
        touch.touch_up()
        draw_frames()

    def tap_words(self, words: str) -> None:
        """Tap the one target on which these words stand."""
        self.tap(self.target_with(words))

    def target_with(self, words: str) -> Target:
        """The one visible target with these words on it."""
        found = [
            target
            for target in self.targets()
            if any(
                isinstance(each, Words) and each.said == words and shown(each)
                for each in target.walk(restrict=True)
            )
        ]
        if len(found) != 1:
            raise LookupError(f"{len(found)} targets say {words!r}; there are {sorted(self.words())}")
        return found[0]

    def targets(self) -> list[Target]:
        """Everything that can be touched now: on the sheet where there is one, else on the screen."""
        stage = self.stage
        top = stage.sheet if stage.sheet is not None else stage.ids.body
        within = [*stage.ids.header.walk(restrict=True), *top.walk(restrict=True)]
        return [each for each in within if isinstance(each, Target) and each.opacity and shown(each)]

    def words(self) -> set[str]:
        """Every text that can be read now."""
        stage = self.stage
        return {
            each.said
            for each in stage.walk(restrict=True)
            if isinstance(each, Words) and each.said and shown(each)
        }


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


def parents(widget: Widget) -> Iterator[Widget]:
    """The widget and all that it stands in, up to the window."""
    while isinstance(widget, Widget):
        yield widget
        widget = widget.parent


def shown(widget: Widget) -> bool:
    """Whether anything of the widget can be seen: it has a size, and nothing above hides or cuts it off."""
    if widget.width < 1 or widget.height < 1:
        return False
    return all(each.opacity > 0 for each in parents(widget)) and not scrolled_away(widget)


def scrolled_away(widget: Widget) -> bool:
    """Whether the middle of the widget lies outside a scrolled part that it stands in."""
    x, y = widget.to_window(*widget.center)
    for each in parents(widget):
        if isinstance(each, ScrollView) and each is not widget:
            left, low = each.to_window(*each.pos)
            if not (left <= x <= left + each.width and low <= y <= low + each.height):
                return True
    return False


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
