"""Boards, drawn dice, dominoes and cards lying on a ground, with no die among them."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.grounds import any_ground
from models.compose.lens import lit, seen
from models.render.pictured import outlined_dice, pictured_dice
from models.render.printing import DOTS_PER_MM, board_piece, domino, playing_card

WIDE, TALL = 480, 360
DIE_MM = 16.0
PRINTS = (
    *(board_piece, board_piece, board_piece, pictured_dice, pictured_dice, outlined_dice),
    *(domino, domino, playing_card),
)
THICK_MM = {domino: (3.0, 9.0)}
"""A domino is a tile that shows a side, as a die does; the others are as flat as paper."""

Rng = np.random.Generator


def laid_prints(rng: Rng) -> np.ndarray:
    """A picture, uint8 (360, 480, 3) BGR, of one to four prints; dice among them would be 16 to 70 px."""
    die_px = float(np.exp(rng.uniform(np.log(16), np.log(70))))
    return seen(rng, lit(rng, with_prints(rng, any_ground(rng, TALL, WIDE), die_px)), die_px)


def with_prints(
    rng: Rng, ground: np.ndarray, die_px: float, outlines: list[np.ndarray] | None = None
) -> np.ndarray:
    """The ground, (H, W, 3), as float32 with one to four prints on it, sized to dice of that many pixels.

    The corners (4, 2) of each are added to ``outlines``, in pixels, in order.
    """
    picture = ground.astype(np.float32)
    for _ in range(int(rng.integers(1, 5))):
        kind = PRINTS[int(rng.integers(len(PRINTS)))]
        thick_px = rng.uniform(*THICK_MM.get(kind, (0.0, 0.0))) * die_px / DIE_MM
        placed = _lay(rng, picture, kind(rng)[..., ::-1], die_px / DIE_MM / DOTS_PER_MM, thick_px)
        if outlines is not None:
            outlines.append(placed)
    return picture


def _lay(rng: Rng, picture: np.ndarray, drawn: np.ndarray, scale: float, thick_px: float) -> np.ndarray:
    """Paste a print, turned and leaning like a table seen from up to 35 degrees off, with its near side.

    Gives its corners (4, 2).
    """
    (tall, wide), (rows, columns) = picture.shape[:2], drawn.shape[:2]
    turn, off = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, 35))
    lean = np.cos(off)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (columns / 2, rows / 2) * scale
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] * (1, lean)
    turned[:, 0] *= 1 + rng.normal(0, 0.04) * turned[:, 1] / tall
    placed = turned + rng.uniform(0, (wide, tall))
    if thick_px > 0:
        foot = placed + np.array((0, thick_px * np.sin(off)))
        side = drawn.reshape(-1, 3).max(0) * rng.uniform(0.35, 0.95)
        hull = cv2.convexHull(np.concatenate([placed, foot]).astype(np.float32))
        cv2.fillConvexPoly(picture, hull.round().astype(np.int32), side.tolist(), cv2.LINE_AA)
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)])
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), placed.astype(np.float32))
    smooth = cv2.GaussianBlur(drawn, (0, 0), max(0.1, 0.4 / scale))
    laid = cv2.warpPerspective(smooth.astype(np.float32), matrix, (wide, tall), flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones((rows, columns), np.float32), matrix, (wide, tall))[..., None]
    picture += cover * (laid - picture)
    return placed
