"""Photographs without dice: grounds and things.

Any folder of pictures will do; one with a transparent surround is a thing, any other a ground.
models/README.md names the packages of free pictures that were used. None of them enters the project.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.compose.paint import BACKGROUND, Sprite, trimmed

KINDS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
LEAST_PX = 60
MOST_GROUND_PX, MOST_THING_PX = 1600, 320
"""Longer sides after reading."""


def pictures(folder: Path | None) -> tuple[list[np.ndarray], list[Sprite]]:
    """Grounds, uint8 (H, W, 3), and things, from all pictures under a folder."""
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
            things.append(Sprite(trimmed(picture), BACKGROUND))
        else:
            grounds.append(np.ascontiguousarray(picture[..., :3]))
    return grounds, things


def _reduced(picture: np.ndarray, most: int) -> np.ndarray:
    scale = most / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
