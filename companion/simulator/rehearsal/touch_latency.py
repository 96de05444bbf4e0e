"""The time from a press to its painted frame, inside the app.

A finger presses a key ten times and leaves the glass beside it, so the key does nothing.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from companion.core.frame import NS_PER_S

if TYPE_CHECKING:  # they open a window
    from companion.simulator.rehearsal.touching import Touch
    from companion.ui import OpeningApp, Target

TOUCHES = 10
OPENS_IN_S = 120.0
PAINTED_IN_S = 10.0
PAUSE_S = 0.3
"""Between two presses [choice]."""
LOOK_S = 0.02
NS_A_MS = 1_000_000


class Pressing:
    def __init__(self) -> None:
        self.told: dict[str, object] | None = None
        self._app: OpeningApp
        self._waiting = False
        self._painted_ns = 0
        self._painted = threading.Event()

    def sees(self, app: OpeningApp) -> None:
        from kivy.core.window import Window

        self._app = app
        Window.bind(on_flip=self._flipped)
        threading.Thread(target=self._press_and_stop, name="finger", daemon=True).start()

    def _flipped(self, _: object) -> None:
        if self._waiting:
            self._waiting = False
            self._painted_ns = time.monotonic_ns()
            self._painted.set()

    def _press_and_stop(self) -> None:
        from kivy.clock import Clock

        try:
            give_up_ns = time.monotonic_ns() + int(OPENS_IN_S * NS_PER_S)
            while not self._app.has_drawn and time.monotonic_ns() < give_up_ns:
                time.sleep(LOOK_S)
            # Not before: it imports screens, as the screen's own thread does until it has drawn them.
            from companion.simulator.rehearsal.touching import RUNNING, RunningLoop, draw_frames, on_screen

            RUNNING.set(RunningLoop())
            draw_frames()
            key = on_screen(self._key)
            took = [self._press(key) for _ in range(TOUCHES)]
            self.told = {"ms": took, **on_screen(_display)}
        finally:
            Clock.schedule_once(lambda _: self._app.stop(), 0)

    def _key(self) -> Target:
        from kivy.core.window import Window
        from kivy.uix.scrollview import ScrollView

        from companion.simulator.rehearsal.touching import Touched
        from companion.ui import parents

        table = self._app.table
        if table is None or table.stage is None:
            raise LookupError("no scene of the table was drawn")
        for each in Touched(Window, table.stage, in_window=True).targets():
            scrolls = any(isinstance(above, ScrollView) for above in parents(each))
            if each.tile.startswith("key") and not (each.disabled or scrolls):
                return each
        raise LookupError("no key is on the screen")

    def _press(self, key: Target) -> float:
        """Milliseconds to the painted frame."""
        from companion.simulator.rehearsal.touching import Touch, draw_frames, on_screen

        touch = Touch(*key.to_window(*key.center))
        self._painted.clear()
        began_ns = time.monotonic_ns()
        on_screen(lambda: self._begin(touch))
        if not self._painted.wait(PAINTED_IN_S):
            raise LookupError("a press was not painted")
        painted_ns = self._painted_ns
        on_screen(lambda: _leave(touch))
        draw_frames()
        time.sleep(PAUSE_S)
        return (painted_ns - began_ns) / NS_A_MS

    def _begin(self, touch: Touch) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input("begin", touch)
        self._waiting = True


def _leave(touch: Touch) -> None:
    from kivy.base import EventLoop

    touch.move({"x": 0.0, "y": 0.0})
    EventLoop.post_dispatch_input("update", touch)
    EventLoop.post_dispatch_input("end", touch)


def _display() -> dict[str, object]:
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

    return {
        "renderer": glGetString(GL_RENDERER).decode("utf-8", "replace"),
        "opengl": glGetString(GL_VERSION).decode("utf-8", "replace"),
        "window": f"{Window.width}x{Window.height}",
    }
