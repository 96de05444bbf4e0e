"""The card eye's weights: two networks, checked against their hashes, and how far they are trusted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.recognition.weights import load_listed

CARD_LISTING = "models/card_weights.json"
"""Names, hashes and thresholds of the card eye's weights; written by models/cards."""
CARD_NETWORKS = ("locator", "reader")


@dataclass(frozen=True, slots=True)
class CardThresholds:
    """Chosen with the weights (models/cards/README.md), so kept with them.

    ``centre``: least chance of a located index. ``rank``, ``suit``: least calibrated confidence of a rank and
    of a suit that are told. ``temperature`` divides the logits of both, ``letters`` those of letters.
    """

    centre: float
    rank: float
    suit: float
    temperature: float
    letters: float = 1.0


@dataclass(frozen=True, slots=True)
class CardWeights:
    """The two networks' bytes, verified, and their thresholds."""

    locator: bytes
    reader: bytes
    thresholds: CardThresholds


def load_card_weights(listing: Path | None = None) -> CardWeights:
    """The shipped weights, or those beside another ``card_weights.json``.

    Raises ``WeightsError`` when a file is missing, unreadable or not the one that was listed.
    """
    networks, thresholds = load_listed(listing or CARD_LISTING, CARD_NETWORKS, CardThresholds)
    return CardWeights(**networks, thresholds=thresholds)
