"""``cups-up bench``: what it prints, and what it says when it cannot measure."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli import bench
from companion.cli.measuring import eye_timing
from companion.core.reading import WeightsError
from companion.simulator import SpritesMissing

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye_timing, "ROUNDS", 1)
    monkeypatch.setattr(eye_timing, "WARM_UP", 0)


@pytest.fixture
def no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye_timing, "DICE", ())


@pytest.mark.slow
def test_the_object_has_the_times_of_each_number_of_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [
        *("read_ms", "stages_ms", "table_ms", "yolo26n_ms", "ratio", "table_ratio"),
        *("peak_mb", "threads", "cards_ms"),
    ]
    assert told["table_ms"] > 0
    assert list(told["read_ms"]) == ["5", "15", "30", "60"]
    assert all(ms > 0 for ms in told["read_ms"].values())
    assert list(told["stages_ms"]) == list(eye_timing.STAGES)
    assert all(ms > 0 for ms in told["stages_ms"].values())
    assert told["yolo26n_ms"] is None
    assert told["ratio"] is None
    assert told["table_ratio"] is None
    assert told["threads"] == 1
    assert told["peak_mb"] > 50


@pytest.mark.slow
def test_another_network_is_timed_beside_the_eye(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--against", str(MODELS / "card_locator.onnx")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ratio"] == pytest.approx(told["read_ms"]["30"] / told["yolo26n_ms"], rel=0.05)
    assert told["table_ratio"] == pytest.approx(told["table_ms"] / told["yolo26n_ms"], rel=0.05)


@pytest.mark.slow
def test_the_story_says_that_every_die_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in lines[:4]] == [
        "5 dice (5 read)",
        "15 dice (15 read)",
        "30 dice (30 read)",
        "60 dice (60 read)",
    ]


@pytest.fixture
def no_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is timed."""
    monkeypatch.delattr(eye_timing, "Eye")


@pytest.mark.usefixtures("no_eye")
def test_a_network_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", "--against", str(tmp_path / "none.onnx")]) == 1
    assert "none.onnx cannot be read" in capsys.readouterr().err


@pytest.mark.usefixtures("no_eye")
def test_a_file_that_is_no_network_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--against", str(MODELS / "weights.json")]) == 1
    assert "weights.json is not a network that ONNX Runtime can open" in capsys.readouterr().err


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WeightsError, match="pipe cannot be read: it is not an ordinary file"):
        eye_timing._need_onnx(tmp_path / "pipe")


@pytest.mark.parametrize(
    "shape", [("n", "c", "h", "w"), (None, 3, 640, 640), (1, 3, "h", None), (1, 3, 640, 640)]
)
def test_open_sides_of_another_network_are_borne(shape: tuple) -> None:
    assert eye_timing._takes_a_picture(shape)


@pytest.mark.parametrize("shape", [(4, 3, 640, 640), ("n", 64, 64, 3), (1, 3, 640), ()])
def test_other_shapes_are_not(shape: tuple) -> None:
    assert not eye_timing._takes_a_picture(shape)


def test_a_piece_of_work_is_timed_as_often_as_it_is_told() -> None:
    runs: list[None] = []
    eye_timing.timed(lambda: runs.append(None))
    assert len(runs) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("no_dice")
def test_a_network_that_takes_no_such_picture_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--against", str(MODELS / "small_classifier.onnx")]) == 1
    assert "small_classifier.onnx does not take one picture" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("no_dice")
def test_a_network_that_fails_on_its_picture_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """The locator takes the colours last, and leaves open how many rows a picture has."""
    assert main(["bench", "--against", str(MODELS / "locator.onnx")]) == 1
    assert "locator.onnx cannot be run on a picture of [1, 3, 640, 3]" in capsys.readouterr().err


def test_missing_pictures_of_dice_are_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise SpritesMissing("the simulated table's pictures cannot be used")

    monkeypatch.setattr(bench, "dice_apart", missing)
    assert main(["bench"]) == 1
    assert capsys.readouterr().err.startswith("cups-up bench: the simulated table's pictures")
