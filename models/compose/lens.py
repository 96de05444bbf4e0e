"""A camera's effects: light, shadow, glare, blur, noise, colour cast, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.paint import soft_noise

Rng = np.random.Generator
EXPOSED_FOR = 80
"""A camera mostly lengthens its exposure on frames with a lower mean."""


def lit(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Uneven light, hard shadows and glare over float32 (H, W, 3)."""
    height, width = picture.shape[:2]
    if rng.random() < 0.7:
        picture = (
            picture
            * (rng.uniform(0.5, 0.9) + rng.uniform(0.2, 0.7) * soft_noise(rng, height, width, 1.2))[..., None]
        )
    if rng.random() < 0.3:
        picture = picture * _hard_shadow(rng, height, width)[..., None]
    if rng.random() < 0.25:
        picture = picture + _glare(rng, height, width)[..., None]
    return picture


def _hard_shadow(rng: Rng, height: int, width: int) -> np.ndarray:
    mask = np.ones((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        corners = rng.uniform(0, (width, height)) + rng.normal(0, rng.uniform(30, 300), (5, 2))
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), rng.uniform(0.3, 0.75))
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 15))


def _glare(rng: Rng, height: int, width: int) -> np.ndarray:
    spot = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle, axes = rng.uniform(0, (width, height)), rng.uniform(5, 120, 2)
        cv2.ellipse(spot, (middle.tolist(), axes.tolist(), rng.uniform(0, 180)), rng.uniform(60, 300), -1)
    return cv2.GaussianBlur(spot, (0, 0), rng.uniform(3, 40))


def seen(rng: Rng, picture: np.ndarray, die_px: float) -> np.ndarray:
    """The sensor's uint8; blur stays below what a die of ``die_px`` can bear."""
    if rng.random() < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.3 + die_px * 0.025))
    if rng.random() < 0.12:
        picture = _moved(rng, picture, die_px * rng.uniform(0.03, 0.14))
    mean = float(picture.mean())
    if mean < EXPOSED_FOR and rng.random() < 0.8:
        picture = picture * min(4.0, rng.uniform(EXPOSED_FOR, 150) / max(mean, 1.0))
    cast = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    picture = picture.clip(0, 255) * cast * rng.uniform(0.65, 1.4)
    picture = 255 * (picture.clip(0, 255) / 255) ** rng.uniform(0.75, 1.35)
    if rng.random() < 0.7:
        grain = rng.normal(0, 1, picture.shape).astype(np.float32)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.0)) * 1.6
        picture = picture + grain * rng.uniform(0.5, 9)
    if rng.random() < 0.1:
        picture = picture.mean(2, keepdims=True).repeat(3, 2)
    picture = picture.clip(0, 255).astype(np.uint8)
    return sharpened(rng, picture) if rng.random() < 0.25 else picture


def sharpened(rng: Rng, picture: np.ndarray) -> np.ndarray:
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))
    return cv2.addWeighted(picture, 1 + (strength := rng.uniform(0.3, 1.5)), soft, -strength, 0)


def _moved(rng: Rng, picture: np.ndarray, length: float) -> np.ndarray:
    side = max(3, int(length) | 1)
    kernel = np.zeros((side, side), np.float32)
    angle, middle = rng.uniform(0, np.pi), side // 2
    across, down = round(np.cos(angle) * middle), round(np.sin(angle) * middle)
    cv2.line(kernel, (middle - across, middle - down), (middle + across, middle + down), 1.0)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def jpeg(rng: Rng, picture: np.ndarray, worst: int = 35) -> np.ndarray:
    """JPEG's quality is from ``worst`` to 97."""
    encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(worst, 98))])[1]
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert decoded is not None, "OpenCV has just made it"
    return decoded


def recoloured(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Hue turned, channels swapped, or light and dark exchanged."""
    draw = rng.random()
    if draw < 0.4:
        turned = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        turned[..., 0] = (turned[..., 0].astype(np.int32) + int(rng.integers(0, 180))) % 180
        return cv2.cvtColor(turned, cv2.COLOR_HSV2BGR)
    if draw < 0.6:
        return np.ascontiguousarray(picture[..., rng.permutation(3)])
    return 255 - picture if draw < 0.8 else picture


def grainy(rng: Rng, picture: np.ndarray, strength: float) -> np.ndarray:
    """Noise of that standard deviation; OpenCV's generator, seeded from ``rng``."""
    grain = np.empty(picture.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    level = (strength, strength, strength)
    cv2.randn(grain, (0, 0, 0), level)  # type: ignore[call-overload]  # OpenCV's stub knows no tuples
    return cv2.add(picture, grain, dtype=cv2.CV_8U)


def specked(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """White and black specks, as of dust or a broken sensor; they look like pips."""
    height, width = picture.shape[:2]
    count = int(height * width * np.exp(rng.uniform(np.log(0.001), np.log(0.03)))) + 1
    rows, columns = rng.integers(0, height, count), rng.integers(0, width, count)
    shade = rng.choice([0, 255], count) if rng.random() < 0.5 else np.full(count, rng.choice([0, 255]))
    picture = picture.copy()
    picture[rows, columns] = shade[:, None]
    if rng.random() < 0.3:
        picture[np.minimum(rows + 1, height - 1), columns] = shade[:, None]
    return picture
