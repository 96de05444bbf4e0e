"""Crops of dice of which it is known where their top face looks: ``python -m models.compose.lean_bank``.

Made in parts of ``PART`` crops, each from a seed of its own; parts that exist are not made again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from models.compose.bank import WORK, rendered
from models.compose.leaning import any_leaning, kept_crops
from models.compose.parts import kept_parts, make_parts
from models.compose.sprite import Sprite

LEANS = WORK / "leans"
PART = 500


def part_of(seed: int, number: int, path_traced: list[Sprite]) -> tuple[np.ndarray, np.ndarray]:
    """One part: crops uint8 (N, 96, 96, 3) and their leans float32 (N, 2), right and down."""
    rng = np.random.default_rng((seed, number))

    def draw() -> tuple[tuple[float, float], Sprite]:
        sprite = any_leaning(rng, path_traced)
        return sprite.lean, sprite

    crops, leans = kept_crops(rng, PART, draw)
    return crops, np.asarray(leans, np.float32)


def parts(name: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The parts of a bank that are on disk."""
    return kept_parts(LEANS / name, "leans")


def main() -> None:
    """Make the parts that are not there yet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name")
    parser.add_argument("--parts", type=int, default=40)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--split", choices=("train", "valid", "test"), default="train")
    parser.add_argument(
        "--renders", default=str(WORK / "sprites"), help="folder of path-traced dice, or none"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    path_traced = [] if args.renders == "none" else rendered(Path(args.renders), args.split)
    make_parts(LEANS / args.name, args.parts, "leans", lambda number: part_of(args.seed, number, path_traced))


if __name__ == "__main__":
    main()
