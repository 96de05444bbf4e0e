"""``companion play``: what it opens, and what it does where there is no display."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands import demo, play
from companion.commands.wiring.checkup import Finding, State
from companion.commands.wiring.evening import Evening, session_of
from companion.hardware import choose
from companion.hardware.choose import Opened
from companion.journal.errors import StoreError
from companion.play.commands import NewGame, PlayUnsaved
from companion.play.views import Scene

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("800", "a size is written like 800x480, got '800'"),
        ("bigxsmall", "a size is written like 800x480, got 'bigxsmall'"),
        ("320x240", "the smallest window is 480x480, got '320x240'"),
    ],
)
def test_a_size_is_refused_in_a_sentence(text: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--size", text])
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err


def test_without_a_display_the_demonstration_is_refereed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    refereed: list[argparse.Namespace] = []
    monkeypatch.setattr(demo, "run", lambda args: refereed.append(args) or 0)
    monkeypatch.setattr(play, "examine_display", _no_display)
    assert main(["play"]) == 0
    assert len(refereed) == 1
    assert "There is no display here" in capsys.readouterr().out


@pytest.mark.parametrize("camera", ["usb:99", "none", "no/such/folder"])
def test_without_a_display_nobody_who_named_a_camera_is_shown_simulated_dice(
    camera: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(demo, "run", lambda args: pytest.fail("the demonstration was begun"))
    monkeypatch.setattr(play, "examine_display", _no_display)
    assert main(["play", "--camera", camera]) == 1
    told = capsys.readouterr().err
    assert told.startswith("companion play: there is no display here to play at (")
    assert told.count("\n") == 1


def _no_display(_: object) -> Finding:
    return Finding("display", State.LACK, "there is no display", "connect one")


def test_an_unwritable_journal_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    (tmp_path / "file").write_text("not a folder")
    assert main(["play", "--camera", "none", "--home", str(tmp_path / "file" / "home")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_an_evening_without_a_camera_begins_at_the_welcome_screen(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    with session_of(evening) as session:
        session.close()
        assert session.view.scene is Scene.WELCOME
        assert session.view.has_camera is False


@pytest.mark.parametrize(("words", "watched"), [((), True), (("--no-watch",), False)])
def test_lifted_cups_are_watched_unless_the_table_does_not_want_it(
    words: tuple[str, ...], watched: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    evenings: list[Evening] = []
    monkeypatch.setattr(play, "_play", lambda evening, _settings, _args: evenings.append(evening) or 0)
    assert main(["play", "--camera", "none", "--home", str(tmp_path), *words]) == 0
    assert [evening.watch for evening in evenings] == [watched]


@pytest.mark.parametrize(
    ("camera", "words", "watched"),
    [
        ("simulated", (), True),
        ("simulated", ("--no-lost-dice-check",), False),
        ("simulated", ("--no-house-watch",), False),
        ("none", (), False),
    ],
)
def test_lost_dice_are_counted_where_the_squares_are_known_and_the_table_wants_it(
    camera: str, words: tuple[str, ...], watched: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    evenings: list[Evening] = []
    monkeypatch.setattr(play, "_play", lambda evening, _settings, _args: evenings.append(evening) or 0)
    assert main(["play", "--camera", camera, "--home", str(tmp_path), *words]) == 0
    assert [evening.squares is not None for evening in evenings] == [watched]


@pytest.mark.parametrize(
    ("camera", "looked_for"),
    [("auto", True), ("usb:99", True), ("simulated", False), ("none", False), ("no/such/folder", False)],
)
def test_a_live_camera_that_is_missing_is_looked_for_again(
    camera: str, looked_for: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr(choose, "camera_numbers", lambda: ())
    monkeypatch.setattr(choose, "board_model", lambda: None)
    evenings: list[Evening] = []
    monkeypatch.setattr(play, "_play", lambda evening, _settings, _args: evenings.append(evening) or 0)
    assert main(["play", "--camera", camera, "--home", str(tmp_path)]) == 0
    (evening,) = evenings
    assert (evening.look_again is not None) is looked_for
    if looked_for:
        assert evening.look_again() is None, "never the simulated table"


@pytest.mark.slow
def test_the_first_scene_is_drawn_and_that_is_all(tmp_path: Path) -> None:
    words = ["play", "--first-scene", "--camera", "none", "--panel", "none", "--home", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "SDL_VIDEODRIVER": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_on_the_whole_screen_a_journal_that_cannot_be_used_opens_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no journal" * 1000)
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    window = argparse.Namespace(fullscreen=False, first_scene=False)
    with ExitStack() as stack:
        with pytest.raises(StoreError, match="is not a journal of games"):
            play._session_or_page(stack, evening, window)
        whole_screen = argparse.Namespace(fullscreen=True, first_scene=False)
        page = play._session_or_page(stack, evening, whole_screen)
        assert page.view.scene is Scene.JOURNAL
        came = threading.Event()
        page.on_view = lambda view: came.set()
        page.send(PlayUnsaved(page.view.number))
        assert came.wait(20)
        page.send(NewGame(page.view.number, "milton-bradley", ("Ann", "Bob"), (), 0))
        page.on_view = None
    assert (tmp_path / "games.sqlite3").read_bytes() == b"no journal" * 1000
    assert "is not a journal of games" in capsys.readouterr().err
