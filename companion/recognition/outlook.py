"""How a frame looks at its table: all dice that lie flat look the same way, but for its perspective."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.few import medians_of

LENSES = np.linspace(0.0, 1.6, 9)
"""Longer side of the frame over the focal length: from a camera far away to a lens of 77 degrees."""
AGREE_DEG = 3.0
"""Dice that agree better than this are not told apart by how well they agree."""
NEIGHBOURS_DEG = 6.0
"""A face counts half for a way that is off its own by so much."""
TRIED = 20
"""About so many faces' ways are begun with at most."""
ROUNDS = 8
"""Of weighing anew. Sixty changed no angle by 0.02 degrees in 95 of 100 made frames, by 1.1 in one of 400
(tried once by hand)."""
STRAY = 1.5
"""A die that is off by so many times the usual weighs half."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What N faces of a frame say together.

    ``lens`` is that of ``LENSES`` by which they agree best, ``upward`` (3; right, down, ahead of the camera)
    the unit vector out of most faces, ``off_deg`` (N,) how many degrees each is off it.
    """

    lens: float
    upward: np.ndarray
    off_deg: np.ndarray

    def across(self, from_middle: np.ndarray) -> np.ndarray:
        """Where flat faces at places (N, 2) look across the picture (right, down), as ``Leans.across``."""
        x, y = (self.lens * np.asarray(from_middle)).T
        upright, long = np.sqrt(1 + y * y), np.sqrt(1 + x * x + y * y)
        right, down, ahead = self.upward
        aside = (right * upright**2 - down * x * y - ahead * x) / (long * upright)
        return np.stack([aside, (down - ahead * y) / upright], axis=-1)


def from_the_middle(boxes: Sequence[Sequence[float]], size: tuple[int, int]) -> np.ndarray:
    """Where N boxes of a frame of that width and height lie, in longer sides of the frame from its middle."""
    sides = np.array(boxes, dtype=float)
    return ((sides[:, :2] + sides[:, 2:]) / 2 - np.array(size) / 2) / max(size)


def outlook(from_middle: np.ndarray, across: np.ndarray, lens: float | None = None) -> Outlook:
    """How the frame looks at faces at places (N, 2), N at least 1, that look ``across`` the picture (N, 2).

    ``from_middle`` is in longer sides of the frame from its middle, ``across`` as in ``Leans``; ``lens`` is
    the frame's where it is known, one of ``LENSES``.
    """
    lenses = LENSES if lens is None else np.array([lens])
    looks = _in_the_camera(lenses[:, None, None] * from_middle, across)
    upward, off = _agreed(looks)
    best = int(np.argmin(np.log1p((off / AGREE_DEG) ** 2).sum(1)))
    return Outlook(float(lenses[best]), upward[best], off[best])


def _in_the_camera(sights: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Unit vectors (L, N, 3; right, down, ahead) out of faces seen along lines of sight (L, N, 2)."""
    x, y = sights[..., 0], sights[..., 1]
    upright, long = np.sqrt(1 + y * y), np.sqrt(1 + x * x + y * y)
    right, down = across[:, 0] / (long * upright), across[:, 1] / upright
    toward = np.sqrt(np.maximum(1 - (across**2).sum(1), 0)) / long
    ahead = -right * x - down * y - toward
    return np.stack([right * upright**2 - toward * x, down - right * x * y - toward * y, ahead], axis=-1)


def _agreed(looks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The way (L, 3) that most of N unit vectors (L, N, 3) look, and how many degrees each is off it (L, N).

    It begins at the vector that has the most others near it: side faces taken for top faces look every way.
    Then those far off weigh little.
    """
    tried = looks[:, :: -(-looks.shape[1] // TRIED)]
    apart = 2 * (1 - tried @ looks.transpose(0, 2, 1))
    near = 1 / (1 + apart / np.radians(NEIGHBOURS_DEG) ** 2)
    middle = np.take_along_axis(tried, near.sum(2).argmax(1)[:, None, None], 1)[:, 0]
    for round_ in range(ROUNDS + 1):
        cosines = np.matmul(looks, middle[:, :, None])[..., 0]
        off = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
        if round_ == ROUNDS:
            return middle, off
        usual = np.maximum(medians_of(off), AGREE_DEG)
        weights = 1 / (1 + (off / (STRAY * usual[:, None])) ** 2)
        middle = np.matmul(weights[:, None], looks)[:, 0]
        middle /= np.linalg.norm(middle, axis=1, keepdims=True)
