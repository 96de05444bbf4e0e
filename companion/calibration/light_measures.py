"""Measures the light in one frame: brightness, grain, blur of edges, glare and unevenness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

import cv2
import numpy as np

from companion.calibration.seating import Point, Size
from companion.reading import Box

BLANK_WHITE = 250
"""From this grey on everything is white: 8-bit pictures end at 255, and JPEG blurs the last levels."""
SMALLEST_GLARE = 0.0008
"""Share of the picture that a spot must fill to cover a die: 27 × 27 px of 1280 × 720, a die at the usual
height. All highlights of dice and cups at a simulated table together fill a ninth of it
(``python calibration/light.py``)."""
MOST_PLACES = 5
"""Spots of glare that are marked, the largest first."""
CLOSED_PX = 9
"""Parts of a spot with a smaller gap, in px of a picture 1280 wide, count as one."""
FINE_PX, COARSE_PX = 1.0, 2.0
"""An edge is blurred by these two; its own blur follows from the two slopes."""
LEAST_STEEP = 4.0
"""Levels a px from which a slope is an edge: five times what noise of 4 levels brings after ``FINE_PX``."""
STEEPEST_SHARE = 0.01
"""Share of the picture's pixels, the steepest ones, by which sharpness is judged [choice]."""
FEWEST_EDGES = 0.0004
"""With fewer edge pixels sharpness cannot be judged: the outline of two dice."""
MOST_BLUR_PX = 12.0
"""With more blur the two slopes differ by less than noise."""
CELLS: Size = (12, 8)
"""Parts across and down in which light is compared: a cup covers about one."""
DARKEST_CELL = 6.0
"""A darker part does not show how much light falls on it."""
FEWEST_CELLS = 12
"""With fewer parts the slope of light cannot be measured."""
LOG_SCATTER = 0.5
"""Scatter of the parts' brightness in stops, by things on the table; parts farther off count less."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The part of a frame that matters: ``grey`` uint8 (H, W), ``inside`` bool (H, W) true on the table."""

    grey: np.ndarray
    inside: np.ndarray

    @classmethod
    def of(cls, pixels: np.ndarray, field: Sequence[Point] = ()) -> Ground:
        """From pixels uint8 (H, W, 3) BGR; ``field``: the table's corners in px, none for the whole frame."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        if len(field) < 3:
            return cls(grey, np.ones(grey.shape, bool))
        inside = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(np.array(field)).astype(np.int32)], 1)
        return cls(grey, inside.astype(bool)) if inside.any() else cls(grey, np.ones(grey.shape, bool))


@dataclass(frozen=True, slots=True)
class Brightness:
    """Grey levels 0-255 of the middle and the brightest fiftieth, share of blank white, noise in levels."""

    middle: float
    bright: float
    blown: float
    grain: float


def brightness(ground: Ground) -> Brightness:
    """How bright and how grainy the table is."""
    seen = ground.grey[ground.inside]
    middle, bright = np.percentile(seen, (50, 98))
    return Brightness(float(middle), float(bright), float((seen >= BLANK_WHITE).mean()), grain(ground.grey))


def grain(grey: np.ndarray) -> float:
    """Standard deviation of the noise in grey levels, by the second differences both ways.

    They cancel flats, slopes and straight edges (Immerkaer 1996); their median leaves textures out.
    """
    kernel = np.array([(1, -2, 1), (-2, 4, -2), (1, -2, 1)], np.float32)
    rest = cv2.filter2D(grey, cv2.CV_32F, kernel)
    return float(np.median(np.abs(rest)) / (6 * 0.6745))


def edge_blur_px(grey: np.ndarray) -> float | None:
    """The blur (standard deviation, px) of the steepest edges; ``None`` if there are too few.

    An edge with blur b has the slope 1 / sqrt(b² + s²) after a further blur s: the ratio of two such slopes
    gives b, whatever the edge's contrast.
    """
    steep = _steepness(grey, FINE_PX)
    edges = steep >= max(LEAST_STEEP, float(np.quantile(steep, 1 - STEEPEST_SHARE)))
    if edges.mean() < FEWEST_EDGES:
        return None
    ratio = steep[edges] / np.maximum(_steepness(grey, COARSE_PX)[edges], 1e-3)
    square = float(np.median(ratio)) ** 2
    if square <= 1:
        return MOST_BLUR_PX
    blur = max(0.0, (COARSE_PX**2 - square * FINE_PX**2) / (square - 1))
    sharp_px: float = blur**0.5
    return min(MOST_BLUR_PX, sharp_px)


def _steepness(grey: np.ndarray, blur_px: float) -> np.ndarray:
    """Levels a px, float32 (H, W), after a blur."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), blur_px)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1)))
    return cv2.magnitude(across, down)


def glare_boxes(ground: Ground) -> tuple[Box, ...]:
    """Spots of blank white as large as a die, the largest first, in frame px."""
    white = ((ground.grey >= BLANK_WHITE) & ground.inside).astype(np.uint8)
    height, width = white.shape
    gap = max(3, round(CLOSED_PX * width / 1280))
    whole = cv2.morphologyEx(white, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    _, _, spots, _ = cv2.connectedComponentsWithStats(whole)
    large = [spot for spot in spots[1:].tolist() if spot[cv2.CC_STAT_AREA] >= SMALLEST_GLARE * width * height]
    large.sort(key=lambda spot: -spot[cv2.CC_STAT_AREA])
    return tuple((x, y, x + wide, y + high) for x, y, wide, high, _ in large[:MOST_PLACES])


@dataclass(frozen=True, slots=True)
class Slope:
    """Light that falls off across the picture: the bright end gets ``times`` the dark end's.

    ``dark_deg`` points to the dark end: 0 right, 90 down, as in the picture.
    """

    times: float
    dark_deg: float

    @property
    def dark_end(self) -> str:
        """The dark end in words, as "upper left"."""
        return ENDS[round(self.dark_deg / 45) % 8]

    def dark_part(self, size: Size) -> Box:
        """The third of the picture, or the ninth in a corner, where it is darkest."""
        width, height = size
        across, down = _WHERE[self.dark_end]
        left, right = _third(across, width)
        top, bottom = _third(down, height)
        return left, top, right, bottom


ENDS = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")
_WHERE = {
    "right": (1, None), "lower right": (1, 1), "bottom": (None, 1), "lower left": (-1, 1),
    "left": (-1, None), "upper left": (-1, -1), "top": (None, -1), "upper right": (1, -1),
}  # fmt: skip
"""The third across and down; ``None`` for all three."""


def _third(which: int | None, side: int) -> tuple[int, int]:
    if which is None:
        return 0, side
    return (0, side // 3) if which < 0 else (side - side // 3, side)


def evenness(ground: Ground) -> Slope | None:
    """The slope of light over the table; ``None`` if it is too dark.

    A plane is fitted to the brightness of the parts in stops: things are lighter or darker here and there,
    only light falls off from end to end.
    """
    places, stops = _cells(ground)
    if len(stops) < FEWEST_CELLS:
        return None
    known = np.column_stack([np.ones(len(places)), places])
    weight = np.ones(len(stops))
    for _ in range(12):
        root = np.sqrt(weight)
        _, right, down = fitted = np.linalg.lstsq(known * root[:, None], stops * root, rcond=None)[0]
        off = stops - known @ fitted
        off -= np.median(off)
        weight = 1 / (1 + (off / LOG_SCATTER) ** 2) ** 2
    lit = places @ np.array([right, down])
    if hypot(right, down) < 1e-9:
        return Slope(1.0, 0.0)
    return Slope(float(2 ** (lit.max() - lit.min())), degrees(atan2(-down, -right)) % 360)


def _cells(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Middles (N, 2) from -0.5 to 0.5 and brightness (N,) in stops of the parts on the table."""
    across, down = CELLS
    height, width = ground.grey.shape
    places, stops = [], []
    for row in range(down):
        for column in range(across):
            part = np.s_[
                row * height // down : (row + 1) * height // down,
                column * width // across : (column + 1) * width // across,
            ]
            inside = ground.inside[part]
            if inside.mean() < 0.5:
                continue
            grey = float(np.median(ground.grey[part][inside]))
            if grey >= DARKEST_CELL:
                places.append(((column + 0.5) / across - 0.5, (row + 0.5) / down - 0.5))
                stops.append(np.log2(grey))
    return np.array(places).reshape(-1, 2), np.array(stops)
