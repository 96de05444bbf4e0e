"""Reads 100 dice of simulated tables by ``cups-up read`` where no tests run: emulated, from the wheel."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from companion.simulator import SimulatedTable

TABLES, PLAYERS, DICE = 5, 4, 5
MOST_ASKED = 10
"""Of 100 dice; none may be told wrong."""


def main() -> int:
    """Returns the exit status."""
    right = asked = wrong = 0
    with TemporaryDirectory() as folder:
        names, truths = [], []
        for seed in range(TABLES):
            table = SimulatedTable(PLAYERS, seed)
            table.deal((DICE,) * PLAYERS, (), seed)
            table.lift()
            names.append(str(Path(folder) / f"{seed}.png"))
            cv2.imwrite(names[-1], table.capture(0).pixels)
            truths.append(table.dice_in_view())
        command = [sys.executable, "-I", "-m", "companion", "read", "--json", *names]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    for line, truth in zip(lines, truths, strict=True):
        read = json.loads(line)["dice"]
        for die in truth:
            told = [each["face"] for each in read if _holds(each["box"], die.box)]
            face = told[0] if len(told) == 1 else None
            asked += face is None
            right += face == die.face
            wrong += face not in (None, die.face)
    print(f"{right} dice right, {asked} asked about, {wrong} wrong")
    return int(wrong > 0 or asked > MOST_ASKED or right + asked != TABLES * PLAYERS * DICE)


def _holds(box: list[float], die: Sequence[float]) -> bool:
    """Whether the middle of a die's box lies in the box (left, top, right, bottom)."""
    x, y = (die[0] + die[2]) / 2, (die[1] + die[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


if __name__ == "__main__":
    sys.exit(main())
