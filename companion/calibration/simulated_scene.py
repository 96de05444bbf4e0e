"""A whole calibration to photograph: an unknown lens, a board held up, a table with four marks laid askew.

Everything follows from the seed. The truth is kept, to compare a calibration with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.calibration.marks import Place
from companion.calibration.optics import Optics
from companion.calibration.seating import Size
from companion.calibration.simulated import (
    Drawn,
    Pose,
    Weather,
    lens_board_drawn,
    mark_drawn,
    moved,
    photographed,
    pose_of,
    table_drawn,
)
from companion.calibration.table_marks import LaidMark

FIELD_MM = (1000.0, 600.0)
"""The table between the marks' outer corners, about."""
STEEPEST_DEG = 30.0
"""Tilt of the camera over the table, at most: the project's plan."""
HELD = (
    # share of half the picture right and down, tilt, its direction, spin in degrees, share of the height
    (0.0, 0.0, 3.0, 0.0, 90.0, 0.85),
    (-0.5, -0.25, 28.0, 0.0, 5.0, 0.80),
    (0.5, -0.25, 28.0, 180.0, -5.0, 0.80),
    (-0.5, 0.25, 30.0, 90.0, 0.0, 0.80),
    (0.5, 0.25, 30.0, 270.0, 10.0, 0.80),
    (0.0, -0.1, 35.0, 90.0, 95.0, 0.85),
    (0.0, 0.1, 35.0, 270.0, 85.0, 0.85),
    (-0.55, 0.0, 25.0, 180.0, 3.0, 0.90),
    (0.55, 0.0, 25.0, 0.0, -3.0, 0.90),
    (0.0, 0.0, 40.0, 45.0, 45.0, 0.75),
    (-0.6, 0.3, 15.0, 225.0, 90.0, 0.60),
    (0.6, -0.3, 15.0, 45.0, 90.0, 0.60),
)
"""Twelve ways to hold the board: each part of the picture and each tilt is there."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A lens, the board's poses in front of it, and the places of table and marks; ``made`` draws one."""

    seed: int
    optics: Optics
    held: tuple[Pose, ...]
    table: Pose
    marks: tuple[LaidMark, ...]
    weather: Weather

    @classmethod
    def made(cls, seed: int, size: Size = (1280, 720), tilt_deg: float | None = None) -> Scene:
        """The scene of a seed; the camera's tilt over the table is drawn from 0-30° unless told."""
        random = np.random.default_rng(seed)
        optics = drawn_lens(random, size)
        held = tuple(_held_up(hold, optics, random) for hold in HELD)
        marks = _laid(random)
        tilt = random.uniform(0, STEEPEST_DEG) if tilt_deg is None else tilt_deg
        table = over_the_table(optics, tilt, random)
        weather = Weather(
            noise=float(random.uniform(2, 5)),
            blur_px=float(random.uniform(0.5, 1.1)) * size[0] / 1280,
            darker=float(random.uniform(0.1, 0.5)),
            slope_deg=float(random.uniform(0, 360)),
        )
        return cls(seed, optics, held, table, marks, weather)

    def board_picture(self, which: int) -> np.ndarray:
        """The board as held the ``which``-th way, 0-11: uint8 (H, W, 3), BGR."""
        layers = [lens_board_drawn()]
        return photographed(layers, self.optics, self.held[which], self.weather, 100 * self.seed + which)

    def table_picture(
        self, pose: Pose | None = None, without: tuple[Place, ...] = (), seed: int = 99
    ) -> np.ndarray:
        """The table with its marks; seen from another pose when told, or with some marks taken away."""
        layers = [self._wood(), *(mark_drawn(each.place, each.middle_mm, each.turn_deg)
                                  for each in self.marks if each.place not in without)]  # fmt: skip
        return photographed(layers, self.optics, pose or self.table, self.weather, 100 * self.seed + seed)

    def _wood(self) -> Drawn:
        return table_drawn(FIELD_MM[0], FIELD_MM[1], self.seed)

    def true_mm(self, points_mm: np.ndarray) -> np.ndarray:
        """Points of the drawn table, (N, 2) mm, in the frame of reference that the marks define."""
        corners = np.array([mark.corners_mm for mark in self.marks])
        middles = corners.mean(axis=1)
        across = middles[2] + middles[3] - middles[0] - middles[1]
        across = across / np.linalg.norm(across)
        axes = np.array([across, (-across[1], across[0])])
        turned = corners.reshape(-1, 2) @ axes.T
        placed: np.ndarray = points_mm @ axes.T - (turned.min(axis=0) + turned.max(axis=0)) / 2
        return placed

    def near_edge_mm(self) -> float:
        """What a tape measures between the outer corners of A and D."""
        ends = [
            self.marks[place.number].corners_mm[place.outer_corner]
            for place in (Place.NEAR_LEFT, Place.NEAR_RIGHT)
        ]
        return float(np.linalg.norm(ends[1] - ends[0]))


def drawn_lens(random: np.random.Generator, size: Size) -> Optics:
    """A lens of 55-75° with a distortion as webcams and camera modules have it, its centre 1 % off."""
    focal = size[0] / 2 / np.tan(np.radians(random.uniform(55, 75)) / 2)
    first = random.uniform(-0.25, 0.08)
    distortion = (first, 0.3 * abs(first), random.uniform(-5e-4, 5e-4), random.uniform(-5e-4, 5e-4), 0.0)
    centre = [(side - 1) / 2 + side * random.uniform(-0.01, 0.01) for side in size]
    focals = float(focal), float(focal * random.uniform(0.998, 1.002))
    return Optics(size, focals, (float(centre[0]), float(centre[1])), distortion)


def _held_up(hold: tuple[float, ...], optics: Optics, random: np.random.Generator) -> Pose:
    right, down, tilt, toward, spin, share = hold
    away = optics.focal_px[1] * 225 / (share * optics.size[1])
    wobble = random.uniform(-4, 4, 3)
    pose = pose_of(tilt + wobble[0], toward + wobble[1], spin + wobble[2], away)
    half = away * np.array([optics.size[0] / optics.focal_px[0], optics.size[1] / optics.focal_px[1]]) / 2
    return moved(pose, right * half[0], down * half[1])


def _laid(random: np.random.Generator) -> tuple[LaidMark, ...]:
    """The marks by the table's corners as hands lay them: up to 15 mm and 12° askew."""
    reach = FIELD_MM[0] / 2 - 40, FIELD_MM[1] / 2 - 40
    laid = []
    for place, (right, down) in zip(Place, ((-1, 1), (-1, -1), (1, -1), (1, 1)), strict=True):
        off = random.uniform(-15, 15, 2)
        middle = (float(right * reach[0] + off[0]), float(down * reach[1] + off[1]))
        laid.append(LaidMark(place, middle, float(random.uniform(-12, 12))))
    return tuple(laid)


def over_the_table(
    optics: Optics, tilt_deg: float, random: np.random.Generator, field_mm: tuple[float, float] = FIELD_MM
) -> Pose:
    """The lowest place, by steps of 2 %, from which the camera sees all of the field."""
    toward, spin = random.uniform(0, 360), random.uniform(-5, 5)
    corners = np.array([(x * 1.06, y * 1.06, 0.0) for x in (-field_mm[0] / 2, field_mm[0] / 2)
                        for y in (-field_mm[1] / 2, field_mm[1] / 2)])  # fmt: skip
    away = 500.0
    while True:
        pose = pose_of(tilt_deg, toward, spin, away)
        seen = corners @ pose.matrix.T + pose.origin_mm
        pixels = (
            optics.pixels(seen[:, :2] / seen[:, 2:]) if (seen[:, 2] > 100).all() else np.array([(-1.0, -1.0)])
        )
        if ((pixels >= 4) & (pixels < np.array(optics.size) - 4)).all():
            return pose
        away *= 1.02
