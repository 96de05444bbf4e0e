"""``cups-up panel``: the bench check, the example and the list of wires."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.__main__ import main
from companion.cli import panel
from companion.cli.wiring import table_opened
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.core.panel import ChallengePressed, CupMoved, PanelFault, RoundPressed
from companion.devices import open_panel, wiring_of
from companion.play.modes.welcome.views import WelcomeScene

WIRED = "round_button = 26\nlight_ring = 18\n[[seat]]\nchallenge = 5\nlamp = [17, 27, 22]\ncup = 6\n"


def test_the_example_it_prints_is_a_wiring(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["panel", "--example"]) == 0
    assert len(wiring_of(capsys.readouterr().out).seats) == 4


def test_the_wires_are_listed_by_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(WIRED)
    assert main(["panel", "--wires", str(tmp_path / "mine.toml")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "GPIO  5  the challenge button of seat 1",
        "GPIO  6  the cup sensor of seat 1",
        "GPIO 17  the lamp of seat 1 (red)",
        "GPIO 18  the light ring",
        "GPIO 22  the lamp of seat 1 (blue)",
        "GPIO 26  the round button",
        "GPIO 27  the lamp of seat 1 (green)",
    ]


def test_a_wrong_file_is_told_fault_by_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text("buzzer = 99\nround_button = 26\nlight_ring = 26\n")
    assert main(["panel", "--wires", str(tmp_path / "mine.toml")]) == 1
    assert capsys.readouterr().err.count("cups-up panel: ") == 2


def test_the_bench_check_lights_everything_in_turn(
    tmp_path: Path, pins: MockFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "panel.toml").write_text(WIRED)
    opened = open_panel("auto", tmp_path)
    red, ring = pins.pin(17), pins.pin(18)
    for pin in (red, ring):
        pin.clear_states()
    assert panel.check(opened, wait=False, lamp_s=0.001) == 0
    assert [state.state for state in red.states][:3] == [False, True, False]
    assert True in [state.state for state in ring.states]
    printed = capsys.readouterr().out
    assert "Seat 1's lamp is red." in printed
    assert "seat 1: the cup is up" in printed


def test_without_a_panel_the_check_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["panel", str(tmp_path / "none.toml"), "--once"]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_every_signal_has_its_words() -> None:
    signals = (ChallengePressed(0, 1), RoundPressed(1), CupMoved(1, True, 1), CupMoved(1, False, 1))
    assert [panel.named(each).strip() for each in (*signals, PanelFault("It is stuck."))] == [
        "seat 1: challenge button",
        "the round button",
        "seat 2: the cup is up",
        "seat 2: the cup is down",
        "FAULT: It is stuck.",
    ]


def test_a_wrong_file_is_told_on_the_first_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "panel.toml").write_text("buzzer = 12\nlight_ring = 12\n")
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    wired = table_opened._wired(evening, "auto")
    assert "Panel: no panel: panel.toml: GPIO 12 is used more than once" in capsys.readouterr().out
    with session_of(replace(evening, panel=wired)) as session:
        session.close()
    assert "GPIO 12 is used more than once" in session.view.fault
    assert session.view.fault.endswith("Everything works by touch until then.")
    assert session.view.kind is WelcomeScene


def test_no_file_is_no_panel_and_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    assert table_opened._wired(evening, "auto") is None
    assert capsys.readouterr().out == ""


def test_a_panel_that_works_is_dark_after_the_evening(tmp_path: Path, pins: MockFactory) -> None:
    (tmp_path / "panel.toml").write_text(WIRED)
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    with session_of(replace(evening, panel=table_opened._wired(evening, "auto"))) as session:
        pins.pin(26).drive_low()
        session.close()
    assert pins.pin(17).function == "input", "the pins are given back"
