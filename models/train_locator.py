"""Train one of the detectors, resuming where it stopped: windows of photographs and tables.

``python -m models.train_locator RUN --photos DIR [--without byler,…] [--which near_locator]``
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import Dataset

from models.compose.bank import WORK, tables
from models.compose.lens import grainy, jpeg, recoloured, specked
from models.compose.scene import Thing
from models.nets import HEAT_STRIDE, SIZE_UNIT_PX, Locator, NearLocator, SmallLocator, parameters
from models.photos import SOURCES, load_photos, picture_at
from models.training import chosen_course, course_options, learn

TOO_SMALL, TOO_LARGE = 0.85, 1.25
"""Times those: smaller dice are ignored; larger ones are ground, so that no pip is taken for a die."""
PHOTO_SHARE = 0.45
MOST_KEPT = 2000
"""Pictures kept decoded: a composed table takes 1.3 MB. With all 7,300 of the largest run three trainings
side by side needed more than 24 GiB."""
INSIDE = 0.4
"""Half the window, and a tenth of it may lie beyond the picture."""
FILLED = 0.65
"""Usual least share of the window's width with picture."""
HALO = 0.6
"""Ignored margin round an ignored thing, in its sizes."""


@dataclass(frozen=True, slots=True)
class Distance:
    """Side of a locator's windows and longer sides of their dice, px."""

    window_px: int
    least_px: float
    most_px: float


FROM_AFAR = Distance(224, 10.0, 84.0)
"""For one scale. Down to 6.5 px was tried: there a die is a blob, and pips were taken for dice."""
FROM_NEAR = Distance(160, 20.0, 76.0)
"""For the near locator: groups are reduced until their dice are about 40 px long."""


@dataclass(frozen=True, slots=True)
class Source:
    """A picture on disk and its things; ``whole``: everything unboxed is surely no die."""

    path: str
    things: tuple[Thing, ...]
    whole: bool = True
    kept: dict[str, np.ndarray] | None = None

    def pixels(self) -> np.ndarray:
        """The picture, uint8 (H, W, 3); decoded once if ``kept`` has room."""
        if self.kept is not None and self.path in self.kept:
            return self.kept[self.path]
        picture = picture_at(Path(self.path))
        if self.kept is not None and len(self.kept) < MOST_KEPT:
            self.kept[self.path] = picture
        return picture


def _scale(rng: np.random.Generator, thing: Thing | None, width: int, distance: Distance) -> float:
    """Enlargement that gives one of its dice any length to be found."""
    if thing is None:
        scale = rng.uniform(0.2, 1.2)
    else:
        longer = max(thing.box[2] - thing.box[0], thing.box[3] - thing.box[1])
        least, most = distance.least_px, min(distance.most_px * 1.3, longer * 1.6)
        scale = float(np.exp(rng.uniform(np.log(least), np.log(max(most, least * 1.2))))) / longer
    return max(scale, 0.1 if rng.random() < 0.1 else FILLED * distance.window_px / width)


def _window(rng: np.random.Generator, source: Source, distance: Distance) -> tuple[np.ndarray, np.ndarray]:
    """Scaled, turned and shifted at random, with its matrix (2, 3)."""
    side_px = distance.window_px
    picture = source.pixels()
    height, width = picture.shape[:2]
    dice = [thing for thing in source.things if thing.label > 0]
    chosen = dice[int(rng.integers(len(dice)))] if dice else None
    scale = _scale(rng, chosen, width, distance)
    if chosen is None:
        middle = rng.uniform(0.2, 0.8, 2) * (width, height)
    else:
        left, top, right, bottom = chosen.box
        middle = np.array([left + right, top + bottom]) / 2 + rng.uniform(-0.42, 0.42, 2) * side_px / scale
    half = side_px / scale * INSIDE
    middle = np.clip(
        middle,
        np.minimum(half, (width / 2, height / 2)),
        np.maximum((width - half, height - half), (width / 2, height / 2)),
    )
    angle = rng.choice([0, 0, 0, 90, 180, 270]) + rng.uniform(-12, 12) * (rng.random() < 0.3)
    reach = side_px / scale * 0.75 + 4
    corner = np.maximum(middle - reach, 0).astype(int)
    end = np.minimum(middle + reach + 1, (width, height)).astype(int)
    corner = np.minimum(corner, np.maximum(end - 8, 0))
    picture = picture[corner[1] : end[1], corner[0] : end[0]]
    shrink = min(1.0, scale / 0.7) if scale < 0.7 else 1.0
    if shrink < 1.0:
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    around = (middle - corner) * shrink
    matrix = cv2.getRotationMatrix2D((float(around[0]), float(around[1])), float(angle), scale / shrink)
    matrix[:, 2] += side_px / 2 - around
    beyond = tuple(int(each) for each in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (114, 114, 114)
    window = cv2.warpAffine(picture, matrix, (side_px, side_px), flags=cv2.INTER_LINEAR, borderValue=beyond)
    whole = matrix @ np.array([[shrink, 0, -corner[0] * shrink], [0, shrink, -corner[1] * shrink], [0, 0, 1]])
    return window, whole


def _developed(rng: np.random.Generator, window: np.ndarray) -> np.ndarray:
    if rng.random() < 0.35:
        window = recoloured(rng, window)
    if rng.random() < 0.5:
        gain, lift = np.exp(rng.normal(0, 0.25, 3) * 0.5 + rng.normal(0, 0.2)), rng.uniform(-20, 20)
        curves = np.arange(256)[:, None] * gain + lift
        window = cv2.LUT(window, curves.clip(0, 255).astype(np.uint8)[:, None])
    if rng.random() < 0.3:
        window = cv2.GaussianBlur(window, (0, 0), rng.uniform(0.3, 0.9))
    if rng.random() < 0.4:
        window = grainy(rng, window, rng.uniform(1, 10))
    if rng.random() < 0.04:
        window = specked(rng, window)
    return jpeg(rng, window, 50) if rng.random() < 0.3 else window


def _mapped(matrix: np.ndarray, thing: Thing) -> tuple[float, float, float, float]:
    """Centre, width and height in the window; a small turn keeps the size."""
    left, top, right, bottom = thing.box
    x, y = matrix @ [(left + right) / 2, (top + bottom) / 2, 1.0]
    turn = abs(matrix[:, :2]) / max(np.hypot(*matrix[:, 0]), 1e-9)
    quarter = turn[0, 0] < 0.5
    scale = np.hypot(*matrix[:, 0])
    width, height = (right - left) * scale, (bottom - top) * scale
    return float(x), float(y), float(height if quarter else width), float(width if quarter else height)


def targets(things: list[tuple[float, float, float, float, int]], whole: bool, window_px: int) -> np.ndarray:
    """Maps (7, C, C): heat, offset x and y, log width and height, weight of heat, weight of the box."""
    cells = window_px // HEAT_STRIDE
    maps = np.zeros((7, cells, cells), np.float32)
    maps[5] = 1.0 if whole else 0.0
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    for x, y, width, height, label in things:
        x, y, w, h = x / HEAT_STRIDE, y / HEAT_STRIDE, width / HEAT_STRIDE, height / HEAT_STRIDE
        ahead = np.abs(columns - x) / w, np.abs(rows - y) / h
        if label < 0:
            maps[5][(ahead[0] < HALO) & (ahead[1] < HALO)] = 0
            continue
        if not whole:
            maps[5][(ahead[0] < HALO) & (ahead[1] < HALO)] = 1
        spread = max(0.55, 0.11 * min(w, h))
        heat = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * spread * spread))
        nearer = (heat > maps[0]) & (heat > 0.3)
        maps[1][nearer], maps[2][nearer] = (x - columns)[nearer], (y - rows)[nearer]
        maps[3][nearer], maps[4][nearer] = np.log(width / SIZE_UNIT_PX), np.log(height / SIZE_UNIT_PX)
        maps[6][nearer] = heat[nearer]
        maps[0] = np.maximum(maps[0], heat)
        column, row = int(x), int(y)
        if 0 <= column < cells and 0 <= row < cells:
            maps[0, row, column] = 1.0
    return maps


class Windows(Dataset):
    """Endless, photographs and composed tables mixed; the index is the seed."""

    def __init__(
        self, photos: list[Source], tables: list[Source], distance: Distance, length: int, seed: int
    ) -> None:
        self.photos, self.tables, self.distance = photos, tables, distance
        self.length, self.seed = length, seed

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        rng = np.random.default_rng((self.seed, index))
        photo = self.photos and (rng.random() < PHOTO_SHARE or not self.tables)
        among = self.photos if photo else self.tables
        source = among[int(rng.integers(len(among)))]
        window, matrix = _window(rng, source, self.distance)
        window = _developed(rng, window)
        things, distance = [], self.distance
        for thing in source.things:
            if thing.label == 0:
                continue
            x, y, w, h = _mapped(matrix, thing)
            if max(w, h) > distance.most_px * TOO_LARGE:
                continue
            small = max(w, h) < distance.least_px * TOO_SMALL or min(w, h) < 3
            outside = not (0 <= x < distance.window_px and 0 <= y < distance.window_px)
            things.append((x, y, w, h, -1 if small or outside else thing.label))
        things.sort(key=lambda each: each[4])
        maps = targets(things, source.whole, distance.window_px)
        return torch.from_numpy(window.transpose(2, 0, 1).copy()), torch.from_numpy(maps)


BATCH = 16
LOCATORS = {
    "locator": (Locator, FROM_AFAR),
    "near_locator": (NearLocator, FROM_NEAR),
    "small_locator": (SmallLocator, FROM_AFAR),
}
"""Each network with its windows; the cards' locator begins as the small one."""
BOX_WEIGHT = 1.0
"""Of the size and offset loss relative to the heat loss."""


def sources(
    photos_at: str, without: tuple[str, ...], banks: tuple[str, ...]
) -> tuple[list[Source], list[Source]]:
    """Photographs (each die a thing) and composed tables."""
    photographs: list[Source] = []
    kept: dict[str, np.ndarray] = {}
    if photos_at != "none":
        allowed = tuple(each for each in SOURCES if each not in without)
        for photo in load_photos(Path(photos_at), allowed):
            things = tuple(Thing(box, face) for box, face in zip(photo.boxes, photo.faces, strict=True))
            things += tuple(Thing(box, -1) for box in photo.unclear)
            photographs.append(Source(str(photo.path), things, photo.wholly_labelled, kept))
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)]
    composed = [Source(str(path), tuple(things), True, kept) for path, things in listed]
    return photographs, composed


def loss_of(answer: Tensor, truth: Tensor) -> Tensor:
    """Focal loss on the heat (CornerNet's form), plain distance on offset and log size near the centres."""
    heat, weight = truth[:, 0], truth[:, 5]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = heat.ge(0.999).float()
    hit = centre * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - centre) * weight * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    count = centre.sum().clamp(min=1)
    near = truth[:, 6]
    far_off = F.smooth_l1_loss(answer[:, 1:3], truth[:, 1:3], reduction="none", beta=0.3).sum(1)
    wrong_size = F.smooth_l1_loss(answer[:, 3:5], truth[:, 3:5], reduction="none", beta=0.05).sum(1)
    boxes = ((far_off + wrong_size) * near).sum() / near.sum().clamp(min=1)
    return -(hit + miss).sum() / count + BOX_WEIGHT * boxes


def main() -> None:
    """Train a locator on photographs and composed tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=4000, peak_rate=5e-3)
    parser.add_argument("--which", choices=LOCATORS, default="locator", help="which network learns")
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=1e-3)
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    photographs, composed = sources(args.photos, without, banks)
    made, distance = LOCATORS[args.which]
    net = made()
    shown = f"{len(photographs)} photographs, {len(composed)} tables"
    print(f"{args.which}: {parameters(net):,} parameters, {shown}")
    learn(net, args.which, course, partial(Windows, photographs, composed, distance), loss_of)


if __name__ == "__main__":
    main()
