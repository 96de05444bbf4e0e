"""Fixtures for all tests. Nothing here touches a person's own games or settings."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import settings

from companion.text import spoken, use_letters
from companion.text.catalogue import use_catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Browser

gc.disable()  # what is collected stays: to look for garbage in it meanwhile takes a tenth of the time
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"  # whoever makes Kivy's clock first: no frame waits for the next
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy reads it: further threads of a test only spin
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"  # so do OpenCV's, which the eye does without, too
os.environ["LANGUAGE"] = "en"  # the sentences that tests expect, whatever the developer speaks
settings.register_profile("any machine", deadline=None)  # a busy machine is no failure
settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """Each process begins with another file: what one has compiled, the others find compiled."""
    if config.args == config.getini("testpaths") and "PYTEST_XDIST_WORKER" in os.environ:
        files = sorted(map(str, Path(__file__).parent.rglob("test_*.py")))
        number, count = (os.environ[f"PYTEST_XDIST_WORKER{name}"] for name in ("", "_COUNT"))
        first = len(files) * int(number.removeprefix("gw")) // int(count)
        config.args = files[first:] + files[:first]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests first: at the end of a run on all cores no process is left alone with long ones.

    Those of a file by the size of their window: for each the stage is made anew.
    """

    def place(item: pytest.Item) -> tuple[bool, Path, str]:
        given = getattr(item, "callspec", SimpleNamespace(params={})).params
        return item.get_closest_marker("slow") is None, item.path, str(given.get("size", (800, 480)))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Set aside what thousands of collected tests are made of: it stays, and is looked through no more."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths in one folder: most tests make none of them, and to make thousands takes long."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / f"home-{number}" for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games of a test go into its own folder."""
    home = next(homes)
    monkeypatch.setenv("CUPS_UP_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def said_as_before() -> Iterator[None]:
    """The language that a test speaks, and the letters that its screen has, are forgotten with it."""
    before = spoken()
    yield
    use_catalogue(before)
    use_letters(None)


def _kivys_loop() -> str:
    return sys.modules["kivy.base"].EventLoop.status if "kivy.base" in sys.modules else "idle"


@pytest.fixture(autouse=True)
def no_app_of_its_own() -> Iterator[None]:
    """The real app leaves Kivy's loop stopped, and all later screens in this process half laid out."""
    before = _kivys_loop()
    yield
    assert _kivys_loop() == before, "this test ran the app: give it a process of its own"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.browsing import browsing

    with browsing() as running:
        yield running


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """Pins that exist in software only."""
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()
