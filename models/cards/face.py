"""The face of a card: its picture, and the places of its indices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""In the order of the reader's answer and of companion.rules.Rank."""
SUITS = ("S", "H", "D", "C")
"""In the order of the reader's answer and of companion.rules.Suit."""
NO_RANK, NO_SUIT = len(RANKS), len(SUITS)
"""The reader's last answers: background, and no readable suit."""
OTHER = "?"
LETTERS = ("B", "V", "D", "R", "H", "F", "C", "E", "W", "T", "Д", "Kn", "1", OTHER)
"""Other countries' letters, in the order of the reader's answer; the last is any other."""
FIRST_LETTER = NO_RANK + 1
UNSURE = -100
"""A truth without a loss: so much of the index is hidden that either answer would do."""
CARD_MM = (63.0, 88.0)
FACE_PX = 504
"""Height of every picture; the width follows from the deck."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A deck's upper left index, in shares of width and height.

    ``left`` to ``right`` and ``top`` to ``bottom`` go round rank and suit, ``rank_bottom`` and ``suit_top``
    part them. ``axis``: their common horizontal place.
    """

    left: float
    top: float
    right: float
    bottom: float
    rank_bottom: float
    suit_top: float

    def __post_init__(self) -> None:
        if not 0 <= self.left < self.right <= 0.5 or not 0 <= self.top < self.bottom <= 0.5:
            raise ValueError(f"an index lies in the upper left quarter of its card, got {self}")
        if not self.top < self.rank_bottom < self.bottom or not self.top < self.suit_top < self.bottom:
            raise ValueError(f"the suit stands below the rank within the index, got {self}")

    @property
    def axis(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Index:
    """A printed index in card px: two rectangles (left, top, right, bottom) seen by its reader.

    ``upside_down``: for the reader at the card's other end.
    """

    rank: tuple[float, float, float, float]
    suit: tuple[float, float, float, float]
    upside_down: bool

    @property
    def middle(self) -> tuple[float, float]:
        """The middle between the rank's top and the suit's bottom."""
        (left, top, right, bottom) = self.whole
        return (left + right) / 2, (top + bottom) / 2

    @property
    def whole(self) -> tuple[float, float, float, float]:
        one, other = self.rank, self.suit
        return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Middles of the rank's top edge and the suit's bottom edge."""
        left, top, right, bottom = self.whole
        axis = (left + right) / 2
        return ((axis, bottom), (axis, top)) if self.upside_down else ((axis, top), (axis, bottom))


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card: ``bgra`` uint8 (FACE_PX, W, 4), rank and suit by place in the tuples, indices.

    A joker and a back have ``NO_RANK``, ``NO_SUIT`` and no index.
    """

    bgra: np.ndarray
    rank: int
    suit: int
    indices: tuple[Index, ...]

    @property
    def code(self) -> str:
        """The print; empty for a joker, a back and a strange suit."""
        return sign_of(self.rank) + SUITS[self.suit] if self.suit < NO_SUIT else ""


def sign_of(rank: int) -> str:
    """A rank or a letter; empty for nothing."""
    return RANKS[rank] if rank < NO_RANK else "" if rank == NO_RANK else LETTERS[rank - FIRST_LETTER]


def indices_of(slot: Slot, width: int, height: int, four: bool = False) -> tuple[Index, ...]:
    """Two, each upright from its end, or one in every corner."""
    rank = (slot.left * width, slot.top * height, slot.right * width, slot.rank_bottom * height)
    suit = (slot.left * width, slot.suit_top * height, slot.right * width, slot.bottom * height)
    corners = [(rank, suit)]
    if four:
        corners.append((_mirrored(rank, width), _mirrored(suit, width)))
    upright = [Index(*corner, False) for corner in corners]
    turned = [Index(_turned(a, width, height), _turned(b, width, height), True) for a, b in corners]
    return (*upright, *turned)


def _mirrored(box: tuple[float, float, float, float], width: int) -> tuple[float, float, float, float]:
    return width - box[2], box[1], width - box[0], box[3]


def _turned(
    box: tuple[float, float, float, float], width: int, height: int
) -> tuple[float, float, float, float]:
    return width - box[2], height - box[3], width - box[0], height - box[1]
