"""Paints a table: its top from noise, then the things on it, far ones first.

All pictures are uint8 (H, W, 3) BGR in frame px.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin

import cv2
import numpy as np

from companion.calibration import (
    SPACES,
    LostGrid,
    Rectangle,
    Size,
    board_of,
    cell_size,
    die_side_px,
    inner_field,
    lost_square,
    space_centre,
)
from companion.core.frame import Frame
from companion.core.reading import Box
from companion.simulator.arms import Colour
from companion.simulator.laying import Laid, chance, rolled
from companion.simulator.sprites import ARM, DIE_SIDE_MM, DiceKind, Picture, SpriteSet

RENDERED_SHARE = 0.35
"""Share of seeds with the rendered table top; others show that the eye needs no green cloth."""
LINES = 720.0
"""Sizes are for a frame of this height and scale with it."""


def clouds(size: Size, across_px: float, down_px: float, rng: np.random.Generator) -> np.ndarray:
    """float32 (H, W), mean 0, deviation about 1."""
    width, height = size
    cells = (max(4, round(height / down_px) + 3), max(4, round(width / across_px) + 3))
    coarse = rng.normal(0, 1.3, cells).astype(np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def _fibres(size: Size, length_px: int, rng: np.random.Generator) -> np.ndarray:
    """Along x, float32 (H, W), deviation about 1."""
    width, height = size
    grain = rng.standard_normal((height, width), dtype=np.float32)
    streaks = cv2.blur(grain, (max(1, length_px), 1))
    return streaks / max(1e-6, float(streaks.std()))


@dataclass(frozen=True, slots=True)
class Wood:
    """Colours from the dark of the pores to the light of early growth."""

    dark: Colour
    light: Colour
    boards: int


WALNUT = Wood((38, 58, 84), (84, 122, 164), 5)
OAK = Wood((86, 132, 172), (146, 190, 222), 6)


def wood(size: Size, rng: np.random.Generator, kind: Wood) -> np.ndarray:
    width, height = size
    scale = height / LINES
    shade = np.empty((height, width), np.float32)
    edges = np.linspace(0, height, kind.boards + 1).astype(int)
    for top, bottom in pairwise(edges):
        shade[top:bottom] = _board((width, bottom - top), scale, rng)
    for edge in edges[1:-1]:
        shade[max(0, edge - 1) : edge + 1] -= 0.30
    mix = np.clip(shade, 0, 1)[..., None]
    dark, light = np.array(kind.dark, np.float32), np.array(kind.light, np.float32)
    return np.clip(dark + (light - dark) * mix, 0, 255).astype(np.uint8)


def _board(size: Size, scale: float, rng: np.random.Generator) -> np.ndarray:
    """Lightness 0-1: growth rings cut lengthwise, pores, its own shade."""
    height = size[1]
    y = np.linspace(0, height / scale, height, dtype=np.float32)[:, None]
    bow = 26 * clouds(size, 520 * scale, 90 * scale, rng) + 4 * clouds(size, 120 * scale, 26 * scale, rng)
    rings = np.sin((y + bow + rng.uniform(0, 99)) * rng.uniform(0.30, 0.46))
    fine = np.sin((y + 0.8 * bow) * 1.55 + 1.5 * clouds(size, 200 * scale, 10 * scale, rng))
    streaks = 0.6 * _fibres(size, round(42 * scale), rng) + 0.4 * _fibres(size, round(9 * scale), rng)
    pores = np.clip(_fibres(size, round(16 * scale), rng) - 1.7, 0, 1)
    slow = clouds(size, 330 * scale, 60 * scale, rng)
    lightness = 0.56 + 0.10 * rings + 0.035 * fine + 0.055 * streaks + 0.045 * slow - 0.22 * pores
    wood: np.ndarray = lightness + rng.uniform(-0.09, 0.09)
    return wood


def cloth(size: Size, rng: np.random.Generator, colour: Colour) -> np.ndarray:
    width, height = size
    scale = height / LINES
    fibres = np.zeros((height, width), np.float32)
    for length, turned in ((5, False), (5, True), (3, False)):
        streaks = _fibres((height, width) if turned else size, max(2, round(length * scale)), rng)
        fibres += streaks.T if turned else streaks
    nap = clouds(size, 210 * scale, 160 * scale, rng) + 0.6 * clouds(size, 40 * scale, 34 * scale, rng)
    lightness = 1 + 0.036 * fibres + 0.022 * nap
    return np.clip(lightness[..., None] * np.array(colour, np.float32), 0, 255).astype(np.uint8)


SURFACES: tuple[Callable[[Size, np.random.Generator], np.ndarray], ...] = (
    lambda size, rng: wood(size, rng, WALNUT),
    lambda size, rng: cloth(size, rng, (72, 104, 44)),
    lambda size, rng: wood(size, rng, OAK),
    lambda size, rng: cloth(size, rng, (104, 68, 42)),
    lambda size, rng: cloth(size, rng, (54, 48, 118)),
)
"""Walnut, green baize, oak, navy and wine-red cloth."""


def table_top(size: Size, rng: np.random.Generator, rendered: np.ndarray | None) -> np.ndarray:
    """The ``rendered`` one, if of this size, or a painted one."""
    if rendered is not None and rng.random() < RENDERED_SHARE:
        return rendered
    return SURFACES[int(rng.integers(len(SURFACES)))](size, rng)


OVERSAMPLED = 3
"""Drawing scale."""
PAPER, INK, PALE = (176, 206, 222), (38, 40, 46), (150, 186, 196)
STAR_GROUND, FIELD = (66, 152, 206), (58, 62, 34)
BORDER = (40, 44, 26)
"""The print's BGR: cream paper, near-black ink, ochre, deep green, pale lines, dark rim."""
TITLE_PX = 11.0
"""Height of the title's capitals at 720 lines."""
CORNER = 0.10
"""Rounding of a space's corners over its side."""


def space_label(position: int) -> tuple[bool, int]:
    """Star space or not, and its number: 1, star 1, 2, 3, star 2, 4, … 20 (milton-bradley)."""
    group, place = divmod(position, 3)
    if place == 1:
        return True, group + 1
    return False, 2 * group + (1 if place == 0 else 2)


def printed_board(size: Size, grid: LostGrid, with_track: bool, rng: np.random.Generator) -> np.ndarray:
    """The board, uint8 (h, w, 3) BGR, of the size of ``board_of``."""
    drawing = _Drawing(size)
    board = board_of(size)
    drawing.box(board, BORDER, 0.0)
    if with_track:
        _draw_track(drawing)
    else:
        drawing.box(_shrunk(board, 0.03), FIELD, 0.02)
    field = _shrunk(inner_field(size), 0.006)
    drawing.box(field, FIELD, 0.02)
    drawing.frame(_shrunk(field, 0.02), PALE, 0.02, 1.2)
    _draw_lost_squares(drawing, grid)
    return _worn(drawing.picture(), rng)


def _draw_track(drawing: _Drawing) -> None:
    for position in range(SPACES):
        star, number = space_label(position)
        x, y = space_centre(position, drawing.size)
        wide, high = cell_size(drawing.size)
        cell = Rectangle(x - wide * 0.47, y - high * 0.47, x + wide * 0.47, y + high * 0.47)
        drawing.box(cell, STAR_GROUND if star else PAPER, CORNER)
        if star:
            drawing.star(x, y, 0.40 * min(wide, high), PAPER)
            drawing.text(str(number), x, y + 0.03 * high, 0.26 * high, INK)
        else:
            drawing.text(str(number), x, y, 0.40 * high, INK)


def _draw_lost_squares(drawing: _Drawing, grid: LostGrid) -> None:
    field = inner_field(drawing.size)
    first = lost_square(0, 0, grid, drawing.size)
    middle = (field.left + field.right) / 2
    drawing.text("LOST  DICE", middle, (field.top * 0.86 + first.top) / 1.86, TITLE_PX, PALE)
    for index in range(grid.columns * grid.rows):
        square = lost_square(index // grid.each, index % grid.each, grid, drawing.size)
        drawing.frame(square, PALE, 0.08, 1.0)


def _shrunk(area: Rectangle, share: float) -> Rectangle:
    by = share * (area.bottom - area.top)
    return Rectangle(area.left + by, area.top + by, area.right - by, area.bottom - by)


def _worn(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    size = (picture.shape[1], picture.shape[0])
    grain = 0.010 * rng.normal(0, 1, picture.shape[:2]) + 0.018 * clouds(size, 90, 70, rng)
    return np.clip(picture * (1 + grain[..., None]), 0, 255).astype(np.uint8)


class _Drawing:
    def __init__(self, size: Size) -> None:
        self.size = size
        board = board_of(size)
        self._left, self._top = board.left, board.top
        self._wide, self._high = round(board.right - board.left), round(board.bottom - board.top)
        self._thin = size[1] / 720.0 * OVERSAMPLED
        self._canvas = np.zeros((self._high * OVERSAMPLED, self._wide * OVERSAMPLED, 3), np.uint8)

    def picture(self) -> np.ndarray:
        return cv2.resize(self._canvas, (self._wide, self._high), interpolation=cv2.INTER_AREA)

    def box(self, area: Rectangle, colour: tuple[int, int, int], rounding: float) -> None:
        cv2.fillPoly(self._canvas, [self._outline(area, rounding)], colour, cv2.LINE_AA)

    def frame(self, area: Rectangle, colour: tuple[int, int, int], rounding: float, width_px: float) -> None:
        """``width_px``: at 720 lines."""
        width = max(1, round(width_px * self._thin))
        cv2.polylines(self._canvas, [self._outline(area, rounding)], True, colour, width, cv2.LINE_AA)

    def star(self, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
        reach = [radius if k % 2 == 0 else 0.46 * radius for k in range(10)]
        tips = [(x + r * sin(k * pi / 5), y - r * cos(k * pi / 5)) for k, r in enumerate(reach)]
        cv2.fillPoly(self._canvas, [self._points(tips)], colour, cv2.LINE_AA)

    def text(self, words: str, x: float, y: float, height: float, colour: tuple[int, int, int]) -> None:
        tall = height * OVERSAMPLED if words.isdigit() else height * self._thin
        font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(tall / 9))
        scale = tall / 22.0
        (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
        (centre,) = self._points([(x, y)])
        at = (int(centre[0] - wide / 2), int(centre[1] + high / 2))
        cv2.putText(self._canvas, words, at, font, scale, colour, thick, cv2.LINE_AA)

    def _points(self, points: list[tuple[float, float]]) -> np.ndarray:
        moved = [((x - self._left) * OVERSAMPLED, (y - self._top) * OVERSAMPLED) for x, y in points]
        return np.round(moved).astype(np.int32)

    def _outline(self, area: Rectangle, rounding: float) -> np.ndarray:
        radius = rounding * min(area.right - area.left, area.bottom - area.top)
        middles = (
            (area.right - radius, area.bottom - radius, 0.0),
            (area.left + radius, area.bottom - radius, 0.5),
            (area.left + radius, area.top + radius, 1.0),
            (area.right - radius, area.top + radius, 1.5),
        )
        bends = np.linspace(0, pi / 2, 7)
        turned = [(x, y, start * pi + bend) for x, y, start in middles for bend in bends]
        return self._points([(x + radius * cos(angle), y + radius * sin(angle)) for x, y, angle in turned])


BOARD_SHADOW_PX, BOARD_SHADOW_BLUR_PX, BOARD_SHADOW = 4.0, 4.0, 0.42
"""Shadow of 3 mm of cardboard at 720 lines: offset to the lower right, softness, darkness [choice]."""


def bare_table(
    size: Size, grid: LostGrid, with_track: bool, rendered: np.ndarray | None, rng: np.random.Generator
) -> np.ndarray:
    """The table, uint8 (H, W, 3) BGR; ``rendered``: a possible top."""
    top = table_top(size, rng, rendered)
    printed = printed_board(size, grid, with_track, rng)
    board = board_of(size)
    left, above = round(board.left), round(board.top)
    height, width = printed.shape[:2]
    scale = size[1] / 720.0
    shadow: np.ndarray = np.zeros(top.shape[:2], np.float32)
    offset = round(BOARD_SHADOW_PX * scale)
    shadow[above + offset : above + offset + height, left + offset : left + offset + width] = BOARD_SHADOW
    shadow = cv2.GaussianBlur(shadow, (0, 0), BOARD_SHADOW_BLUR_PX * scale)
    shaded = (top * (1 - shadow[..., None])).astype(np.uint8)
    shaded[above : above + height, left : left + width] = printed
    return shaded


def lay(scene: np.ndarray, picture: Picture, laid: Laid) -> None:
    """Lays in place; cut off at the frame."""
    left, top, right, bottom = window_of(picture, laid, (scene.shape[1], scene.shape[0]))
    if left >= right or top >= bottom:
        return
    matrix = _placement(picture, laid, left, top)
    over = cv2.warpAffine(picture.bgra, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    under = scene[top:bottom, left:right]
    see_through = cv2.cvtColor(255 - over[..., 3], cv2.COLOR_GRAY2BGR)
    under[:] = cv2.add(
        cv2.multiply(under, see_through, scale=1 / 255), cv2.cvtColor(over, cv2.COLOR_BGRA2BGR)
    )


def window_of(picture: Picture, laid: Laid, size: Size) -> Box:
    """The thing with its shadow; empty outside the frame."""
    whole = (0.0, 0.0, float(picture.bgra.shape[1]), float(picture.bgra.shape[0]))
    left, top, right, bottom = (round(edge) for edge in _bounds(picture, laid, whole))
    return max(0, left - 1), max(0, top - 1), min(size[0], right + 2), min(size[1], bottom + 2)


def box_of(picture: Picture, laid: Laid, size: Size) -> Box:
    left, top, right, bottom = _bounds(picture, laid, picture.box)
    return max(0, round(left)), max(0, round(top)), min(size[0], round(right)), min(size[1], round(bottom))


def far_first(things: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """Arms last, lower things first, then by nearness to the bottom of the picture."""
    return tuple(sorted(things, key=lambda thing: (thing.sprite.kind == ARM, thing.raised_px > 0, thing.y)))


def _placement(picture: Picture, laid: Laid, left: int, top: int) -> np.ndarray:
    """Affine (2, 3) from sprite px to a window."""
    matrix = cv2.getRotationMatrix2D(picture.anchor, laid.extra_deg, 1.0)
    matrix[0, 2] += laid.x - picture.anchor[0] - left
    matrix[1, 2] += laid.y - laid.raised_px - picture.anchor[1] - top
    return matrix


def _bounds(
    picture: Picture, laid: Laid, part: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    left, top, right, bottom = part
    corners = np.array([(left, top, 1), (right, top, 1), (right, bottom, 1), (left, bottom, 1)], np.float64)
    placed = corners @ _placement(picture, laid, 0, 0).T
    (x0, y0), (x1, y1) = placed.min(axis=0), placed.max(axis=0)
    return x0, y0, x1, y1


ASTRAY = 0.2
"""Largest distance of a die from its cell's middle, in cells [choice]."""
KINDS = (DiceKind.STARS, DiceKind.PLAIN)


def dice_apart(dice: int, size: Size, seed: int = 1) -> Frame:
    """The same for a seed. Raises ``SpritesMissing``."""
    sprites, rng = SpriteSet.load(), chance(seed, dice)
    rendered = sprites.table_top(size)
    scene = table_top(size, rng, None) if rendered is None else rendered
    for die in far_first(_laid(sprites, size, rolled(rng, dice), rng)):
        lay(scene, sprites.picture(die.rendered, die_side_px(size) / DIE_SIDE_MM), die)
    return Frame(scene, 0)


def _laid(
    sprites: SpriteSet, size: Size, faces: tuple[int, ...], rng: np.random.Generator
) -> tuple[Laid, ...]:
    width, height = size
    columns = int(np.ceil(np.sqrt(len(faces) * width / height)))
    rows = int(np.ceil(len(faces) / columns))
    laid = []
    for index, face in enumerate(faces):
        row, column = divmod(index, columns)
        across, down = np.array((column, row)) + 0.5 + rng.uniform(-ASTRAY, ASTRAY, 2)
        turns = sprites.dice(KINDS[index % len(KINDS)].value, face)
        sprite = turns[int(rng.integers(len(turns)))]
        x, y = float(across * width / columns), float(down * height / rows)
        laid.append(Laid(sprite, x, y, float(rng.uniform(0, 360)), face=face))
    return tuple(laid)
