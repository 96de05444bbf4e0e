"""A real window without a display, and fingers on it."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

import tests.ui.screenless  # noqa: F401  (before Kivy)
from companion.ui.environment import configure_window

configure_window((800, 480), fullscreen=False)

from kivy.config import Config  # noqa: E402  (after its environment is set)

Config.set("graphics", "maxfps", "0")  # no frame waits for the next

from kivy.clock import Clock  # noqa: E402  (its import makes the clock, which keeps to that)
from kivy.logger import Logger  # noqa: E402  (after the window)

assert not Clock._max_fps, "the clock was made before its frames were set free: every frame would wait"

# To look through what the last scenes were made of, 300 objects a widget, takes up to half of the time.
gc.set_threshold(3_000_000, 10, 100)

from companion.text import spoken, use_language  # noqa: E402  (after the window)
from companion.text.catalogue import ENGLISH  # noqa: E402  (after the window)

use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))  # before the samples, which have sentences

from companion.ui import stage as shown_stage  # noqa: E402  (after the window)
from companion.ui.art.theme import THEME  # noqa: E402  (after the window)
from companion.ui.screens.welcome.welcome import WelcomeScreen  # noqa: E402  (after the window)
from companion.ui.spoken_touch import Reader  # noqa: E402  (after the window)
from tests.ui.fingers import LAID, Opened, TouchedTable, clear_away  # noqa: E402  (after the window is configured)

# A turned stage has all that is set aside looked through again: here that is all tests and samples.
vars(shown_stage)["gc"] = SimpleNamespace(unfreeze=lambda: None)


def forget(tables: list[TouchedTable]) -> None:
    """Close them and clear them away, with no name left that would hold one."""
    while tables:
        tables.pop().close()
    clear_away()


KEPT: list[TouchedTable] = []
"""The stage of ``kept_table``: beside another it would be laid out with it."""


@pytest.fixture(scope="module")
def kept_table() -> Iterator[Opened]:
    """Like ``open_table``, but the stage is kept while size, letters and language stay the same."""
    laid_for: tuple[object, ...] = ()

    def kept(width: int = 800, height: int = 480, letters: float = 1.0) -> TouchedTable:
        nonlocal laid_for
        wanted = (width, height), letters, spoken()
        turned = bool(KEPT) and (tuple(KEPT[0].window.size) != wanted[0] or KEPT[0].stage._look is not None)
        if not KEPT or turned or laid_for != wanted:
            forget(KEPT)  # before the letters change: all its screens would be laid out anew
            THEME.letters = letters
            KEPT.append(TouchedTable(width, height))
            laid_for = wanted
        KEPT[0].stage.close()
        KEPT[0].stage._view = None  # its screen is entered anew, not left on the page of the scene before
        welcome = KEPT[0].stage.screens.made.get(WelcomeScreen)
        if isinstance(welcome, WelcomeScreen):  # who sat down last would stay, as they should
            welcome._seated = welcome.players.names = ()
        KEPT[0].sent.clear()
        KEPT[0].left = 0
        return KEPT[0]

    yield kept
    forget(KEPT)
    THEME.letters = 1.0


@pytest.fixture(scope="module", autouse=True)
def _no_file_leaves_stages() -> Iterator[None]:
    yield
    clear_away()
    if LAID:  # some tests freeze, as the app does: a stage that was frozen is garbage that no search finds
        gc.unfreeze()
        gc.collect()
    gc.freeze()  # what stays is looked through no more


@pytest.fixture(autouse=True)
def _nothing_moves() -> None:
    """A test that wants motion turns it on."""
    THEME.motion = 0.0


@pytest.fixture(autouse=True)
def _nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine no screen is made between two lines of a test."""
    from companion.ui import ahead

    monkeypatch.setattr(ahead, "QUIET_S", 3600.0)
    monkeypatch.setattr(ahead, "PAUSE_S", 3600.0)


@pytest.fixture(autouse=True)
def _layouts_come_to_rest() -> Iterator[None]:
    """Kivy complains where a layout moves again in each round of a frame: it would eat a slow machine."""
    complaints: list[str] = []
    real_time = Clock.time

    class Complaints(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # one that was wanted at a time of its own, as tests of slow frames have, waits until then
            early = any(
                each.timeout == -1 and each._last_dt > Clock.get_time() for each in Clock.get_events()
            )
            if "too much iteration" in record.getMessage() and not early:
                complaints.append(record.getMessage())

    kept = Complaints()
    Logger.addHandler(kept)
    yield
    Logger.removeHandler(kept)
    assert not complaints, f"{len(complaints)} frames in which a layout did not come to rest"
    assert Clock.get_time() <= real_time(), "the next layout waits for a time that was only made up"


@pytest.fixture(autouse=True)
def _painted_where_pixels_are_looked_at(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only tests marked ``painted`` paint: in software it takes more than half of the time.

    Layouts and touches are as ever.
    """
    from kivy.core.window import Window

    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(type(Window), "on_draw", lambda window: None)


@pytest.fixture
def open_table() -> Iterator[Opened]:
    """A stage in the window, at a size; what it sends is written down."""
    tables: list[TouchedTable] = []

    def opened(width: int = 800, height: int = 480, reader: Reader | None = None) -> TouchedTable:
        if KEPT:
            forget(KEPT)
        tables.append(TouchedTable(width, height, reader))
        return tables[-1]

    yield opened
    forget(tables)
