"""A seat's sign, painted on the top of its cup."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.seat_signs import INK, Outline, Rgb, sign_of

TOP_PX = -16.0, -106.0
"""From a cup's foot to the middle of its top in the rendered pictures (measured in ``cup_red.webp``)."""
RADIUS_PX = 122.0
"""Of the badge: the top's sunken part has 143 there."""
SIGN_SHARE = 0.74
"""Side of the sign as a part of the badge's, as on the screens."""
PAINT = 0.94
"""How much paint covers: a little of the leather shows through."""
_FINE = 4
"""Bits of a pixel's fraction, as OpenCV counts them."""


def signed_cup(rendered: np.ndarray, foot: tuple[float, float], seat: int) -> np.ndarray:
    """The rendered cup, uint8 (H, W, 4) BGRA, with the seat's badge; ``foot`` is where it stands in it."""
    sign, painted = sign_of(seat), rendered.copy()
    x, y = foot[0] + TOP_PX[0], foot[1] + TOP_PX[1]
    badge = np.zeros(rendered.shape[:2], np.uint8)
    cv2.circle(badge, _fine(x, y), round(RADIUS_PX * 2**_FINE), 255, -1, cv2.LINE_AA, _FINE)
    _paint(painted, badge, sign.colour)
    side = 2 * RADIUS_PX * SIGN_SHARE
    corner = x - side / 2, y - side / 2
    drawn = _filled(sign.shape.solid, corner, side, badge.shape)
    _paint(painted, cv2.subtract(drawn, _filled(sign.shape.holes, corner, side, badge.shape)), INK)
    return painted


def _filled(
    outlines: Sequence[Outline], corner: tuple[float, float], side: float, size: tuple[int, ...]
) -> np.ndarray:
    mask = np.zeros(size, np.uint8)
    for outline in outlines:
        points = [_fine(corner[0] + x * side, corner[1] + y * side) for x, y in outline]
        cv2.fillPoly(mask, [np.array(points, np.int32)], (255.0,), cv2.LINE_AA, _FINE)
    return mask


def _fine(x: float, y: float) -> tuple[int, int]:
    return round(x * 2**_FINE), round(y * 2**_FINE)


def _paint(picture: np.ndarray, mask: np.ndarray, colour: Rgb) -> None:
    """Paint in place; the picture's alpha stays."""
    cover = PAINT * mask[..., None] / np.float32(255)
    under = picture[..., :3]
    under[:] = (under * (1 - cover) + np.array(colour[::-1], np.float32) * cover + 0.5).astype(np.uint8)
