"""Dice drawn for the tests: seen from straight above, on a plain ground."""

from __future__ import annotations

import cv2
import numpy as np

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def drawn_table(faces: list[int], width: int = 1280, height: int = 720, side: int = 64) -> np.ndarray:
    """White dice with black pips in a row across a green cloth, uint8 (height, width, 3)."""
    rng = np.random.default_rng(7)
    cloth = np.array([70, 110, 40]) + rng.normal(0, 5, (height, width, 1))
    table = cloth.clip(0, 255).astype(np.uint8)
    for index, face in enumerate(faces):
        middle = (int(width * (index + 1) / (len(faces) + 1)), height // 2 + 30 * (-1) ** index)
        draw_die(table, middle, side, face, angle_deg=17.0 * index)
    return cv2.GaussianBlur(table, (0, 0), 0.8)


def draw_die(
    table: np.ndarray, middle: tuple[int, int], side: int, face: int, angle_deg: float = 0.0
) -> None:
    """One die with a shadow under its lower right edge."""
    turn = np.radians(angle_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ spin.T * side / 2
    _rounded(table, square * 0.98 + middle + side * 0.1, side, (22, 40, 14))
    _rounded(table, square + middle, side, (168, 176, 180))
    _rounded(table, square * 0.86 + middle - side * 0.045, side, (228, 236, 240))
    for pip in PIPS[face]:
        x, y = np.array(pip) @ spin.T * side * 0.23 + middle - side * 0.045
        cv2.circle(table, (round(x), round(y)), round(side * 0.09), (25, 25, 25), -1, cv2.LINE_AA)


def _rounded(table: np.ndarray, corners: np.ndarray, side: int, colour: tuple[int, int, int]) -> None:
    """A filled square with rounded corners."""
    inner = (corners.mean(0) + (corners - corners.mean(0)) * 0.76).astype(np.int32)
    cv2.fillConvexPoly(table, inner, colour, cv2.LINE_AA)
    cv2.polylines(table, [inner], True, colour, round(side * 0.24), cv2.LINE_AA)
