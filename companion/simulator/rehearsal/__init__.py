"""Simulated people play whole evenings with the app, and what goes wrong is counted.

Names are imported at first use: a rehearsal on a screen prepares its window first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import companion.ui  # noqa: F401  (before Kivy, wherever one begins)
from companion import lazily

if TYPE_CHECKING:
    from companion.simulator.rehearsal.attended import LANGUAGE, attendance_of
    from companion.simulator.rehearsal.evenings import Eyes, Headless, Rehearsal, Room
    from companion.simulator.rehearsal.pace import VirtualClock
    from companion.simulator.rehearsal.people import TrueTable
    from companion.simulator.rehearsal.programme import GAMES, Programme, programme_of
    from companion.simulator.rehearsal.real_time import Evenings, slowed
    from companion.simulator.rehearsal.recordings import (
        RecordedPeople,
        RecordedTable,
        RecordingError,
        programme_for,
        recorded_lifts,
    )
    from companion.simulator.rehearsal.screen import TouchedRoom
    from companion.simulator.rehearsal.tally import Album, Failure, Tally
    from companion.simulator.rehearsal.touch_latency import Pressing
else:
    __getattr__ = lazily(
        __name__,
        {
            "attended": "LANGUAGE attendance_of",
            "evenings": "Eyes Headless Rehearsal Room",
            "pace": "VirtualClock",
            "people": "TrueTable",
            "programme": "GAMES Programme programme_of",
            "real_time": "Evenings slowed",
            "recordings": "RecordedPeople RecordedTable RecordingError programme_for recorded_lifts",
            "screen": "TouchedRoom",
            "tally": "Album Failure Tally",
            "touch_latency": "Pressing",
        },
    )

__all__ = [
    "GAMES",
    "LANGUAGE",
    "Album",
    "Evenings",
    "Eyes",
    "Failure",
    "Headless",
    "Pressing",
    "Programme",
    "RecordedPeople",
    "RecordedTable",
    "RecordingError",
    "Rehearsal",
    "Room",
    "Tally",
    "TouchedRoom",
    "TrueTable",
    "VirtualClock",
    "attendance_of",
    "programme_for",
    "programme_of",
    "recorded_lifts",
    "slowed",
]
