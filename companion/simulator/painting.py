"""Lays things on the table top, the far ones first."""

from __future__ import annotations

import cv2
import numpy as np

from companion.calibration import LostGrid, Size, board_of, die_side_px
from companion.core.frame import Frame
from companion.simulator.laying import Laid
from companion.simulator.shaking import chance, rolled
from companion.simulator.sprites import ARM, DIE_SIDE_MM, DiceKind, Picture, SpriteSet
from companion.simulator.surfaces import printed_board, table_top

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in frame pixels."""
BOARD_SHADOW_PX, BOARD_SHADOW_BLUR_PX, BOARD_SHADOW = 4.0, 4.0, 0.42
"""Shadow of 3 mm of cardboard at 720 lines: offset to the lower right, softness, darkness [choice]."""


def bare_table(
    size: Size, grid: LostGrid, with_track: bool, rendered: np.ndarray | None, rng: np.random.Generator
) -> np.ndarray:
    """Table top with the board in its middle, uint8 (H, W, 3) BGR; ``rendered`` is a top to choose from."""
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
    """Lay one thing over the scene, in place; what lies outside the frame is cut off."""
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
    """The part of the frame that the thing is laid in, its shadow too; empty when it is out of the frame."""
    whole = (0.0, 0.0, float(picture.bgra.shape[1]), float(picture.bgra.shape[0]))
    left, top, right, bottom = (round(edge) for edge in _bounds(picture, laid, whole))
    return max(0, left - 1), max(0, top - 1), min(size[0], right + 2), min(size[1], bottom + 2)


def box_of(picture: Picture, laid: Laid, size: Size) -> Box:
    """The thing's box in the frame without its shadow, cut at the frame's edge."""
    left, top, right, bottom = _bounds(picture, laid, picture.box)
    return max(0, round(left)), max(0, round(top)), min(size[0], round(right)), min(size[1], round(bottom))


def far_first(things: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """The order of painting: arms last, lower things first, then by how near to the bottom of the picture."""
    return tuple(sorted(things, key=lambda thing: (thing.sprite.kind == ARM, thing.raised_px > 0, thing.y)))


def _placement(picture: Picture, laid: Laid, left: int, top: int) -> np.ndarray:
    """Affine (2, 3) from the sprite's pixels to a window of the frame with this corner."""
    matrix = cv2.getRotationMatrix2D(picture.anchor, laid.extra_deg, 1.0)
    matrix[0, 2] += laid.x - picture.anchor[0] - left
    matrix[1, 2] += laid.y - laid.raised_px - picture.anchor[1] - top
    return matrix


def _bounds(
    picture: Picture, laid: Laid, part: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Left, top, right, bottom in the frame of a rectangle of the sprite."""
    left, top, right, bottom = part
    corners = np.array([(left, top, 1), (right, top, 1), (right, bottom, 1), (left, bottom, 1)], np.float64)
    placed = corners @ _placement(picture, laid, 0, 0).T
    (x0, y0), (x1, y1) = placed.min(axis=0), placed.max(axis=0)
    return x0, y0, x1, y1


ASTRAY = 0.2
"""How far a die lies from the middle of its cell, at most, in cells [choice]."""
KINDS = (DiceKind.STARS, DiceKind.PLAIN)


def dice_apart(dice: int, size: Size, seed: int = 1) -> Frame:
    """A frame with this many dice, with stars and with pips in turn; the same for the same seed.

    Raises ``SpritesMissing`` when the dice's pictures are missing or broken.
    """
    sprites, rng = SpriteSet.load(), chance(seed, dice)
    rendered = sprites.table_top(size)
    scene = table_top(size, rng, None) if rendered is None else rendered
    for die in far_first(_laid(sprites, size, rolled(rng, dice), rng)):
        lay(scene, sprites.picture(die.rendered, die_side_px(size) / DIE_SIDE_MM), die)
    return Frame(scene, 0)


def _laid(
    sprites: SpriteSet, size: Size, faces: tuple[int, ...], rng: np.random.Generator
) -> tuple[Laid, ...]:
    """Dice with these faces, one a cell, so that none touch, at any turn."""
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
