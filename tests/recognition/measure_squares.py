"""How well the dice on the Lost Dice Squares are counted at simulated tables.

    PYTHONPATH=. .venv/bin/python tests/recognition/measure_squares.py [--tables 30]

Writes one row for two to six players, whose squares are wider than a die, and one for seven and eight, whose
dice touch one another: tables, those counted right, those that were left uncounted, those counted wrong.
"""

from __future__ import annotations

import argparse

import numpy as np

from companion.calibration import Seating
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.squares import SquaresEye
from companion.simulator import DiceKind, SimulatedTable

GROUPS = (((2, 3, 4, 5, 6), 5), ((7, 8), 6))
"""Players at a table, and dice each."""
FIRST_SEED = 400


def lost_at(players: int, dice: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Lost dice a seat: the game is anywhere between its beginning and its end."""
    return tuple(int(lost) for lost in rng.binomial(dice, rng.random(), players))


def counted(eye: SquaresEye, seed: int, lost: tuple[int, ...], dice: int) -> int | None:
    """What is counted at one table, of stars and plain dice in turn, with all cups down."""
    table = SimulatedTable(len(lost), seed, dice=list(DiceKind)[seed % 2])
    table.lost(lost)
    table.deal(tuple(dice - gone for gone in lost), (), seed)
    return eye.lost_seen(table.capture(0), len(lost))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=30, metavar="N", help="tables of each size")
    tables, eye = parser.parse_args().tables, SquaresEye(Eye(), Seating)
    for sizes, dice in GROUPS:
        rng, found = np.random.default_rng(len(sizes)), []
        for number in range(tables):
            lost = lost_at(int(rng.choice(sizes)), dice, rng)
            found.append((sum(lost), counted(eye, FIRST_SEED + number, lost, dice)))
        right, none = sum(a == b for a, b in found), sum(b is None for _, b in found)
        most = max(a for a, _ in found)
        wrong = tables - right - none
        row = f"{tables} tables, up to {most} lost dice: {right} right, {none} uncounted, {wrong} wrong"
        print(f"{sizes[0]} to {sizes[-1]} players: {row}", flush=True)


if __name__ == "__main__":
    main()
