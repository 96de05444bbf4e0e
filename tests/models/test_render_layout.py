"""A die's faces as the renderer lays them out: numbers, pips, hands, turns."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.render.placing import (
    FACES,
    DieLayout,
    Hand,
    about,
    face_frame,
    lean_deg,
    lying,
    normal,
    opposite,
    pips,
    top_face,
)

LAYOUTS = tuple(DieLayout(hand, *flips) for hand in Hand for flips in product((False, True), repeat=3))
UP = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_opposite_faces_sum_to_seven_and_look_opposite_ways(layout):
    for face in FACES:
        assert face + opposite(face) == 7
        np.testing.assert_array_equal(normal(face, layout), -normal(opposite(face), layout))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_six_normals_are_the_six_directions_of_the_axes(layout):
    seen = sorted(tuple(int(part) for part in normal(face, layout)) for face in FACES)
    axes = [tuple(int(sign) * int(k == axis) for k in range(3)) for axis in range(3) for sign in (-1, 1)]
    assert seen == sorted(axes)


@pytest.mark.parametrize(
    ("hand", "sense"), [(Hand.COUNTERCLOCKWISE, 1), (Hand.CLOCKWISE, -1)], ids=lambda value: str(value)
)
def test_one_two_three_run_the_way_of_the_hand(hand, sense):
    layout = DieLayout(hand)
    one, two, three = (normal(face, layout) for face in (1, 2, 3))
    assert round(float(np.linalg.det(np.column_stack((one, two, three))))) == sense


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_face_has_as_many_pips_as_its_number_all_within_the_outer_rows(layout):
    for face in FACES:
        marks = pips(face, layout)
        assert len(set(marks)) == face
        assert all(abs(u) <= 1 and abs(v) <= 1 for u, v in marks), face


@pytest.mark.parametrize("face", FACES)
def test_pips_look_the_same_after_half_a_turn(face):
    marks = pips(face, DieLayout())
    assert {(-u, -v) for u, v in marks} == set(marks)


def test_a_flip_turns_the_pips_of_its_face_by_a_quarter_and_no_others():
    plain = DieLayout()
    for face, flipped in (
        (2, DieLayout(two_flipped=True)),
        (3, DieLayout(three_flipped=True)),
        (6, DieLayout(six_flipped=True)),
    ):
        assert {(-v, u) for u, v in pips(face, plain)} == set(pips(face, flipped))
        assert set(pips(face, plain)) != set(pips(face, flipped))
        for other in set(FACES) - {face}:
            assert pips(other, plain) == pips(other, flipped)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_face_frame_is_a_rotation_whose_last_column_is_the_normal(layout):
    for face in FACES:
        frame = face_frame(face, layout)
        np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(frame) == pytest.approx(1.0), face
        np.testing.assert_array_equal(frame[:, 2], normal(face, layout))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 200.0])
def test_a_lying_die_shows_the_asked_face_and_is_level(layout, turn_deg):
    for face in FACES:
        rotation = lying(face, turn_deg, layout)
        assert top_face(rotation, layout) == face
        assert lean_deg(rotation, layout) == pytest.approx(0.0, abs=1e-4), face


def test_a_die_tipped_by_a_quarter_shows_a_neighbour_and_by_a_half_the_opposite_face():
    layout = DieLayout()
    tipped = about(np.array([0.0, 1.0, 0.0]), 90.0) @ lying(1, 0.0, layout)
    assert top_face(tipped, layout) not in (1, 6)
    over = about(np.array([0.0, 1.0, 0.0]), 180.0) @ lying(1, 0.0, layout)
    assert top_face(over, layout) == 6


@pytest.mark.parametrize("lean", [5.0, 20.0, 44.0])
def test_a_die_that_leans_less_than_half_a_right_angle_keeps_its_top_face(lean):
    layout = DieLayout(Hand.CLOCKWISE)
    rotation = about(np.array([1.0, 0.0, 0.0]), lean) @ lying(4, 15.0, layout)
    assert top_face(rotation, layout) == 4
    assert lean_deg(rotation, layout) == pytest.approx(lean)


@pytest.mark.parametrize("face", [0, 7])
def test_there_is_no_face_below_one_or_above_six(face):
    with pytest.raises(ValueError, match="1-6"):
        opposite(face)
    with pytest.raises(ValueError, match="1-6"):
        pips(face, DieLayout())


def test_about_turns_by_the_right_hand():
    np.testing.assert_allclose(about(UP, 90.0) @ np.array([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0], atol=1e-12)
