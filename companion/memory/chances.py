"""How likely a bid was to be true, given the dice that its maker held and those that all could see."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from math import comb

from companion.memory.rounds import PlacedBid, PlayedRound
from companion.rules.count import count
from companion.rules.events import TotalBid
from companion.rules.game import Round

FACES = 6


def chances(played: PlayedRound, of: Container[int] | None = None) -> tuple[float | None, ...]:
    """The chance of each bid of a round, 0-1; ``None`` where the dice of that moment were not revealed.

    The maker knows the own dice and those outside the cups. Each other die shows any face equally likely.
    A bid before a later reroll is ``None``: the dice that it was made about did not stay. With ``of`` only
    the bids of these seats are looked at, and all others are ``None``.
    """
    ended = played.ended
    if ended is None:
        return (None,) * len(played.bids)
    rerolled = max((at for at, placed in enumerate(played.bids) if placed.put_out), default=-1)
    in_play = sum(played.held)
    return tuple(
        _chance(placed, ended, in_play)
        if at > rerolled and (of is None or placed.bid.player in of)
        else None
        for at, placed in enumerate(played.bids)
    )


def _chance(placed: PlacedBid, ended: Round, in_play: int) -> float:
    bid = placed.bid
    known = [ended.dice[bid.player]]
    if any(placed.shown):
        known += [faces for seat, faces in enumerate(placed.shown) if seat != bid.player]
    hidden = in_play - sum(map(len, known))
    missing = bid.claim - count(bid, known, ended.ones_wild, ended.wild_face)
    if isinstance(bid, TotalBid):
        return _sum_reaches(missing, hidden)
    matching = 2 if ended.ones_wild and bid.face != ended.wild_face else 1
    return _so_many_match(missing, hidden, matching)


@lru_cache(4096)
def _so_many_match(missing: int, hidden: int, matching: int) -> float:
    """The chance that at least ``missing`` of the hidden dice show one of ``matching`` faces."""
    if missing <= 0:
        return 1.0
    ways: int = sum(
        comb(hidden, found) * matching**found * (FACES - matching) ** (hidden - found)
        for found in range(missing, hidden + 1)
    )
    return float(ways / FACES**hidden)


@lru_cache(4096)
def _sum_reaches(missing: int, hidden: int) -> float:
    """The chance that the hidden dice add up to at least ``missing``."""
    if hidden <= 0:
        return 1.0 if missing <= 0 else 0.0
    return sum(_sum_reaches(missing - face, hidden - 1) for face in range(1, FACES + 1)) / FACES
