"""An index cut out of a picture, turned upright, as the reader takes it."""

from __future__ import annotations

import cv2
import numpy as np

CROP = (48, 64)
"""Width and height of a crop."""
INDEX_PX = 40
"""Height of the index within it; the middle of the index is the middle of the crop."""
LEGIBLE_FROM = 24.0
"""Rank and suit must differ so many levels from the card round them: less is washed out by glare or drowned
in the dark. Chosen by looking at indices about that limit."""
SHRINK_FROM = 1.6
"""An index that is this many times higher than in the crop is first shrunk by area, so that nothing
shimmers."""


def crop_matrix(x: float, y: float, height: float, up: tuple[float, float]) -> np.ndarray:
    """From px of the picture to px of the crop, (2, 3): the index's middle, height and upward direction
    given."""
    length = float(np.hypot(*up))
    across, along = (-up[1] / length, up[0] / length), (up[0] / length, up[1] / length)
    scale = INDEX_PX / height
    matrix = np.array([[across[0], across[1], 0.0], [-along[0], -along[1], 0.0]]) * scale
    matrix[:, 2] = np.array(CROP) / 2 - matrix[:, :2] @ (x, y)
    return matrix


def shift_of(
    cut: tuple[float, float, float, tuple[float, float]],
    true: tuple[float, float, float, tuple[float, float]],
) -> tuple[float, float, float, float]:
    """How a crop that was cut for one index lies to another: x, y, height and up of both in picture px.

    Where the true middle lies in the crop, right and down, in shares of the height that was cut; the
    logarithm of the true height over it; the sine of the angle by which the true up is turned clockwise.
    """
    x, y = crop_matrix(*cut) @ (true[0], true[1], 1.0) - np.array(CROP) / 2
    sine = cut[3][0] * true[3][1] - cut[3][1] * true[3][0]
    return x / INDEX_PX, y / INDEX_PX, float(np.log(true[2] / cut[2])), float(sine)


def upright(picture: np.ndarray, x: float, y: float, height: float, up: tuple[float, float]) -> np.ndarray:
    """The crop (64, 48, 3), uint8, round an index; beyond the picture its edge is repeated."""
    matrix = crop_matrix(x, y, height, up)
    if height < SHRINK_FROM * INDEX_PX:
        return cv2.warpAffine(picture, matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    reach = int(height * 1.2) + 2
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = picture[top : int(y) + reach, left : int(x) + reach]
    shrink = INDEX_PX * 1.1 / height
    small = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    real = (small.shape[1] / part.shape[1], small.shape[0] / part.shape[0])
    matrix = crop_matrix((x - left) * real[0], (y - top) * real[1], height * shrink, up)
    return cv2.warpAffine(small, matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def legible(crop: np.ndarray) -> bool:
    """Whether both rank and suit of an upright crop can be told from the stock."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    middle, half = CROP[1] // 2, INDEX_PX // 2
    sides = slice(CROP[0] // 2 - 10, CROP[0] // 2 + 10)
    for part in (soft[middle - half : middle, sides], soft[middle + 2 : middle + half, sides]):
        low, high = np.percentile(part.reshape(-1, 3), (6, 90), axis=0)
        if float((high - low).max()) < LEGIBLE_FROM:
            return False
    return True
