"""Where the classifier's crops come from: photographs, composed tables, and what is no die in either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.eye import Eye
from models.compose.bank import WORK, tables
from models.compose.kept import kept_square
from models.compose.plain_bank import parts as plain_parts
from models.compose.prints import laid_prints
from models.compose.scene import Thing
from models.compose.sprite import STAR
from models.compose.stars import starred
from models.nets import NOT_A_DIE
from models.photos import STEEP, Photo
from models.traced import traced_tables

STARS_A_ONE = 2
IS_THE_DIE, OFF_THE_DIE = 0.5, 0.2
"""Overlap with a die from which on a located box is a box of it, and up to which it is none."""
PART_OF_DIE = 0.5
"""A box inside a die whose longer side is below this share of the die's is a part of it (a pip, a corner)."""
LOOKS_AT_NATURE = (0.3, 0.6, 1.0)
"""Scales at which dice are sought in pictures without any."""

Bounds = tuple[float, float, float, float]


@dataclass(slots=True)
class Crops:
    """Kept crops with their labels: 0-5 pips, 6 star, 7 no die; -1 where the face is not to be learned."""

    pixels: list[np.ndarray] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    doubts: list[tuple[bool, bool, bool]] = field(default_factory=list)
    turns: list[bool] = field(default_factory=list)

    def add(
        self,
        picture: np.ndarray,
        box: tuple[float, float, float, float],
        label: int,
        doubts: tuple[bool, bool, bool] = (False, False, False),
        turns: bool = True,
    ) -> None:
        """Cut one crop from a picture."""
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.pixels.append(kept_square(picture, middle, max(box[2] - box[0], box[3] - box[1])))
        self.labels.append(label)
        self.doubts.append(doubts)
        self.turns.append(turns)

    def __len__(self) -> int:
        return len(self.labels)

    def extend(self, others: Crops) -> None:
        """Add others."""
        for name in ("pixels", "labels", "doubts", "turns"):
            getattr(self, name).extend(getattr(others, name))


def from_photos(
    photos: list[Photo], miner: Eye | None = None, seed: int = 5
) -> tuple[dict[str, Crops], Crops]:
    """Crops of the photographs' dice by source, stars drawn over ones among them; and what is mistaken.

    With a ``miner`` each die is cut out once more as the locator boxes it.
    """
    rng, mistaken = np.random.default_rng(seed), Crops()
    by_source: dict[str, Crops] = {}
    for photo in tqdm(photos, "cropping photographs", mininterval=5):
        picture = photo.pixels()
        crops = by_source.setdefault(photo.source, Crops())
        turns = photo.source not in STEEP
        for box, face in zip(photo.boxes, photo.faces, strict=True):
            crops.add(picture, box, face - 1, turns=turns)
            for _ in range(STARS_A_ONE if face == 1 else 0):
                changed = starred(rng, picture, box)
                if changed is not None:
                    crops.add(changed, box, STAR - 1, turns=turns)
        for box, at in _located(miner, picture, (*photo.boxes, *photo.unclear)):
            if at is not None and at >= len(photo.boxes):
                continue
            if at is not None:
                crops.add(picture, box, photo.faces[at] - 1, turns=turns)
            elif photo.wholly_labelled:
                mistaken.add(picture, box, NOT_A_DIE)
    return by_source, mistaken


def _located(
    miner: Eye | None, picture: np.ndarray, boxes: Sequence[Bounds]
) -> list[tuple[Bounds, int | None]]:
    """Boxes that the locator finds, each with the number of its die; ``None`` where no die is.

    Boxes that hold a good part of a die, or end at the border, are left out: nobody knows what they are.
    """
    if miner is None:
        return []
    told = []
    for each in miner.detect(picture):
        box = each.box
        shared = [_overlap(box, other) for other in boxes]
        best = int(np.argmax(shared)) if shared else -1
        if best >= 0 and shared[best] >= IS_THE_DIE:
            told.append((box, best))
        elif _inside(box, picture) and all(
            share <= OFF_THE_DIE or _part_of(box, other) for share, other in zip(shared, boxes, strict=True)
        ):
            told.append((box, None))
    return told


def _overlap(one: Bounds, other: Bounds) -> float:
    """Shared area over joint area, 0-1."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, tall)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return shared / max(sum(areas) - shared, 1e-9)


def _longer(box: Bounds) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def _part_of(box: Bounds, die: Bounds) -> bool:
    return _longer(box) < PART_OF_DIE * _longer(die)


def _inside(box: Bounds, picture: np.ndarray) -> bool:
    return box[0] > 2 and box[1] > 2 and box[2] < picture.shape[1] - 2 and box[3] < picture.shape[0] - 2


def from_nature(scenery: list[np.ndarray], miner: Eye | None, each: int = 12, seed: int = 8) -> Crops:
    """Squares of pictures without dice: any, and those that the locator takes for dice."""
    rng, crops = np.random.default_rng(seed), Crops()
    for picture in tqdm(scenery, "cropping scenery", mininterval=5):
        _add_negatives(rng, crops, picture, (), each)
        for scale in LOOKS_AT_NATURE if miner else ():
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            for box, _ in _located(miner, small, ()):
                crops.add(small, box, NOT_A_DIE)
    return crops


def from_prints(miner: Eye | None, count: int = 600, seed: int = 9) -> Crops:
    """What the locator takes for dice on boards, dominoes and cards that lie on grounds of any kind."""
    rng, crops = np.random.default_rng(seed), Crops()
    for _ in tqdm(range(count if miner else 0), "cropping prints", mininterval=5):
        picture = laid_prints(rng)
        for box, _ in _located(miner, picture, ()):
            crops.add(picture, box, NOT_A_DIE)
    return crops


def from_plain(names: Sequence[str]) -> Crops:
    """The dice of some banks of plain ones (``models/compose/plain_bank.py``)."""
    crops = Crops()
    for pixels, truths in (part for name in names for part in plain_parts(name)):
        crops.pixels.extend(pixels)
        crops.labels.extend(truths[:, 0].tolist())
        crops.turns.extend(truths[:, 1].astype(bool).tolist())
        crops.doubts.extend([(False, False, False)] * len(pixels))
    return crops


def negatives_of(photos: list[Photo], each: int = 6, seed: int = 6) -> Crops:
    """Random squares of wholly labelled photographs that hold no die's middle, or several dice at once."""
    rng, crops = np.random.default_rng(seed), Crops()
    for photo in photos:
        if photo.wholly_labelled:
            _add_negatives(rng, crops, photo.pixels(), (*photo.boxes, *photo.unclear), each)
    return crops


def _add_negatives(
    rng: np.random.Generator, crops: Crops, picture: np.ndarray, boxes: tuple, count: int
) -> None:
    height, width = picture.shape[:2]
    for _ in range(count):
        size = float(np.exp(rng.uniform(np.log(14), np.log(160))))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if all(_stands_off(x, y, size, box) for box in boxes):
            crops.add(picture, (x - size / 2, y - size / 2, x + size / 2, y + size / 2), NOT_A_DIE)


def _stands_off(x: float, y: float, size: float, box: tuple[float, float, float, float]) -> bool:
    """Whether a square is clearly not a box of this die: its middle is off it, or the square far larger."""
    longer = max(box[2] - box[0], box[3] - box[1])
    off = max(abs(x - (box[0] + box[2]) / 2), abs(y - (box[1] + box[3]) / 2))
    return off > 0.75 * longer or size > 2.6 * longer


def from_tables(
    banks: tuple[str, ...], miner: Eye | None = None, seed: int = 7, traced: Sequence[Path] = ()
) -> tuple[Crops, Crops, Crops]:
    """Crops of composed and path-traced tables: dice, things that are none, and what the locator takes for
    dice.
    """
    rng, dice, others, mined = np.random.default_rng(seed), Crops(), Crops(), Crops()
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)] + traced_tables(traced)
    for path, things in tqdm(listed, "cropping tables", mininterval=5):
        picture = cv2.imread(str(path))
        for thing in things:
            if thing.label > 0:
                _add_die(dice, picture, thing, thing.box)
        lying = [thing for thing in things if thing.label != 0]
        boxes = tuple(thing.box for thing in lying)
        for thing in things:
            x, y = (thing.box[0] + thing.box[2]) / 2, (thing.box[1] + thing.box[3]) / 2
            if thing.label == 0 and all(_stands_off(x, y, _longer(thing.box), box) for box in boxes):
                others.add(picture, thing.box, NOT_A_DIE)
        _add_negatives(rng, others, picture, boxes, 3)
        for box, at in _located(miner, picture, boxes):
            if at is None:
                mined.add(picture, box, NOT_A_DIE)
            elif lying[at].label > 0:
                _add_die(dice, picture, lying[at], box)
    return dice, others, mined


def _add_die(dice: Crops, picture: np.ndarray, thing: Thing, box: Bounds) -> None:
    doubts = (thing.cocked, thing.stacked, thing.hidden)
    dice.add(picture, box, -1 if any(doubts) else thing.label - 1, doubts, thing.turns)
