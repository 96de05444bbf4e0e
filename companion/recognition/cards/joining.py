"""Groups the corner indices of each card. Pure.

Two opposite indices of a card are upside down to each other, at a certain distance (``layout``). A fan shows
one index per card, a centimetre from its neighbours. Predictions then choose between possible places. A pair
that fits well but predicts different cards is one card in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.reading import Box
from companion.recognition.cards.locator import Index, centres_of, heights_of, ups_of

CARD_MM = (63.0, 88.0)
"""A poker card; a bridge card's 56 mm width changes less than the spreads below."""
INDEX_AT_MM = (6.3, 14.0)
"""Middle of an index from its corner, across and along the card: 5.5-7 mm and 12-17 mm on usual decks."""
APART_MM = (CARD_MM[0] - 2 * INDEX_AT_MM[0], CARD_MM[1] - 2 * INDEX_AT_MM[1])
"""From one index to the opposite one, across and along the card."""
INDEX_MM = 15.0
"""Usual height of an index; decks have 12 to 19 mm."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The step from one index to the opposite one, in index heights, across and along the card.

    Spreads are standard deviations: of the direction, in radians, and of the distance's logarithm (the
    largest indices are 30 mm tall).
    """

    across: float = APART_MM[0] / INDEX_MM
    along: float = APART_MM[1] / INDEX_MM
    angle_spread: float = 0.13
    reach_spread: float = 0.3

    @property
    def px_per_mm(self) -> float:
        return float(np.hypot(self.across, self.along) / np.hypot(*APART_MM))


TURN_SPREAD, HEIGHT_SPREAD = 0.13, 0.18
"""Standard deviations between two indices of a card: of the half turn, in radians, and of the height's
natural logarithm. That is 7 degrees, and a fifth of the height: the locator's error and a slanting view."""
TABLE_SPREADS = (0.13, 0.16)
"""Spreads of direction and distance once learned from the table's own pairs: the slant remains."""
TELLING = 3
"""From this many pairs on that predict the same card twice, their medians give this deck's layout."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How each two of N indices lie to each other: symmetric (N, N).

    ``across``, ``along`` and ``apart``: in heights. ``turned``: deviation from a half turn, radians.
    ``taller``: logarithm of the height ratio.
    """

    across: np.ndarray
    along: np.ndarray
    apart: np.ndarray
    turned: np.ndarray
    taller: np.ndarray

    @classmethod
    def of(cls, indices: Sequence[Index]) -> Pairs:
        centres, ups, heights = centres_of(indices), ups_of(indices), heights_of(indices)
        axis = ups[:, None] - ups[None]
        axis /= np.hypot(axis[..., 0], axis[..., 1])[..., None].clip(1e-6)
        apart = (centres[None] - centres[:, None]) / np.sqrt(heights[:, None] * heights[None])[..., None]
        along = -(apart * axis).sum(2)
        across = apart[..., 1] * axis[..., 0] - apart[..., 0] * axis[..., 1]
        turned = np.arccos((-(ups[:, None] * ups[None]).sum(2)).clip(-1, 1))
        return cls(
            across,
            along,
            np.hypot(apart[..., 0], apart[..., 1]),
            turned,
            np.abs(np.log(heights[:, None] / heights[None])),
        )

    def mismatch(self, layout: Layout, mirrored: bool = False) -> np.ndarray:
        """Misfit (N, N), a sum of four squares. ``mirrored``: for corners that only decks with four
        indices print on.
        """
        across = -self.across if mirrored else self.across
        angle = np.arctan2(across, self.along) - np.arctan2(layout.across, layout.along)
        reach = np.log(np.hypot(across, self.along).clip(1e-6)) - np.log(
            np.hypot(layout.across, layout.along)
        )
        squares: np.ndarray = (
            (angle / layout.angle_spread) ** 2
            + (reach / layout.reach_spread) ** 2
            + (self.turned / TURN_SPREAD) ** 2
            + (self.taller / HEIGHT_SPREAD) ** 2
        )
        np.fill_diagonal(squares, np.inf)
        return squares

    def layout_of(self, joined: Sequence[tuple[int, int]]) -> Layout:
        """The usual layout if too few pairs are surely one card."""
        if len(joined) < TELLING:
            return Layout()
        one, other = np.array(joined).T
        across, along = (float(np.median(each[one, other])) for each in (self.across, self.along))
        return Layout(across, along, *TABLE_SPREADS)


WORST_FIT = 16.0
"""Largest misfit of a pair (a sum of four squares, 4 on average), whatever it predicts."""
MOST_COST = 9.0
"""Largest cost of a pair: half the misfit minus the logarithm of the probability of the same card."""
LEAST_AGREEMENT = 2e-3
"""Taken as the probability that two sure indices of one card differ. It weighs two errors: one card taken for
two, and two cards with one corner each taken for one. A choice."""
SAME_CARD = 0.5
"""From this probability of the same card on two indices agree."""
BESIDE, SAME_MIDDLE = 0.9, 0.9
"""Largest distance of a card's third and fourth index from their expected corner, and of the middles of two
such pairs, in heights."""
BESIDE_TURN = 0.45
"""Largest deviation of the third and fourth index's rotation, in radians."""
NEIGHBOURS_OFF = 0.45
"""Largest deviation of two neighbouring indices' distance, in heights, from that of usual decks, natural
logarithm: of small indices the distance is larger."""
LEAST_OWNED = 0.25 / 52
"""A third corner may be unsure, but must not contradict the card more than this (1/52 says nothing)."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The indices of one card.

    ``mirrored``: in the corners that only decks with four indices print on.
    """

    members: tuple[int, ...]
    paired: bool = False
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Joining:
    cards: tuple[Joined, ...]
    layout: Layout


def joined(indices: Sequence[Index], cards: np.ndarray, decks: int) -> Joining:
    """The cards of N indices; each index is in one card.

    ``cards`` (N, 108): probabilities. With one deck in play equal indices may lie at any two corners. With
    more decks they must be opposite, or beside such a pair.
    """
    if not indices:
        return Joining((), Layout())
    pairs, agreement = Pairs.of(indices), cards @ cards.T
    same = agreement >= SAME_CARD
    first = _matched(pairs.mismatch(Layout()), np.where(same, agreement, 0.0), 0.0)
    layout = pairs.layout_of(first)
    agreeing = np.where(same, agreement, 0.0)
    plain = _matched(pairs.mismatch(layout), agreeing, 0.0)
    left = _without(len(indices), plain)
    crossed = _within(left, pairs.mismatch(layout, mirrored=True), agreeing, 0.0)
    groups = [Joined(pair, paired=True) for pair in plain]
    groups = _pairs_of_one_card(
        indices, same, groups + [Joined(pair, paired=True, mirrored=True) for pair in crossed]
    )
    groups = _with_third_corners(indices, agreement, groups)
    groups += _neighbours(pairs, same, layout, _without(len(indices), _members(groups)), groups, decks)
    alone = _without(len(indices), _members(groups))
    groups += [
        Joined(pair, paired=True)
        for pair in _within(alone, pairs.mismatch(layout), agreement, LEAST_AGREEMENT)
    ]
    alone = _without(len(indices), _members(groups))
    return Joining((*groups, *(Joined((number,)) for number in alone)), layout)


def _matched(mismatch: np.ndarray, agreement: np.ndarray, least: float) -> list[tuple[int, int]]:
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


def _without(count: int, pairs: Sequence[tuple[int, ...]]) -> list[int]:
    taken = {number for pair in pairs for number in pair}
    return [number for number in range(count) if number not in taken]


def _within(
    numbers: list[int], mismatch: np.ndarray, agreement: np.ndarray, least: float
) -> list[tuple[int, int]]:
    chosen = np.ix_(numbers, numbers)
    return [
        (numbers[one], numbers[other]) for one, other in _matched(mismatch[chosen], agreement[chosen], least)
    ]


def _members(groups: Sequence[Joined]) -> list[tuple[int, ...]]:
    return [group.members for group in groups]


def _with_third_corners(
    indices: Sequence[Index], agreement: np.ndarray, groups: Sequence[Joined]
) -> list[Joined]:
    groups = list(groups)
    for number in _without(len(indices), _members(groups)):
        owner = _owner(indices, agreement, groups, number)
        if owner is not None:
            groups[owner] = _with(groups[owner], number)
    return groups


def _with(group: Joined, *numbers: int) -> Joined:
    return Joined((*group.members, *numbers), group.paired, group.mirrored)


def _pairs_of_one_card(indices: Sequence[Index], same: np.ndarray, found: list[Joined]) -> list[Joined]:
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


def _owner(
    indices: Sequence[Index], agreement: np.ndarray, groups: Sequence[Joined], number: int
) -> int | None:
    index = indices[number]
    for place, group in enumerate(groups):
        if len(group.members) > 3 or agreement[number, group.members[0]] < LEAST_OWNED:
            continue
        for corner, up in _other_corners(indices, group):
            off = np.hypot(index.x - corner[0], index.y - corner[1])
            turn = np.arccos(np.clip(np.dot(up, index.up), -1, 1))
            if off < BESIDE * index.height_px and turn < BESIDE_TURN:
                return place
    return None


def _other_corners(indices: Sequence[Index], group: Joined) -> list[tuple[np.ndarray, np.ndarray]]:
    one, other = (indices[number] for number in group.members[:2])
    axis = np.subtract(one.up, other.up)
    axis = axis / max(1e-6, float(np.hypot(*axis)))
    right = np.array([-axis[1], axis[0]])
    half = np.array([other.x - one.x, other.y - one.y]) / 2
    middle = _middle(indices, group)
    up = -float(half @ axis) * axis
    across = float(half @ right) * right
    return [(middle + up + across, axis), (middle - up - across, -axis)]


def _neighbours(
    pairs: Pairs, same: np.ndarray, layout: Layout, free: Sequence[int], groups: Sequence[Joined], decks: int
) -> list[Joined]:
    """Neighbouring corners of a card that predict the same, among the free indices.

    With several decks in play they may be two equal cards side by side. They count as one only if this deck
    has shown four indices: on one card, or on two such pairs of different cards.
    """
    beside, head_to_head = [], []
    for place, one in enumerate(free):
        for other in free[:place]:
            if same[one, other] and _at_one_end(pairs, layout, one, other):
                beside.append((other, one))
            elif same[one, other] and _along_an_edge(pairs, layout, one, other):
                head_to_head.append((other, one))
    four = any(len(group.members) > 2 or group.mirrored for group in groups)
    four = four or any(not same[one[0], other[0]] for one in beside for other in beside)
    joinable = head_to_head + (beside if decks == 1 or four else [])
    taken: set[int] = set()
    found = []
    for pair in joinable:
        if taken.isdisjoint(pair):
            taken |= set(pair)
            found.append(Joined(pair))
    return found


def _at_one_end(pairs: Pairs, layout: Layout, one: int, other: int) -> bool:
    turned = float(np.pi - pairs.turned[one, other])
    return turned < BESIDE_TURN and _about(pairs.apart[one, other], layout.across)


def _along_an_edge(pairs: Pairs, layout: Layout, one: int, other: int) -> bool:
    straight = abs(pairs.across[one, other]) < BESIDE and pairs.along[one, other] > 0
    return bool(
        straight and pairs.turned[one, other] < BESIDE_TURN and _about(pairs.apart[one, other], layout.along)
    )


def _about(apart: float, wanted: float) -> bool:
    return abs(float(np.log(max(apart, 1e-6) / wanted))) < NEIGHBOURS_OFF


INDEX_WIDE = 0.42
"""Width of an index over its height: about that of a 10."""


def corners_of(indices: Sequence[Index], card: Joined, layout: Layout) -> np.ndarray:
    one = indices[card.members[0]]
    if card.paired:
        other = indices[card.members[1]]
        axis = np.subtract(one.up, other.up)
        axis = axis / max(1e-6, float(np.hypot(*axis)))
        apart = np.array([other.x - one.x, other.y - one.y])
        middle = np.array([one.x, one.y]) + apart / 2
    else:
        axis = np.array(one.up)
        middle = None
    right = np.array([-axis[1], axis[0]])
    if middle is None:
        apart = one.height_px * (layout.across * right - layout.along * axis)
        middle = np.array([one.x, one.y]) + apart / 2
    wide = abs(float(apart @ right)) * CARD_MM[0] / APART_MM[0] / 2 * right
    tall = abs(float(apart @ axis)) * CARD_MM[1] / APART_MM[1] / 2 * axis
    return np.array([middle - wide + tall, middle + wide + tall, middle + wide - tall, middle - wide - tall])


def box_of(corners: np.ndarray, size: tuple[int, int]) -> Box:
    left, top = (int(np.floor(each)) for each in corners.min(0))
    right, bottom = (int(np.ceil(each)) for each in corners.max(0))
    left, top = min(max(0, left), size[0] - 1), min(max(0, top), size[1] - 1)
    return left, top, max(left + 1, min(size[0], right)), max(top + 1, min(size[1], bottom))


def are_cut(indices: Sequence[Index], size: tuple[int, int]) -> np.ndarray:
    ups = ups_of(indices) * heights_of(indices)[:, None] / 2
    rights = np.stack([-ups[:, 1], ups[:, 0]], 1) * INDEX_WIDE
    ends = centres_of(indices)[:, None] + np.stack(
        [ups + rights, ups - rights, rights - ups, -ups - rights], 1
    )
    outside: np.ndarray = ((ends < 0) | (ends > size)).any((1, 2))
    return outside
