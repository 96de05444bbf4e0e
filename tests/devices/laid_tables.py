"""Simulated tables for the tests, and what can be seen of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.simulator import SimulatedTable, SpriteSet
from tests.clocks import ManualClock

SIZE = (1280, 720)


def table_of(sprites: SpriteSet, players: int = 4, seed: int = 0, **options: Any) -> SimulatedTable:
    return SimulatedTable(players, seed, sprites=sprites, clock=ManualClock(), **options)


def all_uncovered(table: SimulatedTable) -> bool:
    """Whether all cups are off for good and no die rolls."""
    return table._uncovered()


def hand_in_view(table: SimulatedTable) -> bool:
    acting, moment = table._acting, table._moment(table._clock())
    if acting is None or moment is None:
        return False
    return any(arm.in_view(table._ground) for arm in acting.arms(table._ground, moment))


def dealt(
    sprites: SpriteSet, counts: tuple[int, ...], seed: int = 0, deal: int = 7, **options: Any
) -> SimulatedTable:
    table = table_of(sprites, len(counts), seed, **options)
    table.deal(counts, (), deal)
    return table


def counted(table: SimulatedTable) -> tuple[tuple[int, ...], ...]:
    """Faces a seat as they lie in view, sorted like the truth."""
    found: list[list[int]] = [[] for _ in table.truth()]
    for die in table.dice_in_view():
        found[die.seat].append(die.face)
    return tuple(tuple(sorted(faces)) for faces in found)


def difference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    apart: np.ndarray = np.abs(a.astype(int) - b.astype(int)).max(axis=2)
    return apart
