"""The seats' signs on paper: those of the screens."""

from __future__ import annotations

from PIL import Image, ImageDraw

from companion.seat_signs import INK, Outline, Rgb, SeatSign, sign_of

Point = tuple[float, float]

ON_PAPER = 0.55
"""So dark a line is, of its seat's colour: paper is as light as some of them (WCAG 2.2, 1.4.11)."""
_FINER = 4
"""A sign is drawn so many times as large and made smaller, for smooth edges."""
_SIGN_SHARE, _RIM_SHARE = 0.74, 0.06
"""Side of the sign, and the rim of ink, as parts of the badge's side."""


def ink_of(seat: int) -> Rgb:
    """The seat's colour for lines on paper."""
    red, green, blue = sign_of(seat).colour
    return round(red * ON_PAPER), round(green * ON_PAPER), round(blue * ON_PAPER)


def draw_sign(page: Image.Image, seat: int, middle: Point, radius: float) -> None:
    """The seat's badge round this point."""
    side = round(2 * radius)
    badge = _drawn(sign_of(seat), side * _FINER).resize((side, side), Image.Resampling.LANCZOS)
    page.paste(badge, (round(middle[0] - side / 2), round(middle[1] - side / 2)), badge)


def _drawn(sign: SeatSign, side: int) -> Image.Image:
    badge = Image.new("RGBA", (side, side), (*INK, 0))
    draw = ImageDraw.Draw(badge)
    draw.ellipse((0, 0, side - 1, side - 1), sign.colour, INK, round(side * _RIM_SHARE))
    for outlines, colour in ((sign.shape.solid, INK), (sign.shape.holes, sign.colour)):
        for outline in outlines:
            draw.polygon(_placed(outline, side), colour)
    return badge


def _placed(outline: Outline, side: int) -> list[Point]:
    edge = (1 - _SIGN_SHARE) / 2
    return [((edge + x * _SIGN_SHARE) * side, (edge + y * _SIGN_SHARE) * side) for x, y in outline]
