"""A version that runs long enough says so, by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.wiring.versions import LONG_ENOUGH_S, MARK, proven_by


def test_it_says_so_after_a_while_and_keeps_beating(tmp_path: Path) -> None:
    (tmp_path / "versions" / "0.2.0-1").mkdir(parents=True)
    (tmp_path / "current").symlink_to("versions/0.2.0-1")
    now, beats = [0.0], []
    beat, every_s = proven_by(
        (lambda: beats.append(now[0]), 10.0), tmp_path, tmp_path / "current", lambda: now[0]
    )
    beat()
    assert (every_s, (tmp_path / MARK).exists()) == (10.0, False)
    now[0] = LONG_ENOUGH_S
    beat()
    beat()
    assert (tmp_path / MARK).read_text() == "0.2.0-1\n"
    assert beats == [0.0, LONG_ENOUGH_S, LONG_ENOUGH_S]


def test_without_a_service_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert proven_by(None, tmp_path) is None


def test_a_full_card_does_not_end_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    times = iter((0.0, LONG_ENOUGH_S))
    beat, _ = proven_by((lambda: None, 10.0), tmp_path / "file", now=lambda: next(times))
    beat()
    assert capsys.readouterr().err.count("\n") == 1
