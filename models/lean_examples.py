"""Examples for the reader of leans: kept crops turned, scaled, shifted and spoiled, their leans with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset
from tqdm import tqdm

from companion.recognition.classify.crops import CROP_MARGIN, CROP_PX
from models.compose.kept import KEPT_MARGIN, KEPT_PX, kept_square
from models.compose.leaning import MOST_LEAN
from models.crop_examples import spoiled

HIDDEN_LEAST = 0.05
"""A traced die of which no more is hidden shows where it looks."""


def traced_leans(folders: Iterable[Path]) -> tuple[np.ndarray, np.ndarray]:
    """Kept crops uint8 (N, 96, 96, 3) of dice that show well, and where their top faces look, float32 (N, 2).

    Only the tables of ``models/cycles`` tell the latter.
    """
    crops, leans = [np.zeros((0, KEPT_PX, KEPT_PX, 3), np.uint8)], [np.zeros((0, 2), np.float32)]
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    for path in tqdm(paths, "cropping traced tables"):
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        for die in json.loads(path.read_text())["dice"]:
            lean = die.get("lean")
            if lean is None or die["hidden"] > HIDDEN_LEAST or die["cut_off"] or np.hypot(*lean) > MOST_LEAN:
                continue
            left, top, right, bottom = die["box"]
            middle = ((left + right) / 2, (top + bottom) / 2)
            crops.append(kept_square(picture, middle, max(right - left, bottom - top))[None])
            leans.append(np.array([lean], np.float32))
    return np.concatenate(crops), np.concatenate(leans)


class Leaning(Dataset):
    """Endless crops turned, mirrored, shifted and spoiled, with their leans; the index is the seed."""

    def __init__(self, crops: np.ndarray, leans: np.ndarray, length: int, seed: int) -> None:
        self.crops, self.leans, self.length, self.seed = crops, leans, length, seed

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((self.seed, index))
        at = int(rng.integers(len(self.crops)))
        crop, lean = turned(rng, self.crops[at], self.leans[at])
        crop = spoiled(rng, crop)
        return torch.from_numpy(crop.transpose(2, 0, 1).copy()), torch.from_numpy(lean)


def turned(rng: np.random.Generator, kept: np.ndarray, lean: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A kept crop turned anyhow, scaled, shifted and mirrored as uint8 (64, 64, 3), its lean with it."""
    side = CROP_PX
    scale = side / KEPT_PX * KEPT_MARGIN / CROP_MARGIN * float(np.exp(rng.uniform(-0.15, 0.15)))
    matrix = cv2.getRotationMatrix2D(((KEPT_PX - 1) / 2, (KEPT_PX - 1) / 2), rng.uniform(0, 360), scale)
    matrix[:, 2] += (side - KEPT_PX) / 2 + rng.normal(0, 0.04, 2).clip(-0.1, 0.1) * side
    crop = cv2.warpAffine(kept, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lean = (matrix[:, :2] / scale @ lean).astype(np.float32)
    if rng.random() < 0.5:
        crop, lean = crop[:, ::-1], lean * np.float32((-1, 1))
    return np.ascontiguousarray(crop), lean
