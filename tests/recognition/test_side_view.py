"""From the side front faces are no upper ones: none is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import Doubt, ReadDie
from companion.recognition.classify.classifier import SurfaceNormals
from companion.recognition.decide.cocked import doubt_side_faces
from companion.recognition.pipeline.eye import Eye
from models.plain_set import picture
from tests.recognition.shipped import CONFIG

SIZE = (1200, 800)


def dice(count: int, untold: int) -> list[ReadDie]:
    """So many dice, the last ones of them without a sure face."""
    told = [ReadDie((150 * at, 300, 150 * at + 40, 340), 4, False, 0.99) for at in range(count)]
    return [
        replace(die, face=None, star=None, doubts=(Doubt.UNREAD,)) if at >= count - untold else die
        for at, die in enumerate(told)
    ]


def doubted(across: list[tuple[float, float]], untold: int = 0) -> set[tuple[Doubt, ...]]:
    """The doubts of those that were told."""
    lying = dice(len(across), untold)
    normals = SurfaceNormals(np.array(across), np.full(len(across), 0.05))
    rows = {die.box: row for row, die in enumerate(lying)}
    seen = doubt_side_faces(lying, normals, rows, SIZE, CONFIG)
    return {die.doubts for die, before in zip(seen, lying, strict=True) if before.face is not None}


FRONTS = [(0.55, 0.3), (-0.5, 0.35), (0.4, 0.4), (-0.45, 0.3), (0.1, 0.45)]
"""Normals of front faces of dice that are turned at will, from 25 degrees above the table."""


def test_faces_that_agree_on_no_table_are_front_faces() -> None:
    assert doubted(FRONTS) == {(Doubt.SIDE_VIEW,)}
    assert doubted(FRONTS, untold=1) == {(Doubt.SIDE_VIEW,)}
    assert doubted(FRONTS[:3]) == {()}, "a few dice tell nothing"


def test_dice_from_different_cameras_are_hardly_ever_taken_for_a_side_view() -> None:
    rng, taken = np.random.default_rng(7), 0
    for _ in range(100):
        ways, tilts = rng.uniform(0, 2 * np.pi, 8), np.radians(rng.uniform(0, 35, 8))
        across = np.sin(tilts)[:, None] * np.stack([np.cos(ways), np.sin(ways)], 1)
        taken += doubted(list(map(tuple, across)), untold=2) != {()}
    assert taken <= 5


def test_cocked_dice_among_flat_ones_are_no_side_view() -> None:
    flat = [(0.02 * at, -0.4) for at in range(6)]
    assert doubted([*flat, (0.5, 0.3), (-0.6, 0.2)]) == {()}


def test_keys_beside_flat_dice_make_no_side_view() -> None:
    lying = dice(7, 3)
    keys = [replace(die, doubts=(Doubt.UNKNOWN_MARK,)) for die in lying[4:]]
    across = [*((0.02 * at, -0.3) for at in range(4)), (0.5, 0.4), (-0.6, 0.3), (0.4, -0.8)]
    normals = SurfaceNormals(np.array(across), np.full(len(across), 0.05))
    seen = doubt_side_faces(
        [*lying[:4], *keys], normals, {die.box: row for row, die in enumerate(lying)}, SIZE, CONFIG
    )
    assert [die.face for die in seen] == [4, 4, 4, 4, None, None, None]


def test_faces_that_agree_are_upper_ones_even_upside_down() -> None:
    assert doubted([(0.02 * at, 0.5) for at in range(5)]) == {()}
    assert doubted([(0.02 * at, -0.5) for at in range(5)]) == {()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 3, 7])
def test_of_dice_drawn_from_a_flat_camera_none_is_told(seed: int) -> None:
    pixels, _ = picture(np.random.default_rng((4, seed)), tilts_deg=(60, 65))
    read = Eye().read(Frame(pixels, 0)).dice
    assert {die.face for die in read} == {None}
    assert any(Doubt.SIDE_VIEW in die.doubts for die in read)
