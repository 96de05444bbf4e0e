"""Cards laid on a table for the tests: where a camera sees their corner indices. No pictures, only places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import (
    CODES,
    NO_INDEX,
    NO_SUIT,
    RANKS,
    SUITS,
    IndexPredictions,
    no_letters,
)

WIDE_MM, TALL_MM = 63.0, 88.0


@dataclass(frozen=True)
class Deck:
    """Where a deck prints its indices: height, and the middle's place from the corner, mm."""

    height_mm: float = 15.0
    across_mm: float = 6.3
    along_mm: float = 14.0
    four: bool = False

    def places(self) -> list[tuple[float, float, int]]:
        """The indices of a card about its middle, mm, and whether they stand upright (1) or on their head."""
        x, y = WIDE_MM / 2 - self.across_mm, TALL_MM / 2 - self.along_mm
        plain = [(-x, -y, 1), (x, y, -1)]
        return [*plain, (x, -y, 1), (-x, y, -1)] if self.four else plain


@dataclass(frozen=True)
class Lying:
    """A card on the table: its code, its middle in mm, and its turn in radians."""

    code: str
    x: float
    y: float
    turn: float = 0.0

    def on_table(self, point: tuple[float, float]) -> np.ndarray:
        spin = np.array([[np.cos(self.turn), -np.sin(self.turn)], [np.sin(self.turn), np.cos(self.turn)]])
        place: np.ndarray = spin @ np.array(point) + (self.x, self.y)
        return place

    def covers(self, at: np.ndarray) -> bool:
        spin = np.array([[np.cos(self.turn), np.sin(self.turn)], [-np.sin(self.turn), np.cos(self.turn)]])
        x, y = spin @ (at - (self.x, self.y))
        return bool(abs(x) < WIDE_MM / 2 and abs(y) < TALL_MM / 2)


@dataclass(frozen=True)
class View:
    """A camera over the table: its height in mm, how far it leans from straight down, and where to."""

    height_mm: float = 900.0
    lean: float = 0.0
    towards: float = 0.0
    focal_px: float = 2000.0
    size: tuple[int, int] = (2304, 1296)

    def seen(self, at: np.ndarray) -> np.ndarray:
        """Where a point of the table is in the frame, px."""
        spin = np.array(
            [[np.cos(self.towards), -np.sin(self.towards)], [np.sin(self.towards), np.cos(self.towards)]]
        )
        x, y = spin @ at
        far = self.height_mm - y * np.sin(self.lean)
        flat = np.array([x, y * np.cos(self.lean)]) / far * self.focal_px
        place: np.ndarray = spin.T @ flat + np.array(self.size) / 2
        return place


@dataclass(frozen=True)
class Seen:
    """The indices of a table as the camera sees them, and which card (number) each is of."""

    indices: list[Index]
    owners: list[int]
    codes: list[str]

    def groups(self) -> set[frozenset[int]]:
        """The truth: the numbers of the indices of each card."""
        return {
            frozenset(number for number, each in enumerate(self.owners) if each == owner)
            for owner in set(self.owners)
        }


def seen(cards: list[Lying], view: View | None = None, deck: Deck | None = None, noise: float = 0.0,
         seed: int = 0) -> Seen:  # fmt: skip
    """What is seen of cards, each lying on those before it; ``noise`` shakes places, heights and turns."""
    view, deck, rng = view or View(), deck or Deck(), np.random.default_rng(seed)
    found = Seen([], [], [])
    for number, card in enumerate(cards):
        for x, y, up in deck.places():
            ends = [(x, y - up * deck.height_mm / 2), (x, y + up * deck.height_mm / 2)]
            rim = [
                (x + side * 3.0, y + end * deck.height_mm / 2) for side in (-1, 0, 1) for end in (-1, 0, 1)
            ]
            if any(other.covers(card.on_table(at)) for other in cards[number + 1 :] for at in rim):
                continue
            top, bottom = (view.seen(card.on_table(end)) for end in ends)
            found.indices.append(_shaken(top, bottom, noise, rng))
            found.owners.append(number)
            found.codes.append(card.code)
    return found


def _shaken(top: np.ndarray, bottom: np.ndarray, noise: float, rng: np.random.Generator) -> Index:
    height = float(np.hypot(*(top - bottom)))
    up = (top - bottom) / height
    middle = (top + bottom) / 2 + rng.normal(0, noise * height / 2, 2)
    turn = np.arctan2(up[1], up[0]) + rng.normal(0, noise)
    height *= float(np.exp(rng.normal(0, noise)))
    return Index(float(middle[0]), float(middle[1]), height, (float(np.cos(turn)), float(np.sin(turn))), 0.9)


def verdicts(codes: list[str | None], sure: float = 0.999) -> IndexPredictions:
    """Verdicts that tell those cards with that chance of rank and of suit; ``None`` tells no index."""
    ranks = np.full((len(codes), RANKS + 1), 0.0)
    suits = np.full((len(codes), SUITS + 1), 0.0)
    for number, code in enumerate(codes):
        at = NO_INDEX, NO_SUIT
        if code is not None:
            at = divmod(CODES.index(code), SUITS)
        for row, place in ((ranks[number], at[0]), (suits[number], at[1])):
            row[:] = (1 - sure) / (len(row) - 1)
            row[place] = sure
    return IndexPredictions(ranks, suits, no_letters(len(codes)))
