"""The card eye's weights are the ones that were shipped, or the eye says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.core.on_disk import asset
from companion.core.reading import WeightsError
from companion.recognition.cards.reader import CARD_LISTING, CARD_NETWORKS, load_card_weights

MOST_BYTES = 750_000


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("card_weights.json", "card_locator.onnx", "card_reader.onnx"):
        shutil.copy(asset(CARD_LISTING).parent / name, tmp_path / name)
    return tmp_path / "card_weights.json"


def test_the_shipped_weights_are_whole_and_small(copied: Path) -> None:
    weights = load_card_weights(copied)
    assert sum(len(getattr(weights, network)) for network in CARD_NETWORKS) < MOST_BYTES


@pytest.mark.parametrize("name", ["card_locator.onnx", "card_reader.onnx"])
def test_an_altered_file_is_refused_by_name(copied: Path, name: str) -> None:
    path = copied.parent / name
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(WeightsError, match=rf"{name} are not the ones"):
        load_card_weights(copied)


def test_a_missing_file_is_refused_by_name(copied: Path) -> None:
    (copied.parent / "card_reader.onnx").unlink()
    with pytest.raises(WeightsError, match=r"card_reader\.onnx cannot be read"):
        load_card_weights(copied)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"thresholds": {"centre": 0.3}}'])
def test_a_broken_listing_is_refused(copied: Path, content: str) -> None:
    copied.write_text(content)
    with pytest.raises(WeightsError, match=r"card_weights\.json cannot be read"):
        load_card_weights(copied)
