"""The souvenir as one page, drawn: ranking, boldest bid with its picture, everybody's dice, a QR code."""

from __future__ import annotations

import io

import segno
from PIL import Image, ImageDraw

from companion.album.card_drawing import HEIGHT_PX, WIDTH_PX, draw_card
from companion.album.paper import (
    GAP,
    HEAD_PX,
    INK,
    LINE,
    MARGIN,
    PAPER,
    QUIET,
    SIZE,
    SMALL_PX,
    TEXT_PX,
    Drawing,
    heading,
    letters,
    put,
)
from companion.album.signs import draw_sign, ink_of
from companion.album.told import ToldPage

PICTURE_PX, PLOT_PX = 560, 340
"""Most height of the boldest bid's picture, and least of the plot below it."""
CODE_PX = 340
ROW_PX, RANKING_PX = 64, 512
"""Height of a player's row; with more players than fit into the ranking the rows are lower."""
MOST_STEPS = 6
"""Lines across the plot, where one a step would be too many."""


def page_of(told: ToldPage, picture: bytes | None = None) -> Image.Image:
    """The page. ``picture`` is the JPEG of the round with the boldest bid, where one was kept."""
    page = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(page)
    y = heading(draw, told.title, told.subtitle, SIZE[0])
    y = _ranking(page, draw, told, y)
    y = _bold(page, draw, told, picture, y)
    right, bottom = SIZE[0] - MARGIN - CODE_PX - 2 * GAP, SIZE[1] - MARGIN - TEXT_PX - GAP
    _plot(page, draw, told, (MARGIN, y, right, bottom))
    _foot(page, draw, told)
    return page


def _ranking(page: Image.Image, draw: Drawing, told: ToldPage, y: int) -> int:
    row = min(ROW_PX, RANKING_PX // len(told.ranking))
    size = min(HEAD_PX, row - 8)
    for each in told.ranking:
        first = each.place == 1
        middle = y + row // 2
        draw.text((MARGIN, middle), f"{each.place}.", INK, letters(size, bold=first), anchor="lm")
        draw_sign(page, each.seat, (MARGIN + 110, middle), 20)
        room = SIZE[0] - 2 * MARGIN - 150 - draw.textlength(each.told, letters(SMALL_PX)) - GAP
        put(draw, (MARGIN + 150, middle), each.name, INK, size, room, bold=first, middle=True)
        draw.text((SIZE[0] - MARGIN, middle), each.told, QUIET, letters(SMALL_PX), anchor="rm")
        y += row
    return y + GAP


def _bold(page: Image.Image, draw: Drawing, told: ToldPage, picture: bytes | None, y: int) -> int:
    if told.boldest is None:
        return y
    width = SIZE[0] - 2 * MARGIN
    words, chance = told.boldest
    put(draw, (MARGIN, y), words, INK, HEAD_PX, width, bold=True)
    put(draw, (MARGIN, y + HEAD_PX + 12), chance, QUIET, SMALL_PX, width)
    y += HEAD_PX + SMALL_PX + 12 + GAP
    if told.card is not None:
        draw_card(draw, told.card, ((SIZE[0] - WIDTH_PX) // 2, y))
        return y + HEIGHT_PX + GAP
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


def step_of(most: int) -> int:
    """How far apart the lines across a plot are: 1 for dice, for points 10, 20, 50, 100 …"""
    step, grows = 1, (2, 2.5, 2)
    at = 0
    while most / step > MOST_STEPS * 2 - 1:
        step = round(step * grows[at % 3])
        at += 1
    return step


def _plot(page: Image.Image, draw: Drawing, told: ToldPage, box: tuple[int, int, int, int]) -> None:
    """How everybody fared, round by round: a line with a sign for each player."""
    left, top, right, bottom = box
    draw.text((left, top), told.heading, QUIET, letters(SMALL_PX))
    left, top, bottom = left + 50, top + SMALL_PX + GAP, bottom - SMALL_PX - 10
    highest = max(max(course) for course in told.courses)
    step = step_of(highest)
    most, rounds = max(1, -(-highest // step)) * step, max(1, told.rounds)
    for level in range(0, most + 1, step):
        y = bottom - level * (bottom - top) / most
        draw.line((left, y, right, y), LINE, 2)
        draw.text((left - 16, y), str(level), QUIET, letters(24), anchor="rm")
    every = max(1, -(-rounds // 12))
    for number in range(0, rounds + 1, every):
        x = left + number * (right - left) / rounds
        draw.text((x, bottom + 10), str(number), QUIET, letters(24), anchor="ma")
    for seat, course in enumerate(told.courses):
        shift = (seat - (len(told.courses) - 1) / 2) * 5
        points = [
            (left + at * (right - left) / rounds, bottom - level * (bottom - top) / most + shift)
            for at, level in enumerate(course)
        ]
        draw.line(points, ink_of(seat), 6, joint="curve")
        draw_sign(page, seat, points[-1], 17)


def beside_code(page: Image.Image, told: ToldPage) -> Image.Image:
    """The page with its code enlarged beside it: for a screen, from which a phone reads it."""
    wide = Image.new("RGB", (SIZE[0] + SIZE[1] // 2 + MARGIN, SIZE[1]), PAPER)
    code = _code(told, SIZE[1] // 2)
    wide.paste(page, (0, 0))
    wide.paste(code, (SIZE[0] + (wide.width - SIZE[0] - code.width) // 2, (SIZE[1] - code.height) // 2))
    return wide


def _code(told: ToldPage, most_px: int) -> Image.Image:
    """What a phone reads, as a QR code of whole pixels a module."""
    code = segno.make(told.code, error="l", micro=False)
    out = io.BytesIO()
    scale = max(1, most_px // code.symbol_size(border=2)[0])
    code.save(out, kind="png", scale=scale, border=2, dark=INK, light=PAPER)
    with Image.open(out) as drawn:
        return drawn.convert("RGB")


def _foot(page: Image.Image, draw: Drawing, told: ToldPage) -> None:
    code = _code(told, CODE_PX)
    page.paste(code, (SIZE[0] - MARGIN - code.width, SIZE[1] - MARGIN - code.height))
    draw.text((MARGIN, SIZE[1] - MARGIN), "Cups Up", QUIET, letters(SMALL_PX, bold=True), anchor="ls")
