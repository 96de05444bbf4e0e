"""The simulated table's dice stay the same for a folder of games."""

from __future__ import annotations

import os
from pathlib import Path

from companion.cli.wiring.journal import SEED_NAME, dice_seed_of


def test_a_folder_keeps_its_seed(tmp_path: Path) -> None:
    seed = dice_seed_of(tmp_path / "home")
    assert dice_seed_of(tmp_path / "home") == seed
    assert dice_seed_of(tmp_path / "other") != seed


def test_rubbish_in_the_file_is_drawn_anew(tmp_path: Path) -> None:
    (tmp_path / SEED_NAME).write_bytes(b"\xff not a number")
    assert dice_seed_of(tmp_path) == dice_seed_of(tmp_path)


def test_where_nothing_can_be_kept_the_seed_is_zero(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert dice_seed_of(tmp_path / "file" / "home") == 0


def test_a_seed_that_is_a_pipe_or_endless_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / SEED_NAME)
    assert dice_seed_of(tmp_path) == 0
    (tmp_path / SEED_NAME).unlink()
    (tmp_path / SEED_NAME).symlink_to("/dev/zero")
    assert dice_seed_of(tmp_path) == 0
