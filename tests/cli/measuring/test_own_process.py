"""Code of the app in a process of its own: this app's, and nothing that lies about."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import companion
from companion.cli.measuring.this_machine import python_words


def test_it_is_the_same_app_and_nothing_of_the_working_directory(tmp_path: Path) -> None:
    for name in ("json", "companion"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('executed')\n", encoding="utf-8")
    done = subprocess.run(
        python_words("import json, companion; print(companion.__file__)"),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{companion.__file__}\n", "")
