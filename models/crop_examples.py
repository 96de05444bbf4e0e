"""Examples for the classifier: crops varied in turn, scale, colour, light and sharpness, and mixed."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from companion.recognition.classify.crops import CROP_MARGIN, CROP_PX
from models.compose.gloss import reflected
from models.compose.kept import KEPT_MARGIN, KEPT_PX
from models.compose.lens import grainy, jpeg, recoloured, sharpened, specked
from models.crop_sources import Crops
from models.nets import NOT_A_DIE

PHOTO_SHARE = 0.5
NEGATIVE_SHARE = 0.25
STRETCHED_SHARE, STRETCH = 0.25, 0.22
"""So many crops are stretched one way, by a factor of up to e to this: some pictures are."""
GLOSSY_SHARE = 0.15
SHARP, SOFT, SOFT_SHARE = (0.4, 1.3), (1.3, 2.6), 0.4
"""Blur of a sharp and of a soft picture, in pixels of a crop of ``TRIED_PX``; and so many blurred ones are
soft.
"""
TRIED_PX = 48
"""Side of the crops that blur and glare were chosen on."""
PIP_SHARE = 0.04
"""Dice shown so near that one pip fills the crop: no die, though a locator may propose it."""


def varied(
    rng: np.random.Generator,
    kept: np.ndarray,
    turns: bool,
    zoom: float | None = None,
    nearer: float = 1.0,
    mirrors: bool = True,
) -> np.ndarray:
    """A kept crop turned, scaled, shifted, recoloured and spoiled, as uint8 (64, 64, 3).

    ``nearer`` times as near as the eye's crops are; half of them mirrored where it ``mirrors``.
    """
    scale = nearer * CROP_PX / KEPT_PX * KEPT_MARGIN / CROP_MARGIN * np.exp(rng.uniform(-0.22, 0.2))
    shift = rng.normal(0, 0.045, 2).clip(-0.12, 0.12) * CROP_PX
    if zoom is not None:
        scale, shift = scale * zoom, rng.uniform(-0.3, 0.3, 2) * CROP_PX * zoom / 2
    turn = rng.uniform(0, 360) if turns else rng.uniform(-20, 20)
    matrix = cv2.getRotationMatrix2D((KEPT_PX / 2 - 0.5, KEPT_PX / 2 - 0.5), turn, scale)
    matrix[:, 2] += CROP_PX / 2 - KEPT_PX / 2 + shift
    if rng.random() < STRETCHED_SHARE:
        matrix = _stretched(matrix, float(np.exp(rng.uniform(-STRETCH, STRETCH))))
    matrix[:, :2] += rng.normal(0, 0.03 * scale, (2, 2)) * (rng.random() < 0.5)
    crop = cv2.warpAffine(
        kept, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.5 and mirrors:
        crop = crop[:, ::-1]
    return spoiled(rng, np.ascontiguousarray(crop))


def _stretched(matrix: np.ndarray, factor: float) -> np.ndarray:
    """The turn (2, 3) followed by a stretch of the crop's width round its middle, its area kept."""
    across, down = factor**0.5, factor**-0.5
    middle = CROP_PX / 2
    return matrix * [[across], [down]] + [[0, 0, middle * (1 - across)], [0, 0, middle * (1 - down)]]


def spoiled(rng: np.random.Generator, crop: np.ndarray) -> np.ndarray:
    """A crop (S, S, 3) less sharp, recoloured, lit otherwise, noisy, compressed: each by chance."""
    side = crop.shape[0]
    finer = side / TRIED_PX
    if rng.random() < 0.45:
        small = int(rng.uniform(18, side)) if rng.random() < 0.8 else int(rng.uniform(15, 20))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = jpeg(rng, crop, 45) if rng.random() < 0.3 else crop
        crop = cv2.resize(crop, (side, side), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.5:
        crop = recoloured(rng, crop)
    if rng.random() < 0.2:
        soft = SOFT if rng.random() < SOFT_SHARE else SHARP
        crop = cv2.GaussianBlur(crop, (0, 0), finer * rng.uniform(*soft))
    if rng.random() < 0.08:
        length = round(finer * int(rng.integers(2, 6)))
        kernel = np.full((1, length), 1 / length) if rng.random() < 0.5 else np.full((length, 1), 1 / length)
        crop = cv2.filter2D(crop, -1, kernel)
    if rng.random() < 0.15:
        crop = sharpened(rng, crop)
    lit = crop.astype(np.float32)
    if rng.random() < 0.7:
        lit = lit * np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.3)) + rng.uniform(-25, 25)
    if rng.random() < 0.25:
        ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(1, 1.5), side, dtype=np.float32)
        lit = lit * (ramp[:, None, None] if rng.random() < 0.5 else ramp[None, :, None])
    if rng.random() < 0.1:
        middle, axes = finer * rng.uniform(8, 40, 2), finer * rng.uniform(2, 10, 2)
        glare = np.zeros((side, side), np.float32)
        cv2.ellipse(glare, (middle.tolist(), axes.tolist(), rng.uniform(0, 180)), rng.uniform(60, 255), -1)
        lit = lit + cv2.GaussianBlur(glare, (0, 0), finer * rng.uniform(0.7, 3))[..., None]
    if rng.random() < GLOSSY_SHARE:
        lit = reflected(rng, lit)
    crop = lit.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        crop = grainy(rng, crop, rng.uniform(1, 12))
    if rng.random() < 0.04:
        crop = specked(rng, crop)
    if rng.random() < 0.06:
        crop = cv2.cvtColor(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return jpeg(rng, crop, 50) if rng.random() < 0.2 else crop


class Mixture(Dataset):
    """Endless varied crops: photographs by source, composed dice, negatives; the index is the seed."""

    def __init__(
        self,
        photos: dict[str, Crops],
        dice: Crops,
        others: list[Crops],
        length: int,
        seed: int,
        negatives: float = NEGATIVE_SHARE,
    ) -> None:
        self.photos, self.dice, self.others = photos, dice, [each for each in others if len(each)]
        self.length, self.seed, self.negatives = length, seed, negatives
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
        if draw < self.negatives and self.others:
            return self.others[int(rng.integers(len(self.others)))]
        if self.photos and rng.random() < PHOTO_SHARE:
            return list(self.photos.values())[int(rng.choice(len(self.weights), p=self.weights))]
        return self.dice
