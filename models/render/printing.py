"""Flat prints drawn as pictures: playing cards, pieces of a bidding board, domino tiles. numpy and cv2 only.

A print is uint8 (H, W, 3), sRGB, channel order RGB, row 0 at the far edge, at ``DOTS_PER_MM``.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.render.star import Star, star_outline
from models.render.surface import Colour, varied

DOTS_PER_MM = 2.5
"""Finer than a sprite's pixels of such things (2.6 per mm) would not show."""
PIP_PLACES = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Of the pips, in three rows of three."""


def ink_of(colour: Colour) -> tuple[int, int, int]:
    """A colour of 0 to 1 as ink of 0 to 255."""
    red, green, blue = (round(255 * channel) for channel in colour)
    return red, green, blue


def blank(wide_mm: float, deep_mm: float, colour: Colour) -> np.ndarray:
    """A sheet of one colour, that many millimetres wide and deep."""
    size = (int(deep_mm * DOTS_PER_MM), int(wide_mm * DOTS_PER_MM), 3)
    return np.full(size, ink_of(colour), np.uint8)


def _polygon(picture: np.ndarray, points: np.ndarray, colour: Colour) -> None:
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], ink_of(colour), cv2.LINE_AA, 4)


def star(picture: np.ndarray, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    """Draw a five-pointed star; the middle and the radius are in dots."""
    _polygon(picture, star_outline(Star(turn_deg=180.0), radius) + middle, colour)


def suit_mark(picture: np.ndarray, middle: tuple[float, float], radius: float, suit: int) -> None:
    """Draw a suit: diamonds, hearts, spades or clubs, numbered 0 to 3; measures as ``star``."""
    red, black = (0.78, 0.06, 0.08), (0.05, 0.05, 0.06)
    x, y = middle
    if suit == 0:
        _polygon(
            picture,
            np.array([(x, y - radius), (x + 0.7 * radius, y), (x, y + radius), (x - 0.7 * radius, y)]),
            red,
        )
        return
    colour = red if suit == 1 else black
    turn = 1 if suit == 1 else -1
    for side in (-1, 1):
        cv2.circle(
            picture,
            (int(x + side * radius * 0.45), int(y - turn * radius * 0.35)),
            int(radius * 0.5),
            ink_of(colour),
            -1,
            cv2.LINE_AA,
        )
    tip = [
        (x - 0.93 * radius, y - turn * 0.2 * radius),
        (x + 0.93 * radius, y - turn * 0.2 * radius),
        (x, y + turn * radius),
    ]
    _polygon(picture, np.array(tip), colour)
    if suit == 3:
        cv2.circle(
            picture, (int(x), int(y - radius * 0.6)), int(radius * 0.5), ink_of(colour), -1, cv2.LINE_AA
        )


def _text(
    picture: np.ndarray,
    text: str,
    middle: tuple[float, float],
    height: float,
    colour: Colour,
    turn: bool = False,
) -> None:
    scale = height / 22.0
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, max(1, round(2 * scale)))
    spot = (int(middle[0] - wide / 2), int(middle[1] + high / 2))
    layer = picture[::-1, ::-1].copy() if turn else picture
    if turn:
        rows, columns = picture.shape[:2]
        spot = (int(columns - middle[0] - wide / 2), int(rows - middle[1] + high / 2))
    cv2.putText(
        layer,
        text,
        spot,
        cv2.FONT_HERSHEY_DUPLEX,
        scale,
        ink_of(colour),
        max(1, round(2 * scale)),
        cv2.LINE_AA,
    )
    if turn:
        picture[:] = layer[::-1, ::-1]


def playing_card(rng: np.random.Generator) -> np.ndarray:
    """A card's face with a rank and two to ten suit marks, or a patterned back."""
    card = blank(58, 88, varied((0.95, 0.95, 0.93), rng, 0.05))
    rows, columns = card.shape[:2]
    if rng.random() < 0.25:
        colour = varied(((0.7, 0.1, 0.1), (0.1, 0.2, 0.6), (0.1, 0.4, 0.2))[rng.integers(3)], rng, 0.1)
        inner = card[10:-10, 10:-10]
        ys, xs = np.mgrid[: inner.shape[0], : inner.shape[1]]
        inner[(xs + ys) % 14 < 8] = ink_of(colour)
        inner[(xs - ys) % 14 < 3] = card[0, 0]
        return card
    suit, count = int(rng.integers(4)), int(rng.integers(2, 11))
    left = count // 2
    spots = [(0.32, (k + 1) / (left + 1)) for k in range(left)] + [
        (0.68, (k + 1) / (left + 1)) for k in range(left)
    ]
    spots += [(0.5, 0.5)] if count % 2 else []
    for u, v in spots:
        suit_mark(card, (u * columns, (0.12 + 0.76 * v) * rows), 0.075 * columns, suit)
    colour = (0.78, 0.06, 0.08) if suit < 2 else (0.05, 0.05, 0.06)
    _text(card, str(count), (0.1 * columns, 0.07 * rows), 20, colour)
    _text(card, str(count), (0.9 * columns, 0.93 * rows), 20, colour, turn=True)
    return card


def board_piece(rng: np.random.Generator) -> np.ndarray:
    """A part of a bidding board: spaces with numbers, some with stars, in a row, a ring or a grid."""
    base = varied(
        ((0.16, 0.24, 0.46), (0.55, 0.12, 0.12), (0.9, 0.85, 0.7), (0.1, 0.35, 0.25), (0.2, 0.2, 0.22))[
            rng.integers(5)
        ],
        rng,
        0.2,
    )
    wide, deep = rng.uniform(90, 150), rng.uniform(60, 110)
    board = blank(wide, deep, base)
    rows, columns = board.shape[:2]
    space = varied(
        ((0.95, 0.9, 0.75), (0.96, 0.8, 0.2), (0.9, 0.9, 0.9), (0.5, 0.75, 0.9))[rng.integers(4)], rng, 0.1
    )
    ink = (0.05, 0.05, 0.06) if sum(space) > 1.5 else (0.95, 0.95, 0.9)
    size = rng.uniform(15, 26) * DOTS_PER_MM
    number = int(rng.integers(1, 20))
    for y in np.arange(size * 0.7, rows - size * 0.5, size * 1.12):
        for x in np.arange(size * 0.7, columns - size * 0.5, size * 1.12):
            _space(board, (x, y), size, space, ink, number, rng)
            number += 1
    return board


def _space(
    board: np.ndarray,
    middle: tuple[float, float],
    size: float,
    space: Colour,
    ink: Colour,
    number: int,
    rng: np.random.Generator,
) -> None:
    x, y = middle
    if rng.random() < 0.5:
        cv2.circle(board, (int(x), int(y)), int(size * 0.5), ink_of(space), -1, cv2.LINE_AA)
    else:
        half = size * 0.48
        cv2.rectangle(
            board, (int(x - half), int(y - half)), (int(x + half), int(y + half)), ink_of(space), -1
        )
    if rng.random() < 0.35:
        star(
            board,
            middle,
            size * rng.uniform(0.3, 0.45),
            varied(((0.9, 0.7, 0.1), (0.05, 0.05, 0.06), (0.8, 0.1, 0.1))[rng.integers(3)], rng, 0.05),
        )
    if rng.random() < 0.8:
        _text(board, str(number % 31), middle, size * rng.uniform(0.3, 0.5), ink)


def domino(rng: np.random.Generator) -> np.ndarray:
    """A domino tile's face: pips that are no die."""
    tile = blank(24, 48, varied((0.92, 0.9, 0.82), rng, 0.05))
    rows, columns = tile.shape[:2]
    cv2.line(tile, (4, rows // 2), (columns - 4, rows // 2), (25, 25, 25), 2, cv2.LINE_AA)
    for half in (0, 1):
        for cell in PIP_PLACES[int(rng.integers(1, 7))]:
            x = (0.25 + 0.25 * (cell % 3)) * columns
            y = (half + 0.25 + 0.25 * (cell // 3)) * rows / 2
            cv2.circle(tile, (int(x), int(y)), 5, (15, 15, 18), -1, cv2.LINE_AA)
    return tile
