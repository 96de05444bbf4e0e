"""Lifts of cups played by the simulated table, as the small pictures of a camera, ten a second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.calibration.seating import Seating
from companion.frame import Frame
from companion.hardware.simulated import SimulatedTable, SpriteSet
from companion.hardware.simulated.lifting import Happening, LiftPlan, planned
from companion.recognition.watch import CupWatch

SMALL_SIZE = (320, 180)
FRAMES_A_SECOND = 10
NS_PER_S = 1_000_000_000
PATIENCE_S = 2.5
"""A lift that was not seen so long after everything has come to rest is missed."""
BEFORE_S = 0.3
"""The table is watched so long before the challenge."""


class HandClock:
    """Stands still until it is set on."""

    def __init__(self) -> None:
        self.ns = NS_PER_S

    def __call__(self) -> int:
        return self.ns


@dataclass(frozen=True, slots=True)
class Outcome:
    """When all cups were seen to be up, in seconds after the challenge (``None``: never), and its plan."""

    plan: LiftPlan
    seen_up_s: float | None

    @property
    def early(self) -> bool:
        """Whether that was before hands were gone and everything lay still."""
        return self.seen_up_s is not None and self.seen_up_s < self.plan.rests_at_s

    @property
    def delay_frames(self) -> int | None:
        """Frames from rest to seeing; ``None`` where it was never seen."""
        if self.seen_up_s is None:
            return None
        return round((self.seen_up_s - self.plan.rests_at_s) * FRAMES_A_SECOND)


def frames_of(
    happening: Happening, seed: int, sprites: SpriteSet, players: int | None = None
) -> Iterator[tuple[LiftPlan, float, Frame]]:
    """The plan, seconds after the challenge (below 0 before it), and the frame; the same for a seed."""
    rng = np.random.default_rng([seed, 77])
    players = players or int(rng.integers(2, 7))
    clock = HandClock()
    table = SimulatedTable(players, seed, SMALL_SIZE, sprites=sprites, clock=clock)
    table.deal((5,) * players, (), seed + 1)
    plan = planned(tuple(range(players)), rng, happening)
    first = -round(BEFORE_S * FRAMES_A_SECOND)
    for nth in range(first, round((plan.ends_at_s + PATIENCE_S) * FRAMES_A_SECOND)):
        if nth == 0:
            table.act(plan)
        yield plan, nth / FRAMES_A_SECOND, table.capture(0)
        clock.ns += NS_PER_S // FRAMES_A_SECOND


def watched(happening: Happening, seed: int, sprites: SpriteSet, players: int | None = None) -> Outcome:
    """A lift as the watch sees it."""
    watch, expecting = CupWatch(Seating.for_players), False
    for plan, second, frame in frames_of(happening, seed, sprites, players):
        if second < 0:
            watch.follow(frame)
            continue
        if not expecting:
            watch.expect((5,) * len(plan.lifts))
            expecting = True
        if watch.see(frame).up:
            return Outcome(plan, second)
    return Outcome(plan, None)
