"""From traced radiance to sprites: cover, colour, shadow. numpy and cv2 only.

A sprite is BGRA uint8 (colour not multiplied by alpha) with a shadow picture, grey uint8: what the table's
light keeps of its strength there, 255 = all of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.surface import encoded

SHADOW_FLOOR = 0.03
"""A shadow weaker than this is cut away with the sprite's margin."""


GRAIN = 0.03
"""Shade weaker than this is taken for the tracer's grain: its spread is 0.01-0.02 after smoothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """How radiance becomes a picture: linear = radiance * gain (3,), then a soft shoulder and sRGB."""

    gain: np.ndarray

    def developed(self, radiance: np.ndarray) -> np.ndarray:
        """Linear radiance (..., 3) RGB to sRGB 0-1."""
        value = radiance * self.gain
        knee = 0.8
        over = np.clip(value - knee, 0, None)
        return encoded(np.where(value > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), value))


def smoothed(picture: np.ndarray) -> np.ndarray:
    """sRGB 0-1 float32 (H, W, 3) with the tracer's grain taken out, edges kept."""
    return cv2.bilateralFilter(picture.astype(np.float32), 5, 0.09, 1.5)


def bled(colour: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """``colour`` (H, W, 3) where ``cover`` is whole; elsewhere that of the nearest wholly covered pixel."""
    whole = cover > 0.999
    if not whole.any():
        whole = cover >= cover.max()
    _, labels = cv2.distanceTransformWithLabels(
        (~whole).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    source = np.zeros((labels.max() + 1, 3), colour.dtype)
    source[labels[whole]] = colour[whole]
    return source[labels]


def shadow_map(
    light: np.ndarray, open_ground: np.ndarray, mine: np.ndarray, others: np.ndarray, reach_px: float
) -> np.ndarray:
    """Share of the light kept 0-1 (H, W), without the shadows of things that lie nearer to other things.

    ``light`` is the measured share (H, W), true where ``open_ground``; ``mine`` and ``others`` are masks.
    Beyond ``reach_px`` from the sprite's things it fades to one.
    """
    seen = open_ground.astype(np.float32)
    known = np.where(open_ground, np.clip(light, 0, 1.05), 0).astype(np.float32)
    fine_weight, fine = _blurred(seen, known, 2.6)
    wide_weight, wide = _blurred(seen, known, 8.0)
    things = mine | others
    gap = cv2.distanceTransform((~things).astype(np.uint8), cv2.DIST_L2, 5)
    crisp = np.where(fine_weight > 0.02, np.clip((26 - gap) / 20, 0, 1), 0)
    filled = np.where(wide_weight > 1e-3, crisp * fine + (1 - crisp) * wide, 0.5)
    here = cv2.distanceTransform((~mine).astype(np.uint8), cv2.DIST_L2, 5)
    there = cv2.distanceTransform((~others).astype(np.uint8), cv2.DIST_L2, 5) if others.any() else here + 1e3
    keep = np.clip((reach_px - here) / (0.4 * reach_px), 0, 1) * np.clip(
        (there - here) / (0.3 * reach_px) + 0.5, 0, 1
    )
    dark = np.clip((1 - filled - GRAIN) / (1 - GRAIN), 0, 1) * keep
    return cv2.GaussianBlur(1 - dark.astype(np.float32), (0, 0), 1.0)


def _blurred(seen: np.ndarray, known: np.ndarray, sigma: float) -> tuple[np.ndarray, np.ndarray]:
    """Weight, and mean of what is known nearby."""
    weight = cv2.GaussianBlur(seen, (0, 0), sigma)
    return weight, cv2.GaussianBlur(known, (0, 0), sigma) / np.maximum(weight, 1e-3)


def content(cover: np.ndarray, shadow: np.ndarray, margin: int = 3) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is worth keeping."""
    rows, columns = np.nonzero((cover > 0.01) | (shadow < 1 - SHADOW_FLOOR))
    height, width = cover.shape
    return (
        max(0, int(columns.min()) - margin),
        max(0, int(rows.min()) - margin),
        min(width, int(columns.max()) + 1 + margin),
        min(height, int(rows.max()) + 1 + margin),
    )


def mask_box(cover: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a cover (H, W) at one half."""
    rows, columns = np.nonzero(cover > 0.5)
    if len(rows) == 0:
        return (0, 0, 0, 0)
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def bgra(colour: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """sRGB 0-1 (H, W, 3) and cover 0-1 (H, W) to BGRA uint8."""
    stacked = np.dstack((colour[..., ::-1], cover))
    return np.clip(np.round(stacked * 255), 0, 255).astype(np.uint8)
