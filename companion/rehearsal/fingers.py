"""Fingers on widgets of a real window: their touches take the same way as a touchscreen's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kivy.base import EventLoop
from kivy.core.window import WindowBase
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.stage import Stage
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import Words

FRAMES_TO_SETTLE = 5
"""Frames after which all layouts have settled."""
FINGER = "finger"


def draw_frames(count: int = FRAMES_TO_SETTLE) -> None:
    """Let Kivy draw this many frames."""
    for _ in range(count):
        EventLoop.idle()


def window_of(width: int, height: int) -> WindowBase:
    """The window, at this size in pixels, its clock not older than this moment."""
    EventLoop.ensure_window()
    draw_frames(1)
    window = EventLoop.window
    if tuple(window.size) != (width, height):
        window.size = (width, height)
        draw_frames()
    return window


class Touch(MotionEvent):
    """One finger at a point of the window, in pixels from its lower left corner."""

    def __init__(self, x: float, y: float) -> None:
        window = EventLoop.window
        place = {"x": x / (window.width - 1.0), "y": y / (window.height - 1.0)}
        super().__init__(FINGER, 1, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        """Take the place that Kivy hands over."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def tap(self) -> None:
        """Down, a frame, and up again."""
        EventLoop.post_dispatch_input("begin", self)
        draw_frames(1)
        EventLoop.post_dispatch_input("end", self)


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
        """Tap the middle of a widget."""
        self.touches += 1
        Touch(*widget.to_window(*widget.center)).tap()
        draw_frames()

    def tap_words(self, words: str) -> None:
        """Tap the one target with these words."""
        self.tap(self.target_with(words))

    def target_with(self, words: str) -> Target:
        """The one visible target with these words."""
        return self.target(lambda said: said == words, words)

    def target(self, wanted: Callable[[str], bool], meant: str) -> Target:
        """The one visible target that fits. Raises LookupError, which names what was ``meant``."""
        found = [target for target in self.targets() if any(map(wanted, words_on(target)))]
        if len(found) != 1:
            raise LookupError(f"{len(found)} targets say {meant!r}; there are {sorted(self.words())}")
        return found[0]

    def targets(self) -> list[Target]:
        """Everything that can be touched now: on the open sheet, else on the screen."""
        stage = self.stage
        top = stage.help_sheet or stage.sheet or stage.ids.body
        within = [*stage.ids.top.walk(restrict=True), *top.walk(restrict=True)]
        return [each for each in within if isinstance(each, Target) and each.opacity and shown(each)]

    def words(self) -> set[str]:
        """Every text that can be read now."""
        return set(words_on(self.stage))


def words_on(widget: Widget) -> list[str]:
    """Every text that can be read on a widget."""
    return [
        each.said
        for each in widget.walk(restrict=True)
        if isinstance(each, Words) and each.said and shown(each)
    ]


def parents(widget: Widget) -> Iterator[Widget]:
    """The widget and its parents, up to the window."""
    while isinstance(widget, Widget):
        yield widget
        widget = widget.parent


def shown(widget: Widget) -> bool:
    """Whether any part of the widget is visible: it has a size, and no parent hides or clips it."""
    if widget.width < 1 or widget.height < 1:
        return False
    return all(each.opacity > 0 for each in parents(widget)) and not scrolled_away(widget)


def scrolled_away(widget: Widget) -> bool:
    """Whether the widget's middle is scrolled out of view."""
    x, y = widget.to_window(*widget.center)
    for each in parents(widget):
        if isinstance(each, ScrollView) and each is not widget:
            left, low = each.to_window(*each.pos)
            if not (left <= x <= left + each.width and low <= y <= low + each.height):
                return True
    return False
