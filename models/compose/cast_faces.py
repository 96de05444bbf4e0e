"""The six faces of a cast die: paint, dents, patterns; one long picture, a square a face."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.compose.make import Make, lab_distance
from models.compose.paint import Colour, any_colour, hsv, layered_noise, soft_noise
from models.compose.sketch import Marks

PATTERNS = ("swirl", "swirl", "veins", "blotches", "granite", "glitter", "layers", "fade")
MARKS_APART, LEAST_APART = 45.0, 28.0
"""Lab distance of marks from a pattern's colours: the first of ``TRIES`` within, if any."""
TRIES = 60


def patterned(rng: Rng, make: Make) -> Make:
    """A pattern of two or three colours, and marks distinct from all."""
    body = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 1))
    others = tuple(_beside(rng, body) for _ in range(1 if rng.random() < 0.7 else 2))
    mark = _mark_apart(rng, (body, *others))
    pattern = PATTERNS[int(rng.integers(len(PATTERNS)))]
    starred = make.starred and rng.random() < 0.3
    made = replace(make, body=body, mark=mark, one_mark=mark, starred=starred, marbling=0.0, speckle=0.0)
    return replace(made, pattern=pattern, others=others, clear=make.clear and rng.random() < 0.3)


def _beside(rng: Rng, body: Colour) -> Colour:
    """Black or white, its neighbour, or any."""
    draw = rng.random()
    if draw < 0.3:
        return hsv(
            rng.random(), rng.uniform(0, 0.3), rng.choice([rng.uniform(0, 0.15), rng.uniform(0.85, 1)])
        )
    if draw < 0.45:
        blue, green, red = np.clip(np.asarray(body) * rng.uniform(0.3, 1.8), 0, 255).tolist()
        return blue, green, red
    return any_colour(rng)


def _mark_apart(rng: Rng, bodies: tuple[Colour, ...]) -> Colour:
    """Mostly white, black, gold or red, as far from the bodies as dice are sold."""
    best, apart = (255.0, 255.0, 255.0), 0.0
    enough = rng.uniform(LEAST_APART, MARKS_APART)
    for _ in range(TRIES):
        draw = rng.random()
        if draw < 0.3:
            mark = hsv(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.85, 1))
        elif draw < 0.5:
            mark = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0, 0.15))
        elif draw < 0.65:
            mark = hsv(rng.uniform(0.09, 0.14), rng.uniform(0.4, 0.9), rng.uniform(0.55, 0.95))
        elif draw < 0.8:
            mark = hsv(rng.uniform(0.96, 1.02), rng.uniform(0.7, 1), rng.uniform(0.5, 1))
        else:
            mark = any_colour(rng)
        least = min(lab_distance(mark, body) for body in bodies)
        if least > apart:
            best, apart = mark, least
        if apart > enough:
            break
    return best


def pattern_of(rng: Rng, make: Make, tall: int, wide: int, face_px: int) -> np.ndarray:
    """BGR, 0-255, float32 (tall, wide, 3)."""
    drawn = np.empty((tall, wide, 3), np.float32)
    drawn[:] = make.body
    for other in make.others:
        share = _SHARES[make.pattern](rng, tall, wide, face_px)[..., None]
        drawn += share * rng.uniform(0.75, 1.0) * (np.asarray(other, np.float32) - drawn)
    return drawn


def _swirl(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Two plastics poured together: large curling parts, their border soft or sharp."""
    noise = _curled(rng, tall, wide, wide / face_px * rng.uniform(0.7, 3))
    sharp = np.exp(rng.uniform(np.log(3), np.log(40)))
    return _step(noise, np.quantile(noise, rng.uniform(0.3, 0.7)), sharp)


def _veins(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Marble: thin dark or light wandering lines."""
    noise = _curled(rng, tall, wide, wide / face_px * rng.uniform(0.8, 3))
    width = rng.uniform(0.01, 0.06) * (0.3 + 1.4 * soft_noise(rng, tall, wide, wide / face_px * 2))
    return np.exp(-(((noise - np.median(noise)) / width) ** 2))


def _blotches(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Islands of another colour, about as large as pips."""
    noise = layered_noise(rng, tall, wide, wide / face_px * rng.uniform(2, 7), 2)
    return _step(
        noise, np.quantile(noise, rng.uniform(0.5, 0.85)), np.exp(rng.uniform(np.log(8), np.log(60)))
    )


def _granite(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Specks of many sizes."""
    share = np.zeros((tall, wide), np.float32)
    for cell in rng.choice([2, 3, 4, 6, 9], int(rng.integers(1, 4)), replace=False):
        specks: np.ndarray = (
            rng.random((tall // cell + 1, wide // cell + 1)) < rng.uniform(0.03, 0.3)
        ).astype(np.float32)
        specks = cv2.resize(specks, None, fx=float(cell), fy=float(cell), interpolation=cv2.INTER_CUBIC)
        np.maximum(share, _step(specks[:tall, :wide], 0.5, 6.0), out=share)
    return share


def _glitter(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Fine flakes of varying density."""
    flakes: np.ndarray = rng.random((tall, wide), dtype=np.float32) ** rng.uniform(6, 20)
    flakes = cv2.GaussianBlur(flakes, (0, 0), rng.uniform(0.4, 1.2))
    dense = 0.4 + 1.2 * soft_noise(rng, tall, wide, wide / face_px * rng.uniform(0.5, 2))
    return np.clip(flakes / max(float(flakes.max()), 1e-3) * dense * 2, 0, 1)


def _layers(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """Wavy bands, as of wood or layered plastics."""
    turn = rng.uniform(0, np.pi)
    across = np.arange(wide)[None] * np.cos(turn) + np.arange(tall)[:, None] * np.sin(turn)
    waved = across + face_px * rng.uniform(0.05, 0.8) * layered_noise(
        rng, tall, wide, wide / face_px * 1.5, 3
    )
    bands = np.sin(2 * np.pi * waved / (face_px * rng.uniform(0.12, 1.2)))
    return _step(bands.astype(np.float32), rng.uniform(-0.6, 0.6), np.exp(rng.uniform(np.log(2), np.log(15))))


def _fade(rng: Rng, tall: int, wide: int, face_px: int) -> np.ndarray:
    """One colour runs into the other over a face."""
    within = (np.arange(wide) % face_px) / face_px
    ramp = rng.choice([-1, 1]) * (within[None] - 0.5) * np.cos(t := rng.uniform(0, np.pi))
    ramp = ramp + (np.arange(tall)[:, None] / tall - 0.5) * np.sin(t)
    ramp = ramp + 0.4 * (soft_noise(rng, tall, wide, wide / face_px) - 0.5)
    return _step(ramp.astype(np.float32), rng.uniform(-0.25, 0.25), rng.uniform(3, 15))


def _curled(rng: Rng, tall: int, wide: int, cells: float) -> np.ndarray:
    """Noise in octaves, displaced by other noise, float32 (tall, wide)."""
    noise = layered_noise(rng, tall, wide, cells, 3)
    push = rng.uniform(0.1, 1.2) * wide / cells
    aside = [push * (layered_noise(rng, tall, wide, cells, 2) - 0.5) for _ in range(2)]
    columns, rows = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(tall, dtype=np.float32))
    return cv2.remap(
        noise, columns + aside[0], rows + aside[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def _step(values: np.ndarray, at: float, sharp: float) -> np.ndarray:
    return 1 / (1 + np.exp(np.clip(-sharp * (values - at), -30, 30)))


_SHARES = {
    "swirl": _swirl,
    "veins": _veins,
    "blotches": _blotches,
    "granite": _granite,
    "glitter": _glitter,
    "layers": _layers,
    "fade": _fade,
}


Rng = np.random.Generator
FACE_PX = 112
"""Side of a face's square, which spans the die's whole edge: two half edges."""
HALF_PX = FACE_PX / 2


@dataclass(frozen=True, slots=True)
class Faces:
    """Pictures (FACE_PX, 6 FACE_PX): linear paint (…, 3); marked 0-1; slopes of dents (…, 2)."""

    paint: np.ndarray
    marked: np.ndarray
    slopes: np.ndarray

    def at(self, face: np.ndarray, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Paint (N, 3), marked (N,) and slopes (N, 2) at (u, v), -1 to 1."""
        x = (face * FACE_PX + np.clip((u + 1) * HALF_PX - 0.5, 0, FACE_PX - 1)).astype(np.float32)[None]
        y = np.clip((v + 1) * HALF_PX - 0.5, 0, FACE_PX - 1).astype(np.float32)[None]
        told = [cv2.remap(each, x, y, cv2.INTER_LINEAR)[0] for each in (self.paint, self.marked, self.slopes)]
        return told[0], told[1], told[2]


def any_faces(rng: Rng, make: Make, numbers: list[int], marks: Marks) -> Faces:
    """``numbers`` in this order; pips dented or printed."""
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


def _linear(colour: Colour | np.ndarray) -> np.ndarray:
    return (np.asarray(colour, np.float32) / 255) ** 2.2


def _outlined(outline: np.ndarray) -> np.ndarray:
    """Filled: float32 (FACE_PX, FACE_PX) 0-1; outlines in half edges."""
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    points = np.round((outline + 1) * HALF_PX * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _dish(mask: np.ndarray) -> np.ndarray:
    """Depth of a dish, in half edges if as deep as wide."""
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
        specks: np.ndarray = (rng.random((tall // 3, wide // 3)) < rng.uniform(0.02, 0.15)).astype(np.float32)
        specks = cv2.resize(specks, (wide, tall), interpolation=cv2.INTER_LINEAR)[..., None]
        paint += specks * make.speckle * (_linear(any_colour(rng)) - paint)
    worn = 1 + rng.uniform(0, 0.25) * (soft_noise(rng, tall, wide, rng.uniform(10, 200))[..., None] - 0.5)
    return paint * worn
