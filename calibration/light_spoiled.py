"""Makes frames with spoiled light from good ones: for tests, demonstrations, and to choose thresholds."""

from __future__ import annotations

from math import pi

import cv2
import numpy as np

GRAIN_IN_THE_DARK = 3.0
"""Levels of noise that a sensor adds where its gain is turned up [choice]."""


def darkened(pixels: np.ndarray, share: float, seed: int = 0) -> np.ndarray:
    """A share of the light, with the noise of a sensor that is turned up: uint8 (H, W, 3)."""
    noise = np.random.default_rng(seed).normal(0, GRAIN_IN_THE_DARK, pixels.shape)
    return _rounded(pixels * share + noise)


def brightened(pixels: np.ndarray, times: float) -> np.ndarray:
    """Exposed this many times too long."""
    return _rounded(pixels.astype(np.float32) * times)


def blurred(pixels: np.ndarray, spread_px: float) -> np.ndarray:
    """Out of focus by a blur of this standard deviation."""
    return cv2.GaussianBlur(pixels, (0, 0), spread_px)


def mirroring(pixels: np.ndarray, at: tuple[float, float], radius_px: float) -> np.ndarray:
    """A lamp mirrored in varnish at a place in px: white in the middle, with a soft rim."""
    height, width = pixels.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width]
    far = np.hypot(xs - at[0], ys - at[1]) / radius_px
    return _rounded(pixels + 400.0 * np.exp(-((far / 1.2) ** 4))[..., None])


def sloped(pixels: np.ndarray, times: float, dark_deg: float = 0.0) -> np.ndarray:
    """Light that falls off this many times from end to end, toward this side (0 right, 90 down)."""
    height, width = pixels.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width]
    across, down = np.cos(np.radians(dark_deg)), np.sin(np.radians(dark_deg))
    along = (xs / width - 0.5) * across + (ys / height - 0.5) * down
    reach = abs(across) + abs(down)
    return _rounded(pixels * (times ** (-along / reach))[..., None])


def banded(pixels: np.ndarray, depth: float, exposed_at_s: float, hz: float, read_out_s: float) -> np.ndarray:
    """Light that beats with ``hz``, seen by a shutter that takes ``read_out_s`` from first to last row.

    0 s is a shutter that takes all rows at once: the whole picture beats.
    """
    rows = np.arange(len(pixels)) / len(pixels) * read_out_s
    light = 1 + depth * np.sin(2 * pi * hz * (exposed_at_s + rows))
    return _rounded(pixels * light[:, None, None])


def _rounded(levels: np.ndarray) -> np.ndarray:
    rounded: np.ndarray = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    return rounded
