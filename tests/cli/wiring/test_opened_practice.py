"""What practice shares with the evening from which it is opened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from companion.calibration import TableShelf
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, _practice
from companion.cli.wiring.settings import LiveSettings
from companion.cli.wiring.table import TableInUse
from companion.cli.wiring.table_opened import _PASSING, _passing_folder, practice_evening
from companion.core.reading import WildMark
from companion.core.settings import SettingsFile
from tests.cli.wiring.test_table_in_use import DEN


def test_what_practice_learns_holds_up_no_touch(tmp_path: Path) -> None:
    (tmp_path / "practice").mkdir()
    evening = Evening(tmp_path / "games.sqlite", Opened(None, None, "no camera"), None)
    own = practice_evening(tmp_path / "practice", seed=7, clock=evening.clock)
    with ThreadPoolExecutor() as background, ExitStack() as stack:
        assert _practice(evening, own, background, stack).background is background


def test_after_practice_the_table_still_says_what_is_wild_on_its_dice(tmp_path: Path) -> None:
    (tmp_path / "practice").mkdir()
    table = TableInUse(TableShelf(tmp_path / "tables"), replace(DEN, wild=WildMark.BIRD))
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), {})
    evening = Evening(tmp_path / "games.sqlite", Opened(None, None, "no camera"), None, table=table)
    evening = replace(evening, settings=settings)
    own = practice_evening(tmp_path / "practice", seed=7, clock=evening.clock)
    assert (evening.equipment.place, settings.now.wild) == (table, WildMark.BIRD)
    with ThreadPoolExecutor() as background, ExitStack() as stack:
        _practice(evening, own, background, stack)
    assert settings.now.wild is WildMark.BIRD


KILLED = """
import os, signal
from contextlib import ExitStack
from companion.cli.wiring.table_opened import _passing_folder
os.access = lambda *_: False
with ExitStack() as stack:
    (_passing_folder(stack) / "games.sqlite3").write_text("practice")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_practice_of_an_app_that_was_killed_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory it would stay there until the machine is switched off."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with ExitStack() as stack:
        ours = _passing_folder(stack)
        killed = subprocess.run(
            [sys.executable, "-c", KILLED], env={**os.environ, "TMPDIR": str(temporary)}, check=False
        )
        assert killed.returncode == -signal.SIGKILL
        assert len([*temporary.iterdir()]) == 2
        later = _passing_folder(stack)
        assert {*temporary.iterdir()} == {ours, later}
    assert [*temporary.iterdir()] == []


def test_a_folder_that_another_app_has_just_made_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    just_made = Path(tempfile.mkdtemp(prefix=_PASSING))
    with ExitStack() as stack:
        _passing_folder(stack)
    assert [*tmp_path.iterdir()] == [just_made]
