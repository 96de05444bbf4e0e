"""The short form of the campaign; how the long one is run is told in docs/reliability.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import damage


@pytest.mark.slow
def test_flips_zeros_and_cuts_hide_no_other_game_and_lose_no_event_that_can_be_read(tmp_path: Path) -> None:
    met = damage.campaign(tmp_path, flipped=80, logged=20, every=25)
    assert met["games.sqlite3 flip: a game damaged"] > 4
    assert met["games.sqlite3 flip: salvaged by itself"] > 2
    assert met["games.sqlite3 cut: salvaged by itself"] > 2
    assert met["games.sqlite3-wal flip: whole"] > 10
    assert met["games.sqlite3-wal cut: told to be lost"] > 5
