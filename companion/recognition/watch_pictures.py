"""The small pictures that are watched for hands and lifted cups: in them nothing can be read.

A die is about four pixels wide. Brightness is logarithmic, so that a light which is switched on, or a camera
that changes its exposure, adds about the same everywhere and can be taken out again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

WIDTH_PX = 160
DARKEST = 8.0
"""Added to a level 0-255 before its logarithm is taken: below it there is little but noise."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + DARKEST)
BRIGHTEST = float(_LOGARITHMS[-1])
NOISE_CEILING = 4.0
"""Levels: what differs more from one picture to the next is not counted as noise."""
CHANGED = 0.22
"""Logarithm of the brightness ratio (25 %) from which a place looks different; soft shadows stay below it."""
TINTED = 0.14
"""The same of the brightness of one colour over another's: skin and sleeves on wood [simulated table]."""
DEEPEST_SHADOW = 0.7
"""Shadows at a table leave half of the light at least [choice]."""
NOISE_SIGMAS = 6.0
"""And so many standard deviations of the noise, of either picture, at that brightness."""
EDGE = 0.16
"""Step of the logarithm (Sobel, a pixel) that makes an outline: a cup's rim is 0.3 and more, a wood's grain
less than 0.1 (both measured on the simulated table)."""
FIT_ROUNDS = 4
"""Rounds of the robust fit of a light; it changes no further after three (measured)."""
BLOCK_PX = 10
"""Side of the blocks whose medians tell how the light has changed."""


@dataclass(frozen=True, eq=False)
class SmallPicture:
    """A picture 160 pixels wide; ``levels`` is uint8 (H, 160, 3) BGR, a height that is a multiple of 10."""

    levels: np.ndarray

    @classmethod
    def of(cls, pixels: np.ndarray) -> SmallPicture:
        """A frame (uint8, H, W, 3) reduced by area."""
        height, width = pixels.shape[:2]
        tall = max(BLOCK_PX, round(WIDTH_PX * height / width / BLOCK_PX) * BLOCK_PX)
        return cls(cv2.resize(pixels, (WIDTH_PX, tall), interpolation=cv2.INTER_AREA))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.levels.shape[1], self.levels.shape[0]

    @cached_property
    def logs(self) -> np.ndarray:
        """Logarithms of the brightness, float32 (H, W, 3)."""
        return cv2.LUT(self.levels, _LOGARITHMS)

    @cached_property
    def grey(self) -> np.ndarray:
        """Their mean over the colours, float32 (H, W)."""
        return cv2.transform(self.logs, np.full((1, 3), 1 / 3, np.float32))

    @cached_property
    def steps(self) -> np.ndarray:
        """How steep the brightness is, float32 (H, W): the largest of the colours' slopes."""
        across, down = (cv2.Sobel(self.logs, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
        return 2 * cv2.magnitude(across.ravel(), down.ravel()).reshape(self.logs.shape).max(2)


def noise_between(one: SmallPicture, other: SmallPicture) -> float:
    """Standard deviation of the noise in levels, from two pictures of the same table."""
    apart = cv2.absdiff(one.levels, other.levels)
    return float(np.minimum(apart, NOISE_CEILING).mean()) / 1.13


def changed(now: SmallPicture, before: SmallPicture, noise: float) -> np.ndarray:
    """Where two pictures of one size differ by more than light and noise, bool (H, W)."""
    return differing(now, before, noise)[0]


def differing(now: SmallPicture, before: SmallPicture, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Where two pictures of one size differ by more than light and noise, and where not by a shadow only.

    Both bool (H, W). A shadow makes darker and changes no tint.
    """
    apart = now.logs - before.logs - light_between(now, before)
    blue, green, red = cv2.split(apart)
    darker = cv2.min(now.levels, before.levels).min(2)
    grain = NOISE_SIGMAS * noise / (darker + (DARKEST + noise))
    tint = cv2.max(cv2.absdiff(blue, green), cv2.absdiff(red, green))
    most = cv2.max(cv2.max(cv2.absdiff(blue, 0), cv2.absdiff(green, 0)), cv2.absdiff(red, 0))
    tinted, different = tint > TINTED + grain, most > CHANGED + grain
    shade = (green < 0) & (green > -DEEPEST_SHADOW)
    return different | tinted, tinted | (different & ~shade)


def light_between(now: SmallPicture, before: SmallPicture) -> np.ndarray:
    """How the light changed from one picture to the other, smooth, float32 (H, W, 3) in logarithms.

    A curved surface through the medians of blocks of the difference; cups and hands, which change only
    some of the blocks, do not bend it.
    """
    rows, columns = now.levels.shape[0] // BLOCK_PX, WIDTH_PX // BLOCK_PX
    apart = (now.logs - before.logs)[::2, ::2]
    half = BLOCK_PX // 2
    blocks = apart.reshape(rows, half, columns, half, 3).transpose(0, 2, 4, 1, 3).reshape(-1, 3, half * half)
    medians = np.partition(blocks, half * half // 2, axis=2)[..., half * half // 2]
    coarse = _surfaces(rows, columns)
    weights = np.ones_like(medians)
    for _ in range(FIT_ROUNDS):
        shape = _fitted(coarse, medians, weights)
        weights = 1 / (0.02 + np.abs(medians - coarse @ shape)) ** 1.5
    fitted = (coarse @ shape).reshape(rows, columns, 3).astype(np.float32)
    return cv2.resize(fitted, now.size, interpolation=cv2.INTER_LINEAR)


def _fitted(coarse: np.ndarray, medians: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Coefficients (K, 3) of the weighted least squares of each colour."""
    weighted = coarse[:, :, None] * weights[:, None, :]
    normal = np.einsum("nkc,nl->ckl", weighted, coarse) + 1e-4 * np.eye(coarse.shape[1])
    return np.linalg.solve(normal, np.einsum("nkc,nc->ck", weighted, medians)[..., None])[..., 0].T


@lru_cache(maxsize=4)
def _surfaces(rows: int, columns: int) -> np.ndarray:
    """The six shapes 1, x, y, xy, x², y² at the blocks' middles, float64 (rows * columns, 6)."""
    y, x = np.mgrid[0:rows, 0:columns]
    x, y = (x.ravel() + 0.5) / columns * 2 - 1, (y.ravel() + 0.5) / rows * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], 1)
