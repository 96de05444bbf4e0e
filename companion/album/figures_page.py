"""The figures of all players as one drawn page: bars for bluffs, challenges, dice lost, luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from companion.album.paper import (
    GAP,
    GOLD,
    HEAD_PX,
    INK,
    LINE,
    MARGIN,
    PAPER,
    QUIET,
    SMALL_PX,
    TEXT_PX,
    TITLE_PX,
    Drawing,
    heading,
    letters,
    put,
)
from companion.memory.figures import Figures, PlayerFigures
from companion.text.names import say_name
from companion.text.numbers import say_decimal, say_percent
from companion.text.speech import say

MOST_PLAYERS = 20
"""Players on the page: those who played most."""
WIDTH_PX, ROW_PX, BAR_PX = 1748, 44, 22
NAME_PX, BARS_PX = 190, 300
"""Room of a name and of the longest bar; what is told in numbers stands behind it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bar from ``start`` to ``end`` (0-1), how much of it is ``full``, and what is told in numbers."""

    name: str
    start: float
    end: float
    full: float
    told: str


Panel = tuple[str, tuple[Row, ...]]


def figures_page(figures: Figures) -> Image.Image:
    """The page, as high as its players need."""
    players = sorted(figures.players, key=lambda each: (-each.games, each.name))[:MOST_PLAYERS]
    panel_px = HEAD_PX + GAP + max(1, len(players)) * ROW_PX + GAP
    page = Image.new("RGB", (WIDTH_PX, MARGIN + TITLE_PX + TEXT_PX + 3 * GAP + 2 * panel_px + MARGIN), PAPER)
    draw = ImageDraw.Draw(page)
    counted = say("figures.counted", games=figures.games, rounds=figures.rounds)
    y = heading(draw, say("past.figures"), counted, WIDTH_PX)
    column = (WIDTH_PX - 2 * MARGIN + 2 * GAP) // 2
    for at, (title, rows) in enumerate(panels(players)):
        _panel(draw, title, rows, (MARGIN + at % 2 * column, y + at // 2 * panel_px))
    draw.text(
        (MARGIN, page.height - MARGIN // 2), "Cups Up", QUIET, letters(SMALL_PX, bold=True), anchor="ls"
    )
    return page


def panels(players: Sequence[PlayerFigures]) -> tuple[Panel, ...]:
    """What the page says: a title and a row for each player, four times."""
    bluffs = max((each.bluffs for each in players), default=0) or 1
    lost = max((each.dice_lost_a_game for each in players), default=0.0) or 1.0
    widest = max((abs(each.luck or 0.0) for each in players), default=0.0) or 1.0
    return (
        (say("plot.bluffs"), tuple(_part(p, p.bluffs_caught, p.bluffs, p.bluffs / bluffs) for p in players)),
        (say("bar.challenges"), tuple(_part(p, p.challenges_right, p.challenges, 1.0) for p in players)),
        (
            say("bar.lost"),
            tuple(
                _row(p, 0.0, p.dice_lost_a_game / lost, 1.0, say_decimal(p.dice_lost_a_game)) for p in players
            ),
        ),
        (say("plot.luck"), tuple(_luck(p, widest) for p in players)),
    )


def _part(player: PlayerFigures, part: int, whole: int, end: float) -> Row:
    full = part / whole if whole else 0.0
    return _row(player, 0.0, end if whole else 0.0, full, say("bar.of", part=part, whole=whole))


def _luck(player: PlayerFigures, widest: float) -> Row:
    """From the middle to the right for luck, to the left for none."""
    if player.luck is None:
        return _row(player, 0.5, 0.5, 0.0, "—")
    return _row(player, 0.5, 0.5 + player.luck / widest / 2, 1.0, say_percent(player.luck, 1, signed=True))


def _row(player: PlayerFigures, start: float, end: float, full: float, told: str) -> Row:
    return Row(say_name(player.name), start, end, full, told)


def _panel(draw: Drawing, title: str, rows: tuple[Row, ...], corner: tuple[int, int]) -> None:
    left, y = corner
    room = NAME_PX + BARS_PX + NAME_PX
    put(draw, (left, y), title, INK, HEAD_PX - 8, room, bold=True)
    y += HEAD_PX + GAP
    bars = left + NAME_PX + GAP
    for row in rows:
        middle = y + ROW_PX // 2
        put(draw, (left, middle), row.name, INK, SMALL_PX, NAME_PX, middle=True)
        _bar(draw, row, bars, middle)
        draw.text((bars + BARS_PX + GAP, middle), row.told, QUIET, letters(SMALL_PX), anchor="lm")
        y += ROW_PX


def _bar(draw: Drawing, row: Row, left: int, middle: int) -> None:
    top, bottom = middle - BAR_PX // 2, middle + BAR_PX // 2
    first, last = sorted((left + row.start * BARS_PX, left + row.end * BARS_PX))
    if last > first:
        draw.rectangle((first, top, last, bottom), LINE, INK, 2)
        if row.full:
            draw.rectangle((first, top, first + (last - first) * row.full, bottom), GOLD, INK, 2)
    base = left + row.start * BARS_PX
    draw.line((base, top - 6, base, bottom + 6), INK, 3)
