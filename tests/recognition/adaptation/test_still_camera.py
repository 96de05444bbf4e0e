"""Whether pictures show that the camera stood still between them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.pipeline import camera_memory
from companion.recognition.pipeline.camera_memory import SAMPLE, Landmarks, Standing
from tests.recognition.adaptation.evening_tables import SIZE, box_at, table, with_thing


def test_the_same_table_in_other_noise_and_light_shows_a_still_camera() -> None:
    before, now = table(noise_seed=1), table(noise_seed=2)
    assert Landmarks.of(ImagePyramid(before)).standing(ImagePyramid(now)) is Standing.STILL
    assert (
        Landmarks.of(ImagePyramid(before)).standing(ImagePyramid((now * 0.7).astype(np.uint8)))
        is Standing.STILL
    )


def test_dice_that_were_rolled_do_not_move_the_camera() -> None:
    before, now = table(noise_seed=1), table(noise_seed=2)
    for x in range(60, 600, 90):
        before, now = with_thing(before, box_at(x, 100)), with_thing(now, box_at(x + 25, 300))
    assert Landmarks.of(ImagePyramid(before)).standing(ImagePyramid(now)) is Standing.STILL


def test_a_quarter_of_the_pieces_is_enough_beside_a_hand_that_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched, shifts = [], camera_memory._shifts
    monkeypatch.setattr(
        camera_memory,
        "_shifts",
        lambda grey, corners, now: searched.append(len(corners)) or shifts(grey, corners, now),
    )
    landmarks, now = Landmarks.of(ImagePyramid(table(noise_seed=1))), table(noise_seed=2)
    now[:, :200] = now[:, 10:210]
    assert landmarks.standing(ImagePyramid(now)) is Standing.STILL
    assert searched == [-(-len(landmarks.corners) // SAMPLE)]


def test_a_bump_of_three_pixels_is_seen() -> None:
    moved = cv2.warpAffine(table(noise_seed=2), np.float32([[1, 0, 3], [0, 1, -2]]), SIZE)
    assert Landmarks.of(ImagePyramid(table(noise_seed=1))).standing(ImagePyramid(moved)) is Standing.MOVED


def test_another_table_and_a_turned_camera_prove_nothing() -> None:
    landmarks = Landmarks.of(ImagePyramid(table()))
    turned = cv2.warpAffine(table(), cv2.getRotationMatrix2D((320, 240), 20, 1.1), SIZE)
    assert landmarks.standing(ImagePyramid(table(seed=2))) is not Standing.STILL
    assert landmarks.standing(ImagePyramid(turned)) is not Standing.STILL


def test_a_table_without_any_pattern_proves_nothing() -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    assert Landmarks.of(ImagePyramid(blank)).standing(ImagePyramid(blank)) is Standing.UNKNOWN
    assert Landmarks.of(ImagePyramid(np.zeros((17, 16, 3), np.uint8))).standing(
        ImagePyramid(np.zeros((17, 16, 3), np.uint8))
    ) is (Standing.UNKNOWN)


def test_pictures_of_two_sizes_are_of_two_places() -> None:
    assert Landmarks.of(ImagePyramid(table())).standing(ImagePyramid(table()[:400])) is Standing.MOVED
