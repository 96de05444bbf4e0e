"""The shape of a die and where a camera's rays meet it.

Lengths are in half edges of the die, whose middle is the origin. Marching along signed distances: Hart,
"Sphere tracing", 1996.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MARCHES = 24
NEAR_ENOUGH, MET = 0.003, 0.02
"""A ray so near to the surface goes no further; one that ran out of steps so near has met it too."""
AROUND = 1.75
"""Radius of a ball round any die: its corners lie at the root of three."""
APART = 0.004
"""Between the points from whose distances a normal is told."""
TETRAHEDRON = np.array([(1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)], np.float32)


@dataclass(frozen=True, slots=True)
class Shape:
    """A cube with rounded edges, its corners cut off by a ball, its faces a little domed."""

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
        """How far each point, float32 (N, 3), is outside; negative within. A bound, not exact at the cut."""
        x, y, z = np.abs(points.T)
        inner = 1 - self.rounding
        a, b, c = (np.maximum(each - inner, 0) for each in (x, y, z))
        widest = np.maximum(np.maximum(x, y), z) - inner
        cube = np.sqrt(a * a + b * b + c * c) + np.minimum(widest, 0) - self.rounding
        cut = np.sqrt(x * x + y * y + z * z) - self.ball
        mixed = np.clip(0.5 + 0.5 * (cut - cube) / self.blend, 0, 1)
        return cube + (cut - cube) * mixed + self.blend * mixed * (1 - mixed)

    def normals(self, points: np.ndarray) -> np.ndarray:
        """Outward directions of length 1 at points of the surface, (N, 3); a domed face leans outwards."""
        told = sum(self.distance(points + APART * way)[:, None] * way for way in TETRAHEDRON)
        return unit(told + APART * 4 * self.dome * points)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a die lies and from where it is seen: rotations from die to world (z up) and world to camera."""

    lies: np.ndarray
    seen: np.ndarray
    distance: float

    def rays(self, side: int, px_a_half_edge: float) -> tuple[np.ndarray, np.ndarray]:
        """Where the camera stands, (3,), and the directions of its pixels, (side², 3), in the die's space."""
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
    """Which rays meet the die, (M,) of their numbers, and where, (M, 3)."""
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
    """The same directions with length 1, (N, 3)."""
    return vectors / np.maximum(np.sqrt((vectors**2).sum(1, keepdims=True)), 1e-9)
