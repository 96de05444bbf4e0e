"""Marks on dice: drawn in several weights, or written by fonts; each fitted into a square.

Outlines are of -1 to 1, y up. None is of a set that ``models/plain_set.py`` or ``compose/symbols.py`` draws
to measure by.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.compose.symbols import any_symbol
from models.lessons.columns import MARK_PX

SIDE = 220
FINER = 4
"""Bits: a sixteenth of a pixel."""
STAR_KINDS = ((5, 46, (0.3, 0.56)), (6, 9, (0.42, 0.64)), (7, 6, (0.42, 0.66)), (8, 9, (0.4, 0.7)))
"""Points of stars, how many are drawn, and their waists over their reach."""
SYMBOLS = 300
NEAR_STARS = 90
"""Number of each kind of mark that resembles a star."""

Rng = np.random.Generator
Points = np.ndarray | list[tuple[float, float]]


def blank() -> np.ndarray:
    return np.zeros((SIDE, SIDE), np.uint8)


def _pixels(points: Points) -> np.ndarray:
    return np.round((np.array(points, float) * (1, -1) + 1) * SIDE / 2 * 2**FINER).astype(np.int32)


def filled(points: Points, canvas: np.ndarray | None = None, ink: int = 255) -> np.ndarray:
    """A polygon on a canvas, or on a new one."""
    canvas = blank() if canvas is None else canvas
    cv2.fillPoly(canvas, [_pixels(points)], ink, cv2.LINE_AA, FINER)
    return canvas


def stroked(
    points: Points, thick: float, closed: bool = False, canvas: np.ndarray | None = None
) -> np.ndarray:
    """A line on a canvas, or on a new one."""
    canvas = blank() if canvas is None else canvas
    pixels = max(2, int(thick * SIDE / 2))
    cv2.polylines(canvas, [_pixels(points)], closed, 255, pixels, cv2.LINE_AA, FINER)
    return canvas


def disc(
    x: float, y: float, radius: float, canvas: np.ndarray | None = None, ink: int = 255, tall: float = 1.0
) -> np.ndarray:
    """A disc or an ellipse on a canvas, or on a new one."""
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return filled(np.stack([x + radius * np.cos(turn), y + radius * tall * np.sin(turn)], 1), canvas, ink)


def rim(canvas: np.ndarray, pixels: int) -> np.ndarray:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pixels + 1,) * 2)
    wide = cv2.erode(np.pad(canvas, pixels + 1), kernel)
    return canvas - wide[pixels + 1 : -pixels - 1, pixels + 1 : -pixels - 1]


def regular(corners: int, reach: float = 0.9, turn: float = np.pi / 2) -> np.ndarray:
    angles = turn + np.arange(corners) * 2 * np.pi / corners
    return reach * np.stack([np.cos(angles), np.sin(angles)], 1)


def star(points: int, waist: float, turn: float = 0.0) -> np.ndarray:
    """``waist``: over the points' reach."""
    angles = np.arange(2 * points) * np.pi / points + np.pi / 2 + turn
    reach = np.where(np.arange(2 * points) % 2 == 0, 0.85, 0.85 * waist)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1)


def drawn_stars(rng: Rng) -> Iterator[np.ndarray]:
    """Five to eight points: sharp and soft, filled and as outlines."""
    for points, count, waists in STAR_KINDS:
        for _ in range(count):
            turn = 0.0 if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi / points)
            waist, kind = rng.uniform(*waists), rng.random()
            canvas = filled(star(points, waist, turn))
            if kind < 0.35:
                soft = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(3, 10)).astype(float)
                canvas = ((soft - 127) * 6 + 127).clip(0, 255).astype(np.uint8)
            elif kind > 0.86 and waist > 0.36:
                canvas = rim(canvas, int(rng.integers(9, 18)))
            yield canvas


def _bars(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    """Plus, minus, cross, equals and lines, frames and rings of all weights."""
    for thick in (0.08, 0.12, 0.2, 0.28, 0.36, 0.48, 0.62):
        upright = stroked([(-0.85, 0), (0.85, 0)], thick)
        yield "minus", upright
        yield "plus", stroked([(0, -0.85), (0, 0.85)], thick, canvas=upright.copy())
        across = stroked([(-0.65, -0.65), (0.65, 0.65)], thick)
        yield "times", stroked([(-0.65, 0.65), (0.65, -0.65)], thick, canvas=across)
        low = rng.uniform(0.2, 0.5)
        yield (
            "latin cross",
            stroked(
                [(-0.5, low), (0.5, low)], thick * 0.7, canvas=stroked([(0, -0.9), (0, 0.9)], thick * 0.7)
            ),
        )
    for thick in (0.06, 0.1, 0.16, 0.24, 0.32):
        for corners in (3, 4, 5, 6):
            yield f"frame {corners}", stroked(regular(corners), thick, True)
        tall = rng.uniform(0.4, 0.7)
        yield "tall frame", stroked([(-tall, -0.8), (tall, -0.8), (tall, 0.8), (-tall, 0.8)], thick, True)
        yield "diamond", stroked([(0, -0.85), (tall, 0), (0, 0.85), (-tall, 0)], thick, True)
        yield "ring", rim(disc(0, 0, 0.9), int(thick * 100))
        yield "rings", np.maximum(rim(disc(0, 0, 0.9), 12), rim(disc(0, 0, rng.uniform(0.3, 0.6)), 12))
        for count in (2, 3):
            canvas = blank()
            for y in np.linspace(-0.5, 0.5, count):
                stroked([(-0.85, y), (0.85, y)], thick * 0.8, canvas=canvas)
            yield f"lines {count}", canvas
    for thick in (0.03, 0.06):
        yield "hair", stroked(rng.uniform(-0.8, 0.8, (3, 2)), thick)


def _polygons(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    """Triangles, squares, crescents, gears, arrows and bolts."""
    for _ in range(5):
        flat, wide = rng.uniform(0.7, 1.0), rng.uniform(0.45, 0.9)
        triangle = np.array([(-0.8, -0.7 * flat), (0.8, -0.7 * flat), (0, 0.7 * flat)])
        yield "triangle", filled(triangle)
        yield "triangle down", filled(triangle * (1, -1))
        yield "diamond", filled([(0, -0.9), (wide, 0), (0, 0.9), (-wide, 0)])
        yield "block", filled([(-wide, -0.85), (wide, -0.85), (wide, 0.85), (-wide, 0.85)])
        yield "crescent", disc(rng.uniform(0.2, 0.5), 0.08, rng.uniform(0.6, 0.8), disc(0, 0, 0.9), 0)
        yield "oval", rim(disc(0, 0, 0.9, tall=rng.uniform(0.5, 0.75)), 14)
        bolt = np.array([(0.15, 0.85), (-0.5, -0.1), (-0.05, -0.1), (-0.2, -0.85), (0.5, 0.2), (0.05, 0.2)])
        yield "bolt", filled(bolt + rng.normal(0, 0.05, bolt.shape))
        shaft, head = rng.uniform(0.12, 0.4), rng.uniform(0.35, 0.7)
        up = [(-0.9, -shaft / 2), (0.9 - head, -shaft / 2), (0.9 - head, -head), (0.9, 0)]
        arrow = filled([*up, *((x, -y) for x, y in reversed(up))])
        yield "arrow", np.rot90(arrow, int(rng.integers(4))).copy()
        yield "chevron", stroked([(-0.8, -0.4), (0, 0.5), (0.8, -0.4)], shaft)
        yield "check", stroked([(-0.8, -0.1), (-0.25, -0.7), (0.8, 0.7)], shaft)
        turn = np.linspace(0.5, 15, 120)
        yield "spiral", stroked(np.stack([turn * np.cos(turn), turn * np.sin(turn)], 1) / 16, shaft / 2)
        yield "gear", _gear(int(rng.integers(9, 17)), rng.uniform(0.12, 0.2), rng.uniform(0.25, 0.5))


def _gear(teeth: int, deep: float, hole: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 24 * teeth, endpoint=False)
    reach = 0.9 - deep * (np.cos(teeth * turn) < 0)
    return disc(0, 0, hole, filled(np.stack([reach * np.cos(turn), reach * np.sin(turn)], 1)), 0)


def heart(tall: float, deep: float) -> np.ndarray:
    """Point down."""
    turn = np.linspace(0, 2 * np.pi, 120)
    high = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * deep * np.cos(3 * turn) - np.cos(4 * turn)
    return filled(np.stack([16 * np.sin(turn) ** 3, tall * high], 1) / 20)


def _figures(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    """Suits, faces, paws, suns and drops."""
    for _ in range(5):
        tall, deep, size = rng.uniform(0.9, 1.15), rng.uniform(0.6, 1.2), rng.uniform(0.32, 0.4)
        yield "heart", heart(tall, deep)
        yield "heart rim", rim(heart(tall, deep), int(rng.integers(8, 20)))
        foot = [(-0.07, 0), (0.07, 0), (0.26, -0.9), (-0.26, -0.9)]
        yield "spade", filled(foot, cv2.flip(heart(tall, deep), 0))
        club = disc(0, 0.42, size, disc(0.38, -0.1, size, disc(-0.38, -0.1, size)))
        yield "club", filled(foot, club)
        smile = np.radians(np.linspace(205, 335, 20))
        face = disc(0.3, 0.25, 0.11, disc(-0.3, 0.25, 0.11, rim(disc(0, 0, 0.9), int(rng.integers(8, 18)))))
        yield "smile", stroked(0.5 * np.stack([np.cos(smile), np.sin(smile)], 1), 0.12, canvas=face)
        paw = disc(0, -0.35, rng.uniform(0.38, 0.5), tall=0.85)
        for x, y in ((-0.62, 0.1), (-0.24, 0.5), (0.24, 0.5), (0.62, 0.1)):
            disc(x, y, rng.uniform(0.17, 0.22), paw, tall=1.25)
        yield "paw", paw
        sun, rays = disc(0, 0, 0.42), int(rng.integers(10, 20))
        for ray in regular(rays, 1.0):
            stroked([ray * 0.55, ray * 0.92], 0.08, canvas=sun)
        yield "sun", sun
        turn = np.linspace(0, 2 * np.pi, 100)
        narrow = np.sin(turn) * np.sin(turn / 2) ** rng.uniform(1.2, 2.0)
        yield "drop", filled(np.stack([0.55 * narrow, 0.9 * np.cos(turn)], 1))
        yield "half disc", filled([(-1, 0), (1, 0), (1, -1), (-1, -1)], disc(0, 0, 0.9), 0)


def near_stars(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    """Asterisks, flowers, snow, suns, wheels, bursts, birds and leaves."""
    for _ in range(NEAR_STARS):
        arms, turn = int(rng.integers(4, 9)), rng.uniform(0, np.pi)
        ways = regular(arms, 1.0, turn)
        thick, canvas = rng.uniform(0.05, 0.28), blank()
        for way in ways:
            stroked([0 * way, 0.9 * way], thick, canvas=canvas)
        yield "asterisk", canvas
        snow = canvas.copy()
        for way in ways if thick < 0.14 else ():
            aside, at, long = way[::-1] * (-1, 1), rng.uniform(0.4, 0.7), rng.uniform(0.15, 0.3)
            for side in (-1, 1):
                stroked([at * way, (at + long) * way + side * long * aside], thick, canvas=snow)
        yield "snow", snow
        petal, flower = rng.uniform(0.2, 0.36), blank()
        for way in ways:
            disc(0.55 * way[0], 0.55 * way[1], petal, flower)
        middle = rng.uniform(0.2, 0.4)
        yield "flower", disc(0, 0, middle, flower, 255 if rng.random() < 0.6 else 0)
        sun = disc(0, 0, rng.uniform(0.3, 0.5))
        inner, wide = rng.uniform(0.5, 0.65), rng.uniform(0.05, 0.2)
        for way in regular(int(rng.integers(5, 13)), 1.0, turn):
            aside = wide * way[::-1] * (-1, 1)
            filled([inner * way - aside, inner * way + aside, 0.95 * way], sun)
        yield "sun of rays", sun
        yield "wheel", _gear(int(rng.integers(5, 10)), rng.uniform(0.12, 0.3), rng.uniform(0.0, 0.45))
        points = int(rng.choice([3, 4, *range(9, 17)]))
        yield "burst", filled(star(points, rng.uniform(0.3, 0.85), turn))
        yield "splat", _splat(rng)
        for _ in range(4):
            yield "figure", _mirrored_figure(rng)
        bent = np.array([(0.1, 0.8), (-0.5, 0.0), (-0.05, 0.0), (-0.15, -0.8), (0.5, 0.1), (0.05, 0.1)])
        yield "flash", filled((bent + rng.normal(0, 0.08, bent.shape)) * rng.uniform(0.7, 1.1, 2))


def _splat(rng: Rng) -> np.ndarray:
    """An irregular shape with points of all lengths."""
    points = int(rng.integers(4, 10))
    angles = np.sort(rng.uniform(0, 2 * np.pi, 2 * points))
    reach = np.where(
        np.arange(2 * points) % 2 == 0, rng.uniform(0.5, 0.95, 2 * points), rng.uniform(0.2, 0.5)
    )
    return filled(np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1))


def _mirrored_figure(rng: Rng) -> np.ndarray:
    """A random half and its mirror image: birds, masks, crowns and leaves."""
    corners = int(rng.integers(4, 13))
    angles = np.linspace(np.pi / 2, -np.pi / 2, corners) + rng.normal(0, 0.1, corners)
    reach = rng.uniform(0.2, 0.95, corners)
    half = np.stack([np.abs(reach * np.cos(angles)), reach * np.sin(angles)], 1)
    half[0, 0] = half[-1, 0] = 0
    canvas = filled([*half, *((-x, y) for x, y in reversed(half))])
    if rng.random() < 0.25:
        x, y, size = rng.uniform(0.1, 0.3), rng.uniform(-0.1, 0.4), rng.uniform(0.05, 0.12)
        disc(-x, y, size, disc(x, y, size, canvas, 0), 0)
    turns = int(rng.integers(4)) if rng.random() < 0.3 else 0
    return np.rot90(canvas, turns).copy()


def _symbols(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    for number in range(SYMBOLS):
        canvas = blank()
        for outline, inked in any_symbol(rng):
            filled(outline, canvas, 255 if inked else 0)
        yield f"symbol {number}", canvas


def drawn_marks(rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
    """Marks uint8 (220, 220), with their kinds."""
    for of_a_kind in (_bars, _polygons, _figures, _symbols):
        yield from of_a_kind(rng)


INK_PX = 44
INKED = 40
"""Least value of ink."""
SOLID = 110
"""A pixel that is more ink than not."""
LEAST_INK, LEAST_AREA, LEAST_STAR = 20, 6, 60
ROUND, SMOOTH, FILLED = 0.84, 0.93, 0.72
"""Least values for a disc: its hull over the circle about it, its area over its hull, its ink over its
area."""
POINTS = (5, 8)
POINTED, ABOVE_OTHERS = 0.13, 1.6
"""Strength of a star's own harmonic of its radius, over the mean radius, and over the lower harmonics."""
DIRECTIONS = 90


def fitted(ink: np.ndarray) -> np.ndarray | None:
    """A mark (48, 48) from uint8 (H, W): cropped, centred; ``None`` with hardly any ink."""
    rows, columns = np.nonzero(ink > INKED)
    if len(rows) < LEAST_INK:
        return None
    part = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = INK_PX / max(part.shape)
    high, wide = (max(2, round(side * scale)) for side in part.shape)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    mark = np.zeros((MARK_PX, MARK_PX), np.uint8)
    top, left = (MARK_PX - high) // 2, (MARK_PX - wide) // 2
    mark[top : top + high, left : left + wide] = cv2.resize(part, (wide, high), interpolation=how)
    return mark


def _outlines(mark: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    ink = (mark > SOLID).astype(np.uint8)
    return ink, list(cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0])


def _filled(ink: np.ndarray, outline: np.ndarray) -> np.ndarray:
    area = np.zeros_like(ink)
    cv2.drawContours(area, [outline], -1, 1, -1)
    return area


def like_pips(mark: np.ndarray) -> bool:
    """Nothing but discs; small cuts do not matter."""
    ink, outlines = _outlines(mark)
    for outline in outlines:
        area, hull = cv2.contourArea(outline), cv2.contourArea(cv2.convexHull(outline))
        if area <= LEAST_AREA:
            continue
        radius = cv2.minEnclosingCircle(outline)[1]
        own = _filled(ink, outline)
        full = (own & ink).sum() / max(own.sum(), 1)
        if hull < ROUND * np.pi * radius**2 or area < SMOOTH * hull or full < FILLED:
            return False
    return True


def like_star(mark: np.ndarray) -> bool:
    """Five to eight points, by the harmonics of its radius."""
    ink, outlines = _outlines(mark)
    if not outlines:
        return False
    outline = max(outlines, key=cv2.contourArea)
    moments = cv2.moments(_filled(ink, outline), True)
    if moments["m00"] < LEAST_STAR:
        return False
    away = outline[:, 0] - np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    where = (np.degrees(np.arctan2(away[:, 1], away[:, 0])) % 360 * DIRECTIONS / 360).astype(int) % DIRECTIONS
    radius = np.zeros(DIRECTIONS)
    np.maximum.at(radius, where, np.hypot(*away.T))
    seen = np.flatnonzero(radius)
    if len(seen) < 0.75 * DIRECTIONS:
        return False
    radius = np.interp(np.arange(DIRECTIONS), seen, radius[seen], period=DIRECTIONS)
    harmonics = np.abs(np.fft.rfft(radius))
    harmonics = 2 * harmonics / harmonics[0]
    points = int(np.argmax(harmonics[1:13])) + 1
    if not POINTS[0] <= points <= POINTS[1]:
        return False
    return bool(harmonics[points] > max(POINTED, ABOVE_OTHERS * harmonics[1:5].max()))


WRITTEN_PX, AT = 150, 90
DIGITS, CAPITALS, SMALL = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abdefghijkmnpqrtuycosvwxz"
PUNCTUATION = "!?&@#$%+=<>()[]{}/\\|~^\"'£€§¶ßæøñçéüÄÖÅß¿¡«»"
WORDS = [
    "10",
    "11",
    "12",
    "13",
    "14",
    "15",
    "16",
    "17",
    "18",
    "19",
    "20",
    "II",
    "III",
    "IV",
    "VI",
    "VII",
    "IX",
    "XI",
    "XII",
    "ii",
    "iv",
    "vi",
    "GO",
    "NO",
    "OK",
    "YES",
    "WIN",
    "HIT",
    "TWO",
    "ONE",
    "SIX",
    "AB",
    "Qu",
    "Th",
    "Er",
    "In",
    "He",
    "Ce",
    "+1",
    "-1",
    "+2",
    "x2",
    "x3",
    "2x",
    "3D",
    "1/2",
    "D6",
    "A+",
    "50",
    "64",
    "00",
    "6.",
    "9.",
]
FONTS_A_TEXT = ((DIGITS, 62), (CAPITALS, 30), (SMALL, 15), (PUNCTUATION, 7), (WORDS, 6))
"""Texts, and the number of random fonts for each."""
SIGNS = (
    (0x2190, 0x21FF, 45),
    (0x2200, 0x22FF, 30),
    (0x2300, 0x23FF, 50),
    (0x25A0, 0x25FF, 60),
    (0x2600, 0x26FF, 150),
    (0x2700, 0x27BF, 90),
    (0x27F0, 0x27FF, 5),
    (0x2900, 0x297F, 15),
    (0x2B00, 0x2B2F, 15),
    (0x1F300, 0x1F5FF, 330),
    (0x1F600, 0x1F64F, 35),
    (0x1F680, 0x1F6C5, 60),
    (0x16A0, 0x16EA, 20),
    (0x1F700, 0x1F773, 30),
    (0xE000, 0xF8FF, 130),
)
"""Unicode blocks with signs, the last for icons, and the most that a font gives of each."""
NOBODYS = "\uffff"
"""In no font: shows a font's sign for missing ones."""
PICTOGRAPHS = ("symbol", "dejavusans", "freeserif", "material", "awesome", "glyphicons", "entypo")
"""Parts of names of fonts with signs."""


class Writer:
    def __init__(self, fonts: Path | None) -> None:
        found = sorted([*fonts.rglob("*.ttf"), *fonts.rglob("*.otf")]) if fonts else []
        self._fonts = [ImageFont.truetype(str(path), WRITTEN_PX) for path in found]
        self._signs = [font for font, path in zip(self._fonts, found, strict=True)
                       if any(part in path.stem.lower() for part in PICTOGRAPHS)]  # fmt: skip

    def marks(self, rng: Rng) -> Iterator[tuple[str, np.ndarray]]:
        """Marks uint8 (H, W), with their kinds."""
        for texts, count in FONTS_A_TEXT:
            for text in texts:
                for number in rng.permutation(len(self._fonts))[:count]:
                    yield from self._written(text, self._fonts[number], f"text {text.lower()}")
        for font in self._signs:
            for first, last, most in SIGNS:
                there = [code for code in range(first, last + 1) if _has(font, chr(code))]
                for code in rng.permutation(there)[:most]:
                    yield from self._written(chr(code), font, f"sign {code:x}")

    def _written(
        self, text: str, font: ImageFont.FreeTypeFont, kind: str
    ) -> Iterator[tuple[str, np.ndarray]]:
        if all(_has(font, letter) for letter in text):
            canvas = Image.new("L", (2 * AT + WRITTEN_PX * len(text), 2 * AT + 240))
            ImageDraw.Draw(canvas).text((AT, AT), text, 255, font)
            yield kind, np.asarray(canvas)


def _has(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    mask = font.getmask(letter)
    return bool(mask.getbbox()) and bytes(mask) != bytes(font.getmask(NOBODYS))
