"""On paper everybody has the colour and the sign of the screens."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageColor

from companion.core.seats import INK, Rgb, sign_of
from companion.share.album.pages import PAPER, draw_sign, ink_of

LEAST_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: lines and shapes."""
SEATS = range(14)


def drawn(seat: int, radius: float = 40) -> np.ndarray:
    page = Image.new("RGB", (120, 120), PAPER)
    draw_sign(page, seat, (60, 60), radius)
    return np.asarray(page).astype(int)


def share_of(pixels: np.ndarray, colour: Rgb) -> float:
    return float((np.abs(pixels - colour).max(axis=2) < 6).mean())


def luminance(colour: tuple[int, ...]) -> float:
    return float((np.array(colour[:3]) / 255) ** 2.2 @ (0.2126, 0.7152, 0.0722))


@pytest.mark.parametrize("seat", SEATS)
def test_a_badge_has_the_seats_colour_and_its_sign_in_ink(seat: int) -> None:
    pixels = drawn(seat)
    assert share_of(pixels, sign_of(seat).colour) > 0.05
    assert share_of(pixels, INK) > 0.02
    assert (pixels[0, 0] == ImageColor.getrgb(PAPER)).all()


def test_no_two_badges_are_alike() -> None:
    assert len({drawn(seat, 17).tobytes() for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("seat", SEATS)
def test_a_seats_line_stands_out_from_paper(seat: int) -> None:
    light, dark = luminance(ImageColor.getrgb(PAPER)), luminance(ink_of(seat))
    assert (light + 0.05) / (dark + 0.05) >= LEAST_CONTRAST
