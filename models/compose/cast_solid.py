"""A die's shape, its rays' hits, and the lamps that it mirrors.

Lengths are in half edges; the die's middle is the origin. Marching along signed distances: Hart, "Sphere
tracing", 1996.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.compose.paint import soft_noise

MARCHES = 24
NEAR_ENOUGH, MET = 0.003, 0.02
"""Distances at which a ray stops, and counts as a hit when its steps run out."""
AROUND = 1.75
"""Radius of a ball round any die: its corners lie at the root of three."""
APART = 0.004
"""Distance of the points that give a normal."""
TETRAHEDRON = np.array([(1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)], np.float32)


@dataclass(frozen=True, slots=True)
class Shape:
    """A cube with rounded edges, corners cut by a ball, slightly domed faces."""

    rounding: float
    ball: float
    blend: float
    dome: float

    @classmethod
    def any(cls, rng: np.random.Generator) -> Shape:
        """Sharp casino dice to nearly round ones."""
        cut = rng.random() < 0.6
        return cls(
            rounding=float(rng.uniform(0.03, 0.35)),
            ball=float(rng.uniform(1.28, 1.6)) if cut else 3.0,
            blend=float(rng.uniform(0.01, 0.12)),
            dome=float(rng.uniform(0, 0.12)) if rng.random() < 0.5 else 0.0,
        )

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Float32 (N, 3), negative inside. A bound, not exact at the cut."""
        x, y, z = np.abs(points.T)
        inner = 1 - self.rounding
        a, b, c = (np.maximum(each - inner, 0) for each in (x, y, z))
        widest = np.maximum(np.maximum(x, y), z) - inner
        cube = np.sqrt(a * a + b * b + c * c) + np.minimum(widest, 0) - self.rounding
        cut = np.sqrt(x * x + y * y + z * z) - self.ball
        mixed = np.clip(0.5 + 0.5 * (cut - cube) / self.blend, 0, 1)
        return cube + (cut - cube) * mixed + self.blend * mixed * (1 - mixed)

    def normals(self, points: np.ndarray) -> np.ndarray:
        """Outward, of length 1, (N, 3); a domed face leans outwards."""
        told = sum(self.distance(points + APART * way)[:, None] * way for way in TETRAHEDRON)
        return unit(told + APART * 4 * self.dome * points)


@dataclass(frozen=True, slots=True)
class Pose:
    """Rotations from die to world (z up) and world to camera."""

    lies: np.ndarray
    seen: np.ndarray
    distance: float

    def rays(self, side: int, px_a_half_edge: float) -> tuple[np.ndarray, np.ndarray]:
        """The camera's place (3,), and directions of its pixels, (side², 3), in the die's space."""
        across = (np.arange(side, dtype=np.float32) + 0.5 - side / 2) / px_a_half_edge
        x, y = np.meshgrid(across, -across)
        ways = np.stack([x.ravel(), y.ravel(), np.full(side * side, -self.distance, np.float32)], 1)
        to_die = (self.seen @ self.lies).astype(np.float32)
        return np.array([0, 0, self.distance], np.float32) @ to_die, unit(ways) @ to_die

    def squarely(self, normal: np.ndarray) -> float:
        """Cosine between a face's normal and the way to the camera."""
        looked = self.seen @ self.lies @ normal
        toward = np.array([0, 0, self.distance]) - looked
        return float(looked @ toward / np.linalg.norm(toward))


def hits(shape: Shape, eye: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hitting rays' numbers (M,), and places (M, 3)."""
    towards = ways @ eye
    under = towards**2 - (eye @ eye - AROUND**2)
    rays = np.flatnonzero((under > 0) & (towards < 0))
    half = np.sqrt(under[rays])
    gone, beyond = -towards[rays] - half, -towards[rays] + half
    ways = ways[rays]
    left = np.full(len(rays), np.inf, np.float32)
    going = np.arange(len(rays))
    for _ in range(MARCHES):
        left[going] = steps = shape.distance(eye + ways[going] * gone[going, None])
        gone[going] += steps
        going = going[(steps > NEAR_ENOUGH) & (gone[going] < beyond[going])]
        if len(going) == 0:
            break
    met = left < MET
    return rays[met], (eye + ways * gone[:, None])[met]


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.sqrt((vectors**2).sum(1, keepdims=True)), 1e-9)


Rng = np.random.Generator
SKY_PX = 128
COARSE = 12
"""Cells across the sky that lights matt surfaces."""
OVERHEAD_SHARE = 0.4
"""Share of tables with a lamp above, near the camera: it is mirrored in the upper faces."""
BRIGHTEST = (1.5, 40.0)
"""A lamp's brightness, in times white paper."""


@dataclass(frozen=True, slots=True)
class Sky:
    """The light from above, and the table's."""

    light: np.ndarray
    table: np.ndarray

    def mirrored(self, ways: np.ndarray) -> np.ndarray:
        """Light from directions (N, 3): the sky's, or the table's for downward ones."""
        down = ways[:, 2:] < 0
        spread = SKY_PX / 2 / (1 + np.maximum(ways[:, 2], 0))
        x, y = ((ways[:, at] * spread + SKY_PX / 2).astype(np.float32) for at in (0, 1))
        above = cv2.remap(self.light, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]
        return np.where(down, self.table, above)

    def matt(self, normals: np.ndarray) -> np.ndarray:
        """Reflected by white matt surfaces, (N, 3): 1 for paper on the table."""
        ways, gathered = _coarse(self.light)
        above = np.maximum(normals @ ways.T, 0) @ gathered
        return above + self.table * (0.5 - 0.5 * normals[:, 2:])


def _coarse(light: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Some hundred directions, (N, 3), and each one's light times its part over pi, (N, 3)."""
    small = cv2.resize(light, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    x, y = np.meshgrid(*[(np.arange(COARSE, dtype=np.float32) + 0.5) / COARSE * 2 - 1] * 2)
    apart = x**2 + y**2
    within = apart < 1
    x, y, apart, small = x[within], y[within], apart[within], small[within]
    ways = np.stack([2 * x, 2 * y, 1 - apart], 1) / (1 + apart)[:, None]
    taken = 4 / (1 + apart) ** 2 * (2 / COARSE) ** 2
    return ways, small * (taken / np.pi)[:, None]


def any_sky(rng: Rng, rooms: list[np.ndarray], table: np.ndarray) -> Sky:
    """One to four lamps or windows; ``rooms``: pictures for walls, if any."""
    light = _walls(rng, rooms)
    tint = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    overhead = rng.random() < OVERHEAD_SHARE
    for lamp in range(int(rng.choice((1, 1, 2, 3, 4)))):
        mask: np.ndarray = np.zeros((SKY_PX, SKY_PX), np.float32)
        far = 0.2 * rng.random() if overhead and lamp == 0 else 0.85 * rng.random() ** 0.7
        angle, apart = rng.uniform(0, 2 * np.pi), SKY_PX / 2 * far
        middle = SKY_PX / 2 + apart * np.array([np.cos(angle), np.sin(angle)])
        LAMPS[int(rng.integers(len(LAMPS)))](rng, mask, middle)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.3, 2.5))[..., None]
        colour = tint * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
        light += mask * colour * np.exp(rng.uniform(*np.log(BRIGHTEST)))
    ways, gathered = _coarse(light)
    light /= max(float((np.maximum(ways[:, 2], 0) @ gathered).mean()), 1e-6)
    return Sky(light.astype(np.float32), table.astype(np.float32))


def _walls(rng: Rng, rooms: list[np.ndarray]) -> np.ndarray:
    bright = np.exp(rng.uniform(np.log(0.03), np.log(0.8)))
    if rooms and rng.random() < 0.5:
        room = rooms[int(rng.integers(len(rooms)))]
        tall, wide = room.shape[:2]
        side = int(min(tall, wide) * rng.uniform(0.3, 1))
        top, left = int(rng.integers(tall - side + 1)), int(rng.integers(wide - side + 1))
        patch = cv2.resize(room[top : top + side, left : left + side], (SKY_PX, SKY_PX))
        return (patch.astype(np.float32) / 255) ** 2.2 * bright * 2
    noise = soft_noise(rng, SKY_PX, SKY_PX, rng.uniform(2, 12))[..., None]
    slope = np.linspace(rng.uniform(0.3, 1), 1, SKY_PX, dtype=np.float32)[:, None, None]
    return np.repeat(bright * slope * (0.5 + noise), 3, 2) * rng.uniform(0.8, 1.2, 3).astype(np.float32)


def _spot(rng: Rng, mask: np.ndarray, middle: np.ndarray) -> None:
    axes = rng.uniform(3, 22) * np.array([1.0, rng.uniform(0.5, 1)])
    cv2.ellipse(mask, (middle.tolist(), axes.tolist(), rng.uniform(0, 180)), 1.0, -1)


def _ring(rng: Rng, mask: np.ndarray, middle: np.ndarray) -> None:
    radius = int(rng.uniform(8, 40))
    start, spread = rng.uniform(0, 360), rng.choice((360.0, rng.uniform(120, 340)))
    at = tuple(int(each) for each in middle)
    cv2.ellipse(
        mask, at, (radius, radius), 0, start, start + spread, 1.0, int(rng.integers(2, 8)), cv2.LINE_AA
    )


def _tube(rng: Rng, mask: np.ndarray, middle: np.ndarray) -> None:
    along = rng.uniform(15, 60) * np.array([np.cos(turn := rng.uniform(0, 6.3)), np.sin(turn)])
    aside = np.array([-along[1], along[0]]) / np.linalg.norm(along) * rng.uniform(6, 16)
    for copy in range(int(rng.choice((1, 1, 2, 3)))):
        one, other = ((middle + copy * aside + sign * along).astype(int).tolist() for sign in (-1, 1))
        cv2.line(mask, one, other, 1.0, int(rng.integers(2, 7)), cv2.LINE_AA)


def _window(rng: Rng, mask: np.ndarray, middle: np.ndarray) -> None:
    wide, tall = rng.uniform(10, 34), rng.uniform(12, 44)
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (wide, tall)
    turn = rng.uniform(0, 6.3)
    corners = square @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + middle
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1.0, cv2.LINE_AA)
    for share in np.linspace(0, 1, int(rng.integers(2, 5)))[1:-1]:
        for one, other in (((0, 1), (3, 2)), ((1, 2), (0, 3))):
            ends = (corners[a] + share * (corners[b] - corners[a]) for a, b in (one, other))
            here, there = (end.astype(int).tolist() for end in ends)
            cv2.line(mask, here, there, 0.0, int(rng.integers(1, 4)))


def _bulbs(rng: Rng, mask: np.ndarray, middle: np.ndarray) -> None:
    step = rng.uniform(6, 14)
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    for row in range(rows):
        for column in range(columns):
            at = middle + step * np.array([column - columns / 2, row - rows / 2])
            cv2.circle(mask, tuple(int(each) for each in at), int(rng.integers(1, 4)), 1.0, -1, cv2.LINE_AA)


LAMPS: tuple[Callable[[Rng, np.ndarray, np.ndarray], None], ...] = (
    _spot,
    _spot,
    _ring,
    _tube,
    _window,
    _window,
    _bulbs,
)
