"""Where the top face of a made die looks: the truth that the lean reader learns from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.compose.cast.die import any_cast_make, cast_die
from models.compose.kept import KEPT_PX
from models.compose.leaning import MOST_LEAN, any_leaning, kept_crop
from models.compose.make import Make
from models.compose.paint import Colour
from models.compose.sketch import marks_of, sketched_die
from models.compose.sprite import Sprite

SIDEWAYS = 0.35
"""Of so long a lean the side faces show plainly."""
MADE = {
    "sketched": lambda rng, make, marks: sketched_die(rng, make, 1, steep=False, marks=marks),
    "cast": lambda rng, make, marks: cast_die(rng, 1, make=make, marks=marks),
}


def only_the_one(rng: np.random.Generator, make: Make, number: int) -> list[tuple[np.ndarray, Colour]]:
    """Marks of the top face alone."""
    return marks_of(rng, make, number) if number == 1 else []


def plain(rng: np.random.Generator) -> Make:
    """A matt white die with a large black one."""
    make = any_cast_make(rng)
    black, white = (10.0, 10.0, 10.0), (235.0, 235.0, 235.0)
    make = replace(make, body=white, mark=black, one_mark=black, starred=False, clear=False, gloss=0.0)
    return replace(make, pip_radius=0.14, one_scale=1.4, marbling=0.0, speckle=0.0)


def nothing(rng: np.random.Generator, make: Make, number: int) -> list[tuple[np.ndarray, Colour]]:
    """No marks at all."""
    return []


def off_the_middle(marked: Sprite, bare: Sprite) -> np.ndarray:
    """Where the mark lies from the middle of the cut-out, in its longer sides (right, down).

    It is what the same die without it does not show.
    """
    height, width = marked.bgra.shape[:2]
    changed = np.abs(marked.bgra[..., :3].astype(int) - bare.bgra[..., :3]).sum(2).astype(float)
    rows, columns = np.indices(changed.shape)
    middle = np.array([(columns * changed).sum(), (rows * changed).sum()]) / changed.sum()
    return (middle - (width / 2, height / 2)) / max(height, width)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MADE)
def test_the_top_face_lies_to_the_side_that_it_looks_to(kind: str) -> None:
    rng, along = np.random.default_rng(5), []
    while len(along) < 12:
        make, seed = plain(rng), int(rng.integers(1 << 30))
        sprite, bare = (
            MADE[kind](np.random.default_rng(seed), make, marks) for marks in (only_the_one, nothing)
        )
        lean = np.array(sprite.lean)
        if sprite.turns and np.linalg.norm(lean) > SIDEWAYS:
            along.append(off_the_middle(sprite, bare) @ lean / np.linalg.norm(lean))
    assert np.median(along) > 0.05
    assert sum(each > 0 for each in along) >= 11


def test_a_kept_crop_has_its_die_in_the_middle_and_a_lean_that_its_top_face_can_have() -> None:
    rng = np.random.default_rng(8)
    sprites = [any_leaning(rng, []) for _ in range(3)]
    assert all(np.hypot(*sprite.lean) <= MOST_LEAN for sprite in sprites)
    ground = np.zeros((480, 640, 3), np.float32)
    crop = kept_crop(rng, sprites[0], [], ground)
    assert crop.shape == (KEPT_PX, KEPT_PX, 3)
    assert crop.dtype == np.uint8
    lit = crop.max(2) > 12
    assert lit[KEPT_PX // 3 : -KEPT_PX // 3, KEPT_PX // 3 : -KEPT_PX // 3].mean() > 0.5
    assert not lit[:8].any()
    assert not lit[:, :8].any()
