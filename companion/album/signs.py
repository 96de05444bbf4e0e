"""A colour and a shape for each seat, so that colour alone never says who it is."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import ImageDraw

INKS = ("#D6382C", "#1F6FB2", "#B97A08", "#1D7A4A", "#7A3E9D", "#C2577A", "#3A3A3A", "#0E8C8C")
CORNERS = (0, 4, 3, 5, 6, 8)
"""Corners of each seat's shape; 0 is a disc. Seats beyond these begin again, filled with paper."""
PAPER = "#F6ECD8"

Point = tuple[float, float]


def ink_of(seat: int) -> str:
    """The seat's colour."""
    return INKS[seat % len(INKS)]


def draw_sign(draw: ImageDraw.ImageDraw, seat: int, middle: Point, radius: float) -> None:
    """The seat's shape round this point."""
    corners, ink = CORNERS[seat % len(CORNERS)], ink_of(seat)
    fill = ink if seat < len(CORNERS) else PAPER
    x, y = middle
    if not corners:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, ink, 4)
        return
    turns = (2 * pi * at / corners - pi / 2 for at in range(corners))
    reach = radius * 1.15
    draw.polygon([(x + reach * cos(turn), y + reach * sin(turn)) for turn in turns], fill, ink, 4)
