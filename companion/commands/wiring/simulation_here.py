"""The options of the simulated table: its seed, and what goes wrong at it."""

from __future__ import annotations

import argparse

from companion.commands.terminal.arguments import whole_number
from companion.hardware.simulated import Trouble

LARGEST_SEED = 2**31 - 1


def add_seed(
    parser: argparse.ArgumentParser, words: str, default: int | None = None, metavar: str = "N"
) -> None:
    """The option of the seed; ``words`` say of what."""
    seed = whole_number(0, LARGEST_SEED)
    parser.add_argument("--seed", type=seed, default=default, metavar=metavar, help=words)


def add_trouble(parser: argparse.ArgumentParser, words: str) -> None:
    """The option of what goes wrong; ``words`` say where."""
    choices = [each.value for each in Trouble]
    parser.add_argument("--trouble", choices=choices, default=Trouble.NONE.value, help=words)
