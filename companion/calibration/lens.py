"""Measures a lens from at least eight pictures of the lens board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from math import atan2, degrees, hypot, sqrt

import cv2
import numpy as np

from companion.calibration.errors import BoardError, LensError
from companion.calibration.marks import (
    MOST_CORNERS,
    SQUARE_MM,
    SQUARES_ACROSS,
    SQUARES_DOWN,
    find_marks,
    grey_of,
    lens_board,
)
from companion.calibration.optics import Optics, pose_of
from companion.calibration.seating import Size
from companion.text import say, say_list

FEWEST_CORNERS = 12
"""A quarter of the board: fewer fix its pose too loosely [choice]."""
FEWEST_ROWS = 3
"""Corners in fewer rows or columns are nearly on a line and do not show the tilt."""
FLAT_DEG = 12.0
"""From this tilt on the board counts as tilted [choice]."""


class Held(Enum):
    STRAIGHT = "straight"
    LEFT_AWAY = "left_away"
    RIGHT_AWAY = "right_away"
    TOP_AWAY = "top_away"
    BOTTOM_AWAY = "bottom_away"


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """The lens board in a picture of ``size``: corner numbers int (N,) and places float32 (N, 2) px."""

    size: Size
    numbers: np.ndarray
    points_px: np.ndarray

    @property
    def points_mm(self) -> np.ndarray:
        """Corners from the board's middle: float32 (N, 3), z = 0."""
        middle = (SQUARES_ACROSS * SQUARE_MM / 2, SQUARES_DOWN * SQUARE_MM / 2, 0.0)
        corners: np.ndarray = np.asarray(lens_board().getChessboardCorners())[self.numbers] - middle
        return corners.astype(np.float32)

    def moved_from(self, before: BoardSeen) -> float:
        """Movement in widths of the pictures, which may differ; 1 without a common corner."""
        _, first, second = np.intersect1d(before.numbers, self.numbers, return_indices=True)
        if len(first) == 0:
            return 1.0
        shift = self.points_px[second] / self.size[0] - before.points_px[first] / before.size[0]
        return float(np.linalg.norm(shift, axis=1).mean())

    def held(self, optics: Optics) -> Held:
        """How the board is held; rough ``optics`` suffice."""
        turn = pose_of(self.points_mm, self.points_px, optics)[0]
        normal = cv2.Rodrigues(turn)[0][:, 2]
        normal = normal if normal[2] > 0 else -normal
        if degrees(atan2(hypot(normal[0], normal[1]), normal[2])) < FLAT_DEG:
            return Held.STRAIGHT
        if abs(normal[0]) > abs(normal[1]):
            return Held.RIGHT_AWAY if normal[0] < 0 else Held.LEFT_AWAY
        return Held.BOTTOM_AWAY if normal[1] < 0 else Held.TOP_AWAY


def find_board(pixels: np.ndarray) -> BoardSeen:
    """The board in uint8 BGR or grey. Raises ``BoardError``."""
    grey = grey_of(pixels)
    points, numbers, markers, _ = _detector().detectBoard(grey)
    many = 0 if numbers is None else len(numbers)
    if many == 0:
        raise BoardError(_why_none(grey, 0 if markers is None else len(markers)))
    numbers = np.asarray(numbers).ravel()
    across = SQUARES_ACROSS - 1
    rows, columns = len(set(numbers // across)), len(set(numbers % across))
    if many < FEWEST_CORNERS or min(rows, columns) < FEWEST_ROWS:
        raise BoardError(say("lens_board.few_corners", seen=many, of=MOST_CORNERS, least=FEWEST_CORNERS))
    size = int(grey.shape[1]), int(grey.shape[0])
    return BoardSeen(size, numbers, np.asarray(points, np.float32).reshape(-1, 2))


def _why_none(grey: np.ndarray, markers: int) -> str:
    flipped = _detector().detectBoard(cv2.flip(grey, 1))[1]
    if flipped is not None and len(flipped) >= FEWEST_CORNERS:
        return say("marks.mirrored")
    if find_marks(grey):
        return say("lens_board.corner_marks")
    if markers:
        return say("lens_board.too_little")
    return say("lens_board.none")


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(lens_board())


FEWEST_PICTURES = 8
"""Least pictures of the lens board (the project's plan; OpenCV's guide asks for ten)."""
PART_COLUMNS, PART_ROWS = 3, 3
"""Parts of the picture that must have corners."""
CORNERS_A_PART = 6
"""Corners of a part that counts as seen [choice]."""
PARTS = (
    "upper left", "upper middle", "upper right", "middle left", "middle", "middle right",
    "lower left", "lower middle", "lower right",
)  # fmt: skip
"""Row by row."""
TILTS = tuple(held for held in Held if held is not Held.STRAIGHT)
"""Each of these tilts is needed once."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Corners in each of ``PARTS``, tilts, and the number of pictures."""

    pictures: int
    corners: tuple[int, ...]
    held: tuple[Held, ...]

    @classmethod
    def of(cls, pictures: Sequence[BoardSeen], optics: Optics) -> Coverage:
        """``optics`` may be starting values."""
        seen = Counter(part for picture in pictures for part in _parts(picture))
        held = tuple(picture.held(optics) for picture in pictures)
        return cls(len(pictures), tuple(seen[part] for part in range(len(PARTS))), held)

    @property
    def missing_parts(self) -> tuple[str, ...]:
        return tuple(name for name, many in zip(PARTS, self.corners, strict=True) if many < CORNERS_A_PART)

    @property
    def missing_tilts(self) -> tuple[Held, ...]:
        return tuple(tilt for tilt in TILTS if tilt not in self.held)

    @property
    def complete(self) -> bool:
        return self.pictures >= FEWEST_PICTURES and not self.missing_parts and not self.missing_tilts

    @property
    def sentence(self) -> str:
        taken = say("coverage.taken", count=self.pictures)
        if self.complete:
            return say("coverage.complete", pictures=taken)
        missing = reduce(lambda first, second: say("coverage.both", first=first, second=second), self._wanted)
        return say("coverage.missing", pictures=taken, missing=missing)

    @property
    def _wanted(self) -> list[str]:
        wanted = []
        if self.missing_parts:
            names = (part.replace(" ", "_") for part in self.missing_parts)
            parts = say_list(say(f"coverage.part.{name}") for name in names)
            wanted.append(say("coverage.missing_parts", parts=parts))
        if self.missing_tilts:
            tilts = say_list(say(f"survey.tilt.{tilt.name.lower()}") for tilt in self.missing_tilts)
            wanted.append(say("coverage.missing_tilts", tilts=tilts))
        if self.pictures < FEWEST_PICTURES:
            wanted.append(say("coverage.missing_pictures", many=FEWEST_PICTURES - self.pictures))
        return wanted


def _parts(picture: BoardSeen) -> list[int]:
    width, height = picture.size
    columns = (picture.points_px[:, 0] * PART_COLUMNS / width).clip(0, PART_COLUMNS - 1).astype(int)
    rows = (picture.points_px[:, 1] * PART_ROWS / height).clip(0, PART_ROWS - 1).astype(int)
    cells: list[int] = (rows * PART_COLUMNS + columns).tolist()
    return cells


GOOD_PX, USABLE_PX = 0.5, 1.0
"""Errors per 1280 px of picture width up to which a lens is good or usable [choice]: rendered pictures
with noise and blur give 0.1, and half a pixel is half a millimetre on a table of 1.2 m."""
REFERENCE_WIDTH_PX = 1280
OUTLIER = 3.0
"""A picture with this many times the median error was blurred or the board bent: it is left out."""
LEAST_OUTLIER_PX = 0.5
"""A picture with a smaller error is never left out."""
FARTHEST_CENTRE = 0.15
"""Largest distance of a real lens's centre from the middle, as a share of the picture [choice]."""
LONGEST_TRIES = 60


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """``error_px``: root mean square; ``left_out``: pictures, from 0."""

    optics: Optics
    error_px: float
    pictures: int
    left_out: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        word = error_word(self.error_px, self.optics.size[0])
        return say("lens.error", error=f"{self.error_px:.1f}", word=word)


def error_word(error_px: float, width_px: int) -> str:
    """ "good", "usable" or what to do."""
    error = error_px * REFERENCE_WIDTH_PX / max(width_px, REFERENCE_WIDTH_PX)
    if error <= GOOD_PX:
        return say("lens.good")
    if error <= USABLE_PX:
        return say("lens.usable")
    return say("lens.poor")


def measure_lens(pictures: Sequence[BoardSeen]) -> MeasuredLens:
    """Raises ``LensError``."""
    _check(pictures)
    kept = list(range(len(pictures)))
    optics, error, each = _fitted([pictures[at] for at in kept])
    limit = max(OUTLIER * float(np.median(each)), LEAST_OUTLIER_PX)
    good = [at for at, off in zip(kept, each, strict=True) if off <= limit]
    left_out = tuple(at for at in kept if at not in good)
    if left_out:
        if len(good) < FEWEST_PICTURES:
            raise LensError(
                say("lens.misfits", count=len(left_out), pictures=len(pictures), least=FEWEST_PICTURES)
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
    """Optics, error of all corners, and of each picture, in px."""
    size = pictures[0].size
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, LONGEST_TRIES, 1e-9)
    try:
        # OpenCV's stub forbids None for the two first guesses of the lens.
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
