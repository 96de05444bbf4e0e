"""What the simulated table keeps of the arms that it painted."""

from __future__ import annotations

import numpy as np

from companion.simulator.arms import Pose
from companion.simulator.scenery import DRAWN_ARMS, ArmLook, PaintedThings
from companion.simulator.sprites import ARM, PackedPicture, Painted, Picture

SIDE_PX = 12.0


def arm(table: PaintedThings, turn: int) -> Picture:
    return table.picture(Painted(ARM, ArmLook(0, next(iter(Pose)), turn, 12.0)))


def test_a_packed_arm_is_a_tenth_and_unpacked_the_same() -> None:
    painted = arm(PaintedThings(3, SIDE_PX, ()), 4)
    packed = PackedPicture.of(painted)
    assert len(packed.packed) < painted.bgra.nbytes / 3
    assert np.array_equal(packed.unpacked().bgra, painted.bgra)
    assert (packed.unpacked().anchor, packed.unpacked().box) == (painted.anchor, painted.box)


def test_only_arms_that_move_now_lie_unpacked_and_none_is_painted_twice() -> None:
    table = PaintedThings(3, SIDE_PX, ())
    looks = range(DRAWN_ARMS + 4)
    first = [arm(table, turn) for turn in looks]
    again = [arm(table, turn) for turn in looks]
    assert all(np.array_equal(one.bgra, other.bgra) for one, other in zip(first, again, strict=True))
    assert table._arm.cache_info().currsize == DRAWN_ARMS
    assert table._packed_arm.cache_info().misses == len(looks)
