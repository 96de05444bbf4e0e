"""Measures a lens from at least eight pictures of the lens board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import cv2
import numpy as np

from companion.calibration.coverage import FEWEST_PICTURES
from companion.calibration.errors import LensError
from companion.calibration.lens_pictures import BoardSeen
from companion.calibration.optics import Optics
from companion.text.numbers import say_list
from companion.text.speech import say

GOOD_PX, USABLE_PX = 0.5, 1.0
"""Errors per 1280 px of picture width up to which a lens is good or usable [choice]: rendered pictures with
noise and blur give 0.1, and half a pixel is half a millimetre on a table of 1.2 m."""
REFERENCE_WIDTH_PX = 1280
OUTLIER = 3.0
"""A picture whose error is this many times the median was blurred or the board bent: it is left out."""
LEAST_OUTLIER_PX = 0.5
"""A picture with a smaller error is never left out."""
FARTHEST_CENTRE = 0.15
"""How far the centre of a real lens may lie off the middle, as a share of the picture [choice]."""
LONGEST_TRIES = 60


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens from pictures: the error is the root mean square distance in px of corners from where the lens
    puts them; ``left_out`` counts from 0 in the order given."""

    optics: Optics
    error_px: float
    pictures: int
    left_out: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """The error in words, as "0.3 px: good"."""
        word = error_word(self.error_px, self.optics.size[0])
        return say("lens.error", error=f"{self.error_px:.1f}", word=word)


def error_word(error_px: float, width_px: int) -> str:
    """ "good", "usable" or what to do, for a reprojection error in a picture of this width."""
    error = error_px * REFERENCE_WIDTH_PX / max(width_px, REFERENCE_WIDTH_PX)
    if error <= GOOD_PX:
        return say("lens.good")
    if error <= USABLE_PX:
        return say("lens.usable")
    return say("lens.poor")


def measure_lens(pictures: Sequence[BoardSeen]) -> MeasuredLens:
    """The lens that fits the pictures best. Raises ``LensError``, which says what to do."""
    _check(pictures)
    kept = list(range(len(pictures)))
    optics, error, each = _fitted([pictures[at] for at in kept])
    limit = max(OUTLIER * float(np.median(each)), LEAST_OUTLIER_PX)
    good = [at for at, off in zip(kept, each, strict=True) if off <= limit]
    left_out = tuple(at for at in kept if at not in good)
    if left_out:
        if len(good) < FEWEST_PICTURES:
            raise LensError(
                say("lens.misfits", misfits=len(left_out), pictures=len(pictures), least=FEWEST_PICTURES)
            )
        optics, error, _ = _fitted([pictures[at] for at in good])
    return MeasuredLens(optics, error, len(good), left_out)


def _check(pictures: Sequence[BoardSeen]) -> None:
    if len(pictures) < FEWEST_PICTURES:
        more = FEWEST_PICTURES - len(pictures)
        raise LensError(say("lens.few_pictures", least=FEWEST_PICTURES, given=len(pictures), more=more))
    sizes = sorted({picture.size for picture in pictures})
    if len(sizes) > 1:
        listed = say_list(f"{width}×{height}" for width, height in sizes)
        raise LensError(say("lens.sizes", sizes=listed))


def _fitted(pictures: Sequence[BoardSeen]) -> tuple[Optics, float, np.ndarray]:
    """Optics, error of all corners, and each picture's error, in px."""
    size = pictures[0].size
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, LONGEST_TRIES, 1e-9)
    try:
        # OpenCV's stub forgets that there may be no first guess of the lens (the two None).
        error, matrix, distortion, _, _, _, _, each = cv2.calibrateCameraExtended(  # type: ignore[call-overload]
            [picture.points_mm for picture in pictures], [picture.points_px for picture in pictures],
            size, None, None, criteria=stop,
        )  # fmt: skip
    except cv2.error:
        error, matrix, distortion, each = np.nan, np.eye(3), np.zeros(5), np.zeros(0)
    if not np.isfinite(error):
        raise LensError(say("lens.unexplained"))
    k1, k2, p1, p2, k3 = (float(each) for each in np.ravel(distortion)[:5])
    try:
        optics = Optics(
            size,
            (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])),
            (k1, k2, p1, p2, k3),
        )
    except LensError:
        raise LensError(say("lens.unexplained")) from None
    _check_centre(optics)
    return optics, float(error), np.ravel(each)


def _check_centre(optics: Optics) -> None:
    for at, side in zip(optics.centre_px, optics.size, strict=True):
        if abs(at / side - 0.5) > FARTHEST_CENTRE:
            raise LensError(say("lens.unexplained"))
    if abs(sqrt(optics.focal_px[0] / optics.focal_px[1]) - 1) > 0.02:
        raise LensError(say("lens.unexplained"))
