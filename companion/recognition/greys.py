"""Grey looks at a crop: pips that differ from their die in colour alone are light or dark in one of them.

Red pips on a die of swirling blue and black are as bright as the die is here and there. Through a red glass
they shine; and the readers know dice of any brightness.
"""

from __future__ import annotations

import numpy as np

LOOKS = 7
"""Largest and smallest channel; how far each channel lies above the luminance; saturation; and the second way
in which the crop's colours differ."""
LUMINANCE = np.array([0.114, 0.587, 0.299], np.float32)
"""Of blue, green and red (ITU-R BT.601)."""
DARKEST, RANGE = 15.0, 225.0
"""Each look is stretched to lie between these, but for its outermost hundredths ..."""
LEAST_RANGE = 8.0
"""... and by no more than if it spanned this: below it is noise."""
HARDLY_LIT = 16.0
"""Added to the largest channel that saturation is a share of: noise in the dark has no colour."""
EVERY = 7
"""So manieth pixel tells how far a look reaches."""


def grey_looks(crops: np.ndarray) -> np.ndarray:
    """The looks at crops uint8 (N, S, S, 3) BGR: uint8 (LOOKS, N, S, S, 3), each grey; N at least 1."""
    colours = crops.astype(np.float32)
    most, least = colours.max(3), colours.min(3)
    above = colours - (colours @ LUMINANCE)[..., None]
    saturation = 255 * (most - least) / (most + HARDLY_LIT)
    looks = np.stack([most, least, *np.moveaxis(above, 3, 0), saturation, _second_way(colours)])
    flat = np.sort(looks.reshape(*looks.shape[:2], -1)[..., ::EVERY], axis=2)
    outermost = flat.shape[2] // 100
    low, high = flat[..., outermost], flat[..., -1 - outermost]
    step = RANGE / np.maximum(high - low, LEAST_RANGE)
    grey = (looks - low[..., None, None]) * step[..., None, None] + DARKEST
    return np.repeat(grey.clip(0, 255).astype(np.uint8)[..., None], 3, axis=4)


def _second_way(colours: np.ndarray) -> np.ndarray:
    """Where each pixel lies along the second principal axis of its crop's colours, (N, S, S)."""
    points = colours.reshape(len(colours), -1, 3)
    points = points - points.mean(1, keepdims=True)
    axes = np.linalg.eigh(points.transpose(0, 2, 1) @ points)[1][:, :, 1]
    return (points @ axes[:, :, None]).reshape(colours.shape[:3])
