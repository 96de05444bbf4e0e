"""Where the dice of Blender's tables come to lie, and where their faces look as the camera sees them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest

from models.cycles.laying import Ground, any_camera, dice_wanted, footprint, rectangle, upright
from models.render.camera import Camera, looking_down
from models.render.layout import DieLayout
from models.render.placing import Kind, overlap

LAYOUT = DieLayout()


@dataclass(frozen=True)
class Shape:
    """What laying asks of a die's shape."""

    layout: DieLayout = LAYOUT
    side_mm: float = 16.0
    star: object = None


def laid(seed: int) -> tuple[Ground, Camera]:
    rng = np.random.default_rng(seed)
    camera, ground = any_camera(rng)[0], Ground()
    board = rectangle(np.zeros(3), (60.0, 40.0), upright(rng))
    ground.prints.append((board, 3.0))
    ground.lay(rng, camera, [Shape(), Shape(side_mm=13.0)], dice_wanted(rng, camera))
    return ground, camera


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_no_two_dice_lie_in_one_place_unless_one_is_stacked(seed):
    ground, _ = laid(seed)
    assert len(ground.dice) >= 4
    on_their_own = [each.pose for each in ground.dice if each.pose.kind is not Kind.STACKED]
    shrunk = [0.99 * footprint(pose) + 0.01 * footprint(pose).mean(0) for pose in on_their_own]
    assert not any(overlap(one, other) for one, other in combinations(shrunk, 2))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_die_lies_on_a_thick_board_or_beside_it_never_over_its_edge(seed):
    ground, _ = laid(seed)
    board, thick = ground.prints[0]
    for die in ground.dice:
        if die.pose.kind is not Kind.FLAT:
            continue
        rises = die.pose.centre[2] - die.pose.side_mm / 2
        assert rises in (pytest.approx(0.0), pytest.approx(thick))
        assert overlap(footprint(die.pose), board) == (rises > 1)


@pytest.mark.slow
def test_dice_touch_are_cocked_and_stacked_now_and_then():
    kinds = [die.pose.kind for seed in range(12) for die in laid(seed)[0].dice]
    assert {Kind.FLAT, Kind.COCKED, Kind.STACKED} == set(kinds)
    assert kinds.count(Kind.FLAT) > 0.8 * len(kinds)


@pytest.mark.parametrize("spot", [(640.0, 360.0), (30.0, 700.0), (1250.0, 40.0)])
def test_a_face_leans_across_the_picture_by_the_sine_of_what_it_is_off_the_line_of_sight(spot):
    camera = looking_down(1280, 720, fov_deg=60.0, tilt_deg=25.0, px_per_mm=3.0)
    at, up = camera.on_table(np.array([spot]))[0], np.array([0.0, 0.0, 1.0])
    seen = camera.across(up, at)
    assert np.linalg.norm(seen) == pytest.approx(np.sin(np.radians(camera.view_tilt_deg(at))))
    step = camera.project(np.array([at, at + up]))
    moved = (step[1] - step[0]) / np.linalg.norm(step[1] - step[0])
    assert moved @ seen > 0.95 * np.linalg.norm(seen)
