"""The calibrator of this machine: its camera, or a simulated desk where the table is simulated."""

from __future__ import annotations

import time
from collections import deque
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.calibration import FOLDER_NAME, LightCheck, Point, Profile, TableShelf, examine
from companion.cli.calibrating.surveying import SetupSurvey, ShelfSurveyor
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.table import TableInUse
from companion.core.frame import Frame
from companion.play.modes.setup.mode import SetupMode
from companion.play.modes.setup.ports import Survey
from companion.play.modes.setup.views import LightView, Standing
from companion.simulator import SimulatedDesk

KEPT = 16
"""Live pictures that are looked at together: two seconds at eight a second."""


class PictureLightMeter:
    """Keeps the newest live pictures (``companion.play.modes.setup.ports.LightMeter``)."""

    def __init__(self) -> None:
        self._live: deque[Frame] = deque(maxlen=KEPT)

    def rest(self) -> None:
        """Forget all pictures."""
        self._live.clear()

    def follow(self, live: Frame) -> None:
        """A live picture; one of another size begins anew."""
        if self._live and (self._live[-1].width, self._live[-1].height) != (live.width, live.height):
            self._live.clear()
        self._live.append(live)

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[LightView, ...]:
        """Everything about the light, its places as shares of the picture."""
        checks = examine(tuple(self._live) or (taken,), taken, _field(survey))
        return tuple(_view(check, taken) for check in checks)


def _field(survey: Survey | None) -> tuple[Point, ...]:
    """The table's corners in px, where a survey knows them."""
    if not isinstance(survey, SetupSurvey) or survey.setup.table is None:
        return ()
    plane = survey.setup.table.plane
    across, deep = plane.size_mm[0] / 2, plane.size_mm[1] / 2
    corners = np.array([(-across, deep), (-across, -deep), (across, -deep), (across, deep)])
    return tuple((float(x), float(y)) for x, y in plane.px_of(corners))


def _view(check: LightCheck, taken: Frame) -> LightView:
    places = tuple(
        ((left / taken.width, top / taken.height), (right / taken.width, bottom / taken.height))
        for left, top, right, bottom in check.places
    )
    return LightView(
        check.subject.value, Standing(check.standing.value), check.sentence, check.remedy, places
    )


SIMULATED_FOLDER = "simulated-tables"
"""Tables of the simulated desk are kept apart: no real game is to be played by one."""


def calibrator_of(
    opened: Opened, home: Path, seed: int = 0, table: TableInUse | None = None
) -> SetupMode | None:
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
        return SetupMode(opened.camera, surveyor, meter, time.monotonic_ns)
    surveyor = ShelfSurveyor(shelf, _now)
    desk = SimulatedDesk(seed, time.monotonic_ns)
    return SetupMode(desk, surveyor, meter, time.monotonic_ns, props=desk, light_camera=opened.camera)


def _now() -> datetime:
    return datetime.now(UTC)


def _nothing(profile: Profile) -> None:
    """No table is in use that another could take the place of."""
