"""Crops of the dice that people own: ``python -m models.compose.plain_bank NAME --seed 1``.

Opaque plastic with pips, of any spacing, drawn from straight above, in perspective, or cast in a room; alone
or beside others. Made in parts, each from a seed of its own; parts that exist are not made again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from models.compose.bank import WORK
from models.compose.cast.die import any_cast_make, cast_die
from models.compose.leaning import kept_crops
from models.compose.make import Make, any_make
from models.compose.parts import kept_parts, make_parts
from models.compose.plain import plain_die
from models.compose.sketch import sketched_die
from models.compose.sprite import Sprite

PLAIN = WORK / "plain"
PART = 500
DRAWN_SHARE, CAST_SHARE, ODD_SHARE, FREE_SHARE = 0.25, 0.45, 0.15, 0.5
"""How many are drawn from straight above, are cast, and are of any make at all; and how many have rows of
pips whose two spacings are free of each other."""


def _opaque(make: Make) -> Make:
    return replace(make, clear=False, marbling=0.0, speckle=0.0, pip_ring=False, pattern="")


def plain_one(rng: np.random.Generator, top: int) -> Sprite:
    """A die with that face up as people own it; now and then one of any make."""
    odd, draw = rng.random() < ODD_SHARE, rng.random()
    if draw < DRAWN_SHARE:
        return plain_die(rng, top, any_make(rng, free=FREE_SHARE))
    if draw < DRAWN_SHARE + CAST_SHARE:
        make = any_cast_make(rng, free=FREE_SHARE)
        return cast_die(rng, top, make=make if odd else _opaque(make))
    make = any_make(rng, free=FREE_SHARE)
    return sketched_die(rng, make if odd else _opaque(make), top)


def part_of(seed: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """One part: crops uint8 (N, 96, 96, 3), and (N, 2): label (0-5 pips, 6 star), and whether it may turn."""
    rng = np.random.default_rng((seed, number))

    def draw() -> tuple[tuple[int, bool], Sprite]:
        sprite = plain_one(rng, int(rng.integers(1, 7)))
        return (sprite.label - 1, sprite.turns), sprite

    crops, truths = kept_crops(rng, PART, draw)
    return crops, np.asarray(truths, np.int64)


def parts(name: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The parts of a bank that are on disk."""
    return kept_parts(PLAIN / name, "truths")


def main() -> None:
    """Make the parts that are not there yet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name")
    parser.add_argument("--parts", type=int, default=30)
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    make_parts(PLAIN / args.name, args.parts, "truths", partial(part_of, args.seed))


if __name__ == "__main__":
    main()
