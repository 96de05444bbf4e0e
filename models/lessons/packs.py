"""Material for lessons: marks, and pictures for grounds; made once and kept in a file."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.compose.cloths import any_cloth
from models.compose.grounds import any_ground
from models.compose.grounds import pictures as pictures_under
from models.lessons.columns import MARK_PX, PICTURE_PX
from models.lessons.drawn_marks import (
    Writer,
    drawn_marks,
    drawn_stars,
    fitted,
    like_pips,
    like_star,
    near_stars,
)

HELD_PERCENT = 8
"""Share of kinds of marks without lessons, to measure marks in general."""
SQUARES_A_PICTURE = 3
MADE_GROUNDS = 60
LEAST_SIDE_PX, SMALLEST_PART = 200, 0.2
"""Least side of a square, in px and as a share of the picture's shorter side."""
SAME_PX, SAME_STEPS = 16, 24
"""Marks are alike if so few pixels differ, by so few steps of ink."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Marks uint8 (M, 48, 48): written glyphs, drawn ones, stars.

    ``written``, ``glyphs``: where drawn ones and stars begin. ``held`` (M,): those without lessons.
    """

    ink: np.ndarray
    written: int
    glyphs: int
    held: np.ndarray

    def numbers(self, held: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of glyphs and stars to learn from, or held out.

        Fonts have many times more signs than are drawn: the drawn ones are repeated to as many.
        """
        which = np.flatnonzero(self.held == held)
        written, glyphs = which[which < self.written], which[which < self.glyphs]
        drawn = glyphs[len(written) :]
        drawn = np.tile(drawn, max(1, len(written) // max(1, len(drawn))))
        return np.concatenate([written, drawn]), which[which >= self.glyphs]


def made_marks(fonts: Path | None, seed: int = 11) -> Marks:
    """Drawn ones, and those of the fonts under a folder."""
    rng, seen = np.random.default_rng(seed), set()
    glyphs: list[np.ndarray] = []
    held: list[bool] = []
    written = list(Writer(fonts).marks(rng))
    drawn = [*drawn_marks(rng), *near_stars(rng)]
    surely_none = {kind for kind, _ in near_stars(np.random.default_rng(0))}
    first_drawn = 0
    for number, (kind, ink) in enumerate(tqdm([*written, *drawn], "marks", mininterval=5)):
        if number == len(written):
            first_drawn = len(glyphs)
        mark = fitted(ink)
        if mark is None or like_pips(mark) or (kind not in surely_none and like_star(mark)):
            continue
        small = cv2.resize(mark, (SAME_PX, SAME_PX), interpolation=cv2.INTER_AREA) // SAME_STEPS
        if small.tobytes() not in seen:
            seen.add(small.tobytes())
            glyphs.append(mark)
            held.append(zlib.crc32(kind.encode()) % 100 < HELD_PERCENT)
    stars = [mark for mark in map(fitted, drawn_stars(rng)) if mark is not None]
    held += [number % 7 == 3 for number in range(len(stars))]
    return Marks(np.stack(glyphs + stars), first_drawn, len(glyphs), np.array(held))


def made_grounds(scenery: Iterable[np.ndarray], seed: int = 21) -> np.ndarray:
    """Squares uint8 (P, 256, 256, 3) of pictures without dice, and of synthetic grounds and cloths."""
    rng = np.random.default_rng(seed)
    squares = [_square(rng, picture) for picture in scenery for _ in range(SQUARES_A_PICTURE)]
    for number in range(MADE_GROUNDS):
        size = (PICTURE_PX, PICTURE_PX)
        made = any_ground(rng, *size) if number % 2 else any_cloth(rng, *size, rng.uniform(20, 90))
        squares.append(np.clip(made, 0, 255).astype(np.uint8))
    return np.stack(squares)


def _square(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    shorter = min(picture.shape[:2])
    side = int(shorter * np.exp(rng.uniform(np.log(SMALLEST_PART), np.log(0.95))))
    side = max(side, min(shorter, LEAST_SIDE_PX))
    top, left = (int(rng.integers(0, length - side + 1)) for length in picture.shape[:2])
    part = picture[top : top + side, left : left + side]
    how = cv2.INTER_AREA if side > PICTURE_PX else cv2.INTER_CUBIC
    return cv2.resize(part, (PICTURE_PX, PICTURE_PX), interpolation=how)


def kept_packs(folder: Path, fonts: Path | None, nature: Path | None) -> tuple[Marks, np.ndarray]:
    path = folder / "packs.npz"
    if not path.exists():
        marks, grounds = made_marks(fonts), made_grounds(pictures_under(nature)[0])
        np.savez_compressed(
            path,
            ink=marks.ink,
            written=marks.written,
            glyphs=marks.glyphs,
            held=marks.held,
            grounds=grounds,
        )
    kept = np.load(path)
    if kept["ink"].shape[1:] != (MARK_PX, MARK_PX):
        raise ValueError(f"{path}: marks of {MARK_PX} px are wanted; remove the file to make it anew")
    return Marks(kept["ink"], int(kept["written"]), int(kept["glyphs"]), kept["held"]), kept["grounds"]
