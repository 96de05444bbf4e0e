"""The pipeline makes every network from nothing: no step needs what no earlier step has made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.recognition.networks.weights import NETWORKS, Thresholds
from models.train import PIPELINE, Step, steps

MODELS = Path(__file__).resolve().parents[2] / "models"
PLACES = {"photos": "", "fonts": "", "nature": "", "threads": "1"}
DETECTORS = ("locator", "near_locator")
CARRIED = ("symbol_reader",)
"""Taught by an earlier recipe."""
AROUND = "surroundings"
CLASSIFIERS = set(NETWORKS) - set(DETECTORS) - set(CARRIED) - {AROUND}


def pipeline() -> dict:
    return tomllib.loads(PIPELINE.read_text(encoding="utf-8"))


def listed(size: str = "cpu") -> list[Step]:
    return list(steps(pipeline(), size, PLACES))


def option(step: Step, name: str) -> str | None:
    return step.words[step.words.index(name) + 1] if name in step.words else None


def makes(step: Step) -> set[str]:
    """The banks, runs' networks and files that a step leaves behind."""
    module, first = step.words[0], step.words[1]
    if module.startswith("compose."):
        return {first}
    if module == "quantise":
        folder, made = option(step, "--to"), set(NETWORKS) & set(step.words[2:])
        return {f"{folder}/weights.json"} | {f"{folder}/{name}.onnx" for name in made}
    if module == f"train_{AROUND}":
        return {f"models/made/runs/{run}/{AROUND}.pt" for run in (first, f"{AROUND}_bytes")}
    if module == "train_readers":
        runs = (first, option(step, "--bytes"))
        return {f"models/made/runs/{run}/{name}.pt" for run in runs for name in CLASSIFIERS}
    return (
        {f"models/made/runs/{first}/{option(step, '--which')}.pt"} if module.startswith("train_") else set()
    )


def needs(step: Step) -> set[str]:
    """The banks and files that a step takes."""
    banks = () if step.words[0].startswith("compose.") else (option(step, "--banks") or "").split(",")
    files = {word for word in step.words if re.match(r"models/made/.*\.(pt|json)$", word)}
    if step.words[0] == "quantise":
        files |= {
            f"models/made/runs/{step.words[1]}/{name}.pt" for name in set(NETWORKS) & set(step.words[2:])
        }
    if folder := option(step, "--detectors"):
        files |= {f"{folder}/{name}.onnx" for name in DETECTORS}
    if folder := option(step, "--classifiers"):
        files |= {f"{folder}/{name}.onnx" for name in (*DETECTORS, *CLASSIFIERS)} | {f"{folder}/weights.json"}
    return (set(banks) - {""}) | (files - {"models/made/thresholds.json"})


def test_no_step_needs_what_no_earlier_step_makes() -> None:
    made: set[str] = set()
    for step in listed():
        assert needs(step) <= made, step.name
        made |= makes(step)


def test_all_networks_come_out_in_bytes() -> None:
    made = set().union(*map(makes, listed()))
    assert {f"models/made/runs/bytes/{name}.pt" for name in (*DETECTORS, *CLASSIFIERS)} <= made
    assert f"models/made/runs/{AROUND}_bytes/{AROUND}.pt" in made
    assert {f"models/made/shipped/{name}.onnx" for name in NETWORKS if name not in CARRIED} <= made


@pytest.mark.parametrize("step", listed(), ids=lambda step: step.name)
def test_every_step_is_a_command_of_this_folder_that_knows_its_options(step: Step) -> None:
    path = MODELS / f"{step.words[0].replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"from models\.(\w+) import", text)
    sources = [text, *((MODELS / f"{name}.py").read_text() for name in used)]
    for word in step.words:
        if word.startswith("--"):
            assert any(f'"{word}"' in each for each in sources), word


def test_sizes_scale_lessons_and_steps() -> None:
    small, large = (int(option(listed(size)[1], "--count") or 0) for size in ("tiny", "gpu"))
    assert (small, large) == (12, 2800)


def test_the_first_thresholds_are_all_that_the_eye_knows() -> None:
    assert set(pipeline()["thresholds"]) == set(Thresholds.__dataclass_fields__)
