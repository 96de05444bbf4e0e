"""How one of our own decks looks, drawn by lot: lettering, suits, inks, sizes, stock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.cards.face import CARD_MM, FACE_PX, RANKS
from models.cards.fonts import Lettering
from models.cards.suits import SuitStyle, any_style
from models.compose.paint import Colour, hsv

Rng = np.random.Generator
PX_A_MM = FACE_PX / CARD_MM[1]
INDEX_MM = (11.5, 19.5)
"""Height of an ordinary index, rank's top to suit's bottom."""
JUMBO_MM = (19.5, 34.0)
JUMBO_CHANCE = 0.15
NARROW_MM = 57.0
"""Width of a bridge card; others are as wide as a poker card."""
FOUR_COLOURS_CHANCE = 0.22
FOUR_INDICES_CHANCE = 0.12
TINTED_CHANCE = 0.3
DARK_CHANCE = 0.03


@dataclass(frozen=True, slots=True)
class Style:
    """One deck; all lengths in px of its cards' pictures.

    ``even``: all signs are as high as the letters, else as the typeface has them. ``condensed``: width of
    signs in shares of the typeface's. ``ten``: the same for the ten once more. ``ten_gap``: between its
    signs, in shares of the rank's height.
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
    """Of ace, jack, queen and king."""

    def sign(self, rank: int) -> str:
        """What stands in the corner of a rank, by its place in ``RANKS``."""
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
    """A deck that never was."""
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
