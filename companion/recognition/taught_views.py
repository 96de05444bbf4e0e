"""What a taught set compares: the embedding of a die, the same for all its turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np

from companion.recognition.classify import Verdicts
from companion.recognition.crops import CROP_MARGIN, CROP_PX, cut_square

Bounds = tuple[float, float, float, float]
SQUARE_PX = 96
"""Side of the squares that are kept of taught dice: a crop's 48 px lie in the middle 64."""
ROOM = 1.5
"""Side of a square over that of the classifier's crop, so that a crop can be turned within it."""
ZOOMS = (1.0, 0.75)
"""Parts of the crop that are embedded: with the die's surroundings, and little but its top face. Both beside
each other read 79 % of unseen dice right where either alone reads 72 % and 76 % (models/README.md)."""
TURNS_DEG = (0, 90, 180, 270)
"""A die is embedded at these turns and the mean is taken: 76 % right where one turn gives 69 %, and twelve
turns give no more (models/README.md)."""
DARK, LIGHT = 20.0, 235.0
"""Darkest and lightest of the middle of a crop after its light has been set right."""
TAILS_PERCENT = (3, 97)
LEAST_SPAN = 12.0
"""Below that many grey levels between the two a crop is all but flat and its noise is not blown up."""
MOST_CROPS = 256
"""Crops in one batch: about 7 MB of input."""


class Reader(Protocol):
    """What embeds crops (``companion.recognition.classify.Classifier``)."""

    def read(self, crops: np.ndarray) -> Verdicts:
        """Verdicts on crops uint8 (N, 48, 48, 3)."""
        ...


def cut_squares(pixels: object, boxes: Sequence[Bounds]) -> np.ndarray:
    """A square with room to turn round each box of a frame: uint8 (N, 96, 96, 3), BGR."""
    squares = np.empty((len(boxes), SQUARE_PX, SQUARE_PX, 3), np.uint8)
    for index, (left, top, right, bottom) in enumerate(boxes):
        side = ROOM * CROP_MARGIN * max(right - left, bottom - top)
        squares[index] = cut_square(pixels, ((left + right) / 2, (top + bottom) / 2), side, SQUARE_PX)
    return squares


def signatures(reader: Reader, squares: np.ndarray) -> np.ndarray:
    """One row a square, float64 (N, D): embeddings of unit length, averaged over turns, each zoom beside
    the other; (0, 0) for none.
    """
    if len(squares) == 0:
        return np.zeros((0, 0))
    views = [_view(square, turn, zoom) for square in squares for zoom in ZOOMS for turn in TURNS_DEG]
    found = np.concatenate(
        [
            reader.read(np.stack(views[at : at + MOST_CROPS])).embeddings
            for at in range(0, len(views), MOST_CROPS)
        ]
    )
    each = unit(found.astype(np.float64)).reshape(len(squares), len(ZOOMS), len(TURNS_DEG), -1)
    return each.mean(2).reshape(len(squares), -1)


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows (…, D) scaled to length 1; rows of zeros stay."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)


def _view(square: np.ndarray, turn_deg: float, zoom: float) -> np.ndarray:
    """The middle of a square as a crop of the classifier's size, turned, its light set right."""
    step = SQUARE_PX / ROOM * zoom / CROP_PX
    middle = (SQUARE_PX - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn_deg, 1 / step)
    matrix[:, 2] -= middle - (CROP_PX - 1) / 2
    crop = cv2.warpAffine(square, matrix, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)
    return _evenly_lit(crop)


def _evenly_lit(crop: np.ndarray) -> np.ndarray:
    """The crop with its middle's brightness stretched to one range: taught by lamp, read by day."""
    edge = CROP_PX // 6
    low, high = np.percentile(crop[edge:-edge, edge:-edge].mean(2), TAILS_PERCENT)
    stretched = DARK + (LIGHT - DARK) * (crop.astype(np.float32) - low) / max(high - low, LEAST_SPAN)
    return stretched.clip(0, 255).astype(np.uint8)


LOOKS = 7
"""Looks that ``in_other_lights`` gives of a square."""


def in_other_lights(square: np.ndarray, seed: int) -> np.ndarray:
    """The square as it is, and as other evenings would show it: uint8 (7, 96, 96, 3), the same for a seed.

    Out of focus; dark and noisy; half in shadow; with a glint; far away; and cut a little beside the die.
    """
    rng = np.random.default_rng(seed)
    plain = square.astype(np.float32)
    rows, columns = np.mgrid[0:SQUARE_PX, 0:SQUARE_PX] / SQUARE_PX - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    shade = 1 / (1 + np.exp(-12 * (columns * np.cos(turn) + rows * np.sin(turn))))
    spot = rng.normal(0, 0.12, 2)
    glint = np.exp(-((columns - spot[0]) ** 2 + (rows - spot[1]) ** 2) / (2 * 0.05**2))
    far = cv2.resize(cv2.resize(plain, (36, 36), interpolation=cv2.INTER_AREA), (SQUARE_PX, SQUARE_PX))
    shift = np.float32([[1.05, 0, rng.uniform(-6, 3)], [0, 1.05, rng.uniform(-6, 3)]])
    looks = (
        plain,
        cv2.GaussianBlur(plain, (0, 0), 1.6),
        plain * 0.45 + rng.normal(0, 6, plain.shape),
        plain * (0.35 + 0.65 * shade[..., None]),
        plain + 170 * glint[..., None],
        far,
        cv2.warpAffine(plain, shift, (SQUARE_PX, SQUARE_PX), borderMode=cv2.BORDER_REPLICATE),
    )
    return np.stack(looks).clip(0, 255).astype(np.uint8)
