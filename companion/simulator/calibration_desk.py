"""What a calibration photographs, drawn: a lens board held up, a table with four marks.

Lens and poses, the truth to compare with, follow from the seed.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibration import (
    MARK_MM,
    RIM_MM,
    LaidMark,
    Optics,
    Place,
    Size,
    black_cells,
    lens_board,
    mark_dictionary,
)
from companion.core.frame import CameraGone, Clock, Frame
from companion.text import say

TEXELS_PER_MM = 4.0
"""Drawn paper: finer than the sharpest picture (3 px a mm)."""
RAYS_A_SIDE = 2
"""Rays a pixel, along each side: corners of marks are then found to 0.05 px, noise and blur included."""
KNOT_PX = 8
"""Only every so many pixels a ray is traced through the lens; the others are interpolated."""
DIAGONAL = 0.75
"""Half a card's diagonal over its side, and a little more."""
BARE_FLOOR = 110.0
"""Grey beyond paper and wood."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A picture in the plane z = 0: grey float32 (H, W) 0-255, negative where transparent; top left corner
    and resolution.
    """

    grey: np.ndarray
    left_mm: float
    top_mm: float
    texels_per_mm: float


@dataclass(frozen=True, slots=True)
class Pose:
    """The plane z = 0 seen by the camera: Rodrigues vector, and the origin in mm."""

    turn: tuple[float, float, float]
    origin_mm: tuple[float, float, float]

    @property
    def matrix(self) -> np.ndarray:
        """Rotation float64 (3, 3)."""
        return cv2.Rodrigues(np.array(self.turn))[0]


@dataclass(frozen=True, slots=True)
class Weather:
    """Standard deviations of noise (grey levels) and blur (px), and uneven light.

    ``darker``: share lost at the end of a slope in the direction ``slope_deg``; 0: even light.
    """

    noise: float = 3.0
    blur_px: float = 0.7
    darker: float = 0.35
    slope_deg: float = 30.0


def lens_board_drawn() -> Drawn:
    """The board on white A4, its middle at the origin."""
    board = lens_board()
    across, down = (side * board.getSquareLength() for side in board.getChessboardSize())
    rim = 15.0
    size = (round(across * TEXELS_PER_MM), round(down * TEXELS_PER_MM))
    edge = round(rim * TEXELS_PER_MM)
    grey = cv2.copyMakeBorder(
        board.generateImage(size), edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255
    )
    return Drawn(grey.astype(np.float32) * 0.85 + 20, -across / 2 - rim, -down / 2 - rim, TEXELS_PER_MM)


def pose_of(tilt_deg: float, toward_deg: float, spin_deg: float, away_mm: float) -> Pose:
    """Looks at the origin, tilted off the vertical to one side, spun."""
    toward, tilt, spin = np.radians((toward_deg, tilt_deg, spin_deg))
    lean = cv2.Rodrigues(tilt * np.array([np.cos(toward), np.sin(toward), 0.0]))[0]
    turn = lean @ cv2.Rodrigues(np.array([0.0, 0.0, spin]))[0]
    return Pose(tuple(cv2.Rodrigues(turn)[0].ravel().tolist()), (0.0, 0.0, away_mm))


def moved(pose: Pose, right_mm: float, down_mm: float) -> Pose:
    x, y, z = pose.origin_mm
    return Pose(pose.turn, (x + right_mm, y + down_mm, z))


def seen_mm(optics: Optics, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    """Where rays meet the plane: x and y in mm, float32 (H * n, W * n)."""
    right, down = cv2.split(_rays(optics))
    turn, origin = pose.matrix.astype(np.float32), np.array(pose.origin_mm, np.float32)
    slopes = [right * turn[0, axis] + down * turn[1, axis] + turn[2, axis] for axis in range(3)]
    depth = float(turn[:, 2] @ origin) / slopes[2]
    return tuple(slopes[axis] * depth - float(turn[:, axis] @ origin) for axis in range(2))


def _rays(optics: Optics) -> np.ndarray:
    """Rays, float32 (H * n, W * n, 2), interpolated between those of every eighth pixel."""
    width, height = optics.size
    across, down = -(-width // KNOT_PX) + 2, -(-height // KNOT_PX) + 2
    xs, ys = (np.arange(-1, many - 1) * KNOT_PX + (KNOT_PX - 1) / 2 for many in (across, down))
    knots = optics.rays(np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)).reshape(down, across, 2)
    fine = KNOT_PX * RAYS_A_SIDE
    rays = cv2.resize(knots.astype(np.float32), None, fx=fine, fy=fine)
    return rays[fine : fine + height * RAYS_A_SIDE, fine : fine + width * RAYS_A_SIDE]


def photographed(layers: list[Drawn], optics: Optics, pose: Pose, weather: Weather, seed: int) -> np.ndarray:
    """The camera's picture, uint8 (H, W, 3), BGR; deterministic. ``layers``: the lowest first."""
    xs, ys = seen_mm(optics, pose)
    light = np.full(xs.shape, BARE_FLOOR, np.float32)
    for layer in layers:
        fine = layer.texels_per_mm
        columns, rows = (xs - layer.left_mm) * fine - 0.5, (ys - layer.top_mm) * fine - 0.5
        drawn = cv2.remap(layer.grey, columns, rows, cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_CONSTANT, borderValue=-1e6)  # fmt: skip
        cv2.copyTo(drawn, (drawn >= 0).astype(np.uint8), light)
    return _exposed(cv2.resize(light, optics.size, interpolation=cv2.INTER_AREA), weather, seed)


def _exposed(grey: np.ndarray, weather: Weather, seed: int) -> np.ndarray:
    if weather.blur_px > 0:
        grey = cv2.GaussianBlur(grey, (0, 0), weather.blur_px)
    height, width = grey.shape
    xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height))
    slope = np.radians(weather.slope_deg)
    shade = 1 - weather.darker * np.clip(0.5 + xs * np.cos(slope) + ys * np.sin(slope), 0, 1)
    noise = np.random.default_rng(seed).normal(0, weather.noise, (height, width, 3))
    grey_levels: np.ndarray = np.clip((grey * shade)[..., None] + noise, 0, 255).astype(np.uint8)
    return grey_levels


def table_drawn(width_mm: float, depth_mm: float, seed: int) -> Drawn:
    """Grained wood, its middle at the origin, a texel a millimetre."""
    spare = 1.6
    across, down = round(width_mm * spare), round(depth_mm * spare)
    random = np.random.default_rng(seed)
    coarse = random.normal(0, 1, (max(down // 60, 2), max(across // 90, 2))).astype(np.float32)
    fine = random.normal(0, 1, (max(down // 4, 2), max(across // 40, 2))).astype(np.float32)
    grain: np.ndarray = 14 * cv2.resize(coarse, (across, down), interpolation=cv2.INTER_CUBIC)
    grain += 9 * cv2.resize(fine, (across, down), interpolation=cv2.INTER_CUBIC)
    grey = np.clip(120 + grain, 40, 210).astype(np.float32)
    return Drawn(grey, -across / 2, -down / 2, 1.0)


def mark_drawn(place: Place, middle_mm: tuple[float, float], turn_deg: float) -> Drawn:
    cells = black_cells(mark_dictionary(), place.number)
    side = MARK_MM + 2 * RIM_MM
    reach = side * DIAGONAL
    texels = round(2 * reach * TEXELS_PER_MM)
    ys, xs = np.mgrid[0:texels, 0:texels].astype(np.float32)
    xs, ys = (xs + 0.5) / TEXELS_PER_MM - reach, (ys + 0.5) / TEXELS_PER_MM - reach
    turn = np.radians(turn_deg)
    along, down = xs * np.cos(turn) + ys * np.sin(turn), -xs * np.sin(turn) + ys * np.cos(turn)
    cell = MARK_MM / len(cells)
    column = np.floor((along + MARK_MM / 2) / cell).astype(int)
    row = np.floor((down + MARK_MM / 2) / cell).astype(int)
    inside = (column >= 0) & (column < len(cells)) & (row >= 0) & (row < len(cells))
    black = np.zeros(xs.shape, bool)
    black[inside] = cells[row[inside], column[inside]]
    card = (np.abs(along) <= side / 2) & (np.abs(down) <= side / 2)
    grey = np.where(black, 25.0, np.where(card, 225.0, -1e6)).astype(np.float32)
    return Drawn(grey, middle_mm[0] - reach, middle_mm[1] - reach, TEXELS_PER_MM)


FIELD_MM = (1000.0, 600.0)
"""The table between the marks' outer corners, about."""
STEEPEST_DEG = 30.0
"""Largest tilt of the drawn camera off the vertical [required]."""
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
"""Twelve poses of the board: every part of the picture and every tilt."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A lens, poses of the board, and places of table and marks."""

    seed: int
    optics: Optics
    held: tuple[Pose, ...]
    table: Pose
    marks: tuple[LaidMark, ...]
    weather: Weather

    @classmethod
    def made(cls, seed: int, size: Size = (1280, 720), tilt_deg: float | None = None) -> Scene:
        """``tilt_deg``: ``None``: 0-30° from the seed."""
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
        """``which``: 0-11; uint8 (H, W, 3), BGR."""
        layers = [lens_board_drawn()]
        return photographed(layers, self.optics, self.held[which], self.weather, 100 * self.seed + which)

    def table_picture(
        self, pose: Pose | None = None, without: tuple[Place, ...] = (), seed: int = 99
    ) -> np.ndarray:
        """The table, from another pose or without some marks."""
        layers = [self._wood(), *(mark_drawn(each.place, each.middle_mm, each.turn_deg)
                                  for each in self.marks if each.place not in without)]  # fmt: skip
        return photographed(layers, self.optics, pose or self.table, self.weather, 100 * self.seed + seed)

    def _wood(self) -> Drawn:
        return table_drawn(FIELD_MM[0], FIELD_MM[1], self.seed)

    def true_mm(self, points_mm: np.ndarray) -> np.ndarray:
        """Converts (N, 2) mm from the drawn table to the marks' frame."""
        corners = np.array([mark.corners_mm for mark in self.marks])
        middles = corners.mean(axis=1)
        across = middles[2] + middles[3] - middles[0] - middles[1]
        across = across / np.linalg.norm(across)
        axes = np.array([across, (-across[1], across[0])])
        turned = corners.reshape(-1, 2) @ axes.T
        placed: np.ndarray = points_mm @ axes.T - (turned.min(axis=0) + turned.max(axis=0)) / 2
        return placed

    def near_edge_mm(self) -> float:
        """The distance between the outer corners of A and D, as a tape measures it."""
        ends = [
            self.marks[place.number].corners_mm[place.outer_corner]
            for place in (Place.NEAR_LEFT, Place.NEAR_RIGHT)
        ]
        return float(np.linalg.norm(ends[1] - ends[0]))


def drawn_lens(random: np.random.Generator, size: Size) -> Optics:
    """A lens of 55-75°, distorted like webcams and camera modules, its centre 1 % off."""
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
    """Marks near the table's corners, up to 15 mm and 12° askew."""
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
    """The camera, raised by steps of 2 % until it sees all of the field."""
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


SIZE: Size = (800, 450)
"""Smaller than a camera's pictures: each is traced ray by ray."""
WARM = (0.72, 0.88, 1.0)
"""Lamp's BGR shares: rendered pictures are grey."""


class SimulatedDesk:
    live_is_small = False

    def __init__(self, seed: int, clock: Clock) -> None:
        self._scene = Scene.made(seed, SIZE, tilt_deg=15.0)
        self._clock = clock
        self._shown: int | None = None
        self._drawn: dict[int | None, Future[np.ndarray]] = {}
        self._painter = ThreadPoolExecutor(1, "desk")
        self._closed = False

    @property
    def name(self) -> str:
        return say("camera.name.simulated")

    def show(self, board: int | None) -> None:
        """The n-th board pose, cyclic; ``None``: the table. It is drawn at once, beside the caller."""
        self._shown = shown = None if board is None else board % len(HELD)
        if shown not in self._drawn:
            self._drawn[shown] = self._painter.submit(self._draw, shown)

    def latest(self) -> Frame | None:
        drawn = self._drawn.get(self._shown)
        return None if drawn is None or not drawn.done() else Frame(drawn.result(), self._clock())

    def capture(self, after_ns: int) -> Frame:
        """Waits until what is shown is drawn."""
        if self._closed:
            raise CameraGone(say("camera.closed", camera=self.name))
        self.show(self._shown)
        return Frame(self._drawn[self._shown].result(), max(self._clock(), after_ns + 1))

    def close(self) -> None:
        self._closed = True

    def _draw(self, shown: int | None) -> np.ndarray:
        grey = self._scene.table_picture() if shown is None else self._scene.board_picture(shown)
        return cv2.multiply(grey, np.array([*WARM, 1.0]))
