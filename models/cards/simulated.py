"""Draw the simulated table's deck: ``python -m models.cards.simulated FONTS``.

Our own fixed design, lettered in Noto Serif, a typeface that the reader has neither learned from nor been
measured by. FONTS holds the Debian package fonts-noto-core, unpacked by ``dpkg -x`` into
``fonts-noto-core/``. The pictures lie in ``companion/simulator/cards``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.cards.drawn import PIPS, PX_A_MM, Canvas, Style, print_indices
from models.cards.face import CARD_MM, FACE_PX, RANKS, SUITS
from models.cards.fonts import Lettering
from models.cards.suits import SPADES, SuitStyle, suit_mask

Colour = tuple[float, float, float]
Point = tuple[float, float]
JACK, QUEEN, KING = range(3)
FRAME = (0.215, 0.062)
"""The frame's upper left corner in shares of the card: clear of the indices."""
FINE = 4
"""Drawing scale of figures."""
GOLD, CRIMSON, NAVY, COURT_INK, SKIN, CREAM = (
    (62.0, 168.0, 226.0), (48.0, 40.0, 178.0), (118.0, 68.0, 32.0), (40.0, 32.0, 30.0), (186.0, 214.0, 242.0),
    (222.0, 240.0, 248.0),
)  # fmt: skip
HANGINGS: Colour = (176.0, 206.0, 196.0)
HAIR = ((40.0, 66.0, 110.0), (70.0, 150.0, 205.0), (150.0, 156.0, 162.0))
"""Of jack, queen and king."""
PIP_SHARE = 0.105
"""Height of the frame's pips, in shares of the card."""


class Panel:
    """A frame's upper half, from (0, 0) to (1, 1), the card's middle below."""

    def __init__(self, width: int, height: int) -> None:
        self.size = np.array([width * FINE, height * FINE], float)
        self.colour = np.empty((height * FINE, width * FINE, 3), np.uint8)
        self.colour[:] = CREAM

    def fill(self, points: list[Point], colour: Colour, line: float = 0.008) -> None:
        """A polygon with a dark outline."""
        corners = (np.array(points) * self.size).round().astype(np.int32)
        cv2.fillPoly(self.colour, [corners], colour, cv2.LINE_AA)
        if line:
            cv2.polylines(self.colour, [corners], True, COURT_INK, self._thick(line), cv2.LINE_AA)

    def dot(self, at: Point, radius: float, colour: Colour, tall: float = 1.0, line: float = 0.006) -> None:
        """``radius`` in widths; ``tall`` stretches the disc."""
        middle = tuple((np.array(at) * self.size).round().astype(int).tolist())
        axes = (round(radius * self.size[0]), round(radius * tall * self.size[0]))
        cv2.ellipse(self.colour, middle, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
        if line:
            cv2.ellipse(self.colour, middle, axes, 0, 0, 360, COURT_INK, self._thick(line), cv2.LINE_AA)

    def stroke(self, points: list[Point], colour: Colour, wide: float) -> None:
        corners = (np.array(points) * self.size).round().astype(np.int32)
        cv2.polylines(self.colour, [corners], False, colour, self._thick(wide), cv2.LINE_AA)

    def _thick(self, share: float) -> int:
        return max(1, round(share * self.size[0]))

    def shrunk(self) -> np.ndarray:
        """The half at its printed size, uint8 (H, W, 3)."""
        height, width = self.colour.shape[:2]
        return cv2.resize(self.colour, (width // FINE, height // FINE), interpolation=cv2.INTER_AREA)


def print_court(canvas: Canvas, court: int, suit: int) -> None:
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
    cv2.line(canvas.colour, (left, middle), (right, middle), COURT_INK, 1, cv2.LINE_AA)
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
    """Slanting bands of cloth with a sprig on every other one."""
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
    """Shoulders in two colours, a broad hem down the middle and a collar."""
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
        panel.fill([(x, y - 0.02), (x + 0.010, y + 0.014), (x - 0.010, y + 0.014)], COURT_INK, 0)


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
                panel.stroke([(x, y), (x + side * 0.012, y + 0.07)], COURT_INK, 0.006)
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
        panel.dot((x, 0.42), 0.011, COURT_INK, 1.0, 0)
        panel.stroke([(x - 0.03, 0.388), (x, 0.378), (x + 0.03, 0.388)], COURT_INK, 0.007)
    panel.stroke([(0.5, 0.43), (0.485, 0.49), (0.505, 0.495)], COURT_INK, 0.006)
    panel.dot((0.5, 0.545), 0.028, CRIMSON, 0.42, 0.003)
    if court == KING:
        panel.fill(
            [(0.375, 0.50), (0.44, 0.525), (0.5, 0.512), (0.56, 0.525), (0.625, 0.50), (0.60, 0.62),
             (0.545, 0.69), (0.5, 0.72), (0.455, 0.69), (0.40, 0.62)],
            hair,
        )  # fmt: skip
        panel.dot((0.5, 0.555), 0.03, CRIMSON, 0.4, 0.003)
        for x in (0.45, 0.5, 0.55):
            panel.stroke([(x, 0.60), (0.5 + 0.6 * (x - 0.5), 0.68)], COURT_INK, 0.005)


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
    panel.stroke([(0.61, 0.22), (0.70, 0.12), (0.83, 0.07)], COURT_INK, 0.006)


def _sword(panel: Panel, robe: Colour) -> None:
    panel.fill([(0.845, 0.10), (0.87, 0.04), (0.895, 0.10), (0.895, 0.70), (0.845, 0.70)], (205, 212, 214))
    panel.stroke([(0.87, 0.10), (0.87, 0.69)], COURT_INK, 0.004)
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
    panel.stroke([(0.85, 0.98), (0.85, 0.12)], COURT_INK, 0.034)
    panel.stroke([(0.85, 0.98), (0.85, 0.12)], (70.0, 112.0, 160.0), 0.022)
    panel.fill([(0.825, 0.36), (0.85, 0.26), (0.875, 0.36), (0.85, 0.40)], (205, 212, 214))
    panel.fill([(0.86, 0.42), (0.97, 0.36), (0.985, 0.47), (0.96, 0.57), (0.86, 0.51)], (205, 212, 214))
    panel.fill([(0.84, 0.42), (0.76, 0.465), (0.84, 0.51)], (205, 212, 214))
    panel.dot((0.85, 0.80), 0.05, SKIN, 0.72)


OUT = Path(__file__).resolve().parents[2] / "companion/simulator/cards"
TYPEFACE = "usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf"
INK, RED = (38.0, 30.0, 28.0), (44.0, 38.0, 196.0)
STOCK = (241.0, 249.0, 252.0)
BACKS = {"red": (52.0, 44.0, 158.0), "blue": (128.0, 72.0, 34.0)}
QUALITY = 90
ACE, PROUD_ACE, WITHIN = 0.27, 0.42, 0.13
"""Heights of pips in shares of the card: an ace's, the ace of spades', and the white one within that."""
TEN = 9


def style_of(lettering: Lettering) -> Style:
    """Indices of 16 mm in two corners, slim tens, a hairline round the card."""
    return Style(
        lettering=lettering,
        suits=SuitStyle(0.98, 0.17, 0.55, 0.05, 0.78, 0.235, 1.0, 0.035, 0.2),
        inks=(INK, RED, RED, INK),
        stock=STOCK,
        width=round(CARD_MM[0] * PX_A_MM),
        radius=20,
        rank_px=round(9.2 * PX_A_MM),
        suit_px=round(6.0 * PX_A_MM),
        gap=round(0.9 * PX_A_MM),
        axis=round(6.6 * PX_A_MM),
        top=round(3.6 * PX_A_MM),
        even=True,
        condensed=0.86,
        ten=0.82,
        ten_gap=0.06,
        four=False,
        pip_px=round(0.145 * FACE_PX),
        frame=None,
        edge=(2, (205.0, 210.0, 212.0)),
        court=0,
    )


def face(style: Style, rank: int, suit: int) -> np.ndarray:
    canvas = Canvas(style)
    if rank > TEN:
        print_court(canvas, rank - TEN - 1, suit)
    elif rank == 0:
        _print_ace(canvas, suit)
    else:
        for x, y in PIPS[rank + 1]:
            canvas.pip(suit, (x * style.width, y * FACE_PX), style.pip_px, y > 0.5)
    print_indices(canvas, rank, suit)
    return canvas.bgra()


def _print_ace(canvas: Canvas, suit: int) -> None:
    """The pip of spades has a small white one inside."""
    middle = canvas.style.width / 2, FACE_PX / 2
    canvas.pip(suit, middle, (PROUD_ACE if suit == SPADES else ACE) * FACE_PX)
    if suit == SPADES:
        mask, height = suit_mask(suit, canvas.style.suits), WITHIN * FACE_PX
        size = round(mask.shape[1] * height / mask.shape[0]), round(height)
        canvas.stamp(mask, STOCK, (middle[0], middle[1] - 0.01 * FACE_PX), size)


def back(style: Style, colour: tuple[float, float, float]) -> np.ndarray:
    """A lattice of lozenges within a white border, the same from both ends."""
    canvas = Canvas(style)
    tall, wide = canvas.colour.shape[:2]
    border = 22
    y, x = np.mgrid[0 : tall - 2 * border, 0 : wide - 2 * border].astype(np.float32)
    y, x = y - y.mean(), x - x.mean()
    pitch = 22.0
    lattice = np.abs(np.sin((x + 0.62 * y) * np.pi / pitch)) * np.abs(np.sin((x - 0.62 * y) * np.pi / pitch))
    line = np.clip((0.16 - lattice) / 0.10, 0, 1)
    dot = np.clip((lattice - 0.86) / 0.06, 0, 1)
    share = np.maximum(line, 0.8 * dot)[..., None]
    canvas.colour[border:-border, border:-border] = (
        np.asarray(colour, np.float32) * (1 - share) + np.asarray(STOCK, np.float32) * share
    )
    corner = (wide - border - 1, tall - border - 1)
    cv2.rectangle(canvas.colour, (border, border), corner, colour, 5, cv2.LINE_AA)
    cv2.rectangle(
        canvas.colour, (border - 9, border - 9), (corner[0] + 9, corner[1] + 9), colour, 2, cv2.LINE_AA
    )
    return canvas.bgra()


def main() -> None:
    """Draw 52 faces and the backs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("fonts", type=Path, help="folder of unpacked font packages")
    parser.add_argument("--to", type=Path, default=OUT)
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    style = style_of(Lettering(args.fonts / "fonts-noto-core" / TYPEFACE))
    pictures = {
        RANKS[rank] + SUITS[suit]: face(style, rank, suit)
        for rank in range(len(RANKS))
        for suit in range(len(SUITS))
    }
    pictures |= {f"back_{name}": back(style, colour) for name, colour in BACKS.items()}
    for name, picture in pictures.items():
        cv2.imwrite(str(args.to / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
