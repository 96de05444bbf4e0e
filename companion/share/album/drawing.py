"""What pages are drawn with: paper, inks, letters, the seats' signs, a playing card."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from companion.core.lettering import Stretch, fonts, kivy_font
from companion.core.seats import INK as SIGN_INK
from companion.core.seats import Outline, Rgb, SeatSign, sign_of
from companion.rules import Card, Suit, WantedKind

SIZE = 1240, 1748
"""Pixels of a page: A5 (148 × 210 mm) at 213 dots an inch."""
A5_MM = 148, 210
MARGIN, GAP = 90, 28
PAPER, INK, QUIET, LINE, GOLD = "#F6ECD8", "#12241F", "#5E6B62", "#C9BFA6", "#B97A08"
TITLE_PX, HEAD_PX, TEXT_PX, SMALL_PX = 84, 46, 38, 30

Drawing = ImageDraw.ImageDraw


def png_of(page: Image.Image) -> bytes:
    out = io.BytesIO()
    page.save(out, "PNG", optimize=True)
    return out.getvalue()


def pdf_of(page: Image.Image, title: str) -> bytes:
    """The page as a PDF of one page, with the dots of A5."""
    out = io.BytesIO()
    page.save(out, "PDF", resolution=SIZE[0] / (A5_MM[0] / 25.4), title=title, quality=92)
    return out.getvalue()


def letters(px: int, bold: bool = False, signs: bool = False) -> ImageFont.FreeTypeFont:
    """Roboto, which Kivy ships (Apache 2.0); for the ``signs`` of suits DejaVu, which it ships, too."""
    name = "DejaVuSans" if signs else f"Roboto-{'Bold' if bold else 'Regular'}"
    return ImageFont.truetype(str(kivy_font(name)), px)


def put(
    draw: Drawing,
    at: tuple[float, float],
    words: str,
    ink: str,
    px: int,
    width: float,
    bold: bool = False,
    middle: bool = False,
) -> None:
    """Write words, in letters of ``px`` or smaller that fit into this width; names may be in any script.

    ``at`` is their left upper corner, or the middle of their left end.
    """
    stretches = fonts().stretches(words)
    while px > SMALL_PX // 2 and sum(_width(draw, each, px, bold) for each in stretches) > width:
        px -= 2
    x, baseline = at[0], at[1] + _baseline(px, bold, middle)
    for each in stretches:
        draw.text((x, baseline), each.text, ink, _font(each, px, bold), anchor="ls")
        x += _width(draw, each, px, bold)


def _baseline(px: int, bold: bool, middle: bool) -> float:
    ascent, descent = letters(px, bold).getmetrics()
    return (ascent - descent) / 2 if middle else ascent


def _width(draw: Drawing, stretch: Stretch, px: int, bold: bool) -> float:
    return float(draw.textlength(stretch.text, _font(stretch, px, bold)))


def _font(stretch: Stretch, px: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The stretch is in the order of drawing already, so nothing may turn it round again."""
    if stretch.font is None:
        return letters(px, bold)
    return ImageFont.truetype(str(stretch.font), px, layout_engine=ImageFont.Layout.BASIC)


def heading(draw: Drawing, title: str, under: str, width: int) -> int:
    """Title, subtitle and a rule at the head of a page so wide; gives where to go on below."""
    room = width - 2 * MARGIN
    put(draw, (MARGIN, MARGIN), title, INK, TITLE_PX, room, bold=True)
    y = MARGIN + TITLE_PX + GAP // 2
    put(draw, (MARGIN, y), under, QUIET, TEXT_PX, room)
    y += TEXT_PX + GAP
    draw.line((MARGIN, y, width - MARGIN, y), GOLD, 4)
    return y + GAP


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
    side = round(2 * radius)
    badge = _drawn(sign_of(seat), side * _FINER).resize((side, side), Image.Resampling.LANCZOS)
    page.paste(badge, (round(middle[0] - side / 2), round(middle[1] - side / 2)), badge)


def _drawn(sign: SeatSign, side: int) -> Image.Image:
    badge = Image.new("RGBA", (side, side), (*SIGN_INK, 0))
    draw = ImageDraw.Draw(badge)
    draw.ellipse((0, 0, side - 1, side - 1), sign.colour, SIGN_INK, round(side * _RIM_SHARE))
    for outlines, colour in ((sign.shape.solid, SIGN_INK), (sign.shape.holes, sign.colour)):
        for outline in outlines:
            draw.polygon(_placed(outline, side), colour)
    return badge


def _placed(outline: Outline, side: int) -> list[Point]:
    edge = (1 - _SIGN_SHARE) / 2
    return [((edge + x * _SIGN_SHARE) * side, (edge + y * _SIGN_SHARE) * side) for x, y in outline]


CARD_WIDTH_PX, CARD_HEIGHT_PX = 250, 350
ROUND_PX, EDGE_PX = 22, 4
RANK_PX, SUIT_PX = 64, 190
WHITE, RED = "#FFFFFF", "#C4261B"
SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def draw_card(draw: Drawing, card: Card, corner: tuple[int, int]) -> None:
    """The card with its upper left corner there."""
    left, top = corner
    ink, sign = (RED if WantedKind.RED.holds(card) else INK), SUITS[card.suit]
    box = left, top, left + CARD_WIDTH_PX, top + CARD_HEIGHT_PX
    draw.rounded_rectangle(box, ROUND_PX, WHITE, GOLD, EDGE_PX)
    draw.text((left + 24, top + 18), card.rank.value, ink, letters(RANK_PX, bold=True))
    middle = left + CARD_WIDTH_PX // 2, top + CARD_HEIGHT_PX * 0.56
    draw.text(middle, sign, ink, letters(SUIT_PX, signs=True), anchor="mm")
