"""What the eye tells the card table: cards lying face up, and doubts. Values, shared by eye and play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.reading import Box


class CardDoubt(Enum):
    """Why a card must be looked at by a person."""

    UNREAD = "unread"
    """A corner is seen, its rank or its suit is not sure."""
    CORNERS_DISAGREE = "corners_disagree"
    """Two corners of one card tell different cards."""
    FRAMES_DISAGREE = "frames_disagree"
    """Not every frame of the reading tells this card."""
    TOO_OFTEN = "too_often"
    """It is seen more often than the decks in play hold it."""
    CUT_OFF = "cut_off"
    """The edge of the picture cuts the corner that it was read by."""


class Deck(Enum):
    """Which letters stand in the corners of jack, queen, king and ace."""

    ANY = "any"
    """Nobody said: by the letters that are seen."""
    INTERNATIONAL = "international"
    """J Q K A."""
    GERMAN = "german"
    """B D K A."""
    FRENCH = "french"
    """V D R, and 1 or A; Portuguese decks, too."""
    DUTCH = "dutch"
    """B V H A."""
    NORDIC = "nordic"
    """Kn or B, D K, and E or A."""
    ITALIAN = "italian"
    """F, D or C, R, A."""
    POLISH = "polish"
    """W D K A."""
    RUSSIAN = "russian"
    """В Д К Т."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card lying face up.

    ``code`` is rank and suit as the record writes them ("10H", "AS"), ``None`` where the eye abstains.
    ``box`` goes round the card as far as the corners that were seen tell where it lies, inside the frame.
    ``confidence`` is 0-1, the chance that ``code`` is right. ``likely`` are the codes that it may be, the
    likeliest first, for a person to choose from; with a ``code`` that is its first.
    """

    box: Box
    code: str | None
    confidence: float
    doubts: tuple[CardDoubt, ...] = ()
    likely: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence must be 0-1, got {self.confidence!r}")


@dataclass(frozen=True, slots=True)
class CardReading:
    """All cards of one look, in reading order, and the milliseconds each step took."""

    size: tuple[int, int]
    cards: tuple[ReadCard, ...]
    ms: tuple[tuple[str, float], ...] = ()

    @property
    def certain(self) -> bool:
        """True when no card is in doubt."""
        return not any(card.doubts for card in self.cards)
