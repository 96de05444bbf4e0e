"""The calibrator: carries out what a touch asks while a table is set up, with camera, surveyor and meter."""

from __future__ import annotations

from dataclasses import replace

from companion.frame import CameraGone, Frame
from companion.play.errors import Refused
from companion.play.exposures import wait_for
from companion.play.ports import Camera, Clock
from companion.play.setup.calibrating import LIGHT_PAGES, LIVE_PAGES, NEEDS_PICTURE, Calibrating, after, begun
from companion.play.setup.commands import (
    CalibrationCommand,
    CheckLight,
    SaveTable,
    SetUpTable,
    TakePicture,
)
from companion.play.setup.ports import LightMeter, Props, Surveyor
from companion.play.setup.views import Page
from companion.play.table import Table, setting_up
from companion.text.numbers import as_sentence
from companion.text.speech import say

LIVE_A_JUDGEMENT = 8
"""Live pictures from one judgement of the light to the next: a second at eight a second."""


class Calibrator:
    """Works on the calibration that stands on the table; the camera may be another than the game's."""

    def __init__(
        self,
        camera: Camera,
        surveyor: Surveyor,
        meter: LightMeter,
        clock: Clock,
        props: Props | None = None,
        light_camera: Camera | None = None,
    ) -> None:
        """``props`` are what a simulated table holds before ``camera``; the light alone is judged by
        ``light_camera``, where that is another one."""
        self._camera, self._surveyor, self._meter, self._clock = camera, surveyor, meter, clock
        self._props, self._light_camera = props, light_camera or camera
        self._followed = 0

    def take(self, table: Table, command: CalibrationCommand) -> Table:
        """The table after a touch. Refused for what no key asks, and where no picture can be had."""
        try:
            now = self._after(table.calibration, command)
        except CameraGone as gone:
            raise Refused(str(gone)) from None
        fault = None if now.refusal is None else as_sentence(now.refusal)
        return setting_up(table.number + 1, now, fault)

    def wants(self, table: Table) -> bool:
        """Whether live pictures are wanted."""
        return table.calibration is not None and table.calibration.page in LIVE_PAGES

    def follow(self, table: Table) -> Table:
        """What a live picture brings: the page with it, and what follows from it without a touch.

        A lens board that is held still is taken by itself; the light is judged once a second. Raises
        ``CameraGone``.
        """
        now = table.calibration
        if now is None:
            return table
        live = self._camera_of(now).latest()
        if live is None or (now.live is not None and live.exposed_at_ns <= now.live.exposed_at_ns):
            return table
        seen = replace(now, live=live)
        if now.page in LIGHT_PAGES:
            return replace(table, calibration=self._judged(seen, live))
        if now.page is Page.BOARD and self._board_waits(now, live):
            taken = self._after(seen, TakePicture(table.number))
            if taken.refusal is None:
                return setting_up(table.number + 1, taken)
        return replace(table, calibration=seen)

    def _after(self, now: Calibrating | None, command: CalibrationCommand) -> Calibrating:
        if isinstance(command, CheckLight | SetUpTable):
            return self._stand(begun(command, self._surveyor), None)
        if now is None:
            raise Refused(say("setup.none"))
        if isinstance(command, SaveTable):
            return self._saved(now)
        frame = self._taken(now) if isinstance(command, NEEDS_PICTURE) else None
        return self._stand(after(now, command, self._surveyor, frame), now)

    def _saved(self, now: Calibrating) -> Calibrating:
        if now.name is None or now.survey is None:
            raise Refused(say("setup.nothing_to_keep"))
        kept = self._surveyor.save(now.name, now.survey)
        return Calibrating(Page.SAVED, name=now.name, survey=now.survey, kept=kept)

    def _stand(self, now: Calibrating, before: Calibrating | None) -> Calibrating:
        if self._props is not None and now.page is not Page.HEALTH:
            self._props.show(now.pictures if now.page is Page.BOARD else None)
        if now.page in LIGHT_PAGES and (before is None or before.page is not now.page):
            self._meter.rest()
            self._followed = 0
        return now

    def _board_waits(self, now: Calibrating, live: Frame) -> bool:
        if now.survey is None:
            return False
        coverage = now.survey.view.coverage
        if coverage is not None and coverage.complete:
            return False
        return self._surveyor.board_waits(now.survey, live)

    def _judged(self, now: Calibrating, live: Frame) -> Calibrating:
        self._meter.follow(live)
        self._followed += 1
        if self._followed % LIVE_A_JUDGEMENT:
            return now
        return replace(now, checks=self._meter.judge(self._taken(now), now.survey))

    def _taken(self, now: Calibrating) -> Frame:
        return wait_for(self._camera_of(now), self._clock())

    def _camera_of(self, now: Calibrating) -> Camera:
        return self._light_camera if now.page is Page.HEALTH else self._camera
