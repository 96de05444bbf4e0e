"""How the renderer lets dice lie: on the table, touching without overlap, stacked, cocked; and its camera."""

from __future__ import annotations

import numpy as np
import pytest

from models.render.camera import looking_down
from models.render.layout import DieLayout, lean_deg
from models.render.placing import Kind, Pose, cocked, flat, leaning_on, on_top, overlap, pushed_against

LAYOUT = DieLayout()
SIDE = 16.0


def corners(pose: Pose) -> np.ndarray:
    """The die's eight corners on the table, mm."""
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return signs * pose.side_mm / 2 @ pose.rotation.T + pose.centre


@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 90.0])
def test_a_flat_die_stands_on_the_table_with_four_corners(turn_deg):
    heights = np.sort(corners(flat(3, turn_deg, LAYOUT, SIDE))[:, 2])
    np.testing.assert_allclose(heights, [0.0] * 4 + [SIDE] * 4, atol=1e-9)


@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 141.0])
def test_the_footprint_is_where_the_lower_corners_stand(turn_deg):
    pose = flat(5, turn_deg, LAYOUT, SIDE)
    standing = {tuple(np.round(corner[:2], 6)) for corner in corners(pose) if corner[2] < 1.0}
    assert {tuple(np.round(corner, 6)) for corner in pose.footprint} == standing


@pytest.mark.parametrize("lean", [12.0, 30.0, 42.0])
def test_a_cocked_die_leans_as_asked_keeps_its_face_and_touches_the_table(lean):
    pose = cocked(2, 70.0, lean, 200.0, LAYOUT, SIDE)
    assert pose.kind is Kind.COCKED
    assert pose.face(LAYOUT) == 2
    assert lean_deg(pose.rotation, LAYOUT) == pytest.approx(lean)
    assert corners(pose)[:, 2].min() == pytest.approx(0.0, abs=1e-9)


def test_a_stacked_die_stands_on_the_lower_one():
    below = flat(1, 10.0, LAYOUT, SIDE)
    above = on_top(below, flat(6, 50.0, LAYOUT, 14.0), np.array([4.0, -3.0]))
    assert above.kind is Kind.STACKED
    assert corners(above)[:, 2].min() == pytest.approx(SIDE)
    np.testing.assert_allclose(above.centre[:2], below.centre[:2] + np.array([4.0, -3.0]))


def test_a_die_against_a_wall_stays_on_its_side_of_it_and_touches_table_and_wall():
    wall = flat(1, 0.0, LAYOUT, SIDE)
    axis = wall.level_axis
    points = corners(leaning_on(wall, LAYOUT, 4, 25.0, SIDE))
    assert (points[:, :2] @ axis).min() == pytest.approx(SIDE / 2)
    assert points[:, 2].min() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("toward_deg", [0.0, 45.0, 250.0])
@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0])
def test_a_pushed_die_touches_without_overlap(toward_deg, turn_deg):
    still = flat(1, 15.0, LAYOUT, SIDE)
    pushed = pushed_against([still], flat(2, turn_deg, LAYOUT, SIDE), toward_deg)
    assert not overlap(still.footprint, pushed.footprint)
    inward = (still.centre - pushed.centre) / np.linalg.norm(still.centre - pushed.centre)
    assert overlap(still.footprint, pushed.moved(0.1 * inward).footprint)


def test_squares_that_share_only_an_edge_do_not_overlap():
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    assert not overlap(square, square + np.array([1.0, 0.0]))
    assert overlap(square, square + np.array([0.9, 0.9]))


@pytest.mark.parametrize("tilt_deg", [0.0, 12.0, 35.0])
def test_the_camera_sees_a_table_point_where_its_ray_meets_the_table(tilt_deg):
    camera = looking_down(1200, 800, fov_deg=40.0, tilt_deg=tilt_deg, px_per_mm=3.0)
    spots = np.array([(600.0, 400.0), (10.0, 20.0), (1100.0, 700.0)])
    met = camera.on_table(spots)
    np.testing.assert_allclose(met[:, 2], 0.0, atol=1e-9)
    np.testing.assert_allclose(camera.project(met), spots, atol=1e-6)
    np.testing.assert_allclose(met[0], 0.0, atol=1e-6)
    assert camera.px_per_mm(np.zeros(3)) == pytest.approx(3.0)
    assert camera.view_tilt_deg(np.zeros(3)) == pytest.approx(tilt_deg)


def test_what_is_farther_up_the_picture_lies_toward_plus_y_and_right_is_plus_x():
    camera = looking_down(1200, 800, fov_deg=40.0, tilt_deg=20.0, px_per_mm=3.0)
    middle, right, far = camera.project(np.array([(0.0, 0.0, 0.0), (50.0, 0.0, 0.0), (0.0, 50.0, 0.0)]))
    assert right[0] > middle[0]
    assert far[1] < middle[1]
