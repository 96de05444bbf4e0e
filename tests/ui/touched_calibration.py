"""A whole calibration by fingers: the real app, session and surveyor before the simulated desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.calibration import Optics
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.play.modes.setup.views import CalibrationScene, Page
from companion.play.session import Session
from companion.play.views import TableView
from companion.simulator import Scene, SimulatedTable
from companion.simulator.calibration_desk import SIZE
from tests.ui.touched_evening import TouchedEvening

SEED = 5
Place = tuple[float, float]


class TouchedCalibration(TouchedEvening):
    """Fingers on the pages; places on the picture are told by where they truly are on the desk."""

    def __init__(self, session: Session, table: SimulatedTable | None) -> None:
        super().__init__(session, table)
        self.scene = Scene.made(SEED, SIZE, tilt_deg=15.0)

    @property
    def page(self) -> Page | None:
        return self.view.scene.page if isinstance(self.view.scene, CalibrationScene) else None

    def turn_to(self, target: str | Widget, page: Page) -> None:
        """Touch, and wait for the page."""
        self.touch(target, lambda view: on(view, page))

    def choose(self, words: str) -> Widget:
        """The key or choice with these words."""
        (found,) = (
            each
            for each in self.fingers.targets()
            if words in (getattr(each, "text", ""), getattr(each, "words", ""))
        )
        return found

    def seen_at(self, place_mm: Place) -> Place:
        """Where a place of the desk is in the picture, in shares of it, by its true lens and pose."""
        lens: Optics = self.scene.optics
        pose = self.scene.table
        point = np.array([(*place_mm, 0.0)])
        turn, origin = np.array(pose.turn), np.array(pose.origin_mm)
        x, y = cv2.projectPoints(point, turn, origin, lens.matrix, lens.coefficients)[0].ravel()
        return float(x) / SIZE[0], float(y) / SIZE[1]

    def touch_table(self, place_mm: Place) -> None:
        """A finger on the picture, where this place of the desk is seen; wait for the answer."""
        number = self.view.number
        picture = self.screen.picture.ids.picture
        finger = UnitTestTouch(*picture.window_place(self.seen_at(place_mm)))
        self.fingers.touches += 1
        finger.touch_down()
        finger.touch_up()
        self.wait_for(lambda view: view.number > number)
        assert self.view.fault is None, self.view.fault


def on(view: TableView, page: Page) -> bool:
    return isinstance(view.scene, CalibrationScene) and view.scene.page is page


@contextmanager
def calibration_at(folder: Path) -> Iterator[TouchedCalibration]:
    """The app with an empty journal in this folder, at the simulated table."""
    opened = open_camera("simulated", Simulation(seed=SEED))
    evening = Evening(folder / "games.sqlite", opened, None, SEED, watch=False)
    with session_of(evening) as session:
        touched = TouchedCalibration(session, opened.cups)
        try:
            yield touched
        finally:
            touched.close()
