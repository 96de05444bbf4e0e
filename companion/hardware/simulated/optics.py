"""What lens and sensor do to the composed picture: uneven light, vignette, softness, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibration.seating import Size

NOISE_LEVELS = 2.0
"""Standard deviation of a small sensor's noise in 8-bit levels, at ISO 200 or so [choice]."""
SOFTNESS_PX = 0.55
"""Blur of a lens in focus, in pixels [choice]."""
JPEG_QUALITY = 90
"""What webcams and Pi streams use [choice]."""
FULL_LIGHT = 200
MARGIN = 64
"""The noise field is larger than the frame by this, so that every frame gets another part of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Optics:
    """The light and the sensor of one table.

    ``light`` is uint8 (H, W, 3), ``FULL_LIGHT`` leaving a pixel as it is; ``noise`` int8 (H+, W+, 3).
    """

    light: np.ndarray
    noise: np.ndarray

    @classmethod
    def made(cls, size: Size, rng: np.random.Generator) -> Optics:
        """A light from somewhere above, a little warm or cold, and a vignette."""
        return cls(_light(size, rng), _noise(size, rng))

    def developed(self, scene: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The scene uint8 (H, W, 3) as the camera sends it, uint8 of the same shape."""
        lit = cv2.multiply(scene, self.light, scale=1 / FULL_LIGHT)
        soft = cv2.GaussianBlur(lit, (3, 3), SOFTNESS_PX)
        height, width = scene.shape[:2]
        left, top = (int(each) for each in rng.integers(0, MARGIN, 2))
        noisy = cv2.add(soft, self.noise[top : top + height, left : left + width], dtype=cv2.CV_8U)
        _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def _light(size: Size, rng: np.random.Generator) -> np.ndarray:
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.09)
    vignette = 1 - rng.uniform(0.10, 0.16) * (x * x + y * y) / 2
    evenness = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y)
    warmth = rng.uniform(-0.035, 0.05)
    tint = np.array([1 - warmth, 1.0, 1 + warmth], np.float32) * rng.uniform(0.97, 1.06)
    light = vignette * evenness
    return cv2.merge([np.clip(FULL_LIGHT * share * light, 0, 255).astype(np.uint8) for share in tint])


def _noise(size: Size, rng: np.random.Generator) -> np.ndarray:
    width, height = size
    area = (height + MARGIN, width + MARGIN)
    grey = rng.standard_normal(area, dtype=np.float32)
    return cv2.merge([_grain(grey + 0.5 * rng.standard_normal(area, dtype=np.float32)) for _ in range(3)])


def _grain(noise: np.ndarray) -> np.ndarray:
    """One channel's noise float32 (H, W), smeared as by reading colours from a mosaic, as int8 levels."""
    smeared = cv2.GaussianBlur(noise, (3, 3), 0.5)
    return np.clip(np.round(1.3 * NOISE_LEVELS * smeared), -127, 127).astype(np.int8)
