"""A real window without a display, and fingers on it."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Iterator

import pytest
import screenless  # noqa: F401  (before Kivy)

from companion.ui.environment import configure_window

configure_window((800, 480), fullscreen=False)

from kivy.config import Config  # noqa: E402  (after its environment is set)

Config.set("graphics", "maxfps", "0")  # no frame waits for the next

from kivy.animation import Animation  # noqa: E402  (its import makes the clock, which keeps to that)
from kivy.clock import Clock  # noqa: E402

assert not Clock._max_fps, "the clock was made before its frames were set free: every frame would wait"

gc.set_threshold(20_000, 20, 20)  # to look through thousands of widgets takes a fifth of the time

from companion.text.speech import ENGLISH, use_language  # noqa: E402

use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))  # before the samples, which have sentences

from fingers import TouchedTable  # noqa: E402  (after the window is configured)

from companion.ui.spoken_touch import Reader  # noqa: E402


def forget(tables: list[TouchedTable]) -> None:
    """Close them and clear them away: what is left of a stage would be laid out anew at every other size."""
    for table in tables:
        table.close()
    tables.clear()
    Animation.cancel_all(None)  # what moves slowly for a test would hold its stage for minutes
    gc.collect()


@pytest.fixture(scope="module")
def kept_table() -> Iterator[Callable[..., TouchedTable]]:
    """Like ``open_table``, but the stage is kept while the size stays the same: for many views in a row."""
    from companion.ui.theme import THEME

    tables: list[TouchedTable] = []
    laid_for: tuple[int, int, float] | None = None

    def kept(width: int = 800, height: int = 480, letters: float = 1.0) -> TouchedTable:
        nonlocal laid_for
        THEME.motion, THEME.letters = 0.0, letters
        if laid_for != (width, height, letters):
            forget(tables)
            tables.append(TouchedTable(width, height))
            laid_for = width, height, letters
        tables[0].stage.close()
        return tables[0]

    yield kept
    THEME.letters = 1.0
    forget(tables)


@contextlib.contextmanager
def nothing_painted() -> Iterator[None]:
    """Layouts and touches as ever, without a picture: software paints for more than half of the time."""
    from kivy.core.window import Window

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(Window), "on_draw", lambda window: None)
        yield


@pytest.fixture(scope="module")
def unpainted() -> Iterator[None]:
    """Nothing is painted in this module's tests."""
    with nothing_painted():
        yield


@pytest.fixture
def open_table(request: pytest.FixtureRequest) -> Iterator[Callable[..., TouchedTable]]:
    """A stage in the window, at a size, with nothing moving; what it sends is written down.

    It is painted only for tests marked ``painted``: those that look at pixels.
    """
    from companion.ui.theme import THEME

    THEME.motion = 0.0
    tables: list[TouchedTable] = []

    def opened(width: int = 800, height: int = 480, reader: Reader | None = None) -> TouchedTable:
        tables.append(TouchedTable(width, height, reader))
        return tables[-1]

    seen = request.node.get_closest_marker("painted")
    with contextlib.nullcontext() if seen else nothing_painted():
        yield opened
        forget(tables)
