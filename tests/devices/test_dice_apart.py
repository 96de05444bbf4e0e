"""The frames that readings are timed on: path-traced dice that lie apart, each as it was rolled."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.pipeline.eye import Eye
from companion.simulator import SpritesMissing, dice_apart, painting, sprites
from companion.simulator.laying import chance, rolled

SIZE = (2304, 1296)


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


@pytest.mark.parametrize("dice", [1, 5, 15, 30, 60])
def test_the_eye_tells_every_die_that_was_rolled(eye: Eye, dice: int) -> None:
    read = eye.read(dice_apart(dice, SIZE)).dice
    assert sorted(die.face or 0 for die in read) == sorted(rolled(chance(1, dice), dice))
    assert not [die for die in read if die.doubts]


def test_no_two_dice_touch(eye: Eye) -> None:
    boxes = np.array([die.box for die in eye.read(dice_apart(60, SIZE)).dice], float)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    apart_px = np.linalg.norm(middles[:, None] - middles[None], axis=2)[~np.eye(60, dtype=bool)]
    assert apart_px.min() > np.linalg.norm(boxes[:, 2:] - boxes[:, :2], axis=1).max()


def test_the_same_seed_gives_the_same_frame_and_another_does_not() -> None:
    first = dice_apart(5, (640, 360)).pixels
    assert np.array_equal(first, dice_apart(5, (640, 360)).pixels)
    assert not np.array_equal(first, dice_apart(5, (640, 360), seed=2).pixels)


def test_without_a_rendered_table_top_the_dice_lie_on_a_painted_one(
    eye: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sprites, "TABLE_TOP", "none.jpg")
    assert len(eye.read(dice_apart(5, SIZE)).dice) == 5


def test_missing_pictures_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise SpritesMissing("the simulated table's pictures cannot be used")

    monkeypatch.setattr(painting.SpriteSet, "load", missing)
    with pytest.raises(SpritesMissing, match="cannot be used"):
        dice_apart(5, SIZE)
