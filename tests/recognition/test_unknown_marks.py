"""A face with a mark that is neither pips nor a star is asked about, and never read as a one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import Doubt, ReadDie
from companion.recognition.pipeline.eye import Eye
from models.plain_set import picture


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


def read_at(dice: tuple[ReadDie, ...], box: list[float]) -> ReadDie | None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    inside = [die for die in dice if die.box[0] < x < die.box[2] and die.box[1] < y < die.box[3]]
    return inside[0] if inside else None


@pytest.mark.slow
@pytest.mark.parametrize("seed", [31, 32, 33])
def test_a_mark_in_place_of_a_face_is_asked_about_and_pips_beside_it_are_read(eye: Eye, seed: int) -> None:
    pixels, truths = picture(np.random.default_rng((9, seed)), marked=True)
    dice = eye.read(Frame(pixels, 0)).dice
    marked = [read_at(dice, die["box"]) for die in truths if die["face"] is None and not die["cut_off"]]
    assert marked
    assert {None if die is None else die.face for die in marked} == {None}
    doubts = {doubt for die in marked if die is not None for doubt in die.doubts}
    assert doubts
    assert doubts <= {Doubt.UNKNOWN_MARK, Doubt.UNREAD, Doubt.MAYBE_NO_DIE}
    plain = [(read_at(dice, die["box"]), die["face"]) for die in truths if die["face"] and not die["cut_off"]]
    assert all(die is not None and die.face in (None, face) for die, face in plain)
    assert sum(die is not None and die.face == face for die, face in plain) >= 0.75 * len(plain)
