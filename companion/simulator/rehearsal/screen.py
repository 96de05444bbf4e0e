"""A rehearsal on the real screen: the app runs in this process, and a finger makes every touch."""

from __future__ import annotations

import os
import queue
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.play.base.commands import Command
from companion.play.base.views import scene_name
from companion.play.session import Session
from companion.play.views import TableView, title_of
from companion.simulator.rehearsal.pace import NS_PER_S
from companion.simulator.rehearsal.people import Ending
from companion.simulator.rehearsal.sitting import Sitting
from companion.simulator.rehearsal.touching import Finger, NoKey, Touched, draw_frames, window_of
from companion.ui import DISPLAY_VARIABLES, THEME, CupsUpApp, configure_window, finish_each_frame

if TYPE_CHECKING:  # they open a window
    from companion.simulator.rehearsal.touching import Touch
    from companion.ui import OpeningApp, Target


OFFSCREEN = "offscreen"
"""SDL's driver for machines without a display: it draws into memory."""


def prepare_window(size: tuple[int, int]) -> None:
    """A window of this size, in memory if there is no display. Frames do not wait for a screen."""
    if not any(os.environ.get(each) for each in DISPLAY_VARIABLES):
        os.environ.setdefault("SDL_VIDEODRIVER", OFFSCREEN)
    configure_window(size, fullscreen=False)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


SHOWN_S = 20.0
"""Real seconds within which a view must be on the screen."""
BREATH_S = 0.002
"""Real seconds between two frames while nobody touches anything; the rest is the session's."""


class TouchedRoom:
    """Draws a session's views in the window and touches for the people.

    A command without a key is sent without a touch, and reported.
    """

    def __init__(self, size: tuple[int, int], pictures: Path | None = None) -> None:
        """A window of ``size`` pixels without animations.

        The folder ``pictures`` gets a picture of each scene when it is first touched.
        """
        THEME.motion = 0.0
        self.window = window_of(*size)
        finish_each_frame(self.window)
        self._pictures = pictures
        self._pictured: set[str] = set()
        self._touched: Touched | None = None
        self._wanted: queue.SimpleQueue[Command] = queue.SimpleQueue()

    def enter(self, session: Session, sitting: Sitting) -> None:
        """Views go to the screen and to the people from now on, and fingers to the screen."""
        app = CupsUpApp(session)
        self._touched = Touched(self.window, app.build())
        self._wanted = queue.SimpleQueue()
        sitting.touch = self._wanted.put

        def arrive(view: TableView) -> None:
            app.arrive(view)
            sitting.arrive(view)

        session.on_view = arrive

    def play(self, session: Session, sitting: Sitting) -> Ending:
        """Draw and touch until people get up."""
        try:
            while True:
                draw_frames(1)
                self._touch_what_is_wanted(session, sitting)
                try:
                    return sitting.ended.get(timeout=BREATH_S)
                except queue.Empty:
                    if not session.is_well:
                        return Ending.STUCK
        finally:
            session.on_view = None
            self._on_screen.close()

    @property
    def _on_screen(self) -> Touched:
        """The stage in the window; ValueError before anybody entered."""
        if self._touched is None:
            raise ValueError("nobody has entered the room yet")
        return self._touched

    def _touch_what_is_wanted(self, session: Session, sitting: Sitting) -> None:
        try:
            command = self._wanted.get_nowait()
        except queue.Empty:
            return
        self._wait_for(command.number)
        self._keep_picture()
        try:
            Finger(self._on_screen).carry_out(command)
        except NoKey as lack:
            sitting.untouched(str(lack))
            self._on_screen.stage.close()
            session.send(command)

    def _wait_for(self, number: int) -> None:
        """Draw until the command's view is on the screen."""
        until = time.monotonic() + SHOWN_S
        while not self._on_screen.stage.shows(number) and time.monotonic() < until:
            draw_frames(1)
        draw_frames()

    def _keep_picture(self) -> None:
        view = self._on_screen.stage.view
        game = title_of(view.scene) or "welcome"
        name = "".join(each if each.isalnum() else "-" for each in f"{game}-{scene_name(view.kind)}".lower())
        if self._pictures is None or name in self._pictured:
            return
        self._pictured.add(name)
        self._pictures.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=self._pictures) as own:  # Kivy relies on names that others may take
            written = self.window.screenshot(str(Path(own) / f"{name}.png"))
            Path(written).replace(self._pictures / f"{name}.png")


TOUCHES = 10
OPENS_IN_S = 120.0
PAINTED_IN_S = 10.0
PAUSE_S = 0.3
"""Between two presses [choice]."""
LOOK_S = 0.02
NS_A_MS = 1_000_000


class Pressing:
    """A finger that presses a key of the running app, on a thread of its own."""

    def __init__(self) -> None:
        self.told: dict[str, object] | None = None
        self._app: OpeningApp
        self._waiting = False
        self._painted_ns = 0
        self._painted = threading.Event()

    def sees(self, app: OpeningApp) -> None:
        """The app is about to run."""
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

        from companion.simulator.rehearsal.touching import RUNNING, RunningLoop, draw_frames, on_screen

        RUNNING.set(RunningLoop())
        try:
            give_up_ns = time.monotonic_ns() + int(OPENS_IN_S * NS_PER_S)
            while not self._app.has_drawn and time.monotonic_ns() < give_up_ns:
                time.sleep(LOOK_S)
            draw_frames()
            key = on_screen(self._key)
            took = [self._press(key) for _ in range(TOUCHES)]
            self.told = {"ms": took, **on_screen(_display)}
        finally:
            Clock.schedule_once(lambda _: self._app.stop(), 0)

    def _key(self) -> Target:
        """A key that shows when it is pressed, and hears of it at once."""
        from kivy.core.window import Window
        from kivy.uix.scrollview import ScrollView

        from companion.simulator.rehearsal.touching import Touched, parents

        table = self._app.table
        if table is None or table.stage is None:
            raise LookupError("no scene of the table was drawn")
        for each in Touched(Window, table.stage, in_window=True).targets():
            scrolls = any(isinstance(above, ScrollView) for above in parents(each))
            if each.tile.startswith("key") and not (each.disabled or scrolls):
                return each
        raise LookupError("no key is on the screen")

    def _press(self, key: Target) -> float:
        """Milliseconds from the press until a frame with it was painted."""
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
    """The finger slides off the key, so that the key does nothing."""
    from kivy.base import EventLoop

    touch.move({"x": 0.0, "y": 0.0})
    EventLoop.post_dispatch_input("update", touch)
    EventLoop.post_dispatch_input("end", touch)


def _display() -> dict[str, object]:
    """What draws the window."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

    return {
        "renderer": glGetString(GL_RENDERER).decode("utf-8", "replace"),
        "opengl": glGetString(GL_VERSION).decode("utf-8", "replace"),
        "window": f"{Window.width}x{Window.height}",
    }
