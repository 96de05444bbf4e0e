"""A real window without a display, and fingers on it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest
import screenless  # noqa: F401  (before Kivy)

from companion.ui.environment import configure_window

configure_window((800, 480), fullscreen=False)

from kivy.config import Config  # noqa: E402  (after its environment is set)

Config.set("graphics", "maxfps", "0")  # no frame waits for the next

gc.set_threshold(20_000, 20, 20)  # to look through thousands of widgets takes a fifth of the time

from fingers import TouchedTable  # noqa: E402  (after the window is configured)

from companion.ui.spoken_touch import Reader  # noqa: E402


@pytest.fixture(scope="module")
def kept_table() -> Iterator[Callable[..., TouchedTable]]:
    """Like ``open_table``, but the stage is kept while the size stays the same: for many views in a row."""
    from companion.ui.theme import THEME

    tables: dict[tuple[int, int, float], TouchedTable] = {}

    def kept(width: int = 800, height: int = 480, letters: float = 1.0) -> TouchedTable:
        THEME.motion, THEME.letters = 0.0, letters
        if (width, height, letters) not in tables:
            for table in tables.values():
                table.close()
            tables.clear()
            tables[width, height, letters] = TouchedTable(width, height)
        tables[width, height, letters].stage.close()
        return tables[width, height, letters]

    yield kept
    THEME.letters = 1.0
    for table in tables.values():
        table.close()


@pytest.fixture
def open_table() -> Iterator[Callable[..., TouchedTable]]:
    """A stage in the window, at a size, with nothing moving; what it sends is written down."""
    from companion.ui.theme import THEME

    THEME.motion = 0.0
    tables: list[TouchedTable] = []

    def opened(width: int = 800, height: int = 480, reader: Reader | None = None) -> TouchedTable:
        tables.append(TouchedTable(width, height, reader))
        return tables[-1]

    yield opened
    for table in tables:
        table.close()
