"""The paper of the album: its inks, its letters, and a drawn page as a file."""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

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
    found = find_spec("kivy")
    assert found is not None
    assert found.submodule_search_locations
    fonts = Path(next(iter(found.submodule_search_locations))) / "data" / "fonts"
    name = "DejaVuSans" if signs else f"Roboto-{'Bold' if bold else 'Regular'}"
    return ImageFont.truetype(str(fonts / f"{name}.ttf"), px)


def fitting(draw: Drawing, words: str, px: int, width: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The letters in which the words fit into this width: of ``px``, or smaller."""
    while px > SMALL_PX // 2 and draw.textlength(words, letters(px, bold)) > width:
        px -= 2
    return letters(px, bold)


def heading(draw: Drawing, title: str, under: str, width: int) -> int:
    """Title, subtitle and a rule at the head of a page so wide; gives where to go on below."""
    room = width - 2 * MARGIN
    draw.text((MARGIN, MARGIN), title, INK, fitting(draw, title, TITLE_PX, room, bold=True))
    y = MARGIN + TITLE_PX + GAP // 2
    draw.text((MARGIN, y), under, QUIET, fitting(draw, under, TEXT_PX, room))
    y += TEXT_PX + GAP
    draw.line((MARGIN, y, width - MARGIN, y), GOLD, 4)
    return y + GAP
