"""Typefaces and letters of our own decks: free fonts of unpacked Debian packages.

None enters the project. A face needs all the signs, all different; italics and novelties are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.cards.decks import Split
from models.cards.face import FIRST_LETTER, LETTERS, OTHER, RANKS
from models.cards.suits import cut_close

VALID = ("adf-tribun", "karla", "league-spartan", "national-park", "oldstandard", "play", "sil-gentium")
TEST = (
    "bebas-neue", "cabin", "comic-neue", "courier-prime", "dosis", "goudybookletter", "roboto-slab",
    "sil-charis", "vollkorn", "yanone-kaffeesatz",
)  # fmt: skip
TRAIN = (
    "adf-accanthis", "adf-baskervald", "adf-berenis", "adf-gillius", "adf-mekanus", "adf-romande",
    "adf-switzera", "adf-universalis", "allerta", "arapey", "arkpandora", "averia-serif-gwf", "cantarell",
    "cardo", "century-catalogue", "clear-sans", "cmu", "comfortaa", "crosextra-caladea",
    "crosextra-carlito", "dejavu-core", "dejavu-extra", "dkg-handwriting", "ebgaramond", "elstob",
    "essays1743", "fanwood", "freefont-ttf", "georgewilliams", "gfs-didot", "go", "humor-sans",
    "inconsolata", "junicode", "jura", "lato", "liberation2", "linuxlibertine", "manrope", "open-sans",
    "opendin", "oxygen", "paratype", "prociono", "quattrocento", "quicksand", "roadgeek",
    "roboto-unhinted", "routed-gothic", "rufscript", "sora", "stix", "texgyre", "tiresias", "tuffy",
    "urw-base35", "yrsa-rasa",
)  # fmt: skip
"""Debian packages without ``fonts-``. A family in two packages is in one list only."""
LEFT_OUT = re.compile(
    r"ital|obl|slant|inclined|thin|hairline|outline|math|symbol|music|integral|variant|size|nonuni|smallcaps|caps|"
    r"SC\b|script|chorus|dingbat|D050000L|it\.|bi\.|cmun(ui|um|ti|si|sl|ci|it|bi|bl|xo|so|to|obi|oti|vi)|\[|stencil|"
    r"_K\.|_RZ|_I\.|_RI|_DR|initials|Style|No3|kv__|ExtraLight",
    re.IGNORECASE,
)
MOST_A_PACKAGE = 8
SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "0", "1")
DRAWN_PX = 170
"""Font size of drawn signs before shrinking."""
ABSENT = "\uffff"
"""A code without a sign in any typeface: shows its sign for missing ones."""
LEAST_APART = 0.02
"""Signs that differ in a smaller share of pixels are one picture: a font without them."""


@dataclass(frozen=True, slots=True)
class Lettering:
    path: Path

    def sign(self, text: str) -> tuple[np.ndarray, float]:
        """Coverage 0-255, uint8 (H, W), cut close, and its height over the K's."""
        return _drawn(self.path, text)

    def has(self, text: str) -> bool:
        return _has(self.path, text)


@cache
def _font(path: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), DRAWN_PX)


@cache
def _drawn(path: Path, text: str) -> tuple[np.ndarray, float]:
    mask = _mask(path, text)
    return mask, mask.shape[0] / _mask(path, "K").shape[0]


@cache
def _has(path: Path, text: str) -> bool:
    absent = _mask(path, ABSENT)
    return all((mask := _mask(path, sign)).size > 1 and not np.array_equal(mask, absent) for sign in text)


@cache
def _mask(path: Path, text: str) -> np.ndarray:
    canvas = Image.new("L", (DRAWN_PX * (2 + len(text)), DRAWN_PX * 3))
    ImageDraw.Draw(canvas).text((DRAWN_PX, DRAWN_PX // 2), text, fill=255, font=_font(path))
    mask = np.asarray(canvas)
    return cut_close(mask) if (mask > 100).any() else np.zeros((1, 1), np.uint8)


def _sound(path: Path) -> bool:
    """All signs exist and differ."""
    try:
        masks = [cv2.resize(_mask(path, sign), (24, 24), interpolation=cv2.INTER_AREA) for sign in SIGNS]
    except (OSError, ValueError):
        return False
    if any(
        float(mask.mean()) < 8 or _mask(path, sign).shape[0] < 30
        for mask, sign in zip(masks, SIGNS, strict=True)
    ):
        return False
    pairs = ((a, b) for i, a in enumerate(masks) for b in masks[:i])
    return all(float((np.abs(a.astype(int) - b) > 100).mean()) > LEAST_APART for a, b in pairs)


def letterings(folder: Path, split: Split) -> list[Lettering]:
    """``folder``: unpacked font packages."""
    packages = {Split.TRAIN: TRAIN, Split.VALID: VALID, Split.TEST: TEST}[split]
    found = []
    for package in packages:
        files = sorted(
            p for p in (folder / f"fonts-{package}").rglob("*") if p.suffix.lower() in (".otf", ".ttf")
        )
        plain = [path for path in files if not LEFT_OUT.search(path.name)]
        step = max(1, -(-len(plain) // MOST_A_PACKAGE))
        found += [Lettering(path) for path in plain[::step] if _sound(path)]
    return found


Rng = np.random.Generator
Letters = tuple[str, str, str, str]
"""For ace, jack, queen and king."""
COUNTRIES: tuple[tuple[Letters, float], ...] = (
    (("A", "B", "D", "K"), 0.2),
    (("1", "V", "D", "R"), 0.1),
    (("A", "V", "D", "R"), 0.08),
    (("A", "B", "V", "H"), 0.1),
    (("E", "B", "D", "K"), 0.05),
    (("E", "Kn", "D", "K"), 0.08),
    (("A", "F", "D", "R"), 0.05),
    (("A", "F", "C", "R"), 0.06),
    (("Т", "В", "Д", "К"), 0.08),
    (("A", "W", "D", "K"), 0.04),
)
"""German, French (and Portuguese), Dutch, Danish, Swedish, Italian, Russian, Polish, with their frequency.
Other decks have any letters."""
STRANGERS = (*"SZPMXOIHFCEWTÄ", "11", "12", "13", "Ж", "П", "Л", "Б", "Ф", "Σ", "Ω")
UNSEEN = (*"GYNUL", "Г", "У", "Δ")
"""Never taught: unknown signs must become doubts, even unseen ones."""
ALIKE = {"В": "B", "Т": "T", "К": "K"}
"""Cyrillic letters that look like Latin ones."""
NAMED = frozenset(LETTERS) - {OTHER}


def class_of(sign: str) -> int:
    """A rank, a letter, or "other"."""
    sign = ALIKE.get(sign, sign)
    if sign in RANKS:
        return RANKS.index(sign)
    return FIRST_LETTER + LETTERS.index(sign if sign in NAMED else OTHER)


def any_letters(rng: Rng, lettering: Lettering, strangers: Sequence[str] = STRANGERS) -> Letters:
    chances = [chance for _, chance in COUNTRIES]
    draw = int(rng.choice(len(COUNTRIES) + 1, p=[*chances, 1 - sum(chances)]))
    if draw < len(COUNTRIES) and all(lettering.has(sign) for sign in COUNTRIES[draw][0]):
        return COUNTRIES[draw][0]
    there = [sign for sign in strangers if lettering.has(sign)]
    one, two, three, four = (there[int(place)] for place in rng.choice(len(there), 4, replace=False))
    return one, two, three, four
