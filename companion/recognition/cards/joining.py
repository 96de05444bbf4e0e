"""Which corner indices are of one card. Pure: places and chances in, groups of numbers out.

Two opposite indices of a card stand head to head, a certain way apart (``layout``). In a fan only one of each
card is seen, and its neighbours lie a centimetre beside it: so what the indices tell decides between places
that both would do, and a place that fits well joins two that tell different cards, which is a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.cards.index import Index
from companion.recognition.cards.layout import Layout, Pairs

WORST_FIT = 16.0
"""A pair that fits worse (a sum of four squares, 4 on average) is none, whatever it tells."""
MOST_COST = 9.0
"""Half the misfit, and minus the logarithm of the chance that both tell the same card, may come to this."""
LEAST_AGREEMENT = 1e-2
"""Chance that two indices of one card, each sure, tell different ones; a choice between cards told twice,
once wrong, and cards of which each shows one corner being taken for one."""
SAME_CARD = 0.5
"""From this chance of telling the same card on two indices agree."""
BESIDE, SAME_MIDDLE = 0.9, 0.9
"""A third and a fourth index of a card may be so many heights off the corner where they belong."""
BESIDE_TURN = 0.45
"""And turned by so many radians."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The indices of one card: two of opposite corners first where both are seen, ``mirrored`` where those
    are the corners that only decks with four indices print on.
    """

    members: tuple[int, ...]
    paired: bool = False
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Joining:
    """All cards of a frame, and how the indices lie on them."""

    cards: tuple[Joined, ...]
    layout: Layout


def joined(indices: Sequence[Index], cards: np.ndarray, decks: int) -> Joining:
    """The cards that N indices are on; each index is in one card.

    ``cards`` (N, 52) are the chances of what each tells, summing to at most 1. With one deck in play two
    indices that tell the same card may lie on any two corners of it; with more they must lie on opposite
    ones, or beside such a pair.
    """
    if not indices:
        return Joining((), Layout())
    pairs, agreement = Pairs.of(indices), cards @ cards.T
    same = agreement >= SAME_CARD
    first = _matched(pairs.mismatch(Layout()), np.where(same, agreement, 0.0), 0.0)
    layout = pairs.layout_of(first)
    plain = _matched(pairs.mismatch(layout), agreement, LEAST_AGREEMENT)
    left = _without(len(indices), plain)
    crossed = _within(left, pairs.mismatch(layout, mirrored=True), np.where(same, agreement, 0.0))
    found = [Joined(pair, paired=True) for pair in plain]
    found += [Joined(pair, paired=True, mirrored=True) for pair in crossed]
    return Joining(_grouped(indices, pairs, same, found, layout, decks), layout)


def _matched(mismatch: np.ndarray, agreement: np.ndarray, least: float) -> list[tuple[int, int]]:
    """Pairs, each index in one at most, the cheapest first."""
    cost = mismatch / 2 - np.log(np.maximum(agreement + least, 1e-12))
    fits = (mismatch <= WORST_FIT) & (cost <= MOST_COST)
    one, other = np.nonzero(np.triu(fits, 1))
    taken: set[int] = set()
    found = []
    for number in np.argsort(cost[one, other], kind="stable"):
        pair = int(one[number]), int(other[number])
        if taken.isdisjoint(pair):
            taken |= set(pair)
            found.append(pair)
    return found


def _without(count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    taken = {number for pair in pairs for number in pair}
    return [number for number in range(count) if number not in taken]


def _within(numbers: list[int], mismatch: np.ndarray, agreement: np.ndarray) -> list[tuple[int, int]]:
    """Pairs among some of the indices only."""
    chosen = np.ix_(numbers, numbers)
    return [
        (numbers[one], numbers[other]) for one, other in _matched(mismatch[chosen], agreement[chosen], 0.0)
    ]


def _grouped(
    indices: Sequence[Index],
    pairs: Pairs,
    same: np.ndarray,
    found: list[Joined],
    layout: Layout,
    decks: int,
) -> tuple[Joined, ...]:
    """The pairs with the other corners of their cards, and what is left, one card each."""
    groups = _pairs_of_one_card(indices, same, found)
    free = _without(len(indices), [each.members for each in groups])
    for number in list(free):
        owner = _owner(indices, same, groups, number)
        if owner is not None:
            groups[owner] = _with(groups[owner], number)
            free.remove(number)
    return tuple(groups) + (_side_by_side(pairs, same, layout, free) if decks == 1 else _alone(free))


def _with(group: Joined, *numbers: int) -> Joined:
    return Joined((*group.members, *numbers), group.paired, group.mirrored)


def _alone(numbers: Sequence[int]) -> tuple[Joined, ...]:
    return tuple(Joined((number,)) for number in numbers)


def _pairs_of_one_card(indices: Sequence[Index], same: np.ndarray, found: list[Joined]) -> list[Joined]:
    """Two pairs that cross at their middles and tell the same are the four indices of one card."""
    groups: list[Joined] = []
    for pair in found:
        for number, group in enumerate(groups):
            crossing = pair.mirrored != group.mirrored and len(group.members) == 2
            if crossing and same[pair.members[0], group.members[0]] and _one_middle(indices, pair, group):
                groups[number] = _with(group, *pair.members)
                break
        else:
            groups.append(pair)
    return groups


def _middle(indices: Sequence[Index], pair: Joined) -> np.ndarray:
    one, other = (indices[number] for number in pair.members[:2])
    return np.array([(one.x + other.x) / 2, (one.y + other.y) / 2])


def _one_middle(indices: Sequence[Index], pair: Joined, group: Joined) -> bool:
    apart = np.hypot(*(_middle(indices, pair) - _middle(indices, group)))
    return bool(apart < SAME_MIDDLE * indices[pair.members[0]].height_px)


def _owner(indices: Sequence[Index], same: np.ndarray, groups: Sequence[Joined], number: int) -> int | None:
    """Which pair's card an index is a third corner of: it tells the same and lies where that corner is."""
    index = indices[number]
    for place, group in enumerate(groups):
        if len(group.members) > 3 or not same[number, group.members[0]]:
            continue
        for corner, up in _other_corners(indices, group):
            off = np.hypot(index.x - corner[0], index.y - corner[1])
            turn = np.arccos(np.clip(np.dot(up, index.up), -1, 1))
            if off < BESIDE * index.height_px and turn < BESIDE_TURN:
                return place
    return None


def _other_corners(indices: Sequence[Index], group: Joined) -> list[tuple[np.ndarray, np.ndarray]]:
    """The two corners of a card that a pair leaves: place in frame px, and which way is up there."""
    one, other = (indices[number] for number in group.members[:2])
    axis = np.subtract(one.up, other.up)
    axis = axis / max(1e-6, float(np.hypot(*axis)))
    right = np.array([-axis[1], axis[0]])
    half = np.array([other.x - one.x, other.y - one.y]) / 2
    middle = _middle(indices, group)
    up = -float(half @ axis) * axis
    across = float(half @ right) * right
    return [(middle + up + across, axis), (middle - up - across, -axis)]


def _side_by_side(pairs: Pairs, same: np.ndarray, layout: Layout, free: Sequence[int]) -> tuple[Joined, ...]:
    """Two indices that tell the only card of that kind, in neighbouring corners; the others alone."""
    groups: list[tuple[int, ...]] = []
    for number in free:
        for place, group in enumerate(groups):
            if len(group) == 1 and same[number, group[0]] and _neighbouring(pairs, layout, number, group[0]):
                groups[place] = (*group, number)
                break
        else:
            groups.append((number,))
    return tuple(Joined(group) for group in groups)


def _neighbouring(pairs: Pairs, layout: Layout, one: int, other: int) -> bool:
    """Whether two indices lie as two neighbouring corners of a card: along an edge of its length."""
    apart = float(np.hypot(pairs.across[one, other], pairs.along[one, other]))
    if pairs.turned[one, other] < BESIDE_TURN:
        return abs(pairs.across[one, other]) < BESIDE and abs(apart - layout.along) < BESIDE
    return bool(np.pi - pairs.turned[one, other] < BESIDE_TURN and abs(apart - layout.across) < BESIDE)
