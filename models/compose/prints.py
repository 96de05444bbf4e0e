"""Prints on a ground: boards, drawn dice, dominoes, cards, and what looks like dice, without a real die."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.grounds import any_ground
from models.compose.lens import lit, seen
from models.render.surface import Colour, Star, star_outline, varied

DOTS_PER_MM = 2.5
"""Finer details would not show in sprites of such things (2.6 pixels per mm)."""
PIP_PLACES = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""In three rows of three."""


def ink_of(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = (round(255 * channel) for channel in colour)
    return red, green, blue


def blank(wide_mm: float, deep_mm: float, colour: Colour) -> np.ndarray:
    size = (int(deep_mm * DOTS_PER_MM), int(wide_mm * DOTS_PER_MM), 3)
    return np.full(size, ink_of(colour), np.uint8)


def _polygon(picture: np.ndarray, points: np.ndarray, colour: Colour) -> None:
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], ink_of(colour), cv2.LINE_AA, 4)


def star(picture: np.ndarray, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    """``middle`` and ``radius`` in dots."""
    _polygon(picture, star_outline(Star(turn_deg=180.0), radius) + middle, colour)


def suit_mark(picture: np.ndarray, middle: tuple[float, float], radius: float, suit: int) -> None:
    """Diamonds, hearts, spades or clubs, numbered 0 to 3; measures as ``star``."""
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


def lettered(
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
    """A face with a rank and two to ten suit marks, or a patterned back."""
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
    lettered(card, str(count), (0.1 * columns, 0.07 * rows), 20, colour)
    lettered(card, str(count), (0.9 * columns, 0.93 * rows), 20, colour, turn=True)
    return card


def board_piece(rng: np.random.Generator) -> np.ndarray:
    """Spaces with numbers, some with stars, in a row, a ring or a grid."""
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
        lettered(board, str(number % 31), middle, size * rng.uniform(0.3, 0.5), ink)


def domino(rng: np.random.Generator) -> np.ndarray:
    tile = blank(24, 48, varied((0.92, 0.9, 0.82), rng, 0.05))
    rows, columns = tile.shape[:2]
    cv2.line(tile, (4, rows // 2), (columns - 4, rows // 2), (25, 25, 25), 2, cv2.LINE_AA)
    for half in (0, 1):
        for cell in PIP_PLACES[int(rng.integers(1, 7))]:
            x = (0.25 + 0.25 * (cell % 3)) * columns
            y = (half + 0.25 + 0.25 * (cell // 3)) * rows / 2
            cv2.circle(tile, (int(x), int(y)), 5, (15, 15, 18), -1, cv2.LINE_AA)
    return tile


PAPERS = (
    *((0.95, 0.9, 0.75), (0.96, 0.8, 0.2), (0.9, 0.9, 0.9)),
    *((0.5, 0.75, 0.9), (0.6, 0.1, 0.1), (0.1, 0.2, 0.4)),
)
PLAIN_CHANCE, EMPTY_CHANCE = 0.6, 0.15
"""Chances of black on white or the reverse; and of a space with something else."""


def pictured_dice(rng: np.random.Generator) -> np.ndarray:
    """Rows of drawn dice, each on its space; some spaces have a star or a suit."""
    paper = varied(PAPERS[int(rng.integers(len(PAPERS)))], rng, 0.15)
    across, down = int(rng.integers(1, 7)), int(rng.integers(1, 4))
    space = rng.uniform(13, 30)
    sheet = blank(across * space, down * space, paper)
    light = (0.97, 0.97, 0.97) if rng.random() < PLAIN_CHANCE else varied((0.5, 0.5, 0.5), rng, 0.5)
    dark = (0.05, 0.05, 0.06) if sum(light) > 1.2 else (0.97, 0.96, 0.93)
    body, pips = (light, dark) if rng.random() < 0.8 else (dark, light)
    side, rounding, ringed = rng.uniform(0.45, 0.85), rng.uniform(0, 0.3), rng.random() < 0.6
    lines = (rng.uniform(0.3, 1.2) * DOTS_PER_MM, varied((0.3, 0.3, 0.3), rng, 0.3))
    pip = rng.uniform(0.06, 0.12)
    for row in range(down):
        for column in range(across):
            pitch = space * DOTS_PER_MM
            middle = np.array([(column + 0.5) * pitch, (row + 0.5) * pitch])
            if rng.random() < 0.8:
                corner = (middle - pitch / 2).astype(int)
                end = (middle + pitch / 2).astype(int)
                cv2.rectangle(sheet, corner.tolist(), end.tolist(), ink_of(lines[1]), max(1, round(lines[0])))
            if rng.random() < EMPTY_CHANCE:
                _other(rng, sheet, middle, 0.3 * pitch)
                continue
            turn = rng.normal(0, 0.1) if rng.random() < 0.8 else rng.uniform(0, 6.3)
            size = side * pitch
            if ringed:
                die_body(sheet, middle, size * 1.06, rounding, turn, pips)
            die_body(sheet, middle, size, rounding, turn, body)
            _pips(sheet, middle, size, int(rng.integers(1, 7)), turn, pip, pips)
    return sheet


def outlined_dice(rng: np.random.Generator) -> np.ndarray:
    """Drawn in lines of one ink: a square with round corners and its pips."""
    paper = varied(PAPERS[int(rng.integers(len(PAPERS)))], rng, 0.3)
    ink = (0.05, 0.05, 0.06) if sum(paper) > 1.2 else (0.97, 0.96, 0.93)
    ink = ink if rng.random() < 0.4 else varied((0.5, 0.5, 0.5), rng, 0.5)
    across, down = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    space, turn = rng.uniform(18, 70), rng.normal(0, 0.15)
    side, rounding = rng.uniform(0.35, 0.8) * space * DOTS_PER_MM, rng.uniform(0.05, 0.3)
    line, pip = rng.uniform(0.02, 0.07), rng.uniform(0.06, 0.12)
    sheet = blank(across * space, down * space, paper)
    for row in range(down):
        for column in range(across):
            middle = (np.array([column, row]) + 0.5) * space * DOTS_PER_MM
            die_body(sheet, middle, side, rounding, turn, ink)
            die_body(sheet, middle, side * (1 - 2 * line), rounding * (1 - line), turn, paper)
            _pips(sheet, middle, side, int(rng.integers(1, 7)), turn, pip, ink)
    return sheet


def _other(rng: np.random.Generator, sheet: np.ndarray, middle: np.ndarray, radius: float) -> None:
    at = (float(middle[0]), float(middle[1]))
    if rng.random() < 0.5:
        star(sheet, at, radius, varied((0.5, 0.5, 0.5), rng, 0.5))
    else:
        suit_mark(sheet, at, radius, int(rng.integers(4)))


def die_body(
    sheet: np.ndarray, middle: np.ndarray, side: float, rounding: float, turn: float, colour: Colour
) -> None:
    """A square with round corners: four discs and what lies between."""
    radius = rounding * side
    inner = side / 2 - radius
    corners = np.array([(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)]) @ _turned(turn)
    hull = np.concatenate([_ring(radius) + corner for corner in corners]) if radius > 1 else corners
    outline = cv2.convexHull((hull + middle).astype(np.float32))
    cv2.fillConvexPoly(sheet, np.round(outline * 16).astype(np.int32), ink_of(colour), cv2.LINE_AA, 4)


def _pips(
    sheet: np.ndarray, middle: np.ndarray, side: float, face: int, turn: float, pip: float, colour: Colour
) -> None:
    for place in PIP_PLACES[face]:
        spot = np.array([place % 3 - 1, place // 3 - 1]) * 0.27 * side @ _turned(turn) + middle
        centre = np.round(spot * 16).astype(int).tolist()
        cv2.circle(sheet, centre, round(pip * side * 16), ink_of(colour), -1, cv2.LINE_AA, 4)


def _turned(turn: float) -> np.ndarray:
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _ring(radius: float) -> np.ndarray:
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], 1)


WIDE, TALL = 480, 360
DIE_MM = 16.0
PRINTS = (
    *(board_piece, board_piece, board_piece, pictured_dice, pictured_dice, outlined_dice),
    *(domino, domino, playing_card),
)
THICK_MM = {domino: (3.0, 9.0)}
"""A domino has a side, as a die does; the others are flat."""

Rng = np.random.Generator


def laid_prints(rng: Rng) -> np.ndarray:
    """One to four prints, uint8 (360, 480, 3) BGR; dice among them would be 16 to 70 px."""
    die_px = float(np.exp(rng.uniform(np.log(16), np.log(70))))
    return seen(rng, lit(rng, with_prints(rng, any_ground(rng, TALL, WIDE), die_px)), die_px)


def with_prints(
    rng: Rng, ground: np.ndarray, die_px: float, outlines: list[np.ndarray] | None = None
) -> np.ndarray:
    """float32 (H, W, 3) with one to four prints, sized to dice of ``die_px``.

    Adds each one's corners (4, 2) in px, in order, to ``outlines``.
    """
    picture = ground.astype(np.float32)
    for _ in range(int(rng.integers(1, 5))):
        kind = PRINTS[int(rng.integers(len(PRINTS)))]
        thick_mm = rng.uniform(*THICK_MM.get(kind, (0.0, 0.0)))
        placed = lay(rng, picture, kind(rng), die_px, thick_mm)
        if outlines is not None:
            outlines.append(placed)
    return picture


def lay(rng: Rng, picture: np.ndarray, drawn: np.ndarray, die_px: float, thick_mm: float) -> np.ndarray:
    """Turned, seen from up to 35 degrees off, with its near side; gives its corners (4, 2).

    ``drawn``: RGB, ``DOTS_PER_MM``.
    """
    drawn, scale, thick_px = drawn[..., ::-1], die_px / DIE_MM / DOTS_PER_MM, thick_mm * die_px / DIE_MM
    (tall, wide), (rows, columns) = picture.shape[:2], drawn.shape[:2]
    turn, off = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, 35))
    lean = np.cos(off)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (columns / 2, rows / 2) * scale
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] * (1, lean)
    turned[:, 0] *= 1 + rng.normal(0, 0.04) * turned[:, 1] / tall
    placed = turned + rng.uniform(0, (wide, tall))
    if thick_px > 0:
        foot = placed + np.array((0, thick_px * np.sin(off)))
        side = drawn.reshape(-1, 3).max(0) * rng.uniform(0.35, 0.95)
        hull = cv2.convexHull(np.concatenate([placed, foot]).astype(np.float32))
        cv2.fillConvexPoly(picture, hull.round().astype(np.int32), side.tolist(), cv2.LINE_AA)
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)])
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), placed.astype(np.float32))
    smooth = cv2.GaussianBlur(drawn, (0, 0), max(0.1, 0.4 / scale))
    laid = cv2.warpPerspective(smooth.astype(np.float32), matrix, (wide, tall), flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones((rows, columns), np.float32), matrix, (wide, tall))[..., None]
    picture += cover * (laid - picture)
    return placed
