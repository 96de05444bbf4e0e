"""Cast dice: where rays meet them, what light they gather, and that they show the face of their label."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.compose.cast_die import COLOURED_LAB, any_cast_make, cast_die
from models.compose.cast_faces import FACE_PX, any_faces
from models.compose.cast_solid import SKY_PX, Pose, Shape, Sky, any_sky, hits, unit
from models.compose.make import Make, lab_distance
from models.compose.paint import STAR
from models.compose.sketch import marks_of

CUBE = Shape(rounding=0.05, ball=3.0, blend=0.01, dome=0.0)
FROM_ABOVE = Pose(np.eye(3), np.eye(3), 20.0)
WHITE, BLACK = (235.0, 235.0, 235.0), (12.0, 12.0, 12.0)


def plain(rng: np.random.Generator, starred: bool = False) -> Make:
    """White with black pips, nothing on it that could pass for one."""
    return replace(
        any_cast_make(rng),
        body=WHITE,
        mark=BLACK,
        one_mark=BLACK,
        starred=starred,
        pip_radius=0.14,
        pip_spread=(0.5, 0.5),
        one_scale=1.0,
        clear=False,
        marbling=0.0,
        speckle=0.0,
        pip_ring=False,
    )


def test_rays_from_above_meet_the_upper_face_and_those_beside_meet_nothing() -> None:
    eye, ways = FROM_ABOVE.rays(40, 10.0)
    met, points = hits(CUBE, eye, ways)
    middle = np.abs(points[:, :2]).max(1) < 0.8
    assert np.allclose(points[middle, 2], 1.0, atol=0.03)
    assert 0.25 * 1600 < len(met) < 0.4 * 1600
    assert 0 not in met


def test_normals_of_a_face_point_outwards_and_have_length_one() -> None:
    rng = np.random.default_rng(1)
    for axis in range(3):
        points = rng.uniform(-0.7, 0.7, (50, 3)).astype(np.float32)
        points[:, axis] = 1.0
        normals = CUBE.normals(points)
        assert np.allclose(normals[:, axis], 1.0, atol=0.02)
        assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-4)


@pytest.mark.parametrize("seed", range(8))
def test_any_shape_lies_within_the_cube_and_holds_its_middle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = Shape.any(rng)
    outside = unit(rng.normal(size=(200, 3))) * 1.75
    assert (shape.distance(outside.astype(np.float32)) > 0).all()
    assert shape.distance(np.zeros((1, 3), np.float32))[0] < -0.5


def test_white_paper_on_the_table_is_as_bright_as_one_in_every_room() -> None:
    flat = np.array([[0.0, 0.0, 1.0]], np.float32)
    for seed in range(12):
        sky = any_sky(np.random.default_rng(seed), [], np.zeros(3))
        assert sky.matt(flat).mean() == pytest.approx(1.0, rel=1e-3)


def test_a_lamp_is_mirrored_where_it_hangs_and_the_table_from_below() -> None:
    light = np.zeros((SKY_PX, SKY_PX, 3), np.float32)
    light[SKY_PX // 2 - 3 : SKY_PX // 2 + 3, SKY_PX // 2 - 3 : SKY_PX // 2 + 3] = 9.0
    sky = Sky(light, np.full(3, 0.25, np.float32))
    ways = np.array([(0, 0, 1), (0.9, 0, 0.43), (0, 0.6, -0.8)], np.float32)
    assert sky.mirrored(ways).tolist() == [[9.0] * 3, [0.0] * 3, [0.25] * 3]


def test_dented_pips_slope_inwards_and_printed_ones_are_flat() -> None:
    sloped = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        faces = any_faces(rng, plain(rng), [1, 6, 2, 3, 4, 5], marks_of)
        assert faces.slopes.shape == (FACE_PX, 6 * FACE_PX, 2)
        sloped.add(bool(np.abs(faces.slopes).max() > 0.05))
        left_of_middle = faces.slopes[FACE_PX // 2, FACE_PX // 2 - 6, 0]
        assert left_of_middle >= 0
    assert sloped == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("top", range(1, 7))
def test_a_cast_die_seen_from_above_shows_as_many_pips_as_its_label(top: int) -> None:
    told = []
    for seed in range(12):
        rng = np.random.default_rng((top, seed))
        sprite = cast_die(rng, top, make=plain(rng), pose=FROM_ABOVE)
        assert sprite.label == top
        told.append(dark_spots(sprite.bgra) == top)
    assert np.mean(told) > 0.6


def test_dice_of_coloured_pips_are_never_starred_and_their_pips_can_be_told_by_colour() -> None:
    rng = np.random.default_rng(2)
    makes = [any_cast_make(rng, coloured=1.0) for _ in range(200)]
    apart = [lab_distance(make.mark, make.body) for make in makes]
    assert not any(make.starred for make in makes)
    assert np.mean([COLOURED_LAB[0] < each < COLOURED_LAB[1] for each in apart]) > 0.95


def dark_spots(bgra: np.ndarray) -> int:
    """Round dark spots well within the silhouette."""
    grey = cv2.cvtColor(bgra[..., :3], cv2.COLOR_BGR2GRAY).astype(np.float32)
    solid = cv2.erode((bgra[..., 3] > 250).astype(np.uint8), np.ones((9, 9), np.uint8))
    dark = ((grey < 0.45 * np.median(grey[solid > 0])) & (solid > 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return sum(area > 20 for area in stats[1:, cv2.CC_STAT_AREA])


def test_a_star_is_labelled_as_one_and_a_cocked_die_says_so() -> None:
    rng = np.random.default_rng(3)
    assert cast_die(rng, 1, make=plain(rng, starred=True)).label == STAR
    assert cast_die(rng, 4, make=plain(rng, starred=True)).label == 4
    assert cast_die(rng, 4, cocked=True).cocked
