"""The signature of a die for taught sets: an embedding, the same for all turns."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.core.picture import resized
from companion.recognition.classify.classifier import SymbolReader
from companion.recognition.detect.nms import Bounds
from companion.recognition.detect.pyramid import CROP_MARGIN, CROP_PX, ImagePyramid, cut_square, sampled

SQUARE_PX = 96
"""Side of the kept squares: their middle 64 px are a crop."""
ROOM = 1.5
"""Side of a square over that of a crop, so that a crop can be turned within it."""
ZOOMS = (1.0, 0.75)
"""Parts of the crop that are embedded: with the die's surroundings, and little but its top face. One of
0.85 alone read as many within a point on seeds 5 and 6, but twice as many things that are no dice."""
TURNS_DEG = (0, 90, 180, 270)
"""The mean over these turns counts: one turn read 1 to 5 of a hundred dice fewer on most sets (the same
seeds, halfway through the training)."""
FACE_PX, MIDDLE_PX = 32, 24
"""The middle of a square that is mostly face, and the part that is only face."""
COLOURED_PX = 40
"""The middle of a square whose median is the die's colour."""
LIGHTNESS, HALF_CHROMA = 0.6, 80.0
"""Weight of lightness beside colour, and the chroma that counts half as much as the strongest. Of 0.3, 0.6
and 1, and of 20, 40 and 80, these separated dice of one evening from another's best."""
DARK, LIGHT = 20.0, 235.0
"""Darkest and lightest of a crop's middle after normalisation."""
TAILS_PERCENT = (3, 97)
LEAST_SPAN = 12.0
"""With a smaller range of grey levels a crop is flat, and its noise is not amplified."""
BLANK = 0.12
"""A face is blank if its lightest and darkest twentieth differ by less than this share of the lightest.
Three of 2,200 dice read rightly on seeds 5 and 6 are lost by it. Without it a face that mirrors a window,
or an even sky, is sometimes taken for the one that was taught most out of focus."""
BLOWN_OUT = (190.0, 245.0)
"""Brightness, 0-255, of those twentieths from which on light has erased the face. Taught from one such
picture, a face took 44 dice and other things of 1,536 for itself."""


def cut_squares(pixels: np.ndarray | ImagePyramid, boxes: Sequence[Bounds]) -> np.ndarray:
    """Squares with room to turn, uint8 (N, 96, 96, 3), BGR."""
    squares = np.empty((len(boxes), SQUARE_PX, SQUARE_PX, 3), np.uint8)
    for index, (left, top, right, bottom) in enumerate(boxes):
        side = ROOM * CROP_MARGIN * max(right - left, bottom - top)
        squares[index] = cut_square(pixels, ((left + right) / 2, (top + bottom) / 2), side, SQUARE_PX)
    return squares


def signatures(reader: SymbolReader, squares: np.ndarray, zooms: Sequence[float] = ZOOMS) -> np.ndarray:
    """float64 (N, D): unit embeddings averaged over turns, zooms side by side; (0, 0) for none."""
    if len(squares) == 0:
        return np.zeros((0, 0))
    return np.stack([_signature(reader, square, zooms) for square in squares])


def _signature(reader: SymbolReader, square: np.ndarray, zooms: Sequence[float]) -> np.ndarray:
    views = np.stack([_view(square, turn, zoom) for zoom in zooms for turn in TURNS_DEG])
    signature: np.ndarray = reader.embed(views).reshape(len(zooms), len(TURNS_DEG), -1).mean(1).ravel()
    return signature


def _view(square: np.ndarray, turn_deg: float, zoom: float) -> np.ndarray:
    middle = (SQUARE_PX / 2, SQUARE_PX / 2)
    return evenly_lit(cut_square(square, middle, SQUARE_PX / ROOM * zoom, CROP_PX, turn_deg))


def nothing_shows(squares: np.ndarray) -> np.ndarray:
    """Which squares (N, 96, 96, 3) show a blank face, or blinding light, (N,)."""
    if len(squares) == 0:
        return np.zeros(0, bool)
    darkest, lightest = _tones(squares, MIDDLE_PX)
    bare: np.ndarray = blank(squares) | ((darkest >= BLOWN_OUT[0]) & (lightest >= BLOWN_OUT[1]))
    return bare


def blank(squares: np.ndarray) -> np.ndarray:
    """Which squares (N, 96, 96, 3) show an even face, (N,)."""
    if len(squares) == 0:
        return np.zeros(0, bool)
    darkest, lightest = _tones(squares, FACE_PX)
    even: np.ndarray = lightest - darkest < BLANK * lightest
    return even


def _tones(squares: np.ndarray, side_px: int) -> np.ndarray:
    """Brightness (2, N) of the middles' darkest and lightest twentieth."""
    edge = (SQUARE_PX - side_px) // 2
    middles = squares[:, edge:-edge, edge:-edge].mean(3, dtype=float)
    tones: np.ndarray = np.percentile(middles.reshape(len(squares), -1), (5, 95), axis=1)
    return tones


def colours_of(squares: np.ndarray) -> np.ndarray:
    """Lightness, red and yellow (N, 3) of squares (N, 96, 96, 3): medians of their middles.

    CIE Lab with bent colour axes: an overexposed red is paler, but as red.
    """
    if len(squares) == 0:
        return np.zeros((0, 3))
    edge = (SQUARE_PX - COLOURED_PX) // 2
    middles = squares[:, edge:-edge, edge:-edge].reshape(len(squares), -1, 3)
    medians = np.median(middles, axis=1).astype(np.uint8)
    lab = cv2.cvtColor(medians[None], cv2.COLOR_BGR2LAB)[0].astype(float) - (0, 128, 128)
    chroma = np.linalg.norm(lab[:, 1:], axis=1, keepdims=True)
    return np.concatenate([LIGHTNESS * lab[:, :1] / 255, lab[:, 1:] / (chroma + HALF_CHROMA)], axis=1)


LOOKS = 7
"""Views that ``in_other_lights`` gives of a square."""
FAR_PX = 36
"""Side of a square that is seen from far away."""
DIGITS = 3
"""Levels are rounded to this many digits before truncation: processors differ in the tenth."""


def in_other_lights(square: np.ndarray, seed: int) -> np.ndarray:
    """The square as on other evenings, itself first: uint8 (7, 96, 96, 3); deterministic.

    Out of focus; dark and noisy; half in shadow; with a glint; far away; and cut a little beside the die.
    """
    rng = np.random.default_rng(seed)
    plain = square.astype(np.float64)
    rows, columns = np.mgrid[0:SQUARE_PX, 0:SQUARE_PX] / SQUARE_PX - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    shade = 1 / (1 + np.exp(-12 * (columns * np.cos(turn) + rows * np.sin(turn))))
    spot = rng.normal(0, 0.12, 2)
    glint = np.exp(-((columns - spot[0]) ** 2 + (rows - spot[1]) ** 2) / (2 * 0.05**2))
    far = resized(resized(square, (FAR_PX, FAR_PX)), (SQUARE_PX, SQUARE_PX))
    beside = np.array([[1, 0, rng.uniform(-3, 6)], [0, 1, rng.uniform(-3, 6)]]) / 1.05
    looks = (
        plain,
        cv2.GaussianBlur(square, (0, 0), 1.6),
        plain * 0.45 + rng.normal(0, 6, plain.shape),
        plain * (0.35 + 0.65 * shade[..., None]),
        plain + 170 * glint[..., None],
        far,
        sampled(square, beside, (SQUARE_PX, SQUARE_PX)),
    )
    return np.stack(looks).round(DIGITS).clip(0, 255).astype(np.uint8)


def evenly_lit(crop: np.ndarray) -> np.ndarray:
    """The crop (64, 64, 3) with its middle's brightness normalised: taught by lamp, read by day."""
    edge = CROP_PX // 6
    low, high = np.percentile(crop[edge:-edge, edge:-edge].mean(2), TAILS_PERCENT)
    stretched = DARK + (LIGHT - DARK) * (crop.astype(np.float32) - low) / max(high - low, LEAST_SPAN)
    levelled: np.ndarray = stretched.clip(0, 255).astype(np.uint8)
    return levelled
