"""A rehearsal on the real screen: the app in this process, a finger for every touch."""

from __future__ import annotations

import queue
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.play.base.commands import Command
from companion.play.base.views import scene_name
from companion.play.session import Session
from companion.play.views import TableView, title_of
from companion.simulator.rehearsal.people import Ending
from companion.simulator.rehearsal.sitting import Sitting
from companion.simulator.rehearsal.touching import Finger, NoKey, Touched, draw_frames, window_of
from companion.ui import THEME, CupsUpApp, finish_each_frame

SHOWN_S = 20.0
"""Real seconds for a view to appear."""
BREATH_S = 0.002
"""Real seconds between frames without a touch; the rest is the session's."""


class TouchedRoom:
    """Shows a session in the window and touches for the people.

    A command without a key is sent anyway, and reported.
    """

    def __init__(self, size: tuple[int, int], pictures: Path | None = None) -> None:
        """``pictures``: the folder for each scene's picture."""
        THEME.motion = 0.0
        self.window = window_of(*size)
        finish_each_frame(self.window)
        self._pictures = pictures
        self._pictured: set[str] = set()
        self._touched: Touched | None = None
        self._wanted: queue.SimpleQueue[Command] = queue.SimpleQueue()

    def enter(self, session: Session, sitting: Sitting) -> None:
        app = CupsUpApp(session)
        self._touched = Touched(self.window, app.build())
        self._wanted = queue.SimpleQueue()
        sitting.touch = self._wanted.put

        def arrive(view: TableView) -> None:
            app.arrive(view)
            sitting.arrive(view)

        session.on_view = arrive

    def play(self, session: Session, sitting: Sitting) -> Ending:
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
        """Raises ValueError before anybody entered."""
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
