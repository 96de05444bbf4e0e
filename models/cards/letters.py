"""Which letters stand in the corners of ace, jack, queen and king: those of countries, and any at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.cards.face import FIRST_LETTER, LETTERS, OTHER, RANKS
from models.cards.fonts import Lettering

Rng = np.random.Generator
Letters = tuple[str, str, str, str]
"""Of ace, jack, queen and king."""
INTERNATIONAL: Letters = ("A", "J", "Q", "K")
LETTERED = (0, 10, 11, 12)
"""The ranks that carry them, by place."""
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
"""German, French (and Portuguese), Dutch, Danish, Swedish, Italian, Russian, Polish; how often each. The rest
of the decks carry any letters."""
STRANGERS = (*"SZPMXOIHFCEWTÄ", "11", "12", "13", "Ж", "П", "Л", "Б", "Ф", "Σ", "Ω")
UNSEEN = (*"GYNUL", "Г", "У", "Δ")
"""No lesson has them: what is not known is to be asked about, also where it was never seen."""
ALIKE = {"В": "B", "Т": "T", "К": "K"}
"""Cyrillic letters that look like Latin ones."""
NAMED = frozenset(LETTERS) - {OTHER}


def class_of(sign: str) -> int:
    """The reader's answer to a sign: a rank, a letter, or some other letter."""
    sign = ALIKE.get(sign, sign)
    if sign in RANKS:
        return RANKS.index(sign)
    return FIRST_LETTER + LETTERS.index(sign if sign in NAMED else OTHER)


def any_letters(rng: Rng, lettering: Lettering, strangers: Sequence[str] = STRANGERS) -> Letters:
    """A deck's letters that this typeface has."""
    chances = [chance for _, chance in COUNTRIES]
    draw = int(rng.choice(len(COUNTRIES) + 1, p=[*chances, 1 - sum(chances)]))
    if draw < len(COUNTRIES) and all(lettering.has(sign) for sign in COUNTRIES[draw][0]):
        return COUNTRIES[draw][0]
    there = [sign for sign in strangers if lettering.has(sign)]
    one, two, three, four = (there[int(place)] for place in rng.choice(len(there), 4, replace=False))
    return one, two, three, four
