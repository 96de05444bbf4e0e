"""What the simulated table keeps of the arms that it painted."""

from __future__ import annotations

import numpy as np
import pytest

from companion.simulator.arms import Pose
from companion.simulator.laying import Laid
from companion.simulator.lifting import Happening
from companion.simulator.scenery import ArmLook, PaintedThings
from companion.simulator.sprites import ARM, PackedPicture, Painted, Picture
from companion.simulator.table import SimulatedTable
from tests.devices.laid_tables import all_uncovered

SIDE_PX = 12.0


def look(turn: int) -> Painted:
    return Painted(ARM, ArmLook(0, next(iter(Pose)), turn, 12.0))


def arm(table: PaintedThings, turn: int) -> Picture:
    return table.picture(look(turn))


def test_a_packed_arm_is_a_tenth_and_unpacked_the_same() -> None:
    painted = arm(PaintedThings(3, SIDE_PX, ()), 4)
    packed = PackedPicture.of(painted)
    assert len(packed.packed) < painted.bgra.nbytes / 3
    assert np.array_equal(packed.unpacked().bgra, painted.bgra)
    assert (packed.unpacked().anchor, packed.unpacked().box) == (painted.anchor, painted.box)


def test_only_arms_that_are_in_the_picture_lie_unpacked_and_none_is_painted_twice() -> None:
    table = PaintedThings(3, SIDE_PX, ())
    turns = range(12)
    first = [arm(table, turn) for turn in turns]
    table.keep([Laid(look(2), 0.0, 0.0)])
    assert list(table._unpacked) == [look(2).look]
    again = [arm(table, turn) for turn in turns]
    assert all(np.array_equal(one.bgra, other.bgra) for one, other in zip(first, again, strict=True))
    assert table._packed_arm.cache_info().misses == len(turns)


@pytest.mark.slow
def test_no_arm_lies_unpacked_after_a_lift_and_in_the_next_round() -> None:
    now_ns = 10**9
    table = SimulatedTable(3, 5, clock=lambda: now_ns, happenings=(Happening.TOGETHER,))

    def unpacked() -> int:
        table.latest()
        return len(table._scenery._people()._unpacked)

    table.deal((5, 5, 5), (), 3)
    table.lift_by_hand(3)
    while not all_uncovered(table):
        now_ns += 10**8
    assert unpacked() == 3, "hands are still there"
    table.lift()
    assert table._scenery._people()._unpacked == {}
    now_ns += 10**8
    assert unpacked() > 0, "hands still move after the verdict, and somebody looks"
    table.deal((5, 5, 4), (), 4)
    assert unpacked() == 0
