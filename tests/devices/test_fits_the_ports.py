"""The drivers have the shapes that play asks for, though neither room imports the other."""

from __future__ import annotations

import inspect

import pytest

from companion.core.frame import Camera
from companion.devices import NamedFault, PinPanel, RecordedVideo
from companion.devices.cameras.drivers.pi import PiCamera
from companion.devices.cameras.drivers.recorded import PhotoFolder
from companion.devices.cameras.drivers.usb import LiveCamera
from companion.play.base.ports import Cups, Dealer, Panel, Watch
from companion.recognition.context.stillness import Stillness
from companion.simulator import SimulatedCamera, SimulatedCardTable, SimulatedTable


def parameters(kind: type, method: str) -> list[str]:
    return list(inspect.signature(getattr(kind, method)).parameters)


def asked_by(port: type) -> list[str]:
    return [name for name, value in vars(port).items() if inspect.isfunction(value) and name[0] != "_"]


SIMULATED = SimulatedTable, SimulatedCardTable, SimulatedCamera


@pytest.mark.parametrize("camera", [PiCamera, LiveCamera, RecordedVideo, PhotoFolder, *SIMULATED])
def test_every_camera_fits_the_port(camera: type) -> None:
    asked = asked_by(Camera)
    assert {"latest", "capture", "close"} <= set(asked)
    assert [parameters(camera, name) for name in asked] == [parameters(Camera, name) for name in asked]
    if camera is not SimulatedCamera:  # it has that of the table in use
        assert camera.live_is_small is (camera is PiCamera)


def test_the_simulated_cups_fit_the_port() -> None:
    asked = asked_by(Cups)
    assert {"deal", "lift", "cover", "peek", "show", "lost"} <= set(asked)
    assert [parameters(SimulatedTable, name) for name in asked] == [parameters(Cups, name) for name in asked]


def test_the_simulated_cards_fit_the_port() -> None:
    asked = asked_by(Dealer)
    assert asked == ["lay", "put_away"]
    expected = [parameters(Dealer, name) for name in asked]
    assert [parameters(SimulatedCardTable, name) for name in asked] == expected


def test_the_watch_fits_the_port() -> None:
    asked = asked_by(Watch)
    assert asked == ["still", "moved"]
    assert [parameters(Stillness, name) for name in asked] == [parameters(Watch, name) for name in asked]


@pytest.mark.parametrize("panel", [PinPanel, NamedFault])
def test_every_panel_fits_the_port(panel: type) -> None:
    asked = asked_by(Panel)
    assert set(asked) == {"listen", "show", "close"}
    assert [parameters(panel, name) for name in asked] == [parameters(Panel, name) for name in asked]
