"""Evenings for the tests of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play.evening import Evening


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Begins evenings on one journal, the one before being closed first."""
    evenings: list[Evening] = []

    def begin(**kinds: Any) -> Evening:
        if evenings:
            evenings[-1].close()
        evenings.append(Evening(tmp_path / "games.sqlite3", **kinds))
        return evenings[-1]

    yield begin
    if evenings:
        evenings[-1].close()


@pytest.fixture
def evening(sit_down: Callable[..., Evening]) -> Evening:
    """An evening with camera and eye at a real table."""
    return sit_down()
