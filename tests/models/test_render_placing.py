"""How the renderer lets dice lie: on the table, touching without overlap, stacked, cocked; and its camera."""

from __future__ import annotations

import numpy as np
import pytest

from models.render.camera import looking_down
from models.render.placing import (
    DieLayout,
    Kind,
    Pose,
    cocked,
    flat,
    lean_deg,
)

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
