"""The pipeline makes every network from nothing: no step needs what no earlier step has made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.recognition.weights import NETWORKS, Thresholds
from models.train import PIPELINE, Step, steps

MODELS = Path(__file__).resolve().parents[2] / "models"
PLACES = {"photos": "", "fonts": "", "threads": "1"}


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
    if module == "export":
        return {f"{option(step, '--to')}/weights.json"}
    if module == "quantise":
        return {f"{option(step, '--to')}/weights.json"}
    networks = {"train_lean": "lean_reader", "train_flat": "lean_reader", "train_symbols": "symbol_reader"}
    which = option(step, "--which") or option(step, "--reader") or networks.get(module, "classifier")
    return {f"models/made/runs/{first}/{which}.pt"} if module.startswith("train_") else set()


def needs(step: Step) -> set[str]:
    """The banks and files that a step takes."""
    made_up = step.words[0].startswith("compose.")  # there --plain is a share
    named = () if made_up else ("--banks", "--plain", "--symbols")
    wanted = {each for name in named for each in (option(step, name) or "").split(",")}
    files = {word for word in step.words if re.match(r"models/made/.*\.(pt|json)$", word)}
    return (wanted - {""}) | (files - {"models/made/thresholds.json"})


def test_no_step_needs_what_no_earlier_step_makes() -> None:
    made: set[str] = set()
    for step in listed():
        assert needs(step) <= made, step.name
        made |= makes(step)


def test_all_six_networks_come_out_in_bytes() -> None:
    made = set().union(*map(makes, listed()))
    assert {f"models/made/runs/bytes/{name}.pt" for name in NETWORKS} <= made
    assert "models/made/runs/bytes_other/second_reader.pt" in made


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
    assert (small, large) == (14, 5600)


def test_the_first_thresholds_are_all_that_the_eye_knows() -> None:
    assert set(pipeline()["thresholds"]) == set(Thresholds.__dataclass_fields__)
