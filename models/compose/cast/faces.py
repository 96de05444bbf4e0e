"""What lies on the six faces of a cast die: paint, dents, grain, as one long picture with a square a face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.compose.make import Make
from models.compose.paint import Colour, any_colour, soft_noise
from models.compose.patterns import pattern_of
from models.compose.sketch import Marks

Rng = np.random.Generator
FACE_PX = 112
"""Side of a face's square, which spans the die's whole edge: two half edges."""
HALF_PX = FACE_PX / 2


@dataclass(frozen=True, slots=True)
class Faces:
    """Pictures of (FACE_PX, 6 FACE_PX): paint, linear (…, 3); how marked, 0-1; how dents slope, (…, 2)."""

    paint: np.ndarray
    marked: np.ndarray
    slopes: np.ndarray

    def at(self, face: np.ndarray, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Paint (N, 3), marked (N,) and slopes (N, 2) where faces ``face`` are met at (u, v), -1 to 1."""
        x = (face * FACE_PX + np.clip((u + 1) * HALF_PX - 0.5, 0, FACE_PX - 1)).astype(np.float32)[None]
        y = np.clip((v + 1) * HALF_PX - 0.5, 0, FACE_PX - 1).astype(np.float32)[None]
        told = [cv2.remap(each, x, y, cv2.INTER_LINEAR)[0] for each in (self.paint, self.marked, self.slopes)]
        return told[0], told[1], told[2]


def any_faces(rng: Rng, make: Make, numbers: list[int], marks: Marks) -> Faces:
    """The faces of a die that shows ``numbers`` in this order: its plastic, its pips dented or printed."""
    wide = 6 * FACE_PX
    paint = _plastic(rng, make)
    marked, dents = np.zeros((FACE_PX, wide), np.float32), np.zeros((FACE_PX, wide), np.float32)
    depth = rng.uniform(0.15, 0.7) if rng.random() < 0.75 else 0.0
    filled = rng.uniform(0.8, 1.1)
    for face, number in enumerate(numbers):
        window = np.s_[:, face * FACE_PX : (face + 1) * FACE_PX]
        for outline, colour in marks(rng, make, number):
            middle = outline.mean(0)
            inked = _outlined(middle + (outline - middle) * filled)
            dented = _outlined(outline)
            if make.pip_ring and number != 1:
                rim = _outlined(middle + (outline - middle) * 1.3)[..., None]
                paint[window] *= 1 - 0.6 * rim
            paint[window] += inked[..., None] * (_linear(colour) - paint[window])
            np.maximum(marked[window], inked, out=marked[window])
            np.maximum(dents[window], _dish(dented), out=dents[window])
    dents = cv2.GaussianBlur(dents, (0, 0), FACE_PX * 0.008) * depth
    slopes = [
        cv2.Sobel(dents, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=HALF_PX / 8).clip(-1.2, 1.2) for dx in (1, 0)
    ]
    return Faces(paint, marked, np.stack(slopes, -1))


def _linear(colour: Colour) -> np.ndarray:
    return (np.asarray(colour, np.float32) / 255) ** 2.2


def _outlined(outline: np.ndarray) -> np.ndarray:
    """The outline, in half edges, filled: float32 (FACE_PX, FACE_PX) 0-1."""
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    points = np.round((outline + 1) * HALF_PX * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _dish(mask: np.ndarray) -> np.ndarray:
    """How deep a dish cut to that mask is, in half edges when cut as deep as it is wide."""
    inward = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    deepest = max(float(inward.max()), 1.0)
    return (1 - (1 - inward / deepest) ** 2) * deepest / HALF_PX


def _plastic(rng: Rng, make: Make) -> np.ndarray:
    tall, wide = FACE_PX, 6 * FACE_PX
    paint = np.empty((tall, wide, 3), np.float32)
    paint[:] = _linear(pattern_of(rng, make, tall, wide, FACE_PX) if make.pattern else make.body)
    if make.marbling:
        swirl = soft_noise(rng, tall, wide, rng.uniform(14, 60))[..., None]
        other = _linear(any_colour(rng)) if rng.random() < 0.5 else _linear(make.body) * rng.uniform(0.2, 2)
        paint += make.marbling * np.clip(swirl * 2 - 0.6, 0, 1) * (other - paint) * rng.uniform(0.2, 0.8)
    if make.speckle:
        specks = (rng.random((tall // 3, wide // 3)) < rng.uniform(0.02, 0.15)).astype(np.float32)
        specks = cv2.resize(specks, (wide, tall), interpolation=cv2.INTER_LINEAR)[..., None]
        paint += specks * make.speckle * (_linear(any_colour(rng)) - paint)
    worn = 1 + rng.uniform(0, 0.25) * (soft_noise(rng, tall, wide, rng.uniform(10, 200))[..., None] - 0.5)
    return paint * worn
