"""What is drawn over the picture while a table is set up, and how the board is wanted next."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.calibration.areas import Area
from companion.calibration.coverage import COLUMNS, FEWEST_PICTURES, PARTS, ROWS, TILTS
from companion.calibration.lens_pictures import BoardSeen
from companion.calibration.setting_up import Setup, Step
from companion.play.setup.views import CoverageView, Ink, Place, Shape
from companion.text.speech import say

LETTERS = "ABCD"


def coverage_of(setup: Setup) -> CoverageView:
    """The lens board so far, its tilts in the order left, right, up, down."""
    coverage = setup.coverage
    tilts = tuple(tilt not in coverage.missing_tilts for tilt in TILTS)
    return CoverageView(coverage.pictures, FEWEST_PICTURES, tilts, coverage.complete)


def wanted_hold(setup: Setup) -> str:
    """How the board is wanted next: one place and one tilt that are missing."""
    coverage = setup.coverage
    part = next(iter(coverage.missing_parts), None)
    tilt = next(iter(coverage.missing_tilts), None)
    if part is None and tilt is None:
        return say("survey.hold_elsewhere")
    place = say("survey.anywhere") if part is None else say(f"survey.part.{part.replace(' ', '_')}")
    if tilt is None:
        return say("survey.hold", place=place)
    return say("survey.hold_tilted", place=place, tilt=say(f"survey.tilt.{tilt.name.lower()}"))


def shapes_of(setup: Setup) -> tuple[Shape, ...]:
    """Everything that is known so far; on the later steps the table's outline comes first."""
    if setup.step is Step.LENS:
        return (*_parts(setup), *(_board(setup, each) for each in setup.boards))
    if setup.table is None:
        return _touches(setup)
    outline = Shape(_on_table(setup, _corners(setup.table.plane.size_mm)), Ink.DONE)
    return (outline, *_areas(setup), *_seats(setup))


def _parts(setup: Setup) -> tuple[Shape, ...]:
    """The parts of the picture, those marked in which the board was seen."""
    missing = setup.coverage.missing_parts
    found = []
    for number, name in enumerate(PARTS):
        row, column = divmod(number, COLUMNS)
        left, top, right, bottom = column / COLUMNS, row / ROWS, (column + 1) / COLUMNS, (row + 1) / ROWS
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        done = name not in missing
        found.append(Shape(corners, Ink.DONE if done else Ink.PLAIN, filled=done))
    return tuple(found)


def _board(setup: Setup, board: BoardSeen) -> Shape:
    hull = cv2.convexHull(board.points_px).reshape(-1, 2)
    return Shape(_shares(setup, hull), Ink.WANTED if board is setup.boards[-1] else Ink.DONE)


def _touches(setup: Setup) -> tuple[Shape, ...]:
    places = _shares(setup, setup.touches)
    dots = tuple(Shape((place,), Ink.WANTED, str(at + 1)) for at, place in enumerate(places))
    if len(places) < 2:
        return dots
    return (Shape(places, Ink.WANTED, closed=len(places) == len(LETTERS)), *dots)


def _seats(setup: Setup) -> tuple[Shape, ...]:
    places = _on_table(setup, setup.seats)
    return tuple(Shape((place,), Ink.WANTED, str(at + 1)) for at, place in enumerate(places))


def _areas(setup: Setup) -> tuple[Shape, ...]:
    told = tuple(_area(setup, area) for area in setup.areas)
    if not setup.outline:
        return told
    places = _on_table(setup, setup.outline)
    dots = tuple(Shape((place,), Ink.WANTED) for place in places)
    return (*told, Shape(places, Ink.WANTED, closed=False), *dots) if len(places) > 1 else (*told, *dots)


def _area(setup: Setup, area: Area) -> Shape:
    title = say(f"survey.area.{area.kind.value}")
    return Shape(_on_table(setup, area.corners_mm), Ink.DONE, title, filled=True)


def _corners(size_mm: tuple[float, float]) -> tuple[Place, ...]:
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    return (-across, deep), (-across, -deep), (across, -deep), (across, deep)


def _on_table(setup: Setup, places_mm: Sequence[Place]) -> tuple[Place, ...]:
    if not places_mm or setup.table is None:
        return ()
    return _shares(setup, setup.table.plane.px_of(np.array(places_mm)))


def _shares(setup: Setup, places_px: Sequence[Place] | np.ndarray) -> tuple[Place, ...]:
    width, height = setup.size
    return tuple((float(x) / width, float(y) / height) for x, y in places_px)
