"""A panel is opened by its file: what is missing or wrong is named, and the game goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.core.panel import PanelLights, Signal
from companion.devices import NamedFault, PinPanel, PinsMissing, Wiring, open_panel


def no_pins(_: Wiring) -> PinPanel:
    raise PinsMissing("no pin library works: sudo apt install python3-lgpio")


def faults_of(panel: NamedFault) -> list[str]:
    told: list[Signal] = []
    panel.listen(told.append)
    panel.show(PanelLights())
    panel.close()
    return [each.sentence for each in told]


def test_auto_without_a_file_is_no_panel_and_no_fault(tmp_path: Path) -> None:
    assert open_panel("auto", tmp_path).panel is None
    assert open_panel("none", tmp_path).panel is None


def test_a_missing_pin_library_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "panel.toml").write_text("round_button = 26\n")
    found = open_panel("auto", tmp_path, no_pins)
    assert faults_of(found.panel) == [
        "The panel is left out. no pin library works: sudo apt install python3-lgpio."
        " Everything works by touch until then."
    ]


def test_gpiozero_itself_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "panel.toml").write_text("round_button = 26\n")
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert "gpiozero is not installed" in open_panel("auto", tmp_path).sentence


def test_a_machine_without_pins_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "panel.toml").write_text("round_button = 26\n")
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    found = open_panel("auto", tmp_path)
    assert isinstance(found.panel, NamedFault)
    assert "no pin library works" in found.sentence


def test_a_pin_used_twice_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "panel.toml").write_text("round_button = 26\nbuzzer = 26\n")
    told = faults_of(open_panel("auto", tmp_path, no_pins).panel)
    assert "GPIO 26 is used more than once: for the round button and for the buzzer." in told[0]


def test_a_file_that_works_is_told_with_its_library(tmp_path: Path, pins: MockFactory) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("round_button = 26\n")
    found = open_panel(str(path), tmp_path)
    assert found.sentence == f"panel of {path} through mock"
    found.panel.close()


def test_a_file_that_is_not_there_is_named_where_it_was_asked_for(tmp_path: Path) -> None:
    assert "cannot be read" in open_panel(str(tmp_path / "none.toml"), tmp_path).sentence
