"""Drawn pages: a game with its ranking and boldest bid, and the figures of all players.

First the drawing tools: paper, inks, letters, the seats' signs, a playing card.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from companion.core.lettering import Stretch, fonts, kivy_font, letters_of
from companion.core.seats import INK as SIGN_INK
from companion.core.seats import Outline, Rgb, SeatSign, sign_of
from companion.journal.statistics import Figures, PlayerFigures, luck_bar
from companion.rules import Card, Suit, WantedKind
from companion.share.album.souvenir import PageWords
from companion.text import say, say_decimal, say_name, say_percent

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
    out = io.BytesIO()
    page.save(out, "PDF", resolution=SIZE[0] / (A5_MM[0] / 25.4), title=title, quality=92)
    return out.getvalue()


def letters(px: int, bold: bool = False, signs: bool = False) -> ImageFont.FreeTypeFont:
    """Roboto from Kivy (Apache 2.0); for the ``signs`` of suits Kivy's DejaVu."""
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
    """Write words in letters of ``px``, or smaller to fit ``width``, and cut what would still not fit; names
    may be in any script.

    ``at``: the upper left corner, or the middle of the left end.
    """
    stretches, kept = fonts().stretches(words), letters_of(words)
    while kept and sum(_width(draw, each, px, bold) for each in stretches) > width:
        if px > SMALL_PX // 2:
            px -= 2
        else:
            kept = kept[:-1]
            stretches = fonts().stretches("".join(kept) + "…")
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
    """With the basic layout: the stretch is in drawing order and must not be reordered again."""
    if stretch.font is None:
        return letters(px, bold)
    return ImageFont.truetype(str(stretch.font), px, layout_engine=ImageFont.Layout.BASIC)


def heading(draw: Drawing, title: str, under: str, width: int) -> int:
    room = width - 2 * MARGIN
    put(draw, (MARGIN, MARGIN), title, INK, TITLE_PX, room, bold=True)
    y = MARGIN + TITLE_PX + GAP // 2
    put(draw, (MARGIN, y), under, QUIET, TEXT_PX, room)
    y += TEXT_PX + GAP
    draw.line((MARGIN, y, width - MARGIN, y), GOLD, 4)
    return y + GAP


Point = tuple[float, float]

ON_PAPER = 0.55
"""Brightness of a line against its seat's colour: some colours are as light as paper (WCAG 2.2, 1.4.11)."""
_FINER = 4
"""A sign is drawn this many times larger, then shrunk, for smooth edges."""
_SIGN_SHARE, _RIM_SHARE = 0.74, 0.06
"""Side of the sign, and the rim of ink, as parts of the badge's side."""


def ink_of(seat: int) -> Rgb:
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
    left, top = corner
    ink, sign = (RED if WantedKind.RED.holds(card) else INK), SUITS[card.suit]
    box = left, top, left + CARD_WIDTH_PX, top + CARD_HEIGHT_PX
    draw.rounded_rectangle(box, ROUND_PX, WHITE, GOLD, EDGE_PX)
    draw.text((left + 24, top + 18), card.rank.value, ink, letters(RANK_PX, bold=True))
    middle = left + CARD_WIDTH_PX // 2, top + CARD_HEIGHT_PX * 0.56
    draw.text(middle, sign, ink, letters(SUIT_PX, signs=True), anchor="mm")


PICTURE_PX, PLOT_PX = 560, 340
"""Greatest height of the boldest bid's picture, least of the plot below it."""
MOST_SHOT_PIXELS = 12_600_000
"""Limit for a kept picture, which is 1280 wide: a damaged file may claim any size."""
CODE_PX = 340
MOST_CODE_BYTES = 2953
"""What the largest QR code with the least error correction holds (ISO/IEC 18004)."""
RANK_ROW_PX, RANKING_PX = 64, 512
"""Height of a player's row; many players get lower rows."""
MOST_LINES = 12
"""Of a night with more players, those without a win have no line: at zero they would be one thick band."""
MOST_STEPS = 6
"""Most lines across the plot, if one a step would be too many."""


def page_of(told: PageWords, picture: bytes | None = None) -> Image.Image:
    """``picture``: JPEG of the boldest bid's round, if one was kept."""
    page = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(page)
    y = heading(draw, told.title, told.subtitle, SIZE[0])
    y = _ranking(page, draw, told, y)
    y = _bold(page, draw, told, picture, y)
    for note in told.notes:
        put(draw, (MARGIN, y), note, INK, TEXT_PX, SIZE[0] - 2 * MARGIN)
        y += TEXT_PX + GAP // 2
    y += GAP if told.notes else 0
    right, bottom = SIZE[0] - MARGIN - CODE_PX - 2 * GAP, SIZE[1] - MARGIN - TEXT_PX - GAP
    _plot(page, draw, told, (MARGIN, y, right, bottom))
    _foot(page, draw, told)
    return page


def _ranking(page: Image.Image, draw: Drawing, told: PageWords, y: int) -> int:
    row = min(RANK_ROW_PX, RANKING_PX // len(told.ranking))
    size, small = min(HEAD_PX, row * 4 // 5), min(SMALL_PX, row * 4 // 5)
    for each in told.ranking:
        first = each.place == 1
        middle = y + row // 2
        draw.text((MARGIN, middle), f"{each.place}.", INK, letters(size, bold=first), anchor="lm")
        draw_sign(page, each.seat, (MARGIN + 110, middle), min(20, row * 2 // 5))
        room = SIZE[0] - 2 * MARGIN - 150 - draw.textlength(each.told, letters(small)) - GAP
        put(draw, (MARGIN + 150, middle), each.name, INK, size, room, bold=first, middle=True)
        draw.text((SIZE[0] - MARGIN, middle), each.told, QUIET, letters(small), anchor="rm")
        y += row
    return y + GAP


def _bold(page: Image.Image, draw: Drawing, told: PageWords, picture: bytes | None, y: int) -> int:
    if told.boldest is None:
        return y
    width = SIZE[0] - 2 * MARGIN
    words, chance = told.boldest
    put(draw, (MARGIN, y), words, INK, HEAD_PX, width, bold=True)
    put(draw, (MARGIN, y + HEAD_PX + 12), chance, QUIET, SMALL_PX, width)
    y += HEAD_PX + SMALL_PX + 12 + GAP
    if told.card is not None:
        draw_card(draw, told.card, ((SIZE[0] - CARD_WIDTH_PX) // 2, y))
        return y + CARD_HEIGHT_PX + GAP
    shot = None if picture is None else _shot(picture)
    if shot is None:
        return y
    room = SIZE[1] - MARGIN - PLOT_PX - GAP - y
    height = min(PICTURE_PX, room, round(shot.height * width / shot.width))
    scale = max(width / shot.width, height / shot.height)
    grown = shot.resize((round(shot.width * scale), round(shot.height * scale)))
    left, top = (grown.width - width) // 2, (grown.height - height) // 2
    page.paste(grown.crop((left, top, left + width, top + height)), (MARGIN, y))
    return y + height + GAP


def _shot(picture: bytes) -> Image.Image | None:
    """None if the picture is damaged or larger than any kept one."""
    try:
        with Image.open(io.BytesIO(picture), formats=("JPEG",)) as shot:
            return shot.convert("RGB") if shot.width * shot.height <= MOST_SHOT_PIXELS else None
    except (OSError, Image.DecompressionBombError):
        return None


def step_of(most: int) -> int:
    """Distance between lines of a plot: 1 for dice, for points 10, 20, 50, 100 …"""
    step, grows = 1, (2, 2.5, 2)
    at = 0
    while most / step > MOST_STEPS * 2 - 1:
        step = round(step * grows[at % 3])
        at += 1
    return step


def _plot(page: Image.Image, draw: Drawing, told: PageWords, box: tuple[int, int, int, int]) -> None:
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
    crowded = len(told.courses) > MOST_LINES
    shown = [(seat, course) for seat, course in enumerate(told.courses) if max(course) or not crowded]
    for at, (seat, course) in enumerate(shown):
        shift = (at - (len(shown) - 1) / 2) * 5
        points = [
            (left + number * (right - left) / rounds, bottom - level * (bottom - top) / most + shift)
            for number, level in enumerate(course)
        ]
        draw.line(points, ink_of(seat), 6, joint="curve")
        draw_sign(page, seat, points[-1], 17)


def beside_code(page: Image.Image, told: PageWords) -> Image.Image:
    wide = Image.new("RGB", (SIZE[0] + SIZE[1] // 2 + MARGIN, SIZE[1]), PAPER)
    code = _code(told, SIZE[1] // 2)
    wide.paste(page, (0, 0))
    wide.paste(code, (SIZE[0] + (wide.width - SIZE[0] - code.width) // 2, (SIZE[1] - code.height) // 2))
    return wide


def _code(told: PageWords, most_px: int) -> Image.Image:
    import segno  # only for a page that is drawn

    held = told.code.encode()[:MOST_CODE_BYTES].decode(errors="ignore")
    code = segno.make(held, error="l", micro=False)
    out = io.BytesIO()
    scale = max(1, most_px // code.symbol_size(border=2)[0])
    code.save(out, kind="png", scale=scale, border=2, dark=INK, light=PAPER)
    with Image.open(out) as drawn:
        return drawn.convert("RGB")


def _foot(page: Image.Image, draw: Drawing, told: PageWords) -> None:
    code = _code(told, CODE_PX)
    page.paste(code, (SIZE[0] - MARGIN - code.width, SIZE[1] - MARGIN - code.height))
    draw.text((MARGIN, SIZE[1] - MARGIN), "Cups Up", QUIET, letters(SMALL_PX, bold=True), anchor="ls")


MOST_PLAYERS = 20
"""Most players on the page of figures: those who played most."""
WIDTH_PX, ROW_PX, BAR_PX = 1748, 44, 22
NAME_PX, BARS_PX = 190, 300
"""Room of a name and of the longest bar; numbers follow it."""


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    start: float
    end: float
    full: float
    told: str


Panel = tuple[str, tuple[Row, ...]]


def figures_page(figures: Figures) -> Image.Image:
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
    bluffs = max((each.bluffs for each in players), default=0) or 1
    lost = max((each.dice_lost_a_game for each in players), default=0.0) or 1.0
    return (
        (say("plot.bluffs"), tuple(_part(p, p.bluffs_caught, p.bluffs, p.bluffs / bluffs) for p in players)),
        (say("bar.challenges"), tuple(_part(p, p.challenges_right, p.challenges, 1.0) for p in players)),
        (
            say("bar.lost"),
            tuple(
                _row(p, 0.0, p.dice_lost_a_game / lost, 1.0, say_decimal(p.dice_lost_a_game)) for p in players
            ),
        ),
        (say("plot.luck"), tuple(_luck(p, players) for p in players)),
    )


def _part(player: PlayerFigures, part: int, whole: int, end: float) -> Row:
    full = part / whole if whole else 0.0
    return _row(player, 0.0, end if whole else 0.0, full, say("bar.of", part=part, whole=whole))


def _luck(player: PlayerFigures, players: Sequence[PlayerFigures]) -> Row:
    if player.luck is None:
        return _row(player, 0.5, 0.5, 0.0, "—")
    told = say_percent(player.luck, 1, signed=True)
    return _row(player, 0.5, luck_bar(player.luck, players), 1.0, told)


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
