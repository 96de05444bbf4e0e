"""What practice shares with the evening from which it is opened."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, _practice
from companion.cli.wiring.table_opened import practice_evening


def test_what_practice_learns_holds_up_no_touch(tmp_path: Path) -> None:
    (tmp_path / "practice").mkdir()
    evening = Evening(tmp_path / "games.sqlite", Opened(None, None, "no camera"), None)
    own = practice_evening(tmp_path / "practice", seed=7, clock=evening.clock)
    with ThreadPoolExecutor() as background, ExitStack() as stack:
        assert _practice(evening, own, background, stack).background is background
