"""The calibrator of this machine: its camera, or a simulated desk where the table is simulated."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from companion.calibration.profile import Profile
from companion.calibration.shelf import FOLDER_NAME, TableShelf
from companion.commands.calibrating.light_metering import PictureLightMeter
from companion.commands.calibrating.surveying import ShelfSurveyor
from companion.commands.wiring.table_here import TableInUse
from companion.hardware.choose import Opened
from companion.hardware.simulated.desk import SimulatedDesk
from companion.play.setup.calibrator import Calibrator

SIMULATED_FOLDER = "simulated-tables"
"""Tables of the simulated desk are kept apart: no real game is to be played by one."""


def calibrator_of(
    opened: Opened, home: Path, seed: int = 0, table: TableInUse | None = None
) -> Calibrator | None:
    """What sets tables up on the screen, ``None`` without a camera; profiles are kept in ``home``.

    ``table`` is the one that is played at: a table that is set up takes its place.
    """
    if opened.camera is None:
        return None
    simulated = opened.cups is not None
    shelf = TableShelf(home / (SIMULATED_FOLDER if simulated else FOLDER_NAME))
    meter = PictureLightMeter()
    if not simulated:
        take_up = _nothing if table is None else table.take_up
        surveyor = ShelfSurveyor(shelf, _now, take_up)
        return Calibrator(opened.camera, surveyor, meter, time.monotonic_ns)
    surveyor = ShelfSurveyor(shelf, _now)
    desk = SimulatedDesk(seed, time.monotonic_ns)
    return Calibrator(desk, surveyor, meter, time.monotonic_ns, props=desk, light_camera=opened.camera)


def _now() -> datetime:
    return datetime.now(UTC)


def _nothing(profile: Profile) -> None:
    """No table is in use that another could take the place of."""
