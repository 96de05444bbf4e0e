"""Our own decks: pips, courts of random figures, jokers, backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.cards.face import CARD_MM, FACE_PX, NO_RANK, NO_SUIT, RANKS, Face, Index
from models.cards.fonts import Lettering, class_of
from models.cards.suits import SuitStyle, any_style, suit_mask
from models.compose.paint import Colour, any_colour, hsv, shaded, soft_noise

PX_A_MM = FACE_PX / CARD_MM[1]
INDEX_MM = (11.5, 19.5)
"""Height of an ordinary index, rank's top to suit's bottom."""
JUMBO_MM = (19.5, 34.0)
JUMBO_CHANCE = 0.15
NARROW_MM = 57.0
"""A bridge card; others are as wide as a poker card."""
FOUR_COLOURS_CHANCE = 0.22
FOUR_INDICES_CHANCE = 0.12
TINTED_CHANCE = 0.3
DARK_CHANCE = 0.03


@dataclass(frozen=True, slots=True)
class Style:
    """One deck; lengths in px of its pictures.

    ``even``: all signs are as high as the letters. ``condensed``: width of signs relative to the typeface.
    ``ten``: the same for the ten, in addition. ``ten_gap``: between its signs, in rank heights.
    """

    lettering: Lettering
    suits: SuitStyle
    inks: tuple[Colour, Colour, Colour, Colour]
    stock: Colour
    width: int
    radius: int
    rank_px: int
    suit_px: int
    gap: int
    axis: int
    top: int
    even: bool
    condensed: float
    ten: float
    ten_gap: float
    four: bool
    pip_px: int
    frame: Colour | None
    edge: tuple[int, Colour] | None
    court: int
    letters: tuple[str, str, str, str] = ("A", "J", "Q", "K")
    """For ace, jack, queen and king."""

    def sign(self, rank: int) -> str:
        return self.letters[max(0, rank - 9)] if rank in (0, 10, 11, 12) else RANKS[rank]


def _inks(rng: Rng, dark: bool) -> tuple[Colour, Colour, Colour, Colour]:
    black = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.0, 0.28))
    if dark:
        black = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.8, 1.0))
    red = hsv(rng.uniform(-0.025, 0.03), rng.uniform(0.7, 1.0), rng.uniform(0.6, 1.0))
    if rng.random() > FOUR_COLOURS_CHANCE:
        return black, red, red, black
    diamonds = hsv(rng.uniform(0.54, 0.67), rng.uniform(0.6, 1.0), rng.uniform(0.5, 1.0))
    clubs = hsv(rng.uniform(0.28, 0.42), rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.7))
    draw = rng.random()
    if draw < 0.65:
        return black, red, diamonds, clubs
    if draw < 0.8:
        orange = hsv(rng.uniform(0.06, 0.14), rng.uniform(0.7, 1.0), rng.uniform(0.75, 1.0))
        return diamonds, red, orange, clubs
    return black, red, red, clubs if rng.random() < 0.5 else diamonds


def _stock(rng: Rng, dark: bool) -> Colour:
    if dark:
        return hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.03, 0.2))
    if rng.random() < TINTED_CHANCE:
        return hsv(rng.uniform(0.05, 0.2), rng.uniform(0.02, 0.16), rng.uniform(0.86, 1.0))
    grey = rng.uniform(240, 255)
    return grey, grey, grey


def any_deck(rng: Rng, letterings: Sequence[Lettering]) -> Style:
    dark = bool(rng.random() < DARK_CHANCE)
    jumbo = rng.random() < JUMBO_CHANCE
    height = rng.uniform(*(JUMBO_MM if jumbo else INDEX_MM)) * PX_A_MM
    gap = height * rng.uniform(0.01, 0.14)
    rank = (height - gap) * rng.uniform(0.44, 0.66)
    suit = height - gap - rank
    width = round((NARROW_MM if rng.random() < 0.2 else CARD_MM[0]) * PX_A_MM)
    half = max(0.42 * rank * 1.15, 0.5 * suit)
    axis = half + rng.uniform(0.01, 0.06) * width
    inks = _inks(rng, dark)
    return Style(
        lettering=letterings[int(rng.integers(len(letterings)))],
        suits=any_style(rng),
        inks=inks,
        stock=_stock(rng, dark),
        width=width,
        radius=int(rng.uniform(10, 32)),
        rank_px=round(rank),
        suit_px=round(suit),
        gap=round(gap),
        axis=round(axis),
        top=round(rng.uniform(0.022, 0.075) * FACE_PX),
        even=bool(rng.random() < 0.6),
        condensed=rng.uniform(0.62, 1.08),
        ten=rng.uniform(0.7, 1.0),
        ten_gap=rng.uniform(0.0, 0.14),
        four=bool(rng.random() < FOUR_INDICES_CHANCE),
        pip_px=round(rng.uniform(0.1, 0.19) * FACE_PX * (0.75 if jumbo else 1.0)),
        frame=inks[int(rng.integers(4))] if rng.random() < 0.4 else None,
        edge=(int(rng.integers(1, 7)), hsv(0, 0, rng.uniform(0, 0.7))) if rng.random() < 0.35 else None,
        court=int(rng.integers(1 << 31)),
    )


Rng = np.random.Generator
LEFT, MIDDLE, RIGHT = 0.3, 0.5, 0.7
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((MIDDLE, 0.2), (MIDDLE, 0.8)),
    3: ((MIDDLE, 0.2), (MIDDLE, 0.5), (MIDDLE, 0.8)),
    4: ((LEFT, 0.2), (RIGHT, 0.2), (LEFT, 0.8), (RIGHT, 0.8)),
    5: ((LEFT, 0.2), (RIGHT, 0.2), (MIDDLE, 0.5), (LEFT, 0.8), (RIGHT, 0.8)),
    6: tuple((x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.5, 0.8)),
    7: (*((x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.5, 0.8)), (MIDDLE, 0.35)),
    8: (*((x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.5, 0.8)), (MIDDLE, 0.35), (MIDDLE, 0.65)),
    9: (*((x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.4, 0.6, 0.8)), (MIDDLE, 0.5)),
    10: (*((x, y) for x in (LEFT, RIGHT) for y in (0.2, 0.4, 0.6, 0.8)), (MIDDLE, 0.3), (MIDDLE, 0.7)),
}
"""Pips in shares of the card; those below the middle are upside down."""


class Canvas:
    def __init__(self, style: Style) -> None:
        self.style = style
        self.colour = np.empty((FACE_PX, style.width, 3), np.uint8)
        self.colour[:] = style.stock

    def stamp(
        self,
        mask: np.ndarray,
        ink: Colour,
        middle: tuple[float, float],
        size: tuple[int, int],
        turned: bool = False,
    ) -> tuple[float, float, float, float]:
        """Prints a mask, ``size`` (width, height); gives the covered rectangle."""
        width, height = max(1, size[0]), max(1, size[1])
        shrunk = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        if turned:
            shrunk = shrunk[::-1, ::-1]
        left, top = round(middle[0] - width / 2), round(middle[1] - height / 2)
        tall, wide = self.colour.shape[:2]
        x0, y0, x1, y1 = max(0, left), max(0, top), min(wide, left + width), min(tall, top + height)
        if x0 < x1 and y0 < y1:
            share = shrunk[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
            self.colour[y0:y1, x0:x1] = (
                self.colour[y0:y1, x0:x1] * (1 - share) + np.asarray(ink, np.float32) * share
            )
        return float(left), float(top), float(left + width), float(top + height)

    def pip(
        self, suit: int, middle: tuple[float, float], height: float, turned: bool = False
    ) -> tuple[float, float, float, float]:
        """Prints a suit of that height; gives the covered rectangle."""
        mask = suit_mask(suit, self.style.suits)
        size = (round(mask.shape[1] * height / mask.shape[0]), round(height))
        return self.stamp(mask, self.style.inks[suit], middle, size, turned)

    def bgra(self) -> np.ndarray:
        tall, wide = self.colour.shape[:2]
        radius = self.style.radius
        alpha = np.zeros((tall, wide), np.uint8)
        cv2.rectangle(alpha, (radius, 0), (wide - radius - 1, tall - 1), 255, -1)
        cv2.rectangle(alpha, (0, radius), (wide - 1, tall - radius - 1), 255, -1)
        for x in (radius, wide - radius - 1):
            for y in (radius, tall - radius - 1):
                cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
        if self.style.edge:
            thick, colour = self.style.edge
            inner = cv2.erode(alpha, np.ones((2 * thick + 1, 2 * thick + 1), np.uint8), borderValue=0)
            self.colour[(alpha > 0) & (inner < 128)] = colour
        return cv2.merge([*cv2.split(self.colour), alpha])


def drawn_card(rng: Rng, style: Style, rank: int, suit: int) -> Face:
    """A card by its place in ``RANKS`` and ``SUITS``."""
    canvas = Canvas(style)
    if rank >= 10:
        _court(np.random.default_rng((style.court, rank, suit)), canvas, rank, suit)
    elif rank == 0:
        _ace(rng, canvas, suit)
    else:
        inner = min(0.4, max(LEFT, (2 * style.axis + 0.55 * style.pip_px) / style.width))
        size = min(style.pip_px, (MIDDLE - inner) * style.width * 1.2)
        for x, y in PIPS[rank + 1]:
            across = MIDDLE + (x - MIDDLE) * (MIDDLE - inner) / (MIDDLE - LEFT)
            canvas.pip(suit, (across * style.width, y * FACE_PX), size, y > 0.5)
    indices = print_indices(canvas, rank, suit)
    printed = class_of(style.sign(rank))
    return Face(canvas.bgra(), printed, NO_SUIT if style.suits.strange else suit, indices)


def print_indices(canvas: Canvas, rank: int, suit: int) -> tuple[Index, ...]:
    """Prints rank over suit in the corners; gives their places."""
    style = canvas.style
    mask, tall = _rank_mask(style, rank)
    height = style.rank_px if style.even else min(1.12, max(0.9, tall)) * style.rank_px
    width = mask.shape[1] / mask.shape[0] * height * style.condensed * (style.ten if rank == 9 else 1.0)
    width = min(width, 1.9 * (style.axis - 2))
    corners = [(style.axis, False), (style.width - style.axis, True)]
    if style.four:
        corners += [(style.width - style.axis, False), (style.axis, True)]
    indices = []
    for axis, turned in corners:
        rank_y = style.top + style.rank_px / 2
        suit_y = style.top + style.rank_px + style.gap + style.suit_px / 2
        if turned:
            rank_y, suit_y = FACE_PX - rank_y, FACE_PX - suit_y
        whole = canvas.stamp(mask, style.inks[suit], (axis, rank_y), (round(width), round(height)), turned)
        below = canvas.pip(suit, (axis, suit_y), style.suit_px, turned)
        top, bottom = rank_y - style.rank_px / 2, rank_y + style.rank_px / 2
        indices.append(Index((whole[0], top, whole[2], bottom), below, turned))
    return tuple(indices)


def _rank_mask(style: Style, rank: int) -> tuple[np.ndarray, float]:
    if rank != 9:
        return style.lettering.sign(style.sign(rank))
    one, tall = style.lettering.sign("1")
    zero, _ = style.lettering.sign("0")
    height = max(one.shape[0], zero.shape[0])
    parts = [cv2.resize(part, (part.shape[1], height)) for part in (one, zero)]
    gap = np.zeros((height, max(1, round(style.ten_gap * height))), np.uint8)
    return np.hstack([parts[0], gap, parts[1]]), tall


def _ace(rng: Rng, canvas: Canvas, suit: int) -> None:
    middle = (canvas.style.width / 2, FACE_PX / 2)
    if rng.random() < 0.25:
        cv2.circle(
            canvas.colour, (int(middle[0]), int(middle[1])), int(rng.uniform(60, 110)), any_colour(rng), 4
        )
    canvas.pip(suit, middle, rng.uniform(0.16, 0.5) * FACE_PX)


def _court(rng: Rng, canvas: Canvas, rank: int, suit: int) -> None:
    style = canvas.style
    left = max(0.14 * style.width, min(0.36 * style.width, 2 * style.axis)) if rng.random() < 0.7 else 8
    top = rng.uniform(0.05, 0.12) * FACE_PX
    _figures(rng, canvas.colour, (int(left), int(top)), style)
    if style.frame:
        corner = (int(style.width - left), int(FACE_PX - top))
        cv2.rectangle(canvas.colour, (int(left), int(top)), corner, style.frame, int(rng.integers(1, 5)))
    if rng.random() < 0.75:
        size = rng.uniform(0.08, 0.17) * FACE_PX
        at = (left + size * rng.uniform(0.6, 0.8), top + size * rng.uniform(0.6, 0.8))
        canvas.pip(suit, at, size)
        canvas.pip(suit, (style.width - at[0], FACE_PX - at[1]), size, True)
    if rng.random() < 0.08:
        mask, _ = style.lettering.sign(style.sign(rank))
        size = rng.uniform(0.2, 0.4) * FACE_PX
        extent = (round(size * mask.shape[1] / mask.shape[0]), round(size))
        canvas.stamp(mask, style.inks[suit], (style.width / 2, FACE_PX / 2), extent)
    _bare(canvas, left)


def _bare(canvas: Canvas, left: float) -> None:
    """Clears stock round the indices."""
    style = canvas.style
    bottom = style.top + style.rank_px + style.gap + style.suit_px + 6
    right = min(int(style.axis * 2), canvas.colour.shape[1] // 2)
    if left >= right:
        return
    for x in (slice(0, right), slice(-right, None)):
        canvas.colour[:bottom, x] = style.stock
        canvas.colour[-bottom:, x] = style.stock


def _figures(rng: Rng, colour: np.ndarray, corner: tuple[int, int], style: Style) -> None:
    """Polygons and lines; the lower half is the upper one turned."""
    left, top = corner
    tall, wide = colour.shape[:2]
    half = colour[top : tall // 2, left : wide - left]
    if half.size == 0:
        return
    palette = [any_colour(rng) for _ in range(3)] + [
        hsv(0.0, 0.9, 0.8),
        hsv(0.14, 0.8, 0.95),
        (20.0, 20.0, 20.0),
    ]
    palette += [style.stock, style.stock, hsv(0.62, 0.7, 0.6)]
    area = np.array([half.shape[1], half.shape[0]])
    picture = np.ascontiguousarray(half)
    for _ in range(int(rng.integers(8, 45))):
        ink = palette[int(rng.integers(len(palette)))]
        spot, size = rng.uniform(0.05, 0.95, 2) * area, rng.uniform(0.04, 0.4) * area.max()
        draw = rng.random()
        if draw < 0.5:
            corners = spot + rng.normal(0, size / 2.5, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(picture, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        elif draw < 0.75:
            axes = (int(size / 2), int(size * rng.uniform(0.1, 0.6)))
            thick = -1 if rng.random() < 0.5 else int(rng.integers(1, 5))
            cv2.ellipse(
                picture, spot.astype(int).tolist(), axes, rng.uniform(0, 180), 0, 360, ink, thick, cv2.LINE_AA
            )
        else:
            for step in range(int(rng.integers(2, 9))):
                start = spot + np.array((0, step * rng.uniform(5, 9)))
                end = start + rng.normal(0, 4, 2) + np.array((size, 0))
                cv2.line(picture, start.astype(int).tolist(), end.astype(int).tolist(), ink, 2, cv2.LINE_AA)
    colour[top : tall // 2, left : wide - left] = picture
    colour[tall - tall // 2 : tall - top, left : wide - left] = picture[::-1, ::-1][: tall // 2 - top]


def joker(rng: Rng, style: Style) -> Face:
    """A figure, and the name in letters down the edge; no index."""
    canvas = Canvas(style)
    _figures(rng, canvas.colour, (int(0.2 * style.width), int(0.1 * FACE_PX)), style)
    ink = style.inks[int(rng.integers(4))]
    step = style.rank_px * 0.62
    for turned in (False, True):
        for place, sign in enumerate("JOKER" if rng.random() < 0.8 else "*"):
            mask, _ = style.lettering.sign(sign)
            y = style.top + step * (place + 0.5)
            at = (style.width - style.axis, FACE_PX - y) if turned else (style.axis, y)
            canvas.stamp(mask, ink, at, (round(step * 0.5), round(step * 0.85)), turned)
    return Face(canvas.bgra(), NO_RANK, NO_SUIT, ())


def back(rng: Rng, style: Style) -> Face:
    """A pattern within a white border, or to the edge."""
    canvas = Canvas(style)
    tall, wide = canvas.colour.shape[:2]
    border = int(rng.uniform(0, 0.09) * wide)
    area = canvas.colour[border : tall - border, border : wide - border]
    ground, ink = any_colour(rng), any_colour(rng) if rng.random() < 0.4 else (245.0, 245.0, 245.0)
    height, width = area.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch = rng.uniform(6, 40)
    waves = np.sin((x + y) * 2 * np.pi / pitch) * np.sin(
        (x - y) * 2 * np.pi / pitch * rng.choice([1.0, 0.5, 2.0])
    )
    share = (waves > rng.uniform(-0.2, 0.5)).astype(np.float32)
    if rng.random() < 0.4:
        share *= soft_noise(rng, height, width, rng.uniform(3, 12)) > 0.45
    area[:] = (
        np.asarray(ground, np.float32) * (1 - share[..., None])
        + np.asarray(ink, np.float32) * share[..., None]
    )
    if rng.random() < 0.6:
        radius = int(rng.uniform(0.1, 0.3) * wide)
        cv2.circle(
            canvas.colour,
            (wide // 2, tall // 2),
            radius,
            shaded(ground, rng.uniform(0.5, 1.5)),
            -1,
            cv2.LINE_AA,
        )
        cv2.circle(canvas.colour, (wide // 2, tall // 2), radius, ink, 4, cv2.LINE_AA)
    return Face(canvas.bgra(), NO_RANK, NO_SUIT, ())
