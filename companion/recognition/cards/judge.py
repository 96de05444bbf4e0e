"""Decides each card or its doubts; fuses several looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.core.reading import CardDoubt, ReadCard
from companion.recognition.cards.joining import Joined, Joining, are_cut, box_of, corners_of, joined
from companion.recognition.cards.locator import Index, heights_of, same_places
from companion.recognition.cards.reader import (
    NO_LETTER,
    PRINTED,
    RANKS,
    SIGNS,
    SUITS,
    CardThresholds,
    IndexPredictions,
    cards_of,
)
from companion.recognition.decide.faces import reading_order

UPRIGHT_SURE = 0.5
"""An index's up vector shorter than this is not trusted: 6 and 9 are one figure turned. A choice."""
LEAST_LIKELY, MOST_LIKELY = 0.01, 6
"""Least probability of a card that is offered to the person, and the number of such cards."""
RATHER_NONE, TELLS_NOTHING = 0.2, 0.05
"""A single corner is dropped from this background probability on, and below this largest card probability.
Of 94 composed tables with decks held out that drops 41 % of the 119 unread things that are no index, and 2
of the 111 unread ones that are."""
LIKE_SIZED = 2.0
"""An unread index this many times larger or smaller than the table's median is something else: a court's
face, a pip, writing on a box. As for dice, from 35 degrees off near things are 1.6 times far ones."""
ALIKE_REACH, UNSURE_REACH = (0.6, 0.5), (0.6, 0.32)
"""The locator may find one index twice, shifted by a part of it. Two that predict the same, or of which
one is unread, are one within these shares of a height, along and across (no index is narrower than half
its height)."""
CONTRADICTED = 0.5
"""Two corners contradict each other if they agree on rank, or on suit, less than this times as likely as by
chance; with a corner that shows nothing it is 1."""
CONFIDENT_AT_MOST = 0.9999
"""Confidence is cut off here: two corners of one card err together more often than by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """The indices of a look. ``disputed``: which of them the frames disagree on."""

    indices: tuple[Index, ...]
    predictions: IndexPredictions
    disputed: tuple[bool, ...]

    def with_odds(self, odds: float) -> Corners:
        """Multiplies the odds of each letter of another country."""
        return replace(self, predictions=self.predictions.with_odds(odds))


def told_cards(
    corners: Corners, size: tuple[int, int], trust: CardThresholds, decks: int = 1
) -> tuple[ReadCard, ...]:
    corners = _that_are_indices(corners, trust)
    chances = cards_of(known_signs(corners.predictions), known(corners.predictions.suits))
    joining = joined(corners.indices, chances, decks)
    cut = are_cut(corners.indices, size)
    cards = [
        _judged(corners, card, joining, cut, size, trust)
        for card in joining.cards
        if not _nothing(corners.predictions, card)
    ]
    told = _not_too_often(cards, decks)
    return tuple(told[number] for number in reading_order([card.box for card in told]))


def _nothing(predictions: IndexPredictions, card: Joined) -> bool:
    number = card.members[0]
    alone = len(card.members) == 1
    none, told = predictions.nothing[number], predictions.cards[number].max()
    return alone and bool(none > RATHER_NONE or told < TELLS_NOTHING)


def sure_of(predictions: IndexPredictions, trust: CardThresholds) -> np.ndarray:
    """Which of N predictions are sure: bool (N)."""
    signs = predictions.signs[:, : len(SIGNS)].max(1, initial=0.0) >= trust.rank
    sure: np.ndarray = signs & (predictions.suits[:, :SUITS].max(1, initial=0.0) >= trust.suit)
    return sure


def _that_are_indices(corners: Corners, trust: CardThresholds) -> Corners:
    signs = corners.predictions.signs
    kept = signs[:, : len(SIGNS)].max(1, initial=0.0) > signs[:, len(SIGNS)]
    sure = sure_of(corners.predictions, trust)
    if sure.any():
        heights = heights_of(corners.indices)
        ratios = heights / np.median(heights[sure])
        kept &= sure | (np.maximum(ratios, 1 / ratios) <= LIKE_SIZED)
    numbers = _once_each(corners, sure, np.flatnonzero(kept).tolist())
    return Corners(
        tuple(corners.indices[number] for number in numbers),
        corners.predictions.of(numbers),
        tuple(corners.disputed[number] for number in numbers),
    )


def _once_each(corners: Corners, sure: np.ndarray, numbers: Sequence[int]) -> list[int]:
    if not numbers:
        return []
    ordered = sorted(numbers, key=lambda number: -float(corners.predictions.cards[number].max()))
    indices, cards = [corners.indices[number] for number in ordered], corners.predictions.of(ordered).cards
    alike = cards.argmax(1)[:, None] == cards.argmax(1)[None]
    unsure = ~sure[ordered]
    repeats = same_places(indices, indices, ALIKE_REACH) & alike
    repeats |= same_places(indices, indices, UNSURE_REACH) & (unsure[:, None] | unsure[None])
    kept: list[int] = []
    for place in range(len(ordered)):
        if not repeats[place, kept].any():
            kept.append(place)
    return sorted(ordered[place] for place in kept)


def _judged(
    corners: Corners,
    card: Joined,
    joining: Joining,
    cut: np.ndarray,
    size: tuple[int, int],
    trust: CardThresholds,
) -> ReadCard:
    box = box_of(corners_of(corners.indices, card, joining.layout), size)
    whole = [number for number in card.members if not cut[number]]
    predictions = corners.predictions.of(whole or card.members)
    told_signs, told_suits = known_signs(predictions), known(predictions.suits)
    signs, suits = together(told_signs), together(told_suits)
    joint = cards_of(signs[None], suits[None])[0]
    disagree = _disagree(told_signs, told_suits) or _mixed(predictions, joint)
    told = [
        (CardDoubt.CORNERS_DISAGREE, disagree),
        (CardDoubt.FRAMES_DISAGREE, all(corners.disputed[number] for number in card.members)),
        (CardDoubt.CUT_OFF, not whole),
    ]
    doubts = tuple(doubt for doubt, holds in told if holds)
    upright = max(corners.indices[number].upright for number in card.members) >= UPRIGHT_SURE
    if not doubts and not (upright and signs.max() >= trust.rank and suits.max() >= trust.suit):
        doubts = (CardDoubt.UNREAD,)
    chances = predictions.cards.mean(0) if disagree else joint
    likely = _likely(chances)
    confidence = min(CONFIDENT_AT_MOST, float(chances.max()))
    return ReadCard(box, None if doubts else likely[0], confidence, doubts, likely)


def known(chances: np.ndarray) -> np.ndarray:
    """Probabilities (N, C) from (N, C + 1). The last class, "cannot be made out", supports each class
    alike.
    """
    spread: np.ndarray = chances[:, :-1] + chances[:, -1:] / (chances.shape[1] - 1)
    return spread


def known_signs(predictions: IndexPredictions) -> np.ndarray:
    """Probabilities (N, 27); background supports each rank alike, and no letter."""
    letters = predictions.letters
    ranks = known(predictions.ranks) * letters[:, NO_LETTER, None]
    signs: np.ndarray = np.hstack([ranks, letters[:, NO_LETTER + 1 :]])
    return signs


def together(chances: np.ndarray) -> np.ndarray:
    """One card's probabilities (C,), which sum to 1, from its corners' (N, C)."""
    logs = np.log(chances.clip(1e-9)).sum(0)
    raised = np.exp(logs - logs.max())
    told: np.ndarray = raised / raised.sum()
    return told


def _disagree(signs: np.ndarray, suits: np.ndarray) -> bool:
    of_one = np.minimum(signs @ signs.T * RANKS, suits @ suits.T * SUITS)
    return bool(of_one[np.triu_indices(len(signs), 1)].min(initial=np.inf) < CONTRADICTED)


def _mixed(predictions: IndexPredictions, chances: np.ndarray) -> bool:
    return int(chances.argmax()) not in predictions.cards.argmax(1)


def _likely(chances: np.ndarray) -> tuple[str, ...]:
    order = np.argsort(-chances, kind="stable")[:MOST_LIKELY]
    return tuple(PRINTED[number] for place, number in enumerate(order)
                 if place == 0 or chances[number] >= LEAST_LIKELY)  # fmt: skip


def _not_too_often(cards: Sequence[ReadCard], decks: int) -> list[ReadCard]:
    often = {code for code, count in Counter(card.code for card in cards).items() if code and count > decks}
    return [
        replace(card, code=None, doubts=(CardDoubt.TOO_OFTEN,)) if card.code in often else card
        for card in cards
    ]


def fused(looks: Sequence[Corners], trust: CardThresholds) -> Corners:
    """The last look's indices after a vote of all looks, then those that only earlier looks show.

    An index has the mean of the looks that show it. It is disputed if looks are sure of different cards, or
    one misses it. Raises ``ValueError`` for no looks.
    """
    if not looks:
        raise ValueError("there must be at least one look to fuse, got none")
    last, others = looks[-1], looks[:-1]
    if not others:
        return last
    found = [_counterparts(last, other) for other in others]
    ranks, suits, letters, disputed = [], [], [], []
    for number in range(len(last.indices)):
        views = [last.predictions.of([number])]
        views += [other.predictions.of([place]) for other, there in zip(others, found, strict=True)
                  if (place := there[number]) is not None]  # fmt: skip
        ranks.append(np.mean([view.ranks[0] for view in views], axis=0))
        suits.append(np.mean([view.suits[0] for view in views], axis=0))
        letters.append(np.mean([view.letters[0] for view in views], axis=0))
        disputed.append(len(views) < len(looks) or _contradict(views, trust))
    here = Corners(last.indices, _rows(ranks, suits, letters), tuple(disputed))
    for other in others:
        here = _with_gone(here, other)
    return here


def _counterparts(corners: Corners, other: Corners) -> list[int | None]:
    """For each index, the other look's index at its place."""
    if not corners.indices or not other.indices:
        return [None] * len(corners.indices)
    same = same_places(corners.indices, other.indices)
    likely = np.where(same, [each.chance for each in other.indices], -1.0)
    best = likely.argmax(1)
    return [int(number) if same[row, number] else None for row, number in enumerate(best)]


def _contradict(views: Sequence[IndexPredictions], trust: CardThresholds) -> bool:
    told = {int(view.cards[0].argmax()) for view in views if sure_of(view, trust)[0]}
    return len(told) > 1


def _with_gone(here: Corners, other: Corners) -> Corners:
    there = _counterparts(other, here)
    shows = other.predictions.signs.argmax(1) != len(SIGNS)
    gone = [number for number, place in enumerate(there) if place is None and shows[number]]
    added = other.predictions.of(gone)
    return Corners(
        here.indices + tuple(other.indices[number] for number in gone),
        IndexPredictions(np.concatenate([here.predictions.ranks, added.ranks]),
                      np.concatenate([here.predictions.suits, added.suits]),
                      np.concatenate([here.predictions.letters, added.letters])),
        here.disputed + (True,) * len(gone),
    )  # fmt: skip


def _rows(*columns: Sequence[np.ndarray]) -> IndexPredictions:
    return IndexPredictions(*map(np.array, columns)) if columns[0] else IndexPredictions.none()
