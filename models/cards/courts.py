"""Jack, queen and king of our own deck: half figures in a frame, the lower one turned."""

from __future__ import annotations

import cv2
import numpy as np

from models.cards.drawn import Canvas
from models.cards.face import FACE_PX

Colour = tuple[float, float, float]
Point = tuple[float, float]
JACK, QUEEN, KING = range(3)
FRAME = (0.215, 0.062)
"""The frame's upper left corner in shares of the card: clear of the indices."""
FINE = 4
"""Figures are drawn so many times larger, then shrunk."""
GOLD, CRIMSON, NAVY, INK, SKIN, CREAM = (
    (62.0, 168.0, 226.0), (48.0, 40.0, 178.0), (118.0, 68.0, 32.0), (40.0, 32.0, 30.0), (186.0, 214.0, 242.0),
    (222.0, 240.0, 248.0),
)  # fmt: skip
HANGINGS: Colour = (176.0, 206.0, 196.0)
HAIR = ((40.0, 66.0, 110.0), (70.0, 150.0, 205.0), (150.0, 156.0, 162.0))
"""Of jack, queen and king."""
PIP_SHARE = 0.105
"""Height of the two pips in the frame, in shares of the card."""


class Panel:
    """The upper half of a frame, its points from (0, 0) to (1, 1), the card's middle below."""

    def __init__(self, width: int, height: int) -> None:
        self.size = np.array([width * FINE, height * FINE], float)
        self.colour = np.empty((height * FINE, width * FINE, 3), np.uint8)
        self.colour[:] = CREAM

    def fill(self, points: list[Point], colour: Colour, line: float = 0.008) -> None:
        """A polygon with a dark outline."""
        corners = (np.array(points) * self.size).round().astype(np.int32)
        cv2.fillPoly(self.colour, [corners], colour, cv2.LINE_AA)
        if line:
            cv2.polylines(self.colour, [corners], True, INK, self._thick(line), cv2.LINE_AA)

    def dot(self, at: Point, radius: float, colour: Colour, tall: float = 1.0, line: float = 0.006) -> None:
        """A disc; ``radius`` in shares of the width, ``tall`` stretches it."""
        middle = tuple((np.array(at) * self.size).round().astype(int).tolist())
        axes = (round(radius * self.size[0]), round(radius * tall * self.size[0]))
        cv2.ellipse(self.colour, middle, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
        if line:
            cv2.ellipse(self.colour, middle, axes, 0, 0, 360, INK, self._thick(line), cv2.LINE_AA)

    def stroke(self, points: list[Point], colour: Colour, wide: float) -> None:
        """A line through some points."""
        corners = (np.array(points) * self.size).round().astype(np.int32)
        cv2.polylines(self.colour, [corners], False, colour, self._thick(wide), cv2.LINE_AA)

    def _thick(self, share: float) -> int:
        return max(1, round(share * self.size[0]))

    def shrunk(self) -> np.ndarray:
        """The half as it is printed, uint8 (H, W, 3)."""
        height, width = self.colour.shape[:2]
        return cv2.resize(self.colour, (width // FINE, height // FINE), interpolation=cv2.INTER_AREA)


def print_court(canvas: Canvas, court: int, suit: int) -> None:
    """Print a court's frame, figure and pips onto a card."""
    style = canvas.style
    left, top = round(FRAME[0] * style.width), round(FRAME[1] * FACE_PX)
    right, middle = style.width - left, FACE_PX // 2
    panel = Panel(right - left, middle - top)
    robe, other = (CRIMSON, NAVY) if suit in (1, 2) else (NAVY, CRIMSON)
    _hangings(panel, robe)
    _robe(panel, robe, other, court)
    _head(panel, court)
    (_jacks_cap, _queens_crown, _kings_crown)[court](panel, robe)
    (_halberd, _flower, _sword)[court](panel, robe)
    half = panel.shrunk()
    canvas.colour[top:middle, left:right] = half
    canvas.colour[middle : FACE_PX - top, left:right] = half[::-1, ::-1]
    cv2.line(canvas.colour, (left, middle), (right, middle), INK, 1, cv2.LINE_AA)
    for room, thick in ((0, 2), (5, 1)):
        corner = (left - room, top - room), (right + room - 1, FACE_PX - top + room - 1)
        cv2.rectangle(canvas.colour, *corner, style.inks[suit], thick, cv2.LINE_AA)
    size = PIP_SHARE * FACE_PX
    at = left + 0.62 * size, top + 0.68 * size
    for x, y in (at, (style.width - at[0], FACE_PX - at[1])):
        field = (
            (int(x - 0.62 * size) + 2, int(y - 0.68 * size) + 2),
            (int(x + 0.62 * size), int(y + 0.68 * size)),
        )
        cv2.rectangle(canvas.colour, *field, CREAM, -1)
        cv2.rectangle(canvas.colour, *field, style.inks[suit], 1, cv2.LINE_AA)
    canvas.pip(suit, at, size)
    canvas.pip(suit, (style.width - at[0], FACE_PX - at[1]), size, True)


def _hangings(panel: Panel, robe: Colour) -> None:
    """The wall behind: slanting bands of cloth with a sprig on every other one."""
    for band in range(-4, 12):
        x = band * 0.125
        if band % 2:
            panel.fill([(x, 0.0), (x + 0.125, 0.0), (x + 0.475, 1.0), (x + 0.35, 1.0)], HANGINGS, 0)
            for step in range(9):
                y = 0.06 + 0.115 * step
                panel.dot((x + 0.0625 + 0.35 * y, y), 0.016, robe, 1.0, 0)
        else:
            panel.stroke([(x, 0.0), (x + 0.35, 1.0)], GOLD, 0.012)
            panel.stroke([(x + 0.125, 0.0), (x + 0.475, 1.0)], GOLD, 0.012)


def _robe(panel: Panel, robe: Colour, other: Colour, court: int) -> None:
    """Shoulders, parted in two colours, a broad hem down the middle and a collar."""
    panel.fill([(-0.02, 1.02), (-0.02, 0.86), (0.08, 0.77), (0.24, 0.70), (0.5, 0.66), (0.5, 1.02)], robe)
    panel.fill([(1.02, 1.02), (1.02, 0.86), (0.92, 0.77), (0.76, 0.70), (0.5, 0.66), (0.5, 1.02)], other)
    for step in range(4):
        y = 0.78 + 0.075 * step
        reach = 0.30 + 0.04 * step
        panel.stroke([(0.44, y), (0.44 - reach, y + 0.075)], GOLD, 0.010)
        panel.stroke([(0.56, y), (0.56 + reach, y + 0.075)], GOLD, 0.010)
    panel.fill([(0.435, 0.68), (0.565, 0.68), (0.575, 1.02), (0.425, 1.02)], GOLD)
    for step in range(4):
        y = 0.775 + 0.075 * step
        panel.fill([(0.5, y - 0.028), (0.53, y), (0.5, y + 0.028), (0.47, y)], robe, 0.004)
    if court == QUEEN:
        panel.fill([(0.42, 0.60), (0.58, 0.60), (0.64, 0.70), (0.5, 0.79), (0.36, 0.70)], SKIN)
        for x, y in ((0.40, 0.71), (0.45, 0.745), (0.5, 0.76), (0.55, 0.745), (0.60, 0.71)):
            panel.dot((x, y), 0.017, GOLD)
        return
    panel.fill(
        [(0.30, 0.685), (0.5, 0.63), (0.70, 0.685), (0.66, 0.775), (0.5, 0.815), (0.34, 0.775)],
        (246, 250, 252),
    )
    for x, y in ((0.37, 0.72), (0.43, 0.765), (0.5, 0.785), (0.57, 0.765), (0.63, 0.72), (0.5, 0.735)):
        panel.fill([(x, y - 0.02), (x + 0.010, y + 0.014), (x - 0.010, y + 0.014)], INK, 0)


def _head(panel: Panel, court: int) -> None:
    hair = HAIR[court]
    if court == QUEEN:
        panel.fill(
            [(0.5, 0.22), (0.35, 0.27), (0.30, 0.42), (0.27, 0.62), (0.34, 0.70), (0.42, 0.62), (0.58, 0.62),
             (0.66, 0.70), (0.73, 0.62), (0.70, 0.42), (0.65, 0.27)],
            hair,
        )  # fmt: skip
        for side in (-1, 1):
            for step in range(3):
                x, y = 0.5 + side * (0.165 + 0.018 * step), 0.36 + 0.09 * step
                panel.stroke([(x, y), (x + side * 0.012, y + 0.07)], INK, 0.006)
    else:
        panel.fill(
            [(0.5, 0.24), (0.36, 0.29), (0.33, 0.44), (0.30, 0.58), (0.36, 0.63), (0.44, 0.56), (0.56, 0.56),
             (0.64, 0.63), (0.70, 0.58), (0.67, 0.44), (0.64, 0.29)],
            hair,
        )  # fmt: skip
    panel.dot((0.5, 0.45), 0.128, SKIN, 1.28)
    for side in (-1, 1):
        x = 0.5 + side * 0.052
        panel.dot((x, 0.42), 0.022, (250, 252, 252), 0.62, 0.004)
        panel.dot((x, 0.42), 0.011, INK, 1.0, 0)
        panel.stroke([(x - 0.03, 0.388), (x, 0.378), (x + 0.03, 0.388)], INK, 0.007)
    panel.stroke([(0.5, 0.43), (0.485, 0.49), (0.505, 0.495)], INK, 0.006)
    panel.dot((0.5, 0.545), 0.028, CRIMSON, 0.42, 0.003)
    if court == KING:
        panel.fill(
            [(0.375, 0.50), (0.44, 0.525), (0.5, 0.512), (0.56, 0.525), (0.625, 0.50), (0.60, 0.62),
             (0.545, 0.69), (0.5, 0.72), (0.455, 0.69), (0.40, 0.62)],
            hair,
        )  # fmt: skip
        panel.dot((0.5, 0.555), 0.03, CRIMSON, 0.4, 0.003)
        for x in (0.45, 0.5, 0.55):
            panel.stroke([(x, 0.60), (0.5 + 0.6 * (x - 0.5), 0.68)], INK, 0.005)


def _kings_crown(panel: Panel, robe: Colour) -> None:
    panel.fill([(0.35, 0.27), (0.37, 0.13), (0.5, 0.08), (0.63, 0.13), (0.65, 0.27)], robe)
    panel.fill(
        [(0.34, 0.29), (0.31, 0.12), (0.40, 0.19), (0.435, 0.075), (0.5, 0.17), (0.565, 0.075), (0.60, 0.19),
         (0.69, 0.12), (0.66, 0.29)],
        GOLD,
    )  # fmt: skip
    for x, y in ((0.31, 0.115), (0.435, 0.07), (0.565, 0.07), (0.69, 0.115)):
        panel.dot((x, y), 0.021, GOLD)
    _band(panel, 0.335, 0.665, 0.30)


def _queens_crown(panel: Panel, robe: Colour) -> None:
    panel.fill(
        [(0.36, 0.28), (0.33, 0.16), (0.415, 0.20), (0.5, 0.10), (0.585, 0.20), (0.67, 0.16), (0.64, 0.28)],
        GOLD,
    )
    for x, y in ((0.33, 0.15), (0.415, 0.185), (0.5, 0.085), (0.585, 0.185), (0.67, 0.15)):
        panel.dot((x, y), 0.022, CREAM)
    _band(panel, 0.355, 0.645, 0.285)


def _band(panel: Panel, left: float, right: float, y: float) -> None:
    panel.fill([(left, y - 0.035), (right, y - 0.035), (right, y + 0.015), (left, y + 0.015)], GOLD)
    for step in range(5):
        x = left + (right - left) * (step + 0.5) / 5
        panel.dot((x, y - 0.01), 0.013, (CRIMSON, NAVY)[step % 2], 1.0, 0.003)


def _jacks_cap(panel: Panel, robe: Colour) -> None:
    panel.fill(
        [(0.31, 0.30), (0.29, 0.23), (0.36, 0.15), (0.5, 0.12), (0.66, 0.16), (0.72, 0.25), (0.69, 0.31)],
        robe,
    )
    panel.fill([(0.31, 0.31), (0.305, 0.265), (0.5, 0.235), (0.70, 0.27), (0.69, 0.315), (0.5, 0.285)], GOLD)
    panel.fill([(0.60, 0.22), (0.66, 0.09), (0.78, 0.03), (0.86, 0.07), (0.80, 0.13), (0.70, 0.19)], CREAM)
    panel.stroke([(0.61, 0.22), (0.70, 0.12), (0.83, 0.07)], INK, 0.006)


def _sword(panel: Panel, robe: Colour) -> None:
    panel.fill([(0.845, 0.10), (0.87, 0.04), (0.895, 0.10), (0.895, 0.70), (0.845, 0.70)], (205, 212, 214))
    panel.stroke([(0.87, 0.10), (0.87, 0.69)], INK, 0.004)
    panel.fill([(0.78, 0.70), (0.96, 0.70), (0.96, 0.735), (0.78, 0.735)], GOLD)
    panel.fill([(0.85, 0.735), (0.89, 0.735), (0.89, 0.86), (0.85, 0.86)], robe)
    panel.dot((0.87, 0.875), 0.027, GOLD)
    panel.dot((0.868, 0.795), 0.05, SKIN, 0.72)


def _flower(panel: Panel, robe: Colour) -> None:
    panel.stroke([(0.85, 0.90), (0.865, 0.70), (0.86, 0.48)], (60.0, 110.0, 52.0), 0.018)
    panel.fill([(0.86, 0.66), (0.95, 0.58), (0.93, 0.66)], (60.0, 110.0, 52.0))
    for turn in range(6):
        angle = turn * np.pi / 3
        panel.dot((0.86 + 0.055 * np.cos(angle), 0.44 + 0.055 * np.sin(angle)), 0.038, robe)
    panel.dot((0.86, 0.44), 0.03, GOLD)
    panel.dot((0.855, 0.80), 0.048, SKIN, 0.72)


def _halberd(panel: Panel, robe: Colour) -> None:
    panel.stroke([(0.85, 0.98), (0.85, 0.12)], INK, 0.034)
    panel.stroke([(0.85, 0.98), (0.85, 0.12)], (70.0, 112.0, 160.0), 0.022)
    panel.fill([(0.825, 0.36), (0.85, 0.26), (0.875, 0.36), (0.85, 0.40)], (205, 212, 214))
    panel.fill([(0.86, 0.42), (0.97, 0.36), (0.985, 0.47), (0.96, 0.57), (0.86, 0.51)], (205, 212, 214))
    panel.fill([(0.84, 0.42), (0.76, 0.465), (0.84, 0.51)], (205, 212, 214))
    panel.dot((0.85, 0.80), 0.05, SKIN, 0.72)
