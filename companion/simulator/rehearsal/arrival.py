"""People of a rehearsal in real time, on their way: they come behind the first picture of the app."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they take longer to import than the app takes to its first picture
    from companion.cli.wiring.evening import Evening
    from companion.simulator.rehearsal.attended import Attendance
    from companion.ui import OpeningApp

STARTED_NS = "CUPS_UP_STARTED_NS"
"""The variable with the process's start, in ``time.monotonic_ns``."""


class Arrival:
    """``told``: the programme as JSON."""

    def __init__(self, told: str, home: str) -> None:
        self._told, self._home = told, Path(home)
        self._started_ns = int(os.environ.get(STARTED_NS, "0")) or time.monotonic_ns()
        self._app: OpeningApp
        self._people: Attendance

    def sees(self, app: OpeningApp) -> None:
        """Called just before the app runs."""
        from kivy.core.window import Window

        self._app = app
        Window.bind(on_flip=self._flipped)

    def comes(self) -> None:
        """Called behind the first picture, on the one thread that imports then."""
        from kivy.clock import Clock

        from companion.simulator.rehearsal.attended import attendance_of

        self._people = attendance_of(self._told, self._home, self._started_ns)
        Clock.schedule_once(lambda _: self._people.sees(self._app))

    def sits_at(self, evening: Evening) -> Evening:
        return self._people.sits_at(evening)

    def _flipped(self, window: object) -> None:
        from kivy.core.window import Window

        Window.unbind(on_flip=self._flipped)
        seconds = (time.monotonic_ns() - self._started_ns) / 1e9
        print(json.dumps({"what": "start", "first_picture_s": seconds}), flush=True)
