"""Train the reader of leans, resuming where it stopped: ``python -m models.train_lean RUN --banks lean``."""

from __future__ import annotations

import argparse
from functools import partial

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset

from companion.recognition.crops import CROP_MARGIN, CROP_PX
from models.compose.kept import KEPT_MARGIN, KEPT_PX
from models.compose.lean_bank import parts
from models.crop_examples import spoiled
from models.nets import LeanReader, parameters
from models.training import chosen_course, course_options, learn

BATCH = 96
SURELY = (-5.0, 1.0)
"""The logarithm of the spread is kept within these."""


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
    """A kept crop turned anyhow, scaled, shifted and mirrored as uint8 (48, 48, 3), its lean with it."""
    scale = CROP_PX / KEPT_PX * KEPT_MARGIN / CROP_MARGIN * float(np.exp(rng.uniform(-0.15, 0.15)))
    matrix = cv2.getRotationMatrix2D(((KEPT_PX - 1) / 2, (KEPT_PX - 1) / 2), rng.uniform(0, 360), scale)
    matrix[:, 2] += (CROP_PX - KEPT_PX) / 2 + rng.normal(0, 0.04, 2).clip(-0.1, 0.1) * CROP_PX
    crop = cv2.warpAffine(
        kept, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    lean = (matrix[:, :2] / scale @ lean).astype(np.float32)
    if rng.random() < 0.5:
        crop, lean = crop[:, ::-1], lean * np.float32((-1, 1))
    return np.ascontiguousarray(crop), lean


def loss_of(answer: Tensor, lean: Tensor) -> Tensor:
    """How far off the lean is over its spread, plus the spread's logarithm."""
    spread = answer[:, 2].clamp(*SURELY)
    return ((answer[:, :2] - lean).norm(dim=1) * torch.exp(-spread) + spread).mean()


def main() -> None:
    """Train the reader of leans."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=9000, peak_rate=4e-3)
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=0.01)
    kept = [each for bank in args.banks.split(",") for each in parts(bank)]
    crops, leans = (np.concatenate(each) for each in zip(*kept, strict=True))
    net = LeanReader()
    print(f"lean: {parameters(net):,} parameters, {len(crops)} crops")
    learn(net, "lean_reader", course, partial(Leaning, crops, leans), loss_of)


if __name__ == "__main__":
    main()
