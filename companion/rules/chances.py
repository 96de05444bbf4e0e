"""Exact chances of bids for somebody who sees some dice; hidden dice are fair and independent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb

from companion.rules.adjudicate import count
from companion.rules.events import FACES, Bid, Dice, TotalBid
from companion.rules.game import Game

_SIDES = len(FACES)


def chance(game: Game, seat: int, hand: Dice, bid: Bid, *, exactly: bool = False) -> float:
    """The chance, 0-1, that a bid holds, for ``seat`` with ``hand``, shown dice included.

    ``exactly``: that it is exactly right. Others' shown dice count as seen; bids tell nothing about hidden
    dice. Raises ValueError for a missing seat, or if the seat holds another number
    of dice.
    """
    if not 0 <= seat < len(game.dice):
        raise ValueError(f"there is no seat {seat}: seats are 0 to {len(game.dice) - 1}")
    if len(hand) != game.dice[seat]:
        raise ValueError(f"seat {seat} holds {game.dice[seat]} dice, got {len(hand)}")
    seen = [hand, *(faces for other, faces in enumerate(game.shown) if other != seat)]
    return chance_among(bid, seen, game.dice_in_play, game.ones_wild, game.wild_face, exactly)


def chance_among(
    bid: Bid, seen: Sequence[Dice], in_play: int, ones_wild: bool, wild: int, exactly: bool = False
) -> float:
    """The chance, 0-1, of a bid if ``seen`` are known of ``in_play`` dice."""
    missing, hidden = bid.claim - count(bid, seen, ones_wild, wild), in_play - sum(map(len, seen))
    if isinstance(bid, TotalBid):
        ways = _ways_to_add_up(hidden)
    else:
        ways = _ways_to_match(hidden, 2 if ones_wild and bid.face != wild else 1)
    if exactly:
        return ways.exactly[missing] if 0 <= missing < len(ways.exactly) else 0.0
    if missing <= 0:
        return 1.0
    return ways.at_least[missing] if missing < len(ways.at_least) else 0.0


class _Ways:
    __slots__ = ("at_least", "exactly")

    def __init__(self, ways: Sequence[int]) -> None:
        every = sum(ways)
        self.exactly = tuple(each / every for each in ways)
        self.at_least = tuple(each / every for each in [*accumulate(reversed(ways))][::-1])


@lru_cache(256)
def _ways_to_match(hidden: int, faces: int) -> _Ways:
    """``faces``: how many faces of a die match."""
    return _Ways(
        [
            comb(hidden, found) * faces**found * (_SIDES - faces) ** (hidden - found)
            for found in range(hidden + 1)
        ]
    )


@lru_cache(256)
def _ways_to_add_up(hidden: int) -> _Ways:
    ways = [1]
    for _ in range(hidden):
        ways = [sum(ways[max(0, total - _SIDES) : total]) for total in range(len(ways) + _SIDES)]
    return _Ways(ways)
