"""Whose a die is: simulated tables of 2 to 6 players, set up as people do, and what is told of their dice.

    PYTHONPATH=. .venv/bin/python calibration/whose_die.py [--tables 40]

The figures stand in README.md beside this script. Nothing is rendered: a box round each die is projected
through the true lens, with an eye's error, and held against the profile.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from calibration.simulated_seats import SIZE, LaidDie, PeopledTable, peopled_table
from companion.calibration import TableSeats


def told_of(table: PeopledTable, players: int, seed: int) -> Counter[str]:
    """What is told of one table's dice, counted."""
    random, seats = np.random.default_rng((players, seed, 1)), TableSeats(table.profile, players)

    def middle(die: LaidDie) -> tuple[float, float]:
        left, top, right, bottom = table.box_px(die, random)
        return (left + right) / 2, (top + bottom) / 2

    told = Counter(tables=1, round=int(table.round_top))
    for where, dice in (("cup", table.under_cups), ("rolled", table.rolled)):
        for die in dice:
            seat = seats.seat_of(*middle(die), SIZE)
            told[f"{where} {'right' if seat == die.seat else 'asked' if seat is None else 'WRONG'}"] += 1
    for die in table.not_in_play:
        at = middle(die)
        counted = seats.seat_of(*at, SIZE) is not None
        known = "known" if seats.ignored(*at, SIZE) else "asked"
        told[f"out {'COUNTED' if counted else known}"] += 1
    return told


def main() -> None:
    """Print one line a number of players, and one for all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=40, help="tables of each number of players")
    many, columns = parser.parse_args().tables, (
        "tables", "round", "cup right", "cup asked", "cup WRONG", "rolled right", "rolled asked",
        "rolled WRONG", "out known", "out asked", "out COUNTED",
    )  # fmt: skip
    print("| players | " + " | ".join(columns) + " |")
    total: Counter[str] = Counter()
    for players in range(2, 7):
        told: Counter[str] = Counter()
        for seed in range(many):
            told += told_of(peopled_table(players, seed), players, seed)
        total += told
        print(f"| {players} | " + " | ".join(str(told[name]) for name in columns) + " |", flush=True)
    print("| all | " + " | ".join(str(total[name]) for name in columns) + " |")


if __name__ == "__main__":
    main()
