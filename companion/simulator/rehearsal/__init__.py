"""Simulated people play whole evenings with the app, and what goes wrong is counted.

Names are imported at first use: a rehearsal on a screen prepares its window first.
"""

from typing import TYPE_CHECKING

import companion.ui  # noqa: F401  (before Kivy, wherever one begins)
from companion import lazily

if TYPE_CHECKING:
    from companion.simulator.rehearsal.evenings import Eyes as Eyes
    from companion.simulator.rehearsal.evenings import Headless as Headless
    from companion.simulator.rehearsal.evenings import Rehearsal as Rehearsal
    from companion.simulator.rehearsal.evenings import Room as Room
    from companion.simulator.rehearsal.pace import VirtualClock as VirtualClock
    from companion.simulator.rehearsal.people import TrueTable as TrueTable
    from companion.simulator.rehearsal.programme import GAMES as GAMES
    from companion.simulator.rehearsal.programme import Programme as Programme
    from companion.simulator.rehearsal.programme import programme_of as programme_of
    from companion.simulator.rehearsal.real_time import Evenings as Evenings
    from companion.simulator.rehearsal.real_time import slowed as slowed
    from companion.simulator.rehearsal.recordings import RecordedPeople as RecordedPeople
    from companion.simulator.rehearsal.recordings import RecordedTable as RecordedTable
    from companion.simulator.rehearsal.recordings import RecordingError as RecordingError
    from companion.simulator.rehearsal.recordings import programme_for as programme_for
    from companion.simulator.rehearsal.recordings import recorded_lifts as recorded_lifts
    from companion.simulator.rehearsal.screen import TouchedRoom as TouchedRoom
    from companion.simulator.rehearsal.tally import Album as Album
    from companion.simulator.rehearsal.tally import Failure as Failure
    from companion.simulator.rehearsal.tally import Tally as Tally
    from companion.simulator.rehearsal.touch_latency import Pressing as Pressing
else:
    __getattr__, __all__ = lazily(__name__, __file__)
