"""Examples for the card locator: turned and scaled windows of composed tables, with target maps."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from models.cards.bank import Pictures
from models.cards.camera import developed
from models.cards.table import Corner
from models.cards.targets import targets

WINDOW_PX = 160
INDEX_PX = (11.0, 70.0)
"""Heights of indices that the locator must find at one scale."""
TOO_SMALL, TOO_LARGE = 0.85, 1.2
"""Times those: smaller ones are ignored, larger ones are ground."""
ON_CORNER = 0.93
"""Share of windows round an index."""


class Windows(Dataset):
    """Endless; the index is the seed."""

    def __init__(self, pictures: Pictures, length: int, seed: int) -> None:
        self.pictures, self.length, self.seed = pictures, length, seed

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        rng = np.random.default_rng((self.seed, index))
        picture, corners = self.pictures.drawn(rng)
        while not any(corner.to_find for corner in corners) and rng.random() < ON_CORNER:
            picture, corners = self.pictures.drawn(rng)
        window, matrix = _window(rng, picture, corners)
        maps = targets(
            [each for each in (_mapped(matrix, corner) for corner in corners) if each is not None], WINDOW_PX
        )
        return torch.from_numpy(developed(rng, window, 0.8).transpose(2, 0, 1).copy()), torch.from_numpy(maps)


def _window(
    rng: np.random.Generator, picture: np.ndarray, corners: list[Corner]
) -> tuple[np.ndarray, np.ndarray]:
    tall, wide = picture.shape[:2]
    whole = [corner for corner in corners if corner.to_find]
    least = 0.85 * WINDOW_PX / wide
    if whole and rng.random() < ON_CORNER:
        chosen = whole[int(rng.integers(len(whole)))]
        most = min(INDEX_PX[1] * 1.3, chosen.height * 1.5)
        low = max(INDEX_PX[0] * 0.9, least * chosen.height)
        scale = np.exp(rng.uniform(np.log(low), np.log(max(most, low * 1.05)))) / chosen.height
        middle = np.array([chosen.x, chosen.y]) + rng.uniform(-0.4, 0.4, 2) * WINDOW_PX / scale
    else:
        scale, middle = rng.uniform(max(least, 0.5), 1.2), rng.uniform(0.25, 0.75, 2) * (wide, tall)
    turn = rng.uniform(0, 360)
    matrix = cv2.getRotationMatrix2D(tuple(float(each) for each in middle), float(turn), float(scale))
    matrix[:, 2] += WINDOW_PX / 2 - middle
    if scale < 0.7:
        small = cv2.resize(picture, None, fx=scale / 0.8, fy=scale / 0.8, interpolation=cv2.INTER_AREA)
        from_small = matrix @ np.diag([wide / small.shape[1], tall / small.shape[0], 1.0])
        window = cv2.warpAffine(small, from_small, (WINDOW_PX, WINDOW_PX), borderMode=_border(rng))
    else:
        window = cv2.warpAffine(picture, matrix, (WINDOW_PX, WINDOW_PX), borderMode=_border(rng))
    return window, matrix


def _border(rng: np.random.Generator) -> int:
    return cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REPLICATE


def _mapped(matrix: np.ndarray, corner: Corner) -> tuple[float, float, float, float, float, bool] | None:
    """``None`` for ground."""
    x, y = matrix @ (corner.x, corner.y, 1.0)
    scale = float(np.hypot(*matrix[:, 0]))
    height = corner.height * scale
    up = matrix[:, :2] @ corner.up / scale
    if corner.to_find is False or height > INDEX_PX[1] * TOO_LARGE:
        return None
    edge = height / 2 * 0.6
    inside = edge <= x < WINDOW_PX - edge and edge <= y < WINDOW_PX - edge
    sized = height >= INDEX_PX[0] * TOO_SMALL
    return float(x), float(y), height, float(up[0]), float(up[1]), bool(corner.to_find and inside and sized)
