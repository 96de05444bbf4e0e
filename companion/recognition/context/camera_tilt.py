"""The camera's tilt over the table, from the surface normals of flat dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from companion.recognition.networks.arithmetic import median_of, medians_of

LENSES = np.linspace(0.0, 1.6, 9)
"""Longer side of the frame over the focal length: from a camera far away to a lens of 77 degrees."""
AGREE_DEG = 3.0
"""Deviations below this do not count against a lens. Chosen."""
NEIGHBOURS_DEG = 6.0
"""A normal this far off counts half. Chosen."""
NEAR_DIGITS = 6
"""Sums of such weights are rounded to this many digits before they are compared."""
TRIED = 20
"""The fit tries about this many normals at most as its beginning."""
ROUNDS = 8
"""Rounds of reweighting. Sixty changed no angle by 0.02 degrees in 95 of 100 made frames, by 1.1 in one of
400 (tried once by hand)."""
STRAY = 1.5
"""A normal with this many times the median deviation weighs half. Chosen."""
FITTED = 3
"""Numbers that a fit finds, the lens and two of the direction. Fewer dice than one more prove nothing."""
FLAT_TILTS_DEG, FRONTS_DEG, ROLLS_DEG = (54, 78, 3), (-54, 54, 6), (-8, 8, 8)
"""Tilts of a flat camera, turns of a die's front, and rolls of the camera: first, last, step. Chosen."""
FARTHEST = 0.4
"""Deviations from a flat camera's normals are cut off here. Chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraTilt:
    """``lens``: the best of ``LENSES``. ``off_deg`` (N,): deviation of each normal from the table's."""

    lens: float
    off_deg: np.ndarray

    @property
    def uncertain_deg(self) -> float:
        """How far a flat die may be off besides its own error; infinite for ``FITTED`` dice or fewer."""
        count = len(self.off_deg)
        if count <= FITTED:
            return math.inf
        usual = max(median_of(self.off_deg), AGREE_DEG)
        return usual * math.sqrt(2 * count / (2 * count - FITTED))


def from_the_middle(boxes: Sequence[Sequence[float]], size: tuple[int, int]) -> np.ndarray:
    """Centres (N, 2), in longer sides of the frame."""
    sides = np.array(boxes, dtype=float)
    centres: np.ndarray = ((sides[:, :2] + sides[:, 2:]) / 2 - np.array(size) / 2) / max(size)
    return centres


def camera_tilt(from_middle: np.ndarray, across: np.ndarray, lens: float | None = None) -> CameraTilt:
    """The tilt on which faces at places (N, 2) with normals ``across`` (N, 2) agree; N is at least 1.

    ``from_middle``: in longer sides of the frame. ``across``: as in ``SurfaceNormals``. ``lens``: one of
    ``LENSES``, if known.
    """
    return _fitted(from_middle.tobytes(), across.tobytes(), lens)


@lru_cache(maxsize=1)  # the same dice may lean, be seen from the side, and be cocked
def _fitted(from_middle: bytes, across: bytes, lens: float | None) -> CameraTilt:
    lenses = LENSES if lens is None else np.array([lens])
    places, directions = (np.frombuffer(each).reshape(-1, 2) for each in (from_middle, across))
    off = _off_deg(_in_camera(lenses[:, None, None] * places, directions))
    best = int(np.argmin(np.log1p((off / AGREE_DEG) ** 2).sum(1)))
    return CameraTilt(float(lenses[best]), off[best])


def flat_camera_misfit(across: np.ndarray) -> float:
    """Mean distance of normals (N, 2), N at least 1, from those that a camera beside the table sees.

    It sees upper faces nearly edge on, and a front face of each die: down in the picture and to any side.
    """
    seen = _seen_flat()
    apart = seen[..., 0, None] - across[:, 0]  # in place: a third of the time
    apart *= apart
    down = seen[..., 1, None] - across[:, 1]
    down *= down
    apart += down
    return float(np.minimum(np.sqrt(apart.min(1)), FARTHEST).mean(1).min())


@cache
def _seen_flat() -> np.ndarray:
    """Normals (K, P, 2) of an upper face and of fronts for K flat cameras."""
    tilts, fronts, rolls = (
        np.radians(np.arange(first, last + 1, step))
        for first, last, step in (FLAT_TILTS_DEG, FRONTS_DEG, ROLLS_DEG)
    )
    cameras = []
    for roll in rolls:
        turn = np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
        for tilt in tilts:
            seen = np.stack([np.sin(fronts), np.cos(tilt) * np.cos(fronts)], 1)
            cameras.append(np.concatenate([seen, [[0, -np.sin(tilt)]]]) @ turn)
    return np.array(cameras)


def _in_camera(sights: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Unit normals (L, N, 3; right, down, ahead) along lines of sight (L, N, 2)."""
    x, y = sights[..., 0], sights[..., 1]
    upright, long = np.sqrt(1 + y * y), np.sqrt(1 + x * x + y * y)
    right, down = across[:, 0] / (long * upright), across[:, 1] / upright
    toward = np.sqrt(np.maximum(1 - (across**2).sum(1), 0)) / long
    ahead = -right * x - down * y - toward
    return np.stack([right * upright**2 - toward * x, down - right * x * y - toward * y, ahead], axis=-1)


def _off_deg(normals: np.ndarray) -> np.ndarray:
    """Deviations (L, N) from the direction of most normals (L, N, 3).

    The fit begins at the normal with the most near neighbours, since side faces taken for top faces point
    everywhere. Reweighting then reduces distant normals.
    """
    tried = normals[:, :: -(-normals.shape[1] // TRIED)]
    apart = 2 * (1 - tried @ normals.transpose(0, 2, 1))
    near = 1 / (1 + apart / np.radians(NEIGHBOURS_DEG) ** 2)
    # Two dice are equally near to each other: rounding makes every machine choose the first.
    most = near.sum(2).round(NEAR_DIGITS).argmax(1)
    middle = tried[np.arange(len(tried)), most]
    for _ in range(ROUNDS):
        off = _deviations(normals, middle)
        usual = np.maximum(medians_of(off), AGREE_DEG)
        off /= STRAY * usual[:, None]
        off *= off
        middle = np.matmul((1 / (1 + off))[:, None], normals)[:, 0]
        middle /= np.sqrt((middle * middle).sum(1, keepdims=True))
    return _deviations(normals, middle)


def _deviations(normals: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """Angles in degrees (L, N), between (L, N, 3) and (L, 3)."""
    cosines = np.matmul(normals, middle[:, :, None])[..., 0]
    degrees: np.ndarray = np.degrees(np.arccos(np.maximum(np.minimum(cosines, 1), -1)))
    return degrees
