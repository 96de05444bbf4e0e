"""Make videos of traced lifts: ``python -m models.cycles.lift_videos LIGHT --out FOLDER [--small]``.

LIGHT is what ``models.cycles.lifts`` wrote. For each lift FOLDER gets NN.mp4, NN.json (what is true of it)
and NN-K.jpg, its key pictures without noise. Needs no renderer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.cycles.lift_timeline import FPS, Moments, Shown, frames, moments, told_of
from models.render.surface import encoded

Rng = np.random.Generator

LIT_BY = (0.4, 0.56)
"""How bright the middle brightness is made, as a camera's exposure would."""
HIGHLIGHTS = 0.985
"""This share of the picture stays below white, even if the rest becomes darker: cameras meter so [choice]."""
SHOULDER = (1.0, 3.0)
BALANCED = 0.7
"""How far a camera takes the lamp's colour back, at most."""
BLUR_PX, NOISE, BREATH, JPEG = (0.35, 0.75), (1.2, 4.0), 0.02, (80, 93)
"""A small camera: blur, noise in 8-bit levels, how far exposure wavers, JPEG quality [choices]."""
SMALL = (960, 540)


@dataclass(frozen=True, slots=True, eq=False)
class Sensor:
    """One camera's way with light: gain (3,) BGR, shoulder, blur in pixels, noise, JPEG quality."""

    gain: np.ndarray
    shoulder: float
    blur_px: float
    noise: float
    quality: int

    def developed(self, light: np.ndarray, exposed: float) -> np.ndarray:
        """Linear light float (H, W, 3) BGR as a noiseless picture, float32 0-255."""
        value = np.maximum(light.astype(np.float32), 0) * (self.gain * exposed).astype(np.float32)
        value = value * (1 + value / self.shoulder**2) / (1 + value / self.shoulder)
        return cv2.GaussianBlur(255 * encoded(value).astype(np.float32), (0, 0), self.blur_px)

    def noisy(self, picture: np.ndarray, rng: Rng) -> np.ndarray:
        """The picture as it comes over the wire: fresh noise, then JPEG; uint8."""
        grain = cv2.GaussianBlur(rng.normal(0, 1, picture.shape).astype(np.float32), (0, 0), 0.6)
        seen = (picture + self.noise * 1.8 * grain).round().clip(0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def any_sensor(rng: Rng, light: np.ndarray) -> Sensor:
    """A camera that has set itself to this light, float (H, W, 3) BGR."""
    means = light.astype(np.float64).mean((0, 1))
    grey = light.mean(2, dtype=np.float64)
    middle = max(float(np.median(grey)), 0.2 * float(means.mean()), 1e-6)
    balance = (means.mean() / np.maximum(means, 1e-6)) ** rng.uniform(0.2, BALANCED)
    gain = min(rng.uniform(*LIT_BY) ** 2.2 / middle, 1 / max(float(np.quantile(grey, HIGHLIGHTS)), 1e-6))
    return Sensor(
        balance * gain,
        float(rng.uniform(*SHOULDER)),
        float(rng.uniform(*BLUR_PX)),
        float(rng.uniform(*NOISE)),
        int(rng.integers(*JPEG)),
    )


def pictures(
    lights: list[np.ndarray], shown: tuple[Shown, ...], sensor: Sensor, rng: Rng
) -> Iterator[np.ndarray]:
    """The frames as a camera gives them, uint8 (H, W, 3) BGR."""
    slow = rng.uniform(0, 2 * np.pi)
    for at, frame in enumerate(shown):
        light = lights[frame.key].astype(np.float32)
        if frame.share:
            light = (1 - frame.share) * light + frame.share * lights[frame.after].astype(np.float32)
        exposed = 1 + BREATH * np.sin(slow + at / 7) + rng.normal(0, BREATH / 4)
        yield sensor.noisy(sensor.developed(light, float(exposed)), rng)


def truth(plan: dict, told: Moments) -> dict:
    """What stands beside a video."""
    kept = {key: plan[key] for key in ("players", "dice", "happenings", "source")}
    turns = {
        "challenged_frame": told.challenged,
        "uncovered_frame": told.uncovered,
        "hands_gone_frame": told.hands_gone,
    }
    return {"fps": FPS} | kept | turns


def video(folder: Path, out: Path, small: bool) -> None:
    """The video of one lift, its truth and its key pictures."""
    plan, rng = json.loads((folder / "plan.json").read_text("utf-8")), np.random.default_rng(int(folder.name))
    keys = told_of(plan["keys"])
    lights = [np.load(folder / f"{number}.npz")["light"] for number in range(len(keys))]
    sensor, shown = any_sensor(rng, np.concatenate((lights[0], lights[-1]))), frames(keys, rng)
    size = SMALL if small else (lights[0].shape[1], lights[0].shape[0])
    writer = cv2.VideoWriter(str(out / f"{folder.name}.mp4"), cv2.VideoWriter_fourcc(*"mp4v"), FPS, size)
    for picture in pictures(lights, shown, sensor, rng):
        writer.write(cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if small else picture)
    writer.release()
    told = truth(plan, moments(keys, shown))
    (out / f"{folder.name}.json").write_text(json.dumps(told) + "\n", "utf-8")
    if not small:
        for number, light in enumerate(lights):
            cv2.imwrite(
                str(out / f"{folder.name}-{number}.jpg"), sensor.developed(light, 1.0).astype(np.uint8)
            )


def main() -> None:
    """Make a video of each lift that is traced whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("light", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--small", action="store_true", help="960 by 540, and no key pictures")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for plan in sorted(args.light.glob("*/plan.json")):
        if not (args.out / f"{plan.parent.name}.json").exists():
            video(plan.parent, args.out, args.small)


if __name__ == "__main__":
    main()
