"""Crops of dice with any symbols: ``python -m models.compose.symbol_bank NAME --seed 1 [--fonts DIR]``.

Made in parts of ``PART`` crops, each from a seed of its own; parts that exist are not made again. Which
symbol has which number is the same in all banks.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.compose.any_symbol import KINDS, any_symbol, small_shapes
from models.compose.bank import WORK
from models.compose.cast.die import any_cast_make, cast_die
from models.compose.glyphs import LETTERS, SIGNS, glyphs
from models.compose.leaning import kept_crops
from models.compose.make import Make, any_make
from models.compose.paint import Colour, shaded
from models.compose.parts import kept_parts, make_parts
from models.compose.sketch import PIPS, marks_of, sketched_die
from models.compose.sprite import Sprite
from models.compose.symbols import Symbol

Rng = np.random.Generator
SYMBOLS = WORK / "symbols"
PART = 500
PIP_KINDS = 7
"""The first symbols are pips 1-6 and a star, as ordinary dice have them."""
GLYPH_KINDS = 64
SEED = 77
"""Of the symbols."""
PIPS_SHARE, GLYPHS_SHARE, SHAPES_SHARE, SHAPES = 0.12, 0.23, 0.14, 120
"""How often a die carries pips; of the others, letters and signs, small shapes laid as pips are; how many of
those."""
ONES_SHARE = 0.7
"""Where ones and stars are wanted most, so many of the pips are one or the other."""
CAST_SHARE = 0.2
BLANK_SHARE = 0.1
ONE, STAR_KIND = 0, PIP_KINDS - 1
STAR_SIGNS = frozenset("★☆")
"""Signs that are stars: no other mark than an ordinary die may have."""


class Symbols:
    """All symbols by number: pips and a star, letters and signs, small shapes, then any."""

    def __init__(self, fonts: Path | None, pips: float = PIPS_SHARE, ones: bool = False) -> None:
        self._glyphs, self._pips, self._ones = glyphs(fonts), pips, ones
        self._drawn: dict[int, Symbol] = {}

    def any_number(self, rng: Rng) -> int:
        """The number of a symbol for a die's face."""
        draw, first = rng.random(), PIP_KINDS + GLYPH_KINDS
        if draw < self._pips:
            if self._ones and rng.random() < ONES_SHARE:
                return int(rng.choice([ONE, STAR_KIND]))
            return int(rng.integers(PIP_KINDS))
        draw = (draw - self._pips) / (1 - self._pips)
        if draw < GLYPHS_SHARE and self._glyphs:
            return PIP_KINDS + int(rng.integers(len(self._glyphs)))
        if draw < GLYPHS_SHARE + SHAPES_SHARE:
            return first + int(rng.integers(SHAPES))
        return int(rng.integers(first + SHAPES, KINDS))

    def symbol(self, rng: Rng, number: int) -> Symbol:
        """The symbol of a number from ``PIP_KINDS`` on; of letters some font's."""
        if number < PIP_KINDS + GLYPH_KINDS:
            written = self._glyphs[number - PIP_KINDS]
            return written[int(rng.integers(len(written)))]
        if number not in self._drawn:
            own = np.random.default_rng((SEED, number))
            shapes = number < PIP_KINDS + GLYPH_KINDS + SHAPES
            self._drawn[number] = small_shapes(own, 1 + number % 6, PIPS) if shapes else any_symbol(own)
        return self._drawn[number]


def symbol_die(rng: Rng, symbols: Symbols, number: int) -> Sprite:
    """A die with that symbol up and any others on its sides, of any make."""
    cast = bool(rng.random() < CAST_SHARE)
    make = any_cast_make(rng) if cast else any_make(rng, starred=number == PIP_KINDS - 1)
    if number < PIP_KINDS:
        starred = number == PIP_KINDS - 1
        return _die(rng, make if make.starred == starred else any_make(rng, starred), 1 + number % 6, cast)
    top = int(rng.integers(1, 7))
    grown = rng.uniform(0.9, 1.1)
    on_sides = {side: symbols.any_number(rng) for side in range(1, 7)} | {top: number}

    def marks(rng: Rng, make: Make, side: int) -> list[tuple[np.ndarray, Colour]]:
        if side != top and rng.random() < BLANK_SHARE:
            return []
        if on_sides[side] < PIP_KINDS:
            return marks_of(rng, make, 1 + on_sides[side] % 6)
        body, drawn = shaded(make.body, 0.95), symbols.symbol(rng, on_sides[side])
        return [(outline * grown, make.mark if filled else body) for outline, filled in drawn]

    return _die(rng, make, top, cast, marks)


def _die(rng: Rng, make: Make, top: int, cast: bool, marks=marks_of) -> Sprite:
    if cast:
        return cast_die(rng, top, make=make, marks=marks)
    return sketched_die(rng, make, top, steep=False, marks=marks)


def is_other_mark(kinds: np.ndarray) -> np.ndarray:
    """Which symbols (N,) no ordinary die has: neither pips, nor stars, nor shapes laid as pips are."""
    signs = [PIP_KINDS + len(LETTERS) + SIGNS.index(each) for each in STAR_SIGNS]
    shapes = PIP_KINDS + GLYPH_KINDS
    return (kinds >= PIP_KINDS) & ~np.isin(kinds, signs) & ((kinds < shapes) | (kinds >= shapes + SHAPES))


def part_of(symbols: Symbols, seed: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """One part: crops uint8 (N, 96, 96, 3) and the numbers of their symbols, int64 (N,)."""
    rng = np.random.default_rng((seed, number))

    def draw() -> tuple[int, Sprite]:
        kind = symbols.any_number(rng)
        return kind, symbol_die(rng, symbols, kind)

    crops, kinds = kept_crops(rng, PART, draw)
    return crops, np.asarray(kinds)


def parts(name: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The parts of a bank that are on disk."""
    return kept_parts(SYMBOLS / name, "kinds")


def main() -> None:
    """Make the parts that are not there yet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name")
    parser.add_argument("--parts", type=int, default=120)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--fonts", type=Path, default=None, help="folder of fonts; without it no letters")
    parser.add_argument("--pips", type=float, default=PIPS_SHARE, help="share of dice with pips or a star")
    parser.add_argument("--ones", action="store_true", help="most of those show a one or a star")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    symbols = Symbols(args.fonts, args.pips, args.ones)
    make_parts(SYMBOLS / args.name, args.parts, "kinds", partial(part_of, symbols, args.seed))


if __name__ == "__main__":
    main()
