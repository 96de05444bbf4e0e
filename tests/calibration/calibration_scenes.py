"""Scenes that several tests look at: rendered once a run."""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.calibration import BoardSeen, LaidMark, Optics, TablePlane, find_board
from companion.calibration.marks import FoundMark
from companion.simulator import HELD, Scene

SEED, SIZE = 7, (800, 450)


@cache
def scene() -> Scene:
    """A lens, a board and a table, the camera tilted by 20°."""
    return Scene.made(SEED, SIZE, tilt_deg=20.0)


@cache
def board_picture(which: int) -> np.ndarray:
    """The lens board as it is held one way."""
    return scene().board_picture(which)


@cache
def boards() -> tuple[BoardSeen, ...]:
    """The lens board found in all its pictures."""
    return tuple(find_board(board_picture(which)) for which in range(len(HELD)))


@cache
def table_picture() -> np.ndarray:
    """The table with its marks."""
    return scene().table_picture()


LENS = Optics((1280, 720), (950.0, 952.0), (645.0, 356.0), (-0.12, 0.04, 0.0004, -0.0003, 0.0))
TABLE = TablePlane(LENS, (0.35, 0.05, 0.03), (10.0, -15.0, 1100.0), (1000.0, 600.0))
"""A table tilted by 20° before a known lens; ``seen`` and this need no picture."""


def seen(plane: TablePlane, laid: tuple[LaidMark, ...]) -> tuple[FoundMark, ...]:
    """The marks as a perfect eye would find them."""
    return tuple(FoundMark(mark.place, plane.px_of(mark.corners_mm)) for mark in laid)
