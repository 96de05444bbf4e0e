"""The light's measures behind play's port: live pictures for what moves, a large one for the rest."""

from __future__ import annotations

from collections import deque

import numpy as np

from companion.calibration.light import LightCheck, examine
from companion.calibration.seating import Point
from companion.commands.calibrating.surveying import SetupSurvey
from companion.frame import Frame
from companion.play.setup.ports import Survey
from companion.play.setup.views import LightView, Standing

KEPT = 16
"""Live pictures that are looked at together: two seconds at eight a second."""


class PictureLightMeter:
    """Keeps the newest live pictures (``companion.play.setup.ports.LightMeter``)."""

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
