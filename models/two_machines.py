"""Fresh dice that two machines must read alike: ``hardware/try_on_arm64.sh`` runs both.

``python -m models.two_machines paint FOLDER --dice 1000 --seed N`` paints tables: simulated ones of all kinds
and troubles, and composed ones with sketched, cast and drawn dice. One machine paints for both, since
painting rounds differently elsewhere. ``compare ONE OTHER`` compares two outputs of ``cups-up read --json``,
and names each picture whose boxes, faces, stars or doubts differ: exit status 1.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.simulator import DiceKind, SimulatedTable
from models.frozen_set import DICE, TROUBLES, composed_table

SIZES = ((1280, 720), (1920, 1080), (2304, 1296))
PLAYERS = (6, 8, 4)
DIE_PX = (18.0, 90.0)
TOLD = ("box", "face", "star", "doubts")
"""Must be equal. A confidence may differ in its last digits."""


def paint(folder: Path, dice: int, seed: int) -> int:
    """Paints until there are so many dice; gives the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for number, (pixels, there) in enumerate(_tables(seed)):
        cv2.imwrite(str(folder / f"{seed}-{number:03d}.png"), pixels)
        count += there
        if count >= dice:
            break
    print(f"{count} dice on {number + 1} tables in {folder}")
    return 0


def _tables(seed: int) -> Iterator[tuple[np.ndarray, int]]:
    """Endless, with their numbers of dice."""
    kinds = itertools.cycle(itertools.product(TROUBLES, DiceKind))
    for number in itertools.count():
        if number % 3 == 2:
            rng = np.random.default_rng((seed, number))
            die_px = float(np.exp(rng.uniform(*np.log(DIE_PX))))
            pixels, things = composed_table(rng, die_px, number)
            yield pixels, len(things)
        else:
            trouble, kind = next(kinds)
            players, size = PLAYERS[number % len(PLAYERS)], SIZES[number // 3 % len(SIZES)]
            table = SimulatedTable(players, seed + number, size, dice=kind, trouble=trouble, clock=lambda: 0)
            table.deal((DICE,) * players, ((),) * players, seed + number)
            table.lift()
            yield table.capture(0).pixels, DICE * players


def compare(one: Path, other: Path) -> int:
    """Compares readings; gives the exit status."""
    here, there = _read(one), _read(other)
    apart = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    for name in apart:
        print(f"{name}\n  {here.get(name)}\n  {there.get(name)}")
    dice = sum(map(len, here.values()))
    differ = sum(len(_differing(here.get(name, []), there.get(name, []))) for name in apart)
    print(f"{len(here)} pictures, {dice} dice read or asked about: {differ} differ")
    return 1 if apart or not dice else 0


def _read(path: Path) -> dict[str, list[list[object]]]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {
        Path(line["image"]).name: [[die[each] for each in TOLD] for die in line["dice"]] for line in lines
    }


def _differing(one: list[list[object]], other: list[list[object]]) -> list[list[object]]:
    """Dice of the longer reading that the other lacks."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return [die for die in longer if die not in shorter]


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint tables, or compare what two machines read."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    painter = commands.add_parser("paint")
    painter.add_argument("folder", type=Path)
    painter.add_argument("--dice", type=int, default=1000)
    painter.add_argument("--seed", type=int, required=True)
    comparer = commands.add_parser("compare")
    comparer.add_argument("one", type=Path)
    comparer.add_argument("other", type=Path)
    args = parser.parse_args(arguments)
    return paint(args.folder, args.dice, args.seed) if args.what == "paint" else compare(args.one, args.other)


if __name__ == "__main__":
    sys.exit(main())
