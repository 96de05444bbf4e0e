"""The calibrator of this machine: its camera, or a simulated desk where the table is simulated."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from companion.calibration.shelf import FOLDER_NAME, TableShelf
from companion.commands.light_metering import PictureLightMeter
from companion.commands.simulated_desk import SimulatedDesk
from companion.commands.surveying import ShelfSurveyor
from companion.hardware.choose import Opened
from companion.play.calibrator import Calibrator

SIMULATED_FOLDER = "simulated-tables"
"""Tables of the simulated desk are kept apart: no real game is to be played by one."""


def calibrator_of(opened: Opened, home: Path, seed: int = 0) -> Calibrator | None:
    """What sets tables up on the screen, ``None`` without a camera; profiles are kept in ``home``."""
    if opened.camera is None:
        return None
    simulated = opened.cups is not None
    shelf = TableShelf(home / (SIMULATED_FOLDER if simulated else FOLDER_NAME))
    surveyor, meter = ShelfSurveyor(shelf, lambda: datetime.now(UTC)), PictureLightMeter()
    if not simulated:
        return Calibrator(opened.camera, surveyor, meter, time.monotonic_ns)
    desk = SimulatedDesk(seed, time.monotonic_ns)
    return Calibrator(desk, surveyor, meter, time.monotonic_ns, props=desk, light_camera=opened.camera)
