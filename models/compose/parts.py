"""Banks of single crops, in parts: made once, resumed where they stopped; a part is whole or not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from tqdm import tqdm

Part = tuple[np.ndarray, np.ndarray]
"""Crops uint8 (N, 96, 96, 3) and what is true of each, (N, ...)."""


def make_parts(folder: Path, count: int, truth: str, part_of: Callable[[int], Part]) -> None:
    """Make those of ``count`` parts that are not in the folder yet; what is true is kept as ``truth``."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in tqdm(range(count), f"parts of {folder.name}"):
        path = folder / f"{number:04d}.npz"
        if path.exists():
            continue
        crops, truths = part_of(number)
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            np.savez(file, crops=crops, **{truth: truths})
        unfinished.rename(path)


def kept_parts(folder: Path, truth: str) -> Iterator[Part]:
    """The parts that are in the folder."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            yield kept["crops"], kept[truth]
