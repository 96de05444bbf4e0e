"""A table with a pattern, for tests: the same picture with fresh noise, and things that lie on it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.core.reading import Box, ReadDie

SIZE = (640, 480)


def table(seed: int = 1, noise_seed: int = 0) -> np.ndarray:
    """A patterned table without dice, uint8 (480, 640, 3)."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(60, 200, (24, 32, 3)).astype(np.float32)
    picture = cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng((7, noise_seed)).normal(0, 3, picture.shape)
    return (picture + grain).clip(0, 255).astype(np.uint8)


def with_thing(picture: np.ndarray, box: Box, pips: int = 3) -> np.ndarray:
    """The picture with a white square and its pips in that box."""
    picture, (left, top, right, bottom) = picture.copy(), box
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (240, 240, 240), -1)
    for index in range(pips):
        at = (
            left + (index + 1) * (right - left) // (pips + 1),
            top + (index + 1) * (bottom - top) // (pips + 1),
        )
        cv2.circle(picture, at, max(2, (right - left) // 10), (20, 20, 20), -1)
    return picture


def box_at(x: int, y: int, side: int = 40) -> Box:
    """A box round a middle."""
    return x - side // 2, y - side // 2, x + side // 2, y + side // 2


def read_at(x: int, y: int, face: int | None = 3) -> ReadDie:
    """A die as the eye has it, read or unread."""
    if face is None:
        from companion.core.reading import Doubt

        return ReadDie(box_at(x, y), None, None, 0.6, (Doubt.UNREAD,), (0.02, 0.02, 0.02, 0.4, 0.02, 0.52))
    return ReadDie(box_at(x, y), face, False, 0.99)
