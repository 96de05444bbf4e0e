"""Photographs of other things than dice: grounds to lie on and things to lie about.

Any folder of pictures will do; a picture with a transparent surround is a thing, any other a ground.
models/README.md names the packages of free pictures that were used. None of them enters the project.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.compose.sprite import NO_DIE, Sprite, trimmed

KINDS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
LEAST_PX = 60
MOST_GROUND_PX, MOST_THING_PX = 1600, 320
"""Longer sides to which they are reduced when read."""


def pictures(folder: Path | None) -> tuple[list[np.ndarray], list[Sprite]]:
    """Grounds, uint8 (H, W, 3), and things that are no dice, from all pictures under a folder."""
    grounds, things = [], []
    paths = sorted(each for each in folder.rglob("*") if each.suffix.lower() in KINDS) if folder else []
    for path in tqdm(paths, "other pictures", mininterval=5):
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None or min(picture.shape[:2]) < LEAST_PX or picture.dtype != np.uint8:
            continue
        if picture.ndim == 2:
            picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
        cut_out = picture.shape[2] == 4 and float((picture[..., 3] < 20).mean()) > 0.03
        picture = _reduced(picture, MOST_THING_PX if cut_out else MOST_GROUND_PX)
        if cut_out:
            things.append(Sprite(trimmed(picture), NO_DIE))
        else:
            grounds.append(np.ascontiguousarray(picture[..., :3]))
    return grounds, things


def _reduced(picture: np.ndarray, most: int) -> np.ndarray:
    scale = most / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def ground_from(rng: np.random.Generator, picture: np.ndarray, height: int, width: int) -> np.ndarray:
    """A part of a picture, anything from a tenth of it to nearly all, as a ground: float32 (H, W, 3)."""
    tall, wide = picture.shape[:2]
    share = float(np.exp(rng.uniform(np.log(0.1), 0.0)))
    h = max(8, int(min(tall, wide * height / width) * share))
    w = max(8, int(h * width / height))
    y, x = int(rng.integers(0, max(1, tall - h + 1))), int(rng.integers(0, max(1, wide - w + 1)))
    part = picture[y : y + h, x : x + w][:, :: int(rng.choice([1, -1]))]
    return cv2.resize(
        part, (width, height), interpolation=cv2.INTER_AREA if h > height else cv2.INTER_CUBIC
    ).astype(np.float32)
