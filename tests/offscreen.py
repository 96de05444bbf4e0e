"""The app in a process of its own, with a window that nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 300.0


def offscreen(
    home: Path, *words: str, python: tuple[str, ...] = ("-m", "companion")
) -> subprocess.CompletedProcess[str]:
    """What came of these words in the account and folder ``home``; ``python``: of another program."""
    nowhere = {"HOME": str(home), "SDL_VIDEODRIVER": "offscreen", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *python, *words],
        cwd=home,
        env={"PATH": os.environ["PATH"], **nowhere},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
