"""``--events``: a game is followed from outside, and no die that is still covered is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.journal import replay_record
from companion.rules import Phase
from tests.cli.test_demo import telling

pytestmark = pytest.mark.slow
DEMO = ("demo", "--fast", "--players", "2", "--seed", "11")


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """The lines of a whole demonstration, and its folder."""
    folder = tmp_path_factory.mktemp("feed")
    with pytest.MonkeyPatch.context() as patch:
        telling(patch)
        assert main([*DEMO, "--out", str(folder), "--events", str(folder / "feed.jsonl")]) == 0
    return (folder / "feed.jsonl").read_text(encoding="utf-8").splitlines(), folder


def test_its_events_are_the_record(followed: tuple[list[str], Path]) -> None:
    lines, folder = followed
    events = "".join(f"{line}\n" for line in lines if "event" in json.loads(line))
    assert events == (folder / "game.jsonl").read_text(encoding="utf-8")
    assert replay_record(events.encode()).game.phase is Phase.OVER


def test_dice_are_told_only_when_they_lie_open(followed: tuple[list[str], Path]) -> None:
    open_faces = {"reveal", "show", "correct", "opening_roll"}
    for line in map(json.loads, followed[0]):
        if "event" in line:
            assert ("dice" in line or "rolls" in line or "reveal" in line) == (line["event"] in open_faces)
        else:
            assert all(isinstance(held, int) for held in line["state"]["dice"])
            assert "dice" not in (line["state"]["last_round"] or {})


def test_a_verdict_stands_in_words_beside_the_round(followed: tuple[list[str], Path]) -> None:
    last = json.loads(followed[0][-1])["state"]
    assert last["players"][last["last_round"]["by"]] in last["verdict"]
    assert last["rounds"] > 1
    assert last["winner"] is not None


def test_standard_output_holds_the_feed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    telling(monkeypatch)
    assert main([*DEMO, "--rounds", "1", "--out", str(tmp_path), "--events", "-"]) == 0
    done = capfd.readouterr()
    assert [*map(json.loads, done.out.splitlines())]
    assert "dice were revealed" in done.err


def test_a_closed_standard_error_leaves_the_feed_and_a_closed_output_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = [*DEMO, "--rounds", "1", "--out", str(tmp_path)]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        assert main([*words, "--events", "-"]) == 0
    assert [*map(json.loads, capfd.readouterr().out.splitlines())]
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert capfd.readouterr().err == "standard output: it cannot be written: it is closed\n"


@pytest.mark.parametrize("place", ["unix:{0}", "{0}"])
def test_a_place_that_cannot_be_had_is_one_sentence(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "nothing" / "here"
    assert main([*DEMO, "--out", str(tmp_path / "out"), "--events", place.format(there)]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_an_unknown_scheme_is_told_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*DEMO, "--events", "http://127.0.0.1/feed"])
    wanted = "events go to a file, to -, unix:PATH, mqtt://HOST/TABLE or mqtts://HOST/TABLE"
    assert wanted in capsys.readouterr().err
