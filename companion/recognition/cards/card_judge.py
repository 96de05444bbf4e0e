"""What is told of each card: rank and suit, or why a person must look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.card_reading import CardDoubt, ReadCard
from companion.recognition.cards.card_box import are_cut, box_of, corners_of
from companion.recognition.cards.card_reader import (
    CODES,
    NO_INDEX,
    NO_SUIT,
    RANKS,
    SUITS,
    IndexVerdicts,
    cards_of,
)
from companion.recognition.cards.card_weights import CardThresholds
from companion.recognition.cards.index import Index, heights_of
from companion.recognition.cards.joining import Joined, Joining, joined
from companion.recognition.order import reading_order

UPRIGHT_SURE = 0.5
"""Shorter than this an index's up vector is not trusted: a 6 and a 9 are one figure turned. A choice."""
LEAST_LIKELY, MOST_LIKELY = 0.01, 6
"""A card is offered to the person from this chance on, and no more cards than that."""
LIKE_SIZED = 2.0
"""An unread index so many times larger or smaller than the middle one of the table is something else: a
court's face, a pip, writing on a box. As for dice, from 35 degrees off near things are 1.6 times far ones."""
CONFIDENT_AT_MOST = 0.9999
"""Two corners of one card err together more often than by chance: nothing is surer than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """The indices of a look, what each tells, and which of them not every frame of the look tells."""

    indices: tuple[Index, ...]
    verdicts: IndexVerdicts
    disputed: tuple[bool, ...]


def told_cards(
    corners: Corners, size: tuple[int, int], trust: CardThresholds, decks: int = 1
) -> tuple[ReadCard, ...]:
    """The cards of a frame of that width and height as they are told, in reading order."""
    corners = _that_are_indices(corners, trust)
    joining = joined(corners.indices, corners.verdicts.cards, decks)
    cut = are_cut(corners.indices, size)
    cards = [_judged(corners, card, joining, cut, size, trust) for card in joining.cards]
    told = _not_too_often(cards, decks)
    return tuple(told[number] for number in reading_order([card.box for card in told]))


def sure_of(verdicts: IndexVerdicts, trust: CardThresholds) -> np.ndarray:
    """Which of N verdicts tell a card for sure: bool (N)."""
    ranks = verdicts.ranks[:, :RANKS].max(1, initial=0.0) >= trust.rank
    return ranks & (verdicts.suits[:, :SUITS].max(1, initial=0.0) >= trust.suit)


def _that_are_indices(corners: Corners, trust: CardThresholds) -> Corners:
    """The corners without things that are no index, and without unread ones of quite another size."""
    ranks = corners.verdicts.ranks
    kept = ranks[:, :RANKS].max(1, initial=0.0) > ranks[:, NO_INDEX]
    sure = sure_of(corners.verdicts, trust)
    if sure.any():
        heights = heights_of(corners.indices)
        ratios = heights / np.median(heights[sure])
        kept &= sure | (np.maximum(ratios, 1 / ratios) <= LIKE_SIZED)
    numbers = np.flatnonzero(kept).tolist()
    return Corners(
        tuple(corners.indices[number] for number in numbers),
        corners.verdicts.of(numbers),
        tuple(corners.disputed[number] for number in numbers),
    )


def _judged(
    corners: Corners,
    card: Joined,
    joining: Joining,
    cut: np.ndarray,
    size: tuple[int, int],
    trust: CardThresholds,
) -> ReadCard:
    """The card as it is told: its code where nothing speaks against it, else doubts."""
    box = box_of(corners_of(corners.indices, card, joining.layout), size)
    whole = [number for number in card.members if not cut[number]]
    verdicts = corners.verdicts.of(whole or card.members)
    ranks, suits = together(verdicts.ranks, NO_INDEX), together(verdicts.suits, NO_SUIT)
    disagree = _disagree(verdicts, trust)
    told = [
        (CardDoubt.CORNERS_DISAGREE, disagree),
        (CardDoubt.FRAMES_DISAGREE, all(corners.disputed[number] for number in card.members)),
        (CardDoubt.CUT_OFF, not whole),
    ]
    doubts = tuple(doubt for doubt, holds in told if holds)
    upright = max(corners.indices[number].upright for number in card.members) >= UPRIGHT_SURE
    if not doubts and not (upright and ranks.max() >= trust.rank and suits.max() >= trust.suit):
        doubts = (CardDoubt.UNREAD,)
    chances = verdicts.cards.mean(0) if disagree else cards_of(ranks[None], suits[None])[0]
    likely = _likely(chances)
    confidence = min(CONFIDENT_AT_MOST, float(chances.max()))
    return ReadCard(box, None if doubts else likely[0], confidence, doubts, likely)


def together(chances: np.ndarray, unknown: int) -> np.ndarray:
    """What the corners of one card (N, C + 1) tell together, (C): chances that sum to 1.

    The last column, ``unknown``, is that a corner shows nothing: it then speaks for each class alike.
    """
    known = chances[:, :unknown] + chances[:, unknown:] / unknown
    logs = np.log(known.clip(1e-9)).sum(0)
    raised = np.exp(logs - logs.max())
    return raised / raised.sum()


def _disagree(verdicts: IndexVerdicts, trust: CardThresholds) -> bool:
    """Whether two corners are sure of different cards."""
    sure = sure_of(verdicts, trust)
    return len(set(verdicts.cards[sure].argmax(1).tolist())) > 1


def _likely(chances: np.ndarray) -> tuple[str, ...]:
    """The codes that a card may be, the likeliest first; at least one."""
    order = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
    return tuple(CODES[number] for place, number in enumerate(order)
                 if place == 0 or chances[number] >= LEAST_LIKELY)  # fmt: skip


def _not_too_often(cards: Sequence[ReadCard], decks: int) -> list[ReadCard]:
    """The cards, those in doubt of which more are told than the decks in play hold."""
    often = {code for code, count in Counter(card.code for card in cards).items() if code and count > decks}
    return [
        replace(card, code=None, doubts=(CardDoubt.TOO_OFTEN,)) if card.code in often else card
        for card in cards
    ]
