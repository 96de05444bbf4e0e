"""The simulated table's top: ``python -m models.render.background``.

Felt with a wooden rim from straight above: light traced on a colourless table, over painted wood and felt.
Writes ``background.jpg``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np

from models.render.camera import looking_down
from models.render.light import studio
from models.render.scene import GROUND, Built, Stage, ground_plane
from models.render.shapes import corner_normals
from models.render.surface import encoded, linear

WIDTH, HEIGHT = 1920, 1080
PX_PER_MM = 2.0
RIM_MM, CORNER_MM, ROUND_MM, RIM_HEIGHT_MM = 42.0, 34.0, 9.0, 20.0
SAMPLES = 64
GREY = 0.5
JPEG_QUALITY = 88
FELT = (0.13, 0.37, 0.27)
WALNUT, WALNUT_DARK = (0.47, 0.28, 0.16), (0.24, 0.125, 0.07)


def rim_triangles() -> tuple[np.ndarray, np.ndarray]:
    """Corners and normals (3 T, 3) of a profile drawn round a rounded rectangle."""
    bend = np.linspace(0, np.pi / 2, 10)
    profile = [
        (0.0, 0.0),
        *((ROUND_MM * (1 - np.cos(t)), RIM_HEIGHT_MM - ROUND_MM + ROUND_MM * np.sin(t)) for t in bend),
        (140.0, RIM_HEIGHT_MM),
    ]
    half = np.array([WIDTH, HEIGHT]) / 2 / PX_PER_MM - RIM_MM
    loops = np.array([_rounded_rectangle(half, out, height) for out, height in profile])
    count = loops.shape[1]
    ring, step = np.meshgrid(np.arange(len(loops) - 1), np.arange(count), indexing="ij")
    a, b = ring * count + step, ring * count + (step + 1) % count
    quads = np.stack((a, b, b + count, a, b + count, a + count), axis=-1).reshape(-1, 3)
    points = loops.reshape(-1, 3)
    return points[quads].reshape(-1, 3).astype(np.float32), corner_normals(points, quads).astype(np.float32)


def _rounded_rectangle(half: np.ndarray, out: float, height: float, steps: int = 24) -> np.ndarray:
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angle = np.linspace(0, np.pi / 2, steps) + quarter * np.pi / 2
        middle = (half - CORNER_MM) * (sx, sy)
        reach = CORNER_MM + out
        points += [(middle[0] + reach * np.cos(t), middle[1] + reach * np.sin(t), height) for t in angle]
    return np.array(points[::-1])


def traced_light(threads: int) -> tuple[np.ndarray, np.ndarray]:
    """Light on the colourless table (H, W, 3), one where open, and the rim's mask."""
    dr.set_thread_count(threads)
    camera = looking_down(WIDTH, HEIGHT, fov_deg=20.0, tilt_deg=0.0, px_per_mm=PX_PER_MM)
    stage = Stage()
    corners, normals = rim_triangles()
    stage.add("satin", corners, normals, np.full(3, GREY, np.float32), 0)
    lamp = (
        mi.ScalarTransform4f()
        .look_at(origin=[-420, 330, 900], target=[0, 0, 0], up=[0, 1, 0])
        .scale([170, 170, 1])
    )
    stage.add_shape(
        "lamp",
        {
            "type": "disk",
            "to_world": lamp,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [62, 57, 50]}},
        },
        1,
    )
    built: Built = stage.built(studio(-40.0, 52.0), ground_plane(np.full(3, GREY)))
    ys, xs = np.mgrid[:HEIGHT, :WIDTH]
    pixels = np.column_stack((xs.ravel(), ys.ravel()))
    light = built.radiance(camera, pixels, SAMPLES, 5, 60.0, 5).reshape(HEIGHT, WIDTH, 3)
    rim = built.owners(camera, pixels + 0.5).reshape(HEIGHT, WIDTH) != GROUND
    return light / np.median(light[~rim], axis=0), rim


def _noise(rng: np.random.Generator, across: float, down: float) -> np.ndarray:
    """Noise (H, W), mean 0, spread 1, blurred by so many px."""
    small = max(1.0, min(across, down) / 2)
    shape = (int(HEIGHT / small) + 2, int(WIDTH / small) + 2)
    field = cv2.GaussianBlur(
        rng.normal(size=shape).astype(np.float32), (0, 0), sigmaX=across / small, sigmaY=down / small
    )
    field = cv2.resize(field, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return (field - field.mean()) / field.std()


def painted_felt(rng: np.random.Generator) -> np.ndarray:
    """Linear (H, W, 3): fibres, nap and a fine woven line along the rim."""
    fibres = 0.022 * _noise(rng, 0.9, 0.9) + 0.012 * _noise(rng, 3.0, 1.2) + 0.012 * _noise(rng, 1.2, 3.0)
    nap = 0.025 * _noise(rng, 60, 60)
    felt = linear(FELT) * (1 + fibres + nap)[..., None]
    half = np.array([WIDTH, HEIGHT]) / 2 - (RIM_MM + 26) * PX_PER_MM
    ys, xs = np.mgrid[:HEIGHT, :WIDTH]
    corner = 30 * PX_PER_MM
    beyond = np.stack(
        (np.abs(xs - WIDTH / 2 + 0.5) - half[0] + corner, np.abs(ys - HEIGHT / 2 + 0.5) - half[1] + corner)
    )
    away = np.hypot(*np.clip(beyond, 0, None)) + np.minimum(beyond.max(axis=0), 0) - corner
    line = np.clip(1.6 - np.abs(away), 0, 1) + 0.6 * np.clip(1.1 - np.abs(away + 7), 0, 1)
    return felt + (0.30 * np.clip(line, 0, 1))[..., None] * (linear((0.80, 0.72, 0.45)) - felt)


def painted_wood(rng: np.random.Generator) -> np.ndarray:
    """Linear (H, W, 3): walnut rails that meet in mitres."""
    ys, xs = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    to_side = np.minimum(xs, WIDTH - 1 - xs)
    to_end = np.minimum(ys, HEIGHT - 1 - ys)
    upright = to_side < to_end
    along = np.where(upright, _grain(rng, xs, (2.2, 130)), _grain(rng, ys, (130, 2.2)))
    wood = linear(WALNUT_DARK) + (linear(WALNUT) - linear(WALNUT_DARK)) * along[..., None]
    seam = np.abs(to_side - to_end) < 0.8
    return np.where(seam[..., None], wood * 0.55, wood)


def _grain(rng: np.random.Generator, across: np.ndarray, blur: tuple[float, float]) -> np.ndarray:
    wave = _noise(rng, *(max(b, 14) for b in blur))
    rings = 0.5 + 0.5 * np.sin(across * 0.24 + 3.2 * wave)
    pores = _noise(rng, *(0.7 if b < 10 else 22.0 for b in blur))
    return np.clip(
        0.18 + 0.5 * rings + 0.16 * _noise(rng, *blur) - 0.13 * np.clip(pores - 0.6, 0, None), 0.0, 1.0
    )


def main() -> None:
    """Trace, paint, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("companion/simulator/sprites"))
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    light, rim = traced_light(wanted.threads)
    smooth = cv2.bilateralFilter(light.astype(np.float32), 7, 0.12, 2.5)
    rng = np.random.default_rng(4)
    soft_rim = cv2.GaussianBlur(rim.astype(np.float32), (0, 0), 0.6)[..., None]
    colour = painted_felt(rng) * (1 - soft_rim) + painted_wood(rng) * soft_rim
    picture = np.round(encoded(colour * smooth * 1.05) * 255).astype(np.uint8)
    cv2.imwrite(
        str(wanted.out / "background.jpg"), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )


if __name__ == "__main__":
    main()
