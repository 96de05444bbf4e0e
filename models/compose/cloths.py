"""Patterned cloths and tiles under the dice: checks, houndstooth, prints in rows, mosaics.

Every repeat has a die's size and shape, to train the locator. Seen from aside like a table.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.compose.paint import Colour, any_colour, hsv, layered_noise, luminance
from models.compose.sketch import star_points

Rng = np.random.Generator
Flat = Callable[[Rng, int, float], np.ndarray]

REPEAT = (0.35, 4.0)
"""Length of what repeats, in dice."""
MOST_TILT_DEG = 40.0
"""Largest angle from which a table is seen."""
LEAST_CONTRAST = 35.0
"""Least contrast of a pattern's two colours, in luminance of 255 or in one channel."""
SAME_DYE = 0.5
"""Share of patterns of white, or nearly, and one dye."""
THREADS = (2, 24)
"""Threads of one colour side by side."""
FINE_REPEAT = 40
"""A pattern with a shorter repeat in px is drawn twice as fine."""


def _colours(rng: Rng, count: int) -> np.ndarray:
    """Distinct from the first, float32 (count, 3) BGR; often white and a dye."""
    pale = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.75, 1))
    chosen: list[Colour] = [pale if rng.random() < SAME_DYE else any_colour(rng)]
    while len(chosen) < count:
        other, first = any_colour(rng), chosen[0]
        apart = max(abs(luminance(other) - luminance(first)), *(abs(np.subtract(other, first)) * 0.6))
        if apart > LEAST_CONTRAST:
            chosen.append(other)
    return np.array(chosen, np.float32)


def _tiled(tile: np.ndarray, side: int) -> np.ndarray:
    times = (side // tile.shape[0] + 1, side // tile.shape[1] + 1, 1)
    return np.tile(tile, times)[:side, :side]


def woven(rng: Rng, side: int, repeat: float) -> np.ndarray:
    """Coloured threads across coloured threads: gingham, tartan, houndstooth; plain weave or twill."""
    count = int(rng.integers(2, 4 if rng.random() < 0.7 else 6))
    colours = _colours(rng, count)
    widths = np.full(count, 1) if rng.random() < 0.6 else rng.integers(1, 5, count)
    runs = np.repeat(np.arange(count), widths * int(rng.integers(*THREADS)))
    if rng.random() < 0.3:
        runs = np.concatenate([runs, runs[::-1]])
    weft = runs if rng.random() < 0.8 else rng.permutation(count)[runs]
    step, length = (1, 2) if rng.random() < 0.5 else (2, 4)
    rows, columns = np.mgrid[0 : len(weft), 0 : len(runs)]
    over = ((columns - rows) % length < step)[..., None]
    tile = np.where(over, colours[runs][None], colours[weft][:, None])
    if rng.random() < 0.5:
        tile = 0.5 * (colours[runs][None] + colours[weft][:, None])
    finer = 2 if repeat < FINE_REPEAT else 1
    length = max(4, round(finer * repeat))
    shrinks = cv2.INTER_AREA if length < len(runs) else cv2.INTER_NEAREST
    tile = cv2.resize(tile.astype(np.float32), (length, length), interpolation=shrinks)
    return cv2.resize(_tiled(tile, finer * side), (side, side), interpolation=cv2.INTER_AREA)


def chequered(rng: Rng, side: int, repeat: float) -> np.ndarray:
    """Squares or oblongs in two to four colours, in turn or at random, with or without joints."""
    count = int(rng.choice([2, 2, 2, 3, 4]))
    colours, wide = _colours(rng, count), repeat * float(np.exp(rng.normal(0, 0.2)))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    row, column = (y / repeat).astype(int), (x / wide).astype(int)
    if rng.random() < 0.25:
        column = ((x + wide / 2 * (row % 2)) / wide).astype(int)
    drawn = rng.integers(0, count, (int(row.max()) + 1, int(column.max()) + 1))
    which = drawn[row, column] if rng.random() < 0.3 else (row + column) % count
    if count == 3 and rng.random() < 0.5:
        which = np.where((row + column) % 2 == 0, 0, 1 + (row + column) // 2 % 2)
    picture = colours[which]
    if rng.random() < 0.35:
        joint = repeat * rng.uniform(0.02, 0.14)
        seam = (y % repeat < joint) | (x % wide < joint)
        picture[seam] = any_colour(rng)
    return picture


def printed_rows(rng: Rng, side: int, repeat: float) -> np.ndarray:
    """Dots, rings, flowers, leaves, stars, squares, crosses."""
    picture = np.empty((side, side, 3), np.float32)
    colours = _colours(rng, int(rng.integers(2, 4)))
    picture[:] = colours[0]
    draw = PRINTS[int(rng.integers(len(PRINTS)))]
    size, shift = repeat * rng.uniform(0.15, 0.5), rng.choice([0.0, 0.5])
    loose = repeat * rng.uniform(0, 0.3) * (rng.random() < 0.4)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else None
    for row, y in enumerate(np.arange(0, side + repeat, repeat)):
        for x in np.arange((row % 2) * shift * repeat, side + repeat, repeat):
            spot = np.array((x, y)) + rng.normal(0, loose + 1e-6, 2)
            angle = rng.uniform(0, 2 * np.pi) if turn is None else turn
            draw(picture, spot, size, angle, colours[1 + int(rng.integers(len(colours) - 1))].tolist())
    return picture


def _filled(picture: np.ndarray, corners: np.ndarray, ink: list[float]) -> None:
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _turned(corners: np.ndarray, angle: float) -> np.ndarray:
    across, along = np.cos(angle), np.sin(angle)
    return corners @ np.array([[across, along], [-along, across]])


def _dot(picture: np.ndarray, spot: np.ndarray, size: float, _angle: float, ink: list[float]) -> None:
    cv2.circle(picture, spot.astype(int).tolist(), max(1, round(size)), ink, -1, cv2.LINE_AA)


def _ring(picture: np.ndarray, spot: np.ndarray, size: float, _angle: float, ink: list[float]) -> None:
    thick = max(1, round(size / 4))
    cv2.circle(picture, spot.astype(int).tolist(), max(2, round(size)), ink, thick, cv2.LINE_AA)


def _flower(picture: np.ndarray, spot: np.ndarray, size: float, angle: float, ink: list[float]) -> None:
    for petal in angle + np.linspace(0, 2 * np.pi, 5, endpoint=False):
        at = spot + 0.6 * size * np.array((np.cos(petal), np.sin(petal)))
        _dot(picture, at, 0.42 * size, 0.0, ink)
    _dot(picture, spot, 0.3 * size, 0.0, [255 - each for each in ink])


def _leaf(picture: np.ndarray, spot: np.ndarray, size: float, angle: float, ink: list[float]) -> None:
    axes = (float(2 * size), float(0.9 * size))
    at = (float(spot[0]), float(spot[1]))
    cv2.ellipse(picture, (at, axes, float(np.degrees(angle))), ink, -1, cv2.LINE_AA)


def _star(picture: np.ndarray, spot: np.ndarray, size: float, angle: float, ink: list[float]) -> None:
    _filled(picture, star_points(size, 0.45, angle) + spot, ink)


def _square(picture: np.ndarray, spot: np.ndarray, size: float, angle: float, ink: list[float]) -> None:
    corners = size * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    _filled(picture, _turned(corners, angle) + spot, ink)


def _cross(picture: np.ndarray, spot: np.ndarray, size: float, angle: float, ink: list[float]) -> None:
    for more in (0.0, np.pi / 2):
        bar = size * np.array([(-1, -0.25), (1, -0.25), (1, 0.25), (-1, 0.25)])
        _filled(picture, _turned(bar, angle + more) + spot, ink)


PRINTS = (_dot, _dot, _ring, _flower, _leaf, _star, _square, _square, _cross)


def zigzag(rng: Rng, side: int, repeat: float) -> np.ndarray:
    colours = _colours(rng, int(rng.integers(2, 4)))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    across = x / repeat
    swing = np.abs(across % 1 - 0.5) * 2 if rng.random() < 0.6 else 0.5 + 0.5 * np.sin(2 * np.pi * across)
    along = y / repeat * rng.uniform(0.6, 2.0) + swing * rng.uniform(0.3, 1.5)
    return colours[(along * len(colours)).astype(int) % len(colours)]


KINDS: tuple[tuple[Flat, float], ...] = (
    (woven, 0.42), (chequered, 0.3), (printed_rows, 0.2), (zigzag, 0.08),
)  # fmt: skip


def any_cloth(rng: Rng, height: int, width: int, die_px: float) -> np.ndarray:
    """Float32 (H, W, 3) BGR, at any turn, seen from up to 40 degrees aside.

    ``die_px``: length of a die on it.
    """
    kind = KINDS[int(rng.choice(len(KINDS), p=[chance for _, chance in KINDS]))][0]
    repeat = max(3.0, die_px * float(np.exp(rng.uniform(*np.log(REPEAT)))))
    side = int(1.7 * max(height, width))
    flat = kind(rng, side, repeat).astype(np.float32)
    if rng.random() < 0.4:
        flat += cv2.GaussianBlur(rng.normal(0, 12, flat.shape[:2]).astype(np.float32), (0, 0), 0.7)[..., None]
    picture = cv2.warpPerspective(
        flat, _view(rng, side, height, width), (width, height), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    if rng.random() < 0.5:
        picture = picture * (0.75 + 0.5 * layered_noise(rng, height, width, rng.uniform(1, 12))[..., None])
    return _folded(rng, picture) if rng.random() < 0.2 else picture


def _view(rng: Rng, side: int, height: int, width: int) -> np.ndarray:
    """The homography from a flat cloth to a frame with the same middle."""
    turn, tilt = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, MOST_TILT_DEG))
    across, along = np.cos(turn), np.sin(turn)
    centred = np.array([[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1]])
    turned = np.array([[across, -along, 0], [along, across, 0], [0, 0, 1]])
    far = 2.2 * max(height, width)
    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / far, 1]])
    framed = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1]])
    return framed @ tilted @ turned @ centred


def _folded(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """One to four folds, as light and dark bands."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(int(rng.integers(1, 5))):
        angle, far = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5) * width
        off = (x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle) - far
        broad = rng.uniform(4, 30)
        lift = off / broad * np.exp(-((off / broad) ** 2))
        picture = picture * (1 + rng.uniform(0.2, 0.9) * lift[..., None])
    return picture
