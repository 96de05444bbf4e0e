"""The app in a process of its own, with a window that nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 300.0


def offscreen(
    home: Path, *words: str, python: tuple[str, ...] = ("-m", "companion"), display: str | None = None
) -> subprocess.CompletedProcess[str]:
    """What came of these words in the account and folder ``home``.

    ``python``: of another program. ``display``: what ``DISPLAY`` says there.
    """
    window = {"SDL_VIDEODRIVER": "offscreen"} if display is None else {"DISPLAY": display}
    return subprocess.run(
        [sys.executable, *python, *words],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT), **window},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
