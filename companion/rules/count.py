"""Which dice match a bid."""

from __future__ import annotations

from companion.rules.events import Bid, Dice, TotalBid
from companion.rules.game import Game, Round

WILD = 1
"""The face that stands for any other where ones are wild."""

Matches = tuple[tuple[bool, ...], ...]
"""For each seat, for each of its dice in the order revealed: whether it counted."""


def count(bid: Bid, dice: tuple[Dice, ...], ones_wild: bool) -> int:
    """How many dice match the bid; for a total, the sum of all faces (a one is one there)."""
    if isinstance(bid, TotalBid):
        return sum(sum(hand) for hand in dice)
    found = sum(hand.count(bid.face) for hand in dice)
    if ones_wild and bid.face != WILD:
        found += sum(hand.count(WILD) for hand in dice)
    return found


def matching(state: Game | Round, dice: tuple[Dice, ...]) -> Matches:
    """Which of these dice count towards the bid of a round, ended or current; none before any bid."""
    bid = state.bid
    if bid is None:
        return tuple((False,) * len(hand) for hand in dice)
    if isinstance(bid, TotalBid):
        return tuple((True,) * len(hand) for hand in dice)
    faces = {bid.face, WILD} if state.ones_wild else {bid.face}
    return tuple(tuple(face in faces for face in hand) for hand in dice)
