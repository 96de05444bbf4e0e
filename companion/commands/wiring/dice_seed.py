"""The seed of the simulated table's dice, one for each folder of games."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.on_disk import NotRead, make_private_folder, read_ordinary

SEED_NAME = "simulated-dice-seed"
"""Its file beside the journal: a resumed game then has the same dice under the same cups."""
SEED_BITS = 31
LARGEST_FILE = 64
"""Bytes: a seed has ten digits."""


def dice_seed_of(folder: Path) -> int:
    """The folder's seed, drawn once; where it cannot be kept, 0, and the journal will say what is wrong."""
    path = folder / SEED_NAME
    try:
        text = read_ordinary(path, LARGEST_FILE).decode("ascii").strip()
        if text.isdecimal() and int(text) < 2**SEED_BITS:
            return int(text)
    except UnicodeDecodeError:
        pass
    except NotRead:
        if os.path.lexists(path):
            return 0
    seed = secrets.randbits(SEED_BITS)
    try:
        make_private_folder(folder)
        path.write_text(f"{seed}\n", encoding="ascii")
    except OSError:
        return 0
    return seed
