"""Marks in place of a face, to measure by: an eagle, a skull, a bird's head, by code that no lesson uses.

Masks float (S, S), 0-1, of half edges -1 to 1, y up. No network learns from these.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

SIDE = 240
Points = list[tuple[float, float]]


def _filled(*outlines: Points, holes: tuple[Points, ...] = ()) -> np.ndarray:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for points, tone in [*((each, 255) for each in outlines), *((each, 0) for each in holes)]:
        pixels = (np.array(points) * (1, -1) + 1) * SIDE / 2
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _disc(x: float, y: float, radius: float, tall: float = 1.0) -> Points:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return [(x + radius * float(np.cos(t)), y + radius * tall * float(np.sin(t))) for t in turn]


def _both_sides(half: Points) -> Points:
    return [*half, *((-x, y) for x, y in reversed(half))]


def eagle() -> np.ndarray:
    """An eagle from the front, wings spread."""
    half = [(0, 0.62), (0.1, 0.6), (0.14, 0.44), (0.3, 0.5), (0.62, 0.66), (0.66, 0.3), (0.56, -0.05),
            (0.42, -0.2), (0.24, -0.12), (0.16, -0.3), (0.26, -0.62), (0.06, -0.5)]  # fmt: skip
    return _filled(_both_sides(half))


def skull() -> np.ndarray:
    """A skull from the front."""
    jaw = [(-0.26, -0.1), (0.26, -0.1), (0.22, -0.6), (-0.22, -0.6)]
    gaps = tuple([(x, -0.4), (x + 0.05, -0.4), (x + 0.05, -0.6), (x, -0.6)] for x in (-0.14, -0.02, 0.1))
    nose = [(0, 0.02), (0.07, -0.12), (-0.07, -0.12)]
    eyes = (_disc(-0.2, 0.14, 0.13), _disc(0.2, 0.14, 0.13))
    return _filled(_disc(0, 0.16, 0.5, 0.9), jaw, holes=(*eyes, nose, *gaps))


def bird() -> np.ndarray:
    """A bird's head from the side, with a large beak and an eye."""
    beak = [(0.1, 0.42), (0.7, 0.1), (0.5, -0.02), (0.08, -0.04)]
    neck = [(-0.4, 0.1), (0.1, -0.05), (0.0, -0.66), (-0.6, -0.66)]
    return _filled(_disc(-0.15, 0.22, 0.36), beak, neck, holes=(_disc(-0.06, 0.3, 0.08),))


def crown() -> np.ndarray:
    """A crown of five points."""
    return _filled([(-0.6, -0.45), (0.6, -0.45), (0.62, 0.35), (0.32, -0.05), (0.0, 0.5), (-0.32, -0.05),
                    (-0.62, 0.35)])  # fmt: skip


def bolt() -> np.ndarray:
    """A flash of lightning."""
    return _filled([(0.1, 0.7), (-0.42, -0.08), (-0.04, -0.08), (-0.16, -0.7), (0.42, 0.16), (0.04, 0.16)])


def heart() -> np.ndarray:
    """A heart."""
    return _filled(_disc(-0.24, 0.2, 0.29), _disc(0.24, 0.2, 0.29), [(-0.5, 0.08), (0.5, 0.08), (0, -0.62)])


def fish() -> np.ndarray:
    """A fish from the side."""
    return _filled(
        _disc(-0.1, 0, 0.5, 0.6), [(0.25, 0), (0.68, 0.32), (0.68, -0.32)], holes=(_disc(-0.34, 0.1, 0.06),)
    )


def anchor() -> np.ndarray:
    """An anchor."""
    hook = np.zeros((SIDE, SIDE), np.uint8)
    cv2.ellipse(hook, (120, 112), (62, 62), 0, 10, 170, 255, 20, cv2.LINE_AA)
    shank = [(-0.07, 0.5), (0.07, 0.5), (0.07, -0.6), (-0.07, -0.6)]
    stock = [(-0.34, 0.3), (0.34, 0.3), (0.34, 0.16), (-0.34, 0.16)]
    bars = _filled(shank, stock, _disc(0, 0.56, 0.14))
    return np.maximum(hook.astype(np.float32) / 255, bars)


def _written(text: str) -> Callable[[], np.ndarray]:
    def mask() -> np.ndarray:
        canvas = np.zeros((SIDE, SIDE), np.uint8)
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, 5.0, 18)
        cv2.putText(
            canvas, text, ((SIDE - wide) // 2, (SIDE + tall) // 2), cv2.FONT_HERSHEY_COMPLEX, 5.0, 255, 18
        )
        return canvas.astype(np.float32) / 255

    return mask


MARKS: dict[str, Callable[[], np.ndarray]] = {
    "eagle": eagle, "skull": skull, "bird": bird, "crown": crown, "bolt": bolt, "heart": heart, "fish": fish,
    "anchor": anchor, "A": _written("A"), "K": _written("K"),
}  # fmt: skip
"""By name."""
