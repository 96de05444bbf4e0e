"""Which dice match a bid."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.events import Bid, Dice, TotalBid
from companion.rules.game import Game, Round

WILD = 1
"""The face that stands for any other where ones are wild, but for dice with the star on the six."""

Matches = tuple[tuple[bool, ...], ...]
"""For each seat, for each of its dice in the order revealed: whether it counted."""


def count(bid: Bid, dice: Sequence[Dice], ones_wild: bool, wild: int = WILD) -> int:
    """How many dice match the bid; for a total, the sum of all faces (a one is one there).

    ``ones_wild`` tells whether the face ``wild`` counts as any face: 1, or 6 where the star is on the six.
    """
    if isinstance(bid, TotalBid):
        return sum(map(sum, dice))
    face = bid.face
    if ones_wild and face != wild:
        return sum([hand.count(face) + hand.count(wild) for hand in dice])
    return sum([hand.count(face) for hand in dice])


def matching(state: Game | Round, dice: tuple[Dice, ...]) -> Matches:
    """Which of these dice count towards the bid of a round, ended or current; none before any bid."""
    bid = state.bid
    if bid is None:
        return tuple((False,) * len(hand) for hand in dice)
    if isinstance(bid, TotalBid):
        return tuple((True,) * len(hand) for hand in dice)
    faces = {bid.face, state.wild_face} if state.ones_wild else {bid.face}
    return tuple(tuple(face in faces for face in hand) for hand in dice)
