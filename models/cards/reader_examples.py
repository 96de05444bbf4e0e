"""Examples for the card reader: indices cut slightly wrong, and background that looks like an index."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from models.cards.bank import Pictures
from models.cards.camera import CROP, developed, legible, shift_of, upright
from models.cards.face import FIRST_LETTER, NO_RANK, NO_SUIT, UNSURE
from models.cards.table import Corner

Rng = np.random.Generator
TURN_DEG, SHIFT, STRETCH, SQUEEZE = 16.0, 0.17, 0.26, 0.2
"""Largest errors of a crop: rotation, place in heights, size, width to height (twice the standard
deviation): about the locator's errors on unseen decks."""
FAR_OFF = 0.3
"""Share of crops with twice the error: from their shift a better one is cut."""
STRAIGHTENED = 0.55
"""Remaining error of corrected crops, as a share."""
MOSTLY = 0.6
"""From this visible share on an index shows its place."""
STRANGE = 0.2
"""Share of background, or wrongly seen indices: upside down, lying, of half the size."""
WHOLE = 0.75
"""Share of the others with a readable index."""
LETTERED = 0.5
"""Share of those with a foreign letter, if there is one."""
COVERED = 0.04
"""Readable indices whose rank or suit is covered on purpose."""


Example = tuple[np.ndarray, int, int, tuple[float, float, float, float], float]
"""A crop, rank, suit, shift, and whether the shift is known: 1 or 0."""
UNKNOWN = (0.0, 0.0, 0.0, 0.0)


class Crops(Dataset):
    """Endless; the index is the seed. Gives pixels uint8 (3, 64, 48), rank, suit, shift and its weight.
    ``off``: error relative to the locator's.
    """

    def __init__(self, pictures: Pictures, length: int, seed: int, off: float = 1.0) -> None:
        self.pictures, self.length, self.seed, self.off = pictures, length, seed, off

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int, int, torch.Tensor, float]:
        rng = np.random.default_rng((self.seed, index))
        picture, corners = self.pictures.drawn(rng)
        while not corners:
            picture, corners = self.pictures.drawn(rng)
        if rng.random() < STRANGE:
            crop, rank, suit, shift, known = strange(rng, picture, corners, self.off)
        else:
            readable = [corner for corner in corners if corner.rank >= 0 and corner.rank != NO_RANK]
            lettered = [corner for corner in readable if corner.rank >= FIRST_LETTER]
            if lettered and rng.random() < LETTERED:
                readable = lettered
            among = readable if readable and rng.random() < WHOLE else corners
            corner = among[int(rng.integers(len(among)))]
            crop, rank, suit, shift, known = _labelled(rng, picture, corner, self.off)
            if corner.rank != NO_RANK and rng.random() < COVERED:
                crop, rank, suit = _covered(rng, crop, rank, suit)
        pixels = torch.from_numpy(developed(rng, crop).transpose(2, 0, 1).copy())
        return pixels, rank, suit, torch.tensor(shift, dtype=torch.float32), known


def askew(
    rng: Rng, picture: np.ndarray, corner: Corner, share: float = 1.0
) -> tuple[np.ndarray, tuple[float, float, float, float]]:
    """A crop as by a locator with small errors, and its shift."""
    far = share * (2.0 if rng.random() < FAR_OFF and share == 1.0 else 1.0)
    turn = np.radians(np.clip(rng.normal(0, far * TURN_DEG / 2), -2 * TURN_DEG, 2 * TURN_DEG))
    cos, sin = np.cos(turn), np.sin(turn)
    up = (corner.up[0] * cos - corner.up[1] * sin, corner.up[0] * sin + corner.up[1] * cos)
    off = (rng.normal(0, SHIFT / 2, 2) * far).clip(-0.4, 0.4) * corner.height
    x, y = np.clip(np.array((corner.x, corner.y)) + off, 0, (picture.shape[1] - 1, picture.shape[0] - 1))
    height = corner.height * np.exp(np.clip(rng.normal(0, STRETCH / 2) * far, -0.5, 0.5))
    cut = (float(x), float(y), float(height), up)
    crop = upright(picture, *cut)
    right, down, size, sine = shift_of(cut, (corner.x, corner.y, corner.height, corner.up))
    if rng.random() < 0.4:
        wide = np.exp(rng.normal(0, SQUEEZE / 2))
        matrix = np.array([[wide, 0, CROP[0] / 2 * (1 - wide)], [0, 1, 0]])
        crop = cv2.warpAffine(crop, matrix, CROP, borderMode=cv2.BORDER_REPLICATE)
        right *= wide
    return crop, (right, down, size, sine)


def _labelled(rng: Rng, picture: np.ndarray, corner: Corner, share: float) -> Example:
    """Nothing counts where light has washed it out."""
    crop, shift = askew(rng, picture, corner, share)
    if not legible(upright(picture, corner.x, corner.y, corner.height, corner.up)):
        return crop, UNSURE, UNSURE, UNKNOWN, 0.0
    return crop, corner.rank, corner.suit, shift, float(corner.shown >= MOSTLY)


def strange(rng: Rng, picture: np.ndarray, corners: list[Corner], share: float) -> Example:
    """Background, or an index that must not be read."""
    corner = corners[int(rng.integers(len(corners)))]
    draw = rng.random()
    x, y, height, up = corner.x, corner.y, corner.height, np.array(corner.up)
    if draw < 0.3:
        up = -up
    elif draw < 0.42:
        up = np.array([-up[1], up[0]]) * rng.choice([-1.0, 1.0])
    elif draw < 0.52:
        height *= rng.choice([0.45, 0.5, 2.0, 2.4])
    elif draw < 0.68:
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.75, 1.6) * height
        x, y = x + reach * np.cos(angle), y + reach * np.sin(angle)
    elif draw < 0.86:
        across = np.array([-up[1], up[0]])
        x, y = np.array([x, y]) + across * rng.uniform(-4, 4) * height - up * rng.uniform(0.0, 5) * height
        height *= rng.uniform(0.7, 1.5)
        up = up * rng.choice([-1.0, 1.0])
    else:
        tall, wide = picture.shape[:2]
        x, y, angle = rng.uniform(0, wide), rng.uniform(0, tall), rng.uniform(0, 2 * np.pi)
        up, height = np.array([np.cos(angle), np.sin(angle)]), rng.uniform(12, 90)
    x, y = np.clip(x, 0, picture.shape[1] - 1), np.clip(y, 0, picture.shape[0] - 1)
    near = [
        other for other in corners if np.hypot(other.x - x, other.y - y) < 0.55 * max(other.height, height)
    ]
    if any(np.dot(up, other.up) > 0.6 and 0.6 < height / other.height < 1.7 for other in near):
        return _labelled(rng, picture, near[0], share)
    return (
        upright(picture, float(x), float(y), float(height), (float(up[0]), float(up[1]))),
        NO_RANK,
        NO_SUIT,
        UNKNOWN,
        0.0,
    )


def _covered(rng: Rng, crop: np.ndarray, rank: int, suit: int) -> tuple[np.ndarray, int, int]:
    """Something of one colour over rank or suit."""
    crop = crop.copy()
    colour = tuple(int(each) for each in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (235, 238, 240)
    if rng.random() < 0.5:
        cv2.rectangle(crop, (0, 0), (CROP[0], 33), colour, -1)
        return crop, NO_RANK, suit
    cv2.rectangle(crop, (0, 36), CROP, colour, -1)
    return crop, rank, NO_SUIT
