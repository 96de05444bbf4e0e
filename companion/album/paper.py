"""The paper of the album: its inks, its letters, and a drawn page as a file."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from companion.lettering.fonts import Stretch, fonts, kivy_font

SIZE = 1240, 1748
"""Pixels of a page: A5 (148 × 210 mm) at 213 dots an inch."""
A5_MM = 148, 210
MARGIN, GAP = 90, 28
PAPER, INK, QUIET, LINE, GOLD = "#F6ECD8", "#12241F", "#5E6B62", "#C9BFA6", "#B97A08"
TITLE_PX, HEAD_PX, TEXT_PX, SMALL_PX = 84, 46, 38, 30

Drawing = ImageDraw.ImageDraw


def png_of(page: Image.Image) -> bytes:
    """The page as a PNG."""
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
    """How far below the given place letters stand."""
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
