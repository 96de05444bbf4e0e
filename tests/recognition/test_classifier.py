"""What a classifier's answers say of each crop."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from companion.recognition.classify.classifier import (
    ANSWERS,
    BACKGROUND,
    MARK,
    STAR,
    Classifier,
    Predictions,
    SymbolReader,
)
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import load_weights
from tests.recognition.predicted import predicted_as

COLUMNS = (
    *("one", "two", "three", "four", "five", "six", "star", "mark"),
    *("die", "cocked", "stacked", "hidden", "right", "down", "spread"),
)


def answers(**columns: float) -> np.ndarray:
    """One row of a network's answers, by the names of its columns; a column that is not named is 0."""
    return np.array([[columns.get(name, 0.0) for name in COLUMNS]])


def test_faces_exclude_each_other_and_are_worth_what_the_die_is() -> None:
    says = Predictions.of_answers(answers(five=np.log(9.0), die=np.log(3.0)), temperature=1.0)
    assert says.objectness == pytest.approx([0.75])
    assert says.background == pytest.approx([0.25])
    assert says.confidence == pytest.approx([9 / 16])
    assert says.class_probabilities[0] == pytest.approx(
        [0.75 / 16] * 4 + [0.75 * 9 / 16] + [0.75 / 16] * 3 + [0.25]
    )
    assert says.class_probabilities.sum(1) == pytest.approx([1.0])


def test_a_lower_temperature_makes_faces_surer_and_no_die_of_anything() -> None:
    row = answers(five=2.0, die=0.3, cocked=-1.0)
    plain, sharp = (Predictions.of_answers(row, each) for each in (1.0, 0.5))
    assert sharp.confidence[0] > plain.confidence[0]
    assert sharp.objectness == pytest.approx(plain.objectness)
    assert sharp.doubts == pytest.approx(plain.doubts)


def test_doubts_stand_each_for_itself_and_a_normal_has_its_likely_error() -> None:
    row = answers(cocked=0.0, stacked=np.log(4.0), hidden=-np.log(4.0), right=0.1, down=-0.2, spread=-2.0)
    says = Predictions.of_answers(row, temperature=1.0)
    assert says.doubts[0] == pytest.approx([0.5, 0.8, 0.2])
    assert says.normals.across[0] == pytest.approx([0.1, -0.2])
    assert says.normals.spread == pytest.approx([np.exp(-2.0)])


def test_a_star_is_a_face_one_and_another_mark_is_no_face() -> None:
    says = predicted_as({0: 0.3, STAR: 0.6, 1: 0.1}, {0: 0.1, MARK: 0.7, BACKGROUND: 0.2}, {BACKGROUND: 1.0})
    assert says.faces[:, 0] == pytest.approx([0.9, 0.1, 0.0])
    assert says.confidence == pytest.approx([0.9, 0.125, 0.0])
    assert says.marks == pytest.approx([0.0, 0.875, 0.0])


def played(shapes: list[tuple[int, ...]]) -> Classifier:
    """A classifier whose network answers with ones and keeps the shapes of what it is shown."""

    def run(names: list[str], shown: dict[str, np.ndarray], options: None) -> list[np.ndarray]:
        assert names == ["answers"]
        shapes.append(shown["crops"].shape)
        return [np.ones((len(shown["crops"]), ANSWERS), np.float32)]

    classifier = Classifier.__new__(Classifier)
    classifier._session, classifier._temperature = SimpleNamespace(run=run), 1.0
    return classifier


@pytest.mark.parametrize(("count", "runs"), [(3, (3,)), (35, (16, 16, 3)), (0, ())])
def test_the_network_is_shown_few_crops_at_a_time_and_without_any_it_is_not_asked(
    count: int, runs: tuple[int, ...]
) -> None:
    shapes: list[tuple[int, ...]] = []
    says = played(shapes).read(np.zeros((count, 64, 64, 3), np.uint8))
    sizes = (says.class_probabilities, says.doubts, says.normals.across, says.normals.spread)
    assert [each.shape for each in sizes] == [(count, BACKGROUND + 1), (count, 3), (count, 2), (count,)]
    assert shapes == [(each, 64, 64, 3) for each in runs]


def test_a_symbol_reader_keeps_no_file_and_gives_memory_back_after_a_run() -> None:
    reader = SymbolReader(load_weights().symbol_reader)
    crops = np.full((2, 64, 64, 3), 90, np.uint8)
    embedded = reader.embed(crops)
    asked: list[onnxruntime.RunOptions] = []

    class Session:
        def run(self, names: list[str], inputs: object, options: onnxruntime.RunOptions) -> list[np.ndarray]:
            asked.append(options)
            return [np.ones((2, 128), np.float32)]

    reader.__dict__["_session"] = Session()
    reader.embed(crops)
    assert embedded.shape == (2, 128)
    assert reader._model == b""
    shrinks = [each.get_run_config_entry("memory.enable_memory_arena_shrinkage") for each in asked]
    assert shrinks == ["cpu:0"]
