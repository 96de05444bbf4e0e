"""Test-time augmentation by channels: pips that differ from their die in colour alone stand out in a channel.

Red pips on a blue and black die are as bright as parts of the die. In the red channel they shine. The
classifiers know dice of any brightness.
"""

from __future__ import annotations

import numpy as np

VIEWS = 7
"""The largest and the smallest channel; the difference of each channel from the luminance; the saturation;
the second principal component of the crop's colours."""
LUMINANCE = np.array([0.114, 0.587, 0.299], np.float32)
"""Of blue, green and red (ITU-R BT.601)."""
DARKEST, RANGE = 15.0, 225.0
"""Each view is stretched to this range, apart from its outermost hundredths ..."""
LEAST_RANGE = 8.0
"""... as if it spanned at least this many levels: less is noise."""
HARDLY_LIT = 16.0
"""Added to the largest channel before saturation is computed: noise in the dark has no colour."""
EVERY = 7
"""Every seventh pixel is enough to measure the range of a view."""


def channel_views(crops: np.ndarray) -> np.ndarray:
    """The views of crops uint8 (N, S, S, 3) BGR: uint8 (VIEWS, N, S, S, 3), each grey; N at least 1."""
    colours = crops.astype(np.float32)
    most, least = colours.max(3), colours.min(3)
    above = colours - (colours @ LUMINANCE)[..., None]
    saturation = 255 * (most - least) / (most + HARDLY_LIT)
    views = np.stack([most, least, *np.moveaxis(above, 3, 0), saturation, _second_component(colours)])
    flat = np.sort(views.reshape(*views.shape[:2], -1)[..., ::EVERY], axis=2)
    outermost = flat.shape[2] // 100
    low, high = flat[..., outermost], flat[..., -1 - outermost]
    step = RANGE / np.maximum(high - low, LEAST_RANGE)
    grey = (views - low[..., None, None]) * step[..., None, None] + DARKEST
    return np.repeat(grey.clip(0, 255).astype(np.uint8)[..., None], 3, axis=4)


def _second_component(colours: np.ndarray) -> np.ndarray:
    """Where each pixel lies along the second principal axis of its crop's colours, (N, S, S)."""
    points = colours.reshape(len(colours), -1, 3)
    points = points - points.mean(1, keepdims=True)
    axes = np.linalg.eigh(points.transpose(0, 2, 1) @ points)[1][:, :, 1]
    grey: np.ndarray = (points @ axes[:, :, None]).reshape(colours.shape[:3])
    return grey
