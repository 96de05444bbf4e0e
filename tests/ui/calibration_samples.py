"""Views of a table being set up, and of its light, by the real steps without a camera."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.calibration import (
    Area,
    AreaKind,
    BoardSeen,
    FoundBy,
    Setup,
    TablePlane,
    TableShelf,
    known_lens,
    lens_board,
)
from companion.calibration.table_marks import FoundTable
from companion.cli.wiring.calibrator import PictureLightMeter, SetupSurvey, ShelfSurveyor
from companion.core.frame import Frame
from companion.play.base.views import Surroundings
from companion.play.modes.setup.state import Calibrating, KnownChoice, SetupTable
from companion.play.modes.setup.views import LightView, Page, Standing
from companion.play.table import view_of
from companion.play.views import TableView
from companion.simulator import Scene
from companion.simulator.calibration_desk import FIELD_MM
from tests.ui import sample_parts as parts
from tests.ui.painted_table import cups_table, spoiled_light

SIZE = (1280, 720)
NAME = "The big table in the garden house at gran"
"""As long as a name may be."""
TABLES = (
    KnownChoice("Kitchen", "Kitchen", "120 × 80 cm, 4 seats, Camera Module 3."),
    KnownChoice(NAME[:40], NAME[:40], "240 × 110 cm, 8 seats, Camera Module 3 Wide."),
)
GOOD = (
    LightView("settled", Standing.GOOD, "exposure and colours are at rest"),
    LightView("brightness", Standing.GOOD, "there is enough light"),
    LightView("focus", Standing.GOOD, "the picture is sharp"),
    LightView("glare", Standing.GOOD, "no lamp is mirrored"),
    LightView("even light", Standing.GOOD, "the table is evenly lit"),
    LightView("flicker", Standing.GOOD, "the light does not flicker"),
)
BAD = (
    LightView("settled", Standing.UNKNOWN,
              "too few pictures yet to tell whether the camera's exposure is at rest",
              "wait a few seconds with hands away and no lamp switched"),
    LightView("brightness", Standing.WRONG, "it is too dark",
              "switch on another lamp or bring one nearer"),
    LightView("focus", Standing.WRONG, "the picture is not sharp",
              "turn the lens until print on the table is crisp, wipe it, and see that nothing shakes the"
              " camera"),
    LightView("glare", Standing.WRONG, "a lamp is mirrored in 2 places: dice there cannot be read",
              "move the lamp aside or turn it to the ceiling; a cloth mirrors less than varnish",
              (((0.2, 0.2), (0.32, 0.4)), ((0.62, 0.6), (0.7, 0.74)))),
    LightView("even light", Standing.WRONG, "the upper right of the picture gets half the light"
              " of the other end",
              "hang the lamp over the middle, or put a second one at the upper right",
              (((0.66, 0.0), (1.0, 0.33)),)),
    LightView("flicker", Standing.WRONG,
              "the light flickers with the mains of 50 Hz: bands 9% darker lie across the picture",
              "take another lamp or switch its dimmer off; or set the camera's power line frequency"
              " to 50 Hz"),
)  # fmt: skip


SURVEYOR = ShelfSurveyor(TableShelf(Path("no-tables")), lambda: datetime.now(UTC))
"""Knows the lenses and areas that may be chosen; its shelf is empty."""


def page(now: Calibrating, fault: str | None = None) -> TableView:
    """The view of what stands now, with a picture of cups."""
    with_picture = replace(now, live=cups_table())
    return view_of(replace(SetupTable(7, with_picture), fault=fault), Surroundings(camera="simulated table"))


def naming(*tables: KnownChoice) -> TableView:
    return page(Calibrating(Page.NAME, tables, SURVEYOR.lenses, SURVEYOR.areas))


def lens(*tables: KnownChoice, name: str = NAME[:40]) -> TableView:
    return page(replace(surveyed(None, Page.LENS, tables=tables), name=name))


def surveyed(setup: Setup | None, at: Page | None = None, **fields: Any) -> Calibrating:
    """A table being set up that has come as far as this setup."""
    survey = None if setup is None else SetupSurvey.of(setup)
    begun = Calibrating(Page.NAME, (), SURVEYOR.lenses, SURVEYOR.areas)
    reached = at if survey is None else at or survey.view.page
    assert reached is not None
    return replace(begun, page=reached, name=NAME[:40], survey=survey, earlier=begun, **fields)


def begun() -> Setup:
    return Setup.begin(SIZE, known_lens("webcam"))


def boards(many: int) -> tuple[BoardSeen, ...]:
    """The lens board in so many of the simulated pictures, as a perfect eye would find it."""
    scene = Scene.made(7, SIZE, tilt_deg=20.0)
    corners = np.asarray(lens_board().getChessboardCorners())
    corners = corners - corners.mean(axis=0)
    found = []
    for pose in scene.held[:many]:
        turn, origin = np.array(pose.turn), np.array(pose.origin_mm)
        seen = cv2.projectPoints(corners, turn, origin, scene.optics.matrix, scene.optics.coefficients)[0]
        seen = seen.reshape(-1, 2).astype(np.float32)
        inside = ((seen > 2) & (seen < np.array(SIZE) - 2)).all(axis=1)
        found.append(BoardSeen(SIZE, np.flatnonzero(inside), seen[inside]))
    return tuple(found)


def board(many: int) -> Setup:
    """So many pictures of the board were taken."""
    taken = replace(begun(), boards=boards(many))
    return replace(taken, said=taken.coverage.sentence)


def touched(many: int) -> Setup:
    """So many corners of the table were touched."""
    setup = begun().unmeasured()
    for x, y in ((180, 640), (240, 90), (1040, 90), (1100, 640))[:many]:
        setup = setup.touched(x, y)
    return setup


def found() -> Setup:
    """The table was found."""
    optics = known_lens("webcam").optics(SIZE)
    plane = TablePlane(optics, (0.3, 0.02, 0.01), (0.0, 0.0, 1050.0), FIELD_MM)
    return begun().unmeasured()._found(FoundTable(plane, FoundBy.TOUCH, 0.8))


def seated(players: int) -> Setup:
    return found().seats_evenly(players)


def with_areas(drawing: bool = False) -> Setup:
    """The Lost Dice Squares and the board are told, perhaps another one is being touched."""
    setup = replace(seated(5).seats_done(), areas=(
        Area.rectangle(AreaKind.LOST_DICE, (-120, -60), (120, 60)),
        Area.rectangle(AreaKind.BOARD, (-190, -110), (190, 110)),
    ))  # fmt: skip
    if not drawing:
        return setup
    begun_area = setup.area_begun(AreaKind.OUT)
    return replace(begun_area, outline=((-420, -230), (-300, -170)))


def saved() -> TableView:
    kept = "100 × 60 cm, 5 seats, Camera Module 3."
    return page(Calibrating(Page.SAVED, name=NAME[:40], kept=kept))


def spoiled() -> TableView:
    """A table under a lamp that mirrors in it, as the meter judges it."""
    pixels = spoiled_light(parts.DEALT[:4])
    meter = PictureLightMeter()
    for at in range(8):
        meter.follow(Frame(pixels, 1 + at * 125_000_000))
    frame = Frame(pixels, 2_000_000_000)
    now = Calibrating(Page.HEALTH, live=frame, checks=meter.judge(frame, None))
    return view_of(SetupTable(7, now), Surroundings(camera="simulated table"))


def light(*checks: LightView) -> TableView:
    return page(surveyed(seated(5), Page.LIGHT, checks=checks))


def health(*checks: LightView) -> TableView:
    return page(Calibrating(Page.HEALTH, checks=checks))
