"""A camera over a table of cards: homography, crops, and development."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.lens import grainy, jpeg

Rng = np.random.Generator
STEEPEST_DEG = 40.0
"""Largest angle off the vertical."""


def view(rng: Rng, frame: tuple[int, int], px_a_mm: float) -> np.ndarray:
    """A homography (3, 3) from table mm, (0, 0) in the middle, to px of a frame of that height and width.

    ``px_a_mm`` holds in the frame's middle across the lean; a leaning camera sees the far side smaller.
    """
    lean = np.radians(STEEPEST_DEG * rng.random() ** 1.3)
    toward, turn = rng.uniform(0, 2 * np.pi, 2)
    distance = rng.uniform(1.4, 4.0) * max(frame) / px_a_mm
    out = _about((np.cos(toward), np.sin(toward), 0.0), lean)
    spin = _about((0.0, 0.0, 1.0), turn)
    axes = (out @ spin)[:, :2]
    focal = px_a_mm * distance
    projected = np.array([
        [*(focal * axes[0]), 0.0],
        [*(focal * axes[1]), 0.0],
        [*axes[2], distance],
    ])  # fmt: skip
    shift = np.array([[1, 0, frame[1] / 2], [0, 1, frame[0] / 2], [0, 0, 1]])
    return shift @ projected


def _about(axis: tuple[float, float, float], angle: float) -> np.ndarray:
    return cv2.Rodrigues(np.array(axis) * angle)[0]


def seen_at(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Maps (N, 2) through a homography."""
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0]


CROP = (48, 64)
"""Width and height of a crop."""
INDEX_PX = 40
"""Height of the index in it; both have the same middle."""
LEGIBLE_FROM = 24.0
"""Least contrast of rank and suit with the card, in levels: less is washed out by glare or drowned in the
dark. Chosen by looking at indices about that limit."""
SHRINK_FROM = 1.6
"""An index this many times taller than in the crop is first shrunk by area, against aliasing."""


def crop_matrix(x: float, y: float, height: float, up: tuple[float, float]) -> np.ndarray:
    """Affine (2, 3) from picture px to crop px, by the index's middle, height and up."""
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
    """How a cut index lies to the true one: x, y, height and up of both in picture px.

    Gives the true middle in the crop, right and down, in cut heights; the logarithm of the height ratio; the
    sine of the clockwise rotation.
    """
    x, y = crop_matrix(*cut) @ (true[0], true[1], 1.0) - np.array(CROP) / 2
    sine = cut[3][0] * true[3][1] - cut[3][1] * true[3][0]
    return x / INDEX_PX, y / INDEX_PX, float(np.log(true[2] / cut[2])), float(sine)


def upright(picture: np.ndarray, x: float, y: float, height: float, up: tuple[float, float]) -> np.ndarray:
    """The crop, uint8 (64, 48, 3); beyond the picture its edge repeats."""
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
    """Rank and suit stand out from the stock."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    middle, half = CROP[1] // 2, INDEX_PX // 2
    sides = slice(CROP[0] // 2 - 10, CROP[0] // 2 + 10)
    for part in (soft[middle - half : middle, sides], soft[middle + 2 : middle + half, sides]):
        low, high = np.percentile(part.reshape(-1, 3), (6, 90), axis=0)
        if float((high - low).max()) < LEGIBLE_FROM:
            return False
    return True


def developed(rng: Rng, picture: np.ndarray, most_blur: float = 1.0) -> np.ndarray:
    """The picture, uint8, with other exposure and balance, at times blur and noise."""
    if rng.random() < 0.7:
        gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25))
        curve = (np.arange(256)[:, None] / 255.0) ** rng.uniform(0.7, 1.4) * 255 * gain + rng.uniform(-25, 35)
        picture = cv2.LUT(picture, curve.clip(0, 255).astype(np.uint8)[:, None])
    if rng.random() < 0.12:
        turned = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        turned[..., 0] = (turned[..., 0].astype(np.int32) + int(rng.integers(0, 180))) % 180
        picture = cv2.cvtColor(turned, cv2.COLOR_HSV2BGR)
    elif rng.random() < 0.06:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, most_blur))
    if rng.random() < 0.35:
        picture = grainy(rng, picture, rng.uniform(1, 12))
    return jpeg(rng, picture, 40) if rng.random() < 0.2 else picture


def seen_calmly(rng: Rng, picture: np.ndarray, index_px: float) -> np.ndarray:
    """A good camera's uint8 picture of float32 (H, W, 3): well exposed, sharp, little noise."""
    picture = picture.clip(0, 255)
    bright = max(1.0, float(np.percentile(picture.max(2), 99)))
    picture = picture * (rng.uniform(200, 250) / bright) * np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.3 + 0.012 * index_px))
    seen = grainy(rng, picture.clip(0, 255).astype(np.uint8), rng.uniform(0.5, 4))
    return jpeg(rng, seen, 80)
