"""Several looks at still cards made one, index by index; what they disagree on is a doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.cards.card_judge import Corners, sure_of
from companion.recognition.cards.card_reader import SIGNS, IndexPredictions
from companion.recognition.cards.card_weights import CardThresholds
from companion.recognition.cards.index import same_places


def fused(looks: Sequence[Corners], trust: CardThresholds) -> Corners:
    """The last look's indices, the others voting, and after them those that only earlier looks show.

    The chances of an index are the mean of the looks that show it. It is disputed where two looks are sure of
    different cards, and where another look does not show it there. Raises ``ValueError`` for no looks at all.
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
    """For each index the number of the other look's index that lies where it lies."""
    if not corners.indices or not other.indices:
        return [None] * len(corners.indices)
    same = same_places(corners.indices, other.indices)
    likely = np.where(same, [each.chance for each in other.indices], -1.0)
    best = likely.argmax(1)
    return [int(number) if same[row, number] else None for row, number in enumerate(best)]


def _contradict(views: Sequence[IndexPredictions], trust: CardThresholds) -> bool:
    """Whether two looks at one index are sure of different cards."""
    told = {int(view.cards[0].argmax()) for view in views if sure_of(view, trust)[0]}
    return len(told) > 1


def _with_gone(here: Corners, other: Corners) -> Corners:
    """The indices of an earlier look that lie nowhere in this one, beside it, in dispute."""
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
    """Predictions from the rows of ranks, of suits and of letters."""
    return IndexPredictions(*map(np.array, columns)) if columns[0] else IndexPredictions.none()
