"""A rehearsal on the real screen: simulated people touch its keys, and every touch has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.recognition.cards.eye import CardEye
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator.rehearsal import Eyes, Programme, Rehearsal, TouchedRoom
from companion.ui.art.theme import THEME

pytestmark = pytest.mark.slow

SIZE = 800, 480


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    reader = Eye(threads=1)
    return Eyes(lambda: TableReader(reader), CardEye)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[TouchedRoom]:
    motion = THEME.motion
    yield TouchedRoom(SIZE, tmp_path / "pictures")
    THEME.motion = motion


@pytest.mark.parametrize(
    ("rules", "opener"), [("milton-bradley", 0), ("cardinal", None)], ids=["the track", "the pad"]
)
def test_a_round_is_played_by_touches(
    rules: str, opener: int | None, eyes: Eyes, room: TouchedRoom, tmp_path: Path
) -> None:
    programme = Programme(3, rules, ("Ann", "Bob"), (), opener, rounds=1, cuts=False)
    tally = Rehearsal(eyes, tmp_path / "journals", room).play((programme,))
    told = tally.as_object()
    assert (told["lifts"], told["untouched"], told["failures"]) == (1, 0, [])
    assert told["dice"] == 10
    pictured = {path.stem.rsplit("-", 1)[-1] for path in (tmp_path / "pictures").iterdir()}
    assert {"welcome", "bidding"} <= pictured
