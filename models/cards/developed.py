"""What a camera and its settings do to a small picture: colour, contrast, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.lens import grainy, jpeg

Rng = np.random.Generator


def developed(rng: Rng, picture: np.ndarray, most_blur: float = 1.0) -> np.ndarray:
    """The uint8 picture otherwise exposed and balanced, blurred and noised now and then."""
    if rng.random() < 0.7:
        gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25))
        curve = (np.arange(256)[:, None] / 255.0) ** rng.uniform(0.7, 1.4) * 255 * gain + rng.uniform(-25, 35)
        picture = cv2.LUT(picture, curve.clip(0, 255).astype(np.uint8)[:, None])
    if rng.random() < 0.12:
        turned = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        turned[..., 0] = (turned[..., 0].astype(np.int32) + int(rng.integers(0, 180))) % 180
        picture = cv2.cvtColor(turned, cv2.COLOR_HSV2BGR)
    elif rng.random() < 0.06:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, most_blur))
    if rng.random() < 0.35:
        picture = grainy(rng, picture, rng.uniform(1, 12))
    return jpeg(rng, picture, 40) if rng.random() < 0.2 else picture


def seen_calmly(rng: Rng, picture: np.ndarray, index_px: float) -> np.ndarray:
    """What a good camera gives of a float32 (H, W, 3) picture: well exposed, sharp, little noise; uint8."""
    picture = picture.clip(0, 255)
    bright = max(1.0, float(np.percentile(picture.max(2), 99)))
    picture = picture * (rng.uniform(200, 250) / bright) * np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.3 + 0.012 * index_px))
    seen = grainy(rng, picture.clip(0, 255).astype(np.uint8), rng.uniform(0.5, 4))
    return jpeg(rng, seen, 80)
