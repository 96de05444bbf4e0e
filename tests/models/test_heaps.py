"""Dice in heaps, as they are laid on composed tables and in the set of plain dice."""

from __future__ import annotations

import numpy as np
import pytest

from models.compose.cast_die import cast_heap
from models.compose.make import any_make
from models.compose.scene import IN_A_ROW, compose
from models.compose.sketch import plain_die
from models.plain_set import laid

SIZE = (1500, 1500)


@pytest.mark.parametrize("seed", range(8))
def test_dice_of_a_row_lie_side_by_side_and_square_to_one_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    make, faces = any_make(rng), (2, 6, 3)
    row = [plain_die(rng, face, make, turned=False) for face in faces]
    ground = np.full((*SIZE, 3), 90, np.float32)
    _, things = compose(rng, ground, lambda _: row[0], 50.0, 0, [], clutter=1, heaps=[row])
    assert [each.label for each in things] == [sprite.label for sprite in row]
    boxes = np.array([each.box for each in things], float)
    steps = np.diff((boxes[:, :2] + boxes[:, 2:]) / 2, axis=0)
    assert np.allclose(steps[0], steps[1], atol=6), "in a line, as far apart"
    assert 44 <= np.hypot(*steps[0]) <= 50 * IN_A_ROW + 6
    assert np.ptp((boxes[:, 2:] - boxes[:, :2]).max(1)) <= 12, "turned alike, not as chance will"


@pytest.mark.parametrize("seed", range(8))
def test_dice_that_one_camera_sees_touch_and_the_nearest_is_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    heap = cast_heap(rng, (2, 6, 3, 4), any_make(rng))
    ground = np.full((*SIZE, 3), 90, np.float32)
    _, things = compose(rng, ground, lambda _: heap[0], 50.0, 0, [], clutter=1, heaps=[heap])
    assert [abs(each.label) for each in things] == [abs(sprite.label) for sprite in heap]
    assert not things[-1].hidden
    boxes = np.array([each.box for each in things], float)
    sides = (boxes[:, 2:] - boxes[:, :2]).max(1)
    assert sides.max() <= 1.45 * sides.min(), "of one size, though each may be turned otherwise"
    assert 47 <= sides.max() <= 71
    middles, others = (boxes[:, :2] + boxes[:, 2:]) / 2, ~np.eye(len(boxes), dtype=bool)
    away = np.linalg.norm(middles[:, None] - middles, axis=2)
    gaps = np.maximum(boxes[None, :, :2] - boxes[:, None, 2:], boxes[:, None, :2] - boxes[None, :, 2:]).max(2)
    for die, other in enumerate(others):
        assert gaps[die, other].min() <= 2, "each touches another"
        assert away[die, other].min() >= 15, "none lies in another"


def test_a_die_drawn_square_to_the_picture_fills_its_cut_out() -> None:
    rng = np.random.default_rng(4)
    for _ in range(6):
        alpha = plain_die(rng, 5, any_make(rng), turned=False).bgra[..., 3] > 128
        assert abs(alpha.shape[0] - alpha.shape[1]) <= 0.1 * alpha.shape[0]
        assert alpha.mean() > 0.75


@pytest.mark.parametrize("seed", range(4))
def test_dice_of_a_measured_heap_touch_and_none_lies_in_another(seed: int) -> None:
    dice = laid(np.random.default_rng(seed), 9, np.array([20.0, 15.0]), touching=True)
    assert len(dice) == 9
    edge, heap = np.linspace(-1, 1, 81), 3
    sides = [*((x, y, 0) for x in (-1, 1) for y in edge), *((x, y, 0) for y in (-1, 1) for x in edge)]
    outlines = [die.middle + np.array(sides) @ np.linalg.inv(die.to_die(np.eye(3))) for die in dice]
    for index, die in enumerate(dice):
        beyond = [
            abs(die.to_die(outline - die.middle))[:, :2].max(1).min()
            for outline in outlines
            if outline is not outlines[index]
        ]
        assert min(beyond) >= 1, "none lies in another"
        if index % heap:
            assert beyond[index - 1] <= 1.1, "each touches the one before"
