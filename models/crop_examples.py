"""Examples for the classifier: crops of real and composed dice, and of what is no die."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset
from tqdm import tqdm

from companion.recognition.crops import CROP_MARGIN, CROP_PX, cut_square
from models.compose.bank import WORK, tables
from models.compose.lens import grainy, jpeg, recoloured, sharpened
from models.compose.scene import Thing
from models.compose.sprite import STAR
from models.compose.stars import starred
from models.nets import NOT_A_DIE
from models.photos import STEEP, Photo

KEPT_PX = 96
KEPT_MARGIN = 2.2
"""Crops are kept with room to turn and shift them: this times the box's longer side."""
PHOTO_SHARE = 0.5
NEGATIVE_SHARE = 0.15
PIP_SHARE = 0.04
"""Dice shown so near that one pip fills the crop: no die, though a locator may propose it."""
STARS_A_ONE = 2


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
        side = KEPT_MARGIN * max(box[2] - box[0], box[3] - box[1])
        self.pixels.append(cut_square(picture, middle, side, KEPT_PX))
        self.labels.append(label)
        self.doubts.append(doubts)
        self.turns.append(turns)

    def __len__(self) -> int:
        return len(self.labels)


def from_photos(photos: list[Photo], seed: int = 5) -> dict[str, Crops]:
    """Crops of the photographs' dice by source, stars drawn over ones among them."""
    rng = np.random.default_rng(seed)
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
    return by_source


def negatives_of(photos: list[Photo], each: int = 6, seed: int = 6) -> Crops:
    """Random squares of wholly labelled photographs that hold no die's middle, or several dice at once."""
    rng, crops = np.random.default_rng(seed), Crops()
    for photo in photos:
        if photo.wholly_labelled:
            _add_negatives(rng, crops, photo.pixels(), photo.boxes, each)
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


def from_tables(banks: tuple[str, ...], seed: int = 7) -> tuple[Crops, Crops]:
    """Crops of the composed tables: dice, and things that are none."""
    rng, dice, others = np.random.default_rng(seed), Crops(), Crops()
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)]
    for path, things in tqdm(listed, "cropping tables", mininterval=5):
        picture = cv2.imread(str(path))
        for thing in things:
            if thing.label > 0:
                _add_die(dice, picture, thing)
        boxes = tuple(thing.box for thing in things if thing.label != 0)
        for thing in things:
            x, y = (thing.box[0] + thing.box[2]) / 2, (thing.box[1] + thing.box[3]) / 2
            size = max(thing.box[2] - thing.box[0], thing.box[3] - thing.box[1])
            if thing.label == 0 and all(_stands_off(x, y, size, box) for box in boxes):
                others.add(picture, thing.box, NOT_A_DIE)
        _add_negatives(rng, others, picture, boxes, 4)
    return dice, others


def _add_die(dice: Crops, picture: np.ndarray, thing: Thing) -> None:
    doubts = (thing.cocked, thing.stacked, thing.hidden)
    dice.add(picture, thing.box, -1 if any(doubts) else thing.label - 1, doubts, thing.turns)


def varied(rng: np.random.Generator, kept: np.ndarray, turns: bool, zoom: float | None = None) -> np.ndarray:
    """A kept crop turned, scaled, shifted, recoloured and spoiled, as uint8 (48, 48, 3)."""
    scale = CROP_PX / KEPT_PX * KEPT_MARGIN / CROP_MARGIN * np.exp(rng.uniform(-0.22, 0.2))
    shift = rng.normal(0, 0.045, 2).clip(-0.12, 0.12) * CROP_PX
    if zoom is not None:
        scale, shift = scale * zoom, rng.uniform(-0.3, 0.3, 2) * CROP_PX * zoom / 2
    turn = rng.uniform(0, 360) if turns else rng.uniform(-20, 20)
    matrix = cv2.getRotationMatrix2D((KEPT_PX / 2 - 0.5, KEPT_PX / 2 - 0.5), turn, scale)
    matrix[:, 2] += CROP_PX / 2 - KEPT_PX / 2 + shift
    matrix[:, :2] += rng.normal(0, 0.03 * scale, (2, 2)) * (rng.random() < 0.5)
    crop = cv2.warpAffine(
        kept, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    return _spoiled(rng, np.ascontiguousarray(crop))


def _spoiled(rng: np.random.Generator, crop: np.ndarray) -> np.ndarray:
    if rng.random() < 0.45:
        small = int(rng.uniform(18, CROP_PX)) if rng.random() < 0.8 else int(rng.uniform(15, 20))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = jpeg(rng, crop, 45) if rng.random() < 0.3 else crop
        crop = cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.5:
        crop = recoloured(rng, crop)
    if rng.random() < 0.2:
        crop = cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.08:
        length = int(rng.integers(2, 6))
        kernel = np.full((1, length), 1 / length) if rng.random() < 0.5 else np.full((length, 1), 1 / length)
        crop = cv2.filter2D(crop, -1, kernel)
    if rng.random() < 0.15:
        crop = sharpened(rng, crop)
    lit = crop.astype(np.float32)
    if rng.random() < 0.7:
        lit = lit * np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.3)) + rng.uniform(-25, 25)
    if rng.random() < 0.25:
        ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(1, 1.5), CROP_PX, dtype=np.float32)
        lit = lit * (ramp[:, None, None] if rng.random() < 0.5 else ramp[None, :, None])
    if rng.random() < 0.1:
        middle, axes = rng.uniform(8, 40, 2), rng.uniform(2, 10, 2)
        glare = np.zeros((CROP_PX, CROP_PX), np.float32)
        cv2.ellipse(glare, (middle.tolist(), axes.tolist(), rng.uniform(0, 180)), rng.uniform(60, 255), -1)
        lit = lit + cv2.GaussianBlur(glare, (0, 0), rng.uniform(0.7, 3))[..., None]
    crop = lit.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        crop = grainy(rng, crop, rng.uniform(1, 12))
    if rng.random() < 0.06:
        crop = cv2.cvtColor(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return jpeg(rng, crop, 50) if rng.random() < 0.2 else crop


class Mixture(Dataset):
    """Endless varied crops: photographs by source, composed dice, negatives; the index is the seed."""

    def __init__(
        self, photos: dict[str, Crops], dice: Crops, others: list[Crops], length: int, seed: int
    ) -> None:
        self.photos, self.dice, self.others = photos, dice, [each for each in others if len(each)]
        self.length, self.seed = length, seed
        weights = np.sqrt([len(crops) for crops in photos.values()])
        self.weights = weights / weights.sum() if len(weights) else weights

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int, torch.Tensor]:
        rng = np.random.default_rng((self.seed, index))
        crops = self._among(rng)
        at = int(rng.integers(len(crops)))
        label, doubts, zoom = crops.labels[at], crops.doubts[at], None
        if label not in (-1, NOT_A_DIE) and rng.random() < PIP_SHARE:
            label, zoom = NOT_A_DIE, rng.uniform(2.6, 4.0)
        crop = varied(rng, crops.pixels[at], crops.turns[at], zoom)
        doubt = np.array(doubts, np.float32) if label != NOT_A_DIE else np.full(3, -1, np.float32)
        return torch.from_numpy(crop.transpose(2, 0, 1).copy()), label, torch.from_numpy(doubt)

    def _among(self, rng: np.random.Generator) -> Crops:
        draw = rng.random()
        if draw < NEGATIVE_SHARE and self.others:
            return self.others[int(rng.integers(len(self.others)))]
        if self.photos and rng.random() < PHOTO_SHARE:
            return list(self.photos.values())[int(rng.choice(len(self.weights), p=self.weights))]
        return self.dice
