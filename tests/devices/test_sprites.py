"""The rendered pictures of dice and cups, and what happens when they are missing or broken."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.simulator import DiceKind, SpriteSet, SpritesMissing
from companion.simulator.sprites import FACES, FOLDER


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The shipped index in a folder of its own, without a picture."""
    shutil.copy(FOLDER / "index.json", tmp_path)
    return tmp_path


def without(folder: Path, unwanted: dict[str, object]) -> None:
    path = folder / "index.json"
    document = json.loads(path.read_text())
    document["sprites"] = [
        each for each in document["sprites"] if any(each.get(key) != value for key, value in unwanted.items())
    ]
    path.write_text(json.dumps(document))


def test_every_face_of_both_kinds_of_dice_is_there_in_several_turns() -> None:
    sprites = SpriteSet.load()
    for kind in DiceKind:
        assert all(len(sprites.dice(kind.value, face)) >= 4 for face in FACES)
    assert len(sprites.cups) >= 6


def test_a_picture_is_scaled_with_its_anchor_and_box() -> None:
    sprites = SpriteSet.load()
    sprite = sprites.dice("wild", 1)[0]
    picture = sprites.picture(sprite, 30 / 16)
    left, top, right, bottom = picture.box
    assert 28 < right - left < 46
    assert 28 < bottom - top < 50
    assert left < picture.anchor[0] < right
    assert top < picture.anchor[1] < bottom
    assert picture.bgra.dtype == np.uint8
    assert (picture.bgra[..., :3] <= picture.bgra[..., 3:] + 0.5).all(), "colours are multiplied by alpha"
    assert sprites.picture(sprite, 30 / 16) is picture


def test_no_shadow_ends_in_a_seam_at_the_edge_of_its_picture() -> None:
    sprites = SpriteSet.load()
    for sprite in (*sprites.dice("wild", 3), *sprites.dice("ordinary", 5), *sprites.cups):
        alpha = sprites.picture(sprite, 30 / 16).bgra[..., 3]
        left, top, right, bottom = sprites.picture(sprite, 30 / 16).box
        rim = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
        reaches_rim = min(left, top, alpha.shape[1] - right, alpha.shape[0] - bottom) < 1.5
        assert reaches_rim or rim.max() < 20


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpritesMissing, match="cannot be used"):
        SpriteSet.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"sprites": 3}', '{"tilt_deg": 12, "sprites": [{"file": "a"}]}']
)
def test_a_broken_index_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "index.json").write_text(text)
    with pytest.raises(SpritesMissing, match="cannot be used"):
        SpriteSet.load(tmp_path)


def test_a_missing_face_is_named(copied: Path) -> None:
    without(copied, {"set": "ordinary", "face": 4})
    with pytest.raises(SpritesMissing, match="lack face 4 of ordinary"):
        SpriteSet.load(copied)


def test_missing_cups_are_told(copied: Path) -> None:
    without(copied, {"kind": "cup"})
    with pytest.raises(SpritesMissing, match="have no cup"):
        SpriteSet.load(copied)


def test_a_missing_picture_is_named_when_it_is_needed(copied: Path) -> None:
    sprites = SpriteSet.load(copied)
    sprite = sprites.dice("wild", 1)[0]
    with pytest.raises(SpritesMissing, match=rf"{sprite.file} is missing or broken"):
        sprites.picture(sprite, 2.0)
