"""The weights are the ones that were shipped, or the eye says so."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest

from companion.core.on_disk import asset
from companion.core.reading import WeightsError
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import LISTING, NETWORKS, listed_thresholds, load_weights

MOST_BYTES = 4_000_000


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("weights.json", *(f"{network}.onnx" for network in NETWORKS)):
        shutil.copy(asset(LISTING).parent / name, tmp_path / name)
    return tmp_path / "weights.json"


def test_the_shipped_weights_are_whole_and_small(copied: Path) -> None:
    weights = load_weights(copied)
    assert sum(len(getattr(weights, network)) for network in NETWORKS) < MOST_BYTES


@pytest.mark.parametrize("network", NETWORKS)
def test_all_take_bytes_and_compute_with_them(network: str, tmp_path: Path) -> None:
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "opened.onnx")
    options.log_severity_level = 3
    model = getattr(load_weights(), network)
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    assert [each.type for each in session.get_inputs()] == ["tensor(uint8)"]
    opened = (tmp_path / "opened.onnx").read_bytes()
    assert opened.count(b"QLinearConv") > 5


def test_an_altered_file_is_refused_by_name(copied: Path) -> None:
    path = copied.parent / "small_classifier.onnx"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(WeightsError, match=r"small_classifier\.onnx are not the ones"):
        load_weights(copied)


def test_a_missing_file_is_refused_by_name(copied: Path) -> None:
    (copied.parent / "locator.onnx").unlink()
    with pytest.raises(WeightsError, match=r"locator\.onnx cannot be read"):
        load_weights(copied)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"thresholds": {"centre": 0.3}}'])
def test_a_broken_listing_is_refused(copied: Path, content: str) -> None:
    copied.write_text(content)
    with pytest.raises(WeightsError, match=r"weights\.json cannot be read"):
        load_weights(copied)


@pytest.mark.parametrize("centre", ["0.3", "NaN", "Infinity", "1e999", '"0.2"', "true"])
def test_an_altered_threshold_is_refused(copied: Path, centre: str) -> None:
    text = copied.read_text()
    copied.write_text(text.replace('"centre": 0.2', f'"centre": {centre}'))
    assert copied.read_text() != text
    with pytest.raises(WeightsError, match=r"weights\.json cannot be read"):
        load_weights(copied)


def test_a_threshold_that_is_no_number_is_refused_though_its_hash_was_made_to_fit(copied: Path) -> None:
    listed = json.loads(copied.read_text())
    copied.write_text(json.dumps(listed | listed_thresholds(listed["thresholds"] | {"centre": math.nan})))
    with pytest.raises(WeightsError, match=r"weights\.json cannot be read"):
        load_weights(copied)


def test_the_hash_of_thresholds_is_the_one_that_is_shipped(copied: Path) -> None:
    listed = json.loads(copied.read_text())
    assert listed_thresholds(listed["thresholds"])["thresholds_sha256"] == listed["thresholds_sha256"]
