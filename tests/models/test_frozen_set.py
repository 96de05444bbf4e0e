"""The frozen set: a reading that differs in one bit is named, and the time that it took does not count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.reading import PhotoReading, ReadDie
from models import frozen_set

DIE = ReadDie((10, 20, 50, 60), 3, False, 0.999)
READING = PhotoReading((640, 480), (DIE,), (("total", 5.0),))


def reads(monkeypatch: pytest.MonkeyPatch, reading: PhotoReading) -> None:
    def readings() -> Iterator[frozen_set.Named]:
        yield "one", reading
        yield "other", 4

    monkeypatch.setattr(frozen_set, "readings", readings)


def test_the_same_readings_pass_however_long_they_took(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reads(monkeypatch, READING)
    assert frozen_set.make(tmp_path / "set.jsonl") == 0
    reads(monkeypatch, replace(READING, ms=(("total", 9.0),)))
    assert frozen_set.check(tmp_path / "set.jsonl") == 0


def test_a_confidence_that_differs_in_its_last_bit_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(monkeypatch, READING)
    frozen_set.make(tmp_path / "set.jsonl")
    reads(monkeypatch, replace(READING, dice=(replace(DIE, confidence=0.9990000000000001),)))
    assert frozen_set.check(tmp_path / "set.jsonl") == 1
    assert "one\n" in capsys.readouterr().out


def test_a_picture_that_is_read_no_more_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reads(monkeypatch, READING)
    frozen_set.make(tmp_path / "set.jsonl")
    monkeypatch.setattr(frozen_set, "readings", lambda: iter([("one", READING)]))
    assert frozen_set.check(tmp_path / "set.jsonl") == 1
