"""The souvenir as one page, drawn: ranking, boldest bid with its picture, everybody's dice, a QR code."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import segno
from PIL import Image, ImageDraw, ImageFont

from companion.album.signs import draw_sign, ink_of
from companion.album.souvenir import Souvenir
from companion.album.words import (
    say_boldest,
    say_chance,
    say_dice_heading,
    say_in_the_code,
    say_out,
    say_subtitle,
    say_title,
)

SIZE = 1240, 1748
"""Pixels of the page: A5 (148 × 210 mm) at 213 dots an inch."""
A5_MM = 148, 210
MARGIN, GAP = 90, 28
PAPER, INK, QUIET, LINE, GOLD = "#F6ECD8", "#12241F", "#5E6B62", "#C9BFA6", "#B97A08"
TITLE_PX, HEAD_PX, TEXT_PX, SMALL_PX = 84, 46, 38, 30
PICTURE_PX, PLOT_PX = 560, 340
"""Most height of the boldest bid's picture, and least of the plot below it."""
CODE_PX = 340
ROW_PX, RANKING_PX = 64, 512
"""Height of a player's row; with more players than fit into the ranking the rows are lower."""

Drawing = ImageDraw.ImageDraw


def png_of(page: Image.Image) -> bytes:
    """The page as a PNG."""
    out = io.BytesIO()
    page.save(out, "PNG", optimize=True)
    return out.getvalue()


def pdf_of(page: Image.Image, title: str) -> bytes:
    """The page as a PDF of one page, A5."""
    out = io.BytesIO()
    page.save(out, "PDF", resolution=SIZE[0] / (A5_MM[0] / 25.4), title=title, quality=92)
    return out.getvalue()


def page_of(souvenir: Souvenir, picture: bytes | None = None) -> Image.Image:
    """The page. ``picture`` is the JPEG of the round with the boldest bid, where one was kept."""
    page = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(page)
    y = _heading(draw, souvenir)
    y = _ranking(draw, souvenir, y)
    y = _bold_bid(page, draw, souvenir, picture, y)
    _plot(draw, souvenir, (MARGIN, y, SIZE[0] - MARGIN - CODE_PX - 2 * GAP, SIZE[1] - MARGIN - TEXT_PX - GAP))
    _foot(page, draw, souvenir)
    return page


def _font(px: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Roboto, which Kivy ships (Apache 2.0)."""
    found = find_spec("kivy")
    assert found is not None
    assert found.submodule_search_locations
    fonts = Path(next(iter(found.submodule_search_locations))) / "data" / "fonts"
    return ImageFont.truetype(str(fonts / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"), px)


def _fitting(draw: Drawing, words: str, px: int, width: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font in which the words fit into this width: of ``px``, or smaller."""
    while px > SMALL_PX // 2 and draw.textlength(words, _font(px, bold)) > width:
        px -= 2
    return _font(px, bold)


def _heading(draw: Drawing, souvenir: Souvenir) -> int:
    width = SIZE[0] - 2 * MARGIN
    title, under = say_title(souvenir), say_subtitle(souvenir)
    draw.text((MARGIN, MARGIN), title, INK, _fitting(draw, title, TITLE_PX, width, bold=True))
    y = MARGIN + TITLE_PX + GAP // 2
    draw.text((MARGIN, y), under, QUIET, _fitting(draw, under, TEXT_PX, width))
    y += TEXT_PX + GAP
    draw.line((MARGIN, y, SIZE[0] - MARGIN, y), GOLD, 4)
    return y + GAP


def _ranking(draw: Drawing, souvenir: Souvenir, y: int) -> int:
    row = min(ROW_PX, RANKING_PX // len(souvenir.ranking))
    size = min(HEAD_PX, row - 8)
    for place in souvenir.ranking:
        first = place.place == 1
        middle = y + row // 2
        draw.text((MARGIN, middle), f"{place.place}.", INK, _font(size, bold=first), anchor="lm")
        draw_sign(draw, place.seat, (MARGIN + 110, middle), 17)
        out = say_out(place, souvenir)
        room = SIZE[0] - 2 * MARGIN - 150 - draw.textlength(out, _font(SMALL_PX)) - GAP
        font = _fitting(draw, place.name, size, room, bold=first)
        draw.text((MARGIN + 150, middle), place.name, INK, font, anchor="lm")
        draw.text((SIZE[0] - MARGIN, middle), out, QUIET, _font(SMALL_PX), anchor="rm")
        y += row
    return y + GAP


def _bold_bid(page: Image.Image, draw: Drawing, souvenir: Souvenir, picture: bytes | None, y: int) -> int:
    if souvenir.boldest is None:
        return y
    width = SIZE[0] - 2 * MARGIN
    words, chance = say_boldest(souvenir.boldest, souvenir), say_chance(souvenir.boldest)
    draw.text((MARGIN, y), words, INK, _fitting(draw, words, HEAD_PX, width, bold=True))
    draw.text((MARGIN, y + HEAD_PX + 12), chance, QUIET, _fitting(draw, chance, SMALL_PX, width))
    y += HEAD_PX + SMALL_PX + 12 + GAP
    if picture is None:
        return y
    with Image.open(io.BytesIO(picture)) as shot:
        room = SIZE[1] - MARGIN - PLOT_PX - GAP - y
        height = min(PICTURE_PX, room, round(shot.height * width / shot.width))
        scale = max(width / shot.width, height / shot.height)
        grown = shot.convert("RGB").resize((round(shot.width * scale), round(shot.height * scale)))
    left, top = (grown.width - width) // 2, (grown.height - height) // 2
    page.paste(grown.crop((left, top, left + width, top + height)), (MARGIN, y))
    return y + height + GAP


def _plot(draw: Drawing, souvenir: Souvenir, box: tuple[int, int, int, int]) -> None:
    """Everybody's dice, round by round: a line with a sign for each player."""
    left, top, right, bottom = box
    draw.text((left, top), say_dice_heading(), QUIET, _font(SMALL_PX))
    left, top, bottom = left + 50, top + SMALL_PX + GAP, bottom - SMALL_PX - 10
    most, rounds = max(max(held) for held in souvenir.dice), max(1, souvenir.rounds)
    step = (bottom - top) / most
    for dice in range(most + 1):
        y = bottom - dice * step
        draw.line((left, y, right, y), LINE, 2)
        draw.text((left - 16, y), str(dice), QUIET, _font(24), anchor="rm")
    every = max(1, -(-rounds // 12))
    for number in range(0, rounds + 1, every):
        x = left + number * (right - left) / rounds
        draw.text((x, bottom + 10), str(number), QUIET, _font(24), anchor="ma")
    for seat, held in enumerate(souvenir.dice):
        shift = (seat - (len(souvenir.dice) - 1) / 2) * 5
        points = [
            (left + at * (right - left) / rounds, bottom - dice * step + shift)
            for at, dice in enumerate(_until_out(held))
        ]
        draw.line(points, ink_of(seat), 6, joint="curve")
        draw_sign(draw, seat, points[-1], 13)


def _until_out(held: Sequence[int]) -> Sequence[int]:
    """A player's dice up to the round that took the last one."""
    return held[: held.index(0) + 1] if 0 in held else held


def beside_code(page: Image.Image, souvenir: Souvenir) -> Image.Image:
    """The page with its code enlarged beside it: for a screen, from which a phone reads it."""
    wide = Image.new("RGB", (SIZE[0] + SIZE[1] // 2 + MARGIN, SIZE[1]), PAPER)
    code = _code(souvenir, SIZE[1] // 2)
    wide.paste(page, (0, 0))
    wide.paste(code, (SIZE[0] + (wide.width - SIZE[0] - code.width) // 2, (SIZE[1] - code.height) // 2))
    return wide


def _code(souvenir: Souvenir, most_px: int) -> Image.Image:
    """What a phone reads, as a QR code of whole pixels a module."""
    code = segno.make(say_in_the_code(souvenir), error="l", micro=False)
    out = io.BytesIO()
    scale = max(1, most_px // code.symbol_size(border=2)[0])
    code.save(out, kind="png", scale=scale, border=2, dark=INK, light=PAPER)
    with Image.open(out) as drawn:
        return drawn.convert("RGB")


def _foot(page: Image.Image, draw: Drawing, souvenir: Souvenir) -> None:
    code = _code(souvenir, CODE_PX)
    page.paste(code, (SIZE[0] - MARGIN - code.width, SIZE[1] - MARGIN - code.height))
    draw.text((MARGIN, SIZE[1] - MARGIN), "Cups Up", QUIET, _font(SMALL_PX, bold=True), anchor="ls")
