"""The lens: measured from pictures of the board, its coverage told, bad pictures refused with advice."""

from __future__ import annotations

from dataclasses import replace
from math import radians, tan
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.calibration import KNOWN_LENSES, TILTS, Optics, find_board, known_lens
from companion.calibration.errors import BoardError, LensError
from companion.calibration.lens import Coverage, Held, error_word, measure_lens
from tests.calibration.calibration_scenes import SIZE, board_picture, boards, scene, table_picture


@pytest.mark.slow
def test_the_lens_is_found_from_its_pictures() -> None:
    lens = measure_lens(boards())
    truth = scene().optics
    assert lens.error_px < 0.2
    assert lens.words == f"{lens.error_px:.1f} px: good"
    assert lens.optics.focal_px == pytest.approx(truth.focal_px, rel=0.003)
    assert lens.optics.centre_px == pytest.approx(truth.centre_px, abs=2.0)
    edges = np.array([(0.0, 0.0), (SIZE[0], 0.0), (0.0, SIZE[1]), (SIZE[0], SIZE[1])])
    assert lens.optics.rays(edges) == pytest.approx(truth.rays(edges), abs=0.003)


def test_coverage_grows_until_nothing_is_missing() -> None:
    optics = known_lens("webcam").optics(SIZE)
    none = Coverage.of((), optics)
    assert none.missing_tilts == TILTS
    assert len(none.missing_parts) == 9
    first = Coverage.of(boards()[:1], optics)
    assert not first.complete
    assert "1 picture; still missing: the board in the upper left" in first.sentence
    assert "7 more in all" in first.sentence
    whole = Coverage.of(boards(), optics)
    assert whole.complete
    assert whole.sentence == "12 pictures: the whole picture is covered"


def test_how_the_board_was_held_is_seen() -> None:
    optics = scene().optics
    held = [board.held(optics) for board in boards()[:5]]
    assert held == [Held.STRAIGHT, Held.BOTTOM_AWAY, Held.TOP_AWAY, Held.LEFT_AWAY, Held.RIGHT_AWAY]


def test_too_few_pictures_are_refused() -> None:
    with pytest.raises(LensError, match="needs 8 pictures of the board, got 3: take 5 more"):
        measure_lens(boards()[:3])


def test_pictures_of_two_sizes_are_refused() -> None:
    other = replace(boards()[0], size=(640, 360))
    with pytest.raises(LensError, match="different sizes, 640×360 and 800×450"):
        measure_lens((*boards(), other))


def test_a_bent_board_is_left_out_and_told() -> None:
    bent = boards()[0]
    shaken = bent.points_px + np.random.default_rng(1).normal(0, 8, bent.points_px.shape).astype(np.float32)
    lens = measure_lens((*boards()[1:], replace(bent, points_px=shaken)))
    assert lens.left_out == (11,)
    assert lens.error_px < 0.2


@pytest.mark.parametrize(
    ("picture", "advice"),
    [
        (lambda: cv2.flip(board_picture(0), 1), "mirrored"),
        (lambda: np.full((450, 800, 3), 90, np.uint8), "no lens board can be seen"),
        (table_picture, "these are the corner marks of the table"),
        (lambda: _half_hidden(board_picture(0)), "of the board's 48 corners can be seen"),
    ],
    ids=["mirrored", "empty", "corner marks", "half out of sight"],
)
def test_a_picture_without_the_board_says_what_to_do(picture, advice: str) -> None:
    with pytest.raises(BoardError, match=advice):
        find_board(picture())


def _half_hidden(pixels: np.ndarray) -> np.ndarray:
    hidden, heights = pixels.copy(), np.sort(boards()[0].points_px[:, 1])
    hidden[round(heights[10]) + 8 :] = 90
    return hidden


def test_another_board_is_refused() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    other = cv2.aruco.CharucoBoard((5, 4), 0.04, 0.03, dictionary, np.arange(30, 40))
    with pytest.raises(BoardError, match="lens board"):
        find_board(cv2.cvtColor(other.generateImage((800, 640), marginSize=40), cv2.COLOR_GRAY2BGR))


def test_errors_are_said_in_words() -> None:
    assert error_word(0.3, 1280) == "good"
    assert error_word(0.8, 1280) == "usable"
    assert error_word(0.8, 2304) == "good"
    assert error_word(1.4, 1280).startswith("poor; take the pictures again")


@pytest.mark.parametrize("lens", KNOWN_LENSES, ids=lambda lens: lens.word)
def test_starting_values_agree_with_the_angle_that_the_maker_states(lens) -> None:
    stated = lens.sensor_mm[0] / 2 / tan(radians(lens.stated_view_deg) / 2)
    assert abs(stated / lens.focal_mm - 1) < 0.07
    assert lens.source
    optics = lens.optics((2304, 1296))
    assert optics.view_deg == pytest.approx(lens.stated_view_deg, abs=4)


def test_a_lens_is_scaled_to_pictures_of_its_shape_and_refused_for_others() -> None:
    optics = scene().optics
    larger = optics.at((1600, 900))
    points = np.array([(0.0, 0.0), (100.0, 50.0), (799.0, 449.0)])
    assert larger.rays((points + 0.5) * 2 - 0.5) == pytest.approx(optics.rays(points), abs=1e-9)
    assert larger.at(SIZE).focal_px == pytest.approx(optics.focal_px)
    with pytest.raises(LensError, match="800×450, but the camera now gives 640×480, another shape"):
        optics.at((640, 480))


@pytest.mark.parametrize(
    "wrong",
    [
        {"focal_px": (0.0, 900.0)},
        {"focal_px": (float("nan"), 900.0)},
        {"focal_px": (60.0, 60.0)},
        {"centre_px": (-5.0, 300.0)},
        {"distortion": (0.0, 0.0)},
    ],
)
def test_a_lens_that_cannot_be_is_refused(wrong: dict) -> None:
    with pytest.raises(LensError):
        replace(Optics((1280, 720), (900.0, 900.0), (640.0, 360.0)), **wrong)


def test_the_readme_lists_the_known_lenses() -> None:
    readme = (Path(__file__).resolve().parents[2] / "calibration" / "README.md").read_text(encoding="utf-8")
    for lens in KNOWN_LENSES:
        across, down = lens.sensor_mm
        row = f"| {lens.word} | {lens.name} | {lens.focal_mm:g} mm | {across:.2f} × {down:.2f} mm |"
        assert f"{row} {lens.stated_view_deg:g}° | {lens.source} |" in readme
