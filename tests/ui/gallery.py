"""Draws every screen at every size into tests/screenshots/, to be looked at: by night, by day or large.

    PYTHONPATH=. .venv/bin/python tests/ui/gallery.py [night|day|large] [NAME…]

Each size runs in a process of its own: Kivy makes one window a process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SIZES = ((800, 480), (1024, 600), (480, 800), (1280, 720), (1920, 1080))
LOOKS = ("night", "day", "large")
DRAW = Path(__file__).with_name("draw_scenes.py")
ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "screenshots"


def main(words: list[str]) -> int:
    """Draw at all sizes; returns the exit status."""
    look, names = (words[0], words[1:]) if words and words[0] in LOOKS else (LOOKS[0], words)
    FOLDER.mkdir(exist_ok=True)
    for width, height in SIZES:
        command = [sys.executable, str(DRAW), str(width), str(height), look, *names]
        if subprocess.run(command, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)}).returncode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
