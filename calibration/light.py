"""What the light's measures say of good and of spoiled pictures: where the thresholds come from.

    PYTHONPATH=. python calibration/light.py

Code: companion/calibration/light*.py. Good pictures are those of the simulated tables: five surfaces, cups
down and up; the spoiled ones are made from them (calibration/light_spoiled.py).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calibration import light_spoiled as spoil
from companion.calibration import Settling
from companion.calibration.light import (
    Ground,
    brightness,
    edge_blur_px,
    evenness,
    glare_boxes,
    light_in_strips,
    moving_bands,
    standing_bands,
)
from companion.core.frame import Frame
from companion.recognition.pipeline.eye import Eye
from companion.simulator import SimulatedTable

TABLES = range(8)
READ_TABLES = range(4)
FRAME_S = 1 / 30
Spoil = Callable[[np.ndarray], np.ndarray]

SPOILED: dict[str, Spoil] = {
    "as it is": lambda pixels: pixels,
    "half the light": lambda pixels: spoil.darkened(pixels, 0.5),
    "a quarter": lambda pixels: spoil.darkened(pixels, 0.25),
    "an eighth": lambda pixels: spoil.darkened(pixels, 0.125),
    "a sixteenth": lambda pixels: spoil.darkened(pixels, 0.0625),
    "twice exposed": lambda pixels: spoil.brightened(pixels, 2.0),
    "three times": lambda pixels: spoil.brightened(pixels, 3.0),
    "four times": lambda pixels: spoil.brightened(pixels, 4.0),
    "blurred by 1 px": lambda pixels: spoil.blurred(pixels, 1.0),
    "blurred by 1.5 px": lambda pixels: spoil.blurred(pixels, 1.5),
    "blurred by 2 px": lambda pixels: spoil.blurred(pixels, 2.0),
    "blurred by 3 px": lambda pixels: spoil.blurred(pixels, 3.0),
    "blurred by 4 px": lambda pixels: spoil.blurred(pixels, 4.0),
    "lamp of 20 px": lambda pixels: spoil.mirroring(pixels, (300.0, 200.0), 20.0),
    "1.5 times to the right": lambda pixels: spoil.sloped(pixels, 1.5),
    "2.5 times to the right": lambda pixels: spoil.sloped(pixels, 2.5),
    "2.5 times down": lambda pixels: spoil.sloped(pixels, 2.5, 90.0),
    "bands of 4 %": lambda pixels: spoil.banded(pixels, 0.04, 0.0, 100.0, FRAME_S),
    "bands of 8 %": lambda pixels: spoil.banded(pixels, 0.08, 0.0, 100.0, FRAME_S),
    "bands of 15 %": lambda pixels: spoil.banded(pixels, 0.15, 0.0, 120.0, FRAME_S),
}


def pictures() -> list[np.ndarray]:
    """Cups down and up at each table."""
    found = []
    for seed in TABLES:
        table = SimulatedTable(4, seed)
        table.deal((5, 5, 5, 5), (), seed)
        found.append(table.capture(0).pixels)
        table.lift()
        found.append(table.capture(0).pixels)
    return found


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def measured(pixels: np.ndarray) -> tuple[float, ...]:
    """All measures of one picture."""
    ground = Ground.of(pixels)
    light, slope = brightness(ground), evenness(ground)
    depth, explained, agreeing = standing_bands(light_in_strips(pixels))
    return (
        light.middle, light.bright, light.blown, light.grain, _number(edge_blur_px(ground.grey)),
        len(glare_boxes(ground)), _number(None if slope is None else slope.times), depth, explained, agreeing,
    )  # fmt: skip


def read_by_the_eye(spoiled: Spoil, eye: Eye) -> tuple[int, int, int]:
    """Dice that are read rightly and wrongly in this light, and how many lie there, at the first tables."""
    right = wrong = there = 0
    for seed in READ_TABLES:
        table = SimulatedTable(4, seed)
        table.deal((5, 5, 5, 5), (), seed)
        table.lift()
        frame = table.capture(0)
        read = eye.read(Frame(spoiled(frame.pixels), frame.exposed_at_ns)).dice
        for die in table.dice_in_view():
            there += 1
            x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
            side = die.box[2] - die.box[0]
            seen = [
                each.face
                for each in read
                if abs((each.box[0] + each.box[2]) / 2 - x) + abs((each.box[1] + each.box[3]) / 2 - y)
                < side / 2
            ]
            right += seen == [die.face]
            wrong += bool(seen) and seen[0] not in (die.face, None)
    return right, wrong, there


def moving(seed: int) -> tuple[float, float]:
    """Depth of moving bands that noise and lifting hands are taken for, and the range of the exposure."""
    now_ns = [10**9]
    table = SimulatedTable(4, seed, clock=lambda: now_ns[0])
    table.deal((5, 5, 5, 5), (), seed)
    table.lift_by_hand(seed)
    frames, settling = [], Settling()
    for _ in range(12):
        now_ns[0] += 125_000_000
        frames.append(table.capture(0))
        settling = settling.see(frames[-1])
    heights = moving_bands(np.stack([light_in_strips(frame.pixels) for frame in frames]))
    lights = [level.light for level in settling.levels]
    return float(np.sqrt((np.abs(heights) ** 2).mean())), max(lights) - min(lights)


NAMES = ("middle", "bright", "blown", "grain", "blur px", "glare", "uneven", "bands", "wave", "strips")


def main() -> None:
    """Print the lowest and highest of each measure, good and spoiled, and what hands are taken for."""
    good, eye = pictures(), Eye()
    print(f"{'':24}" + "".join(f"{name:>16}" for name in NAMES))
    for name, spoiled in SPOILED.items():
        each = np.array([measured(spoiled(pixels)) for pixels in good])
        low, high = np.nanmin(each, axis=0), np.nanmax(each, axis=0)
        print(f"{name:24}" + "".join(f"{a:>8.3g}-{b:<7.3g}" for a, b in zip(low, high, strict=True)))
        right, wrong, there = read_by_the_eye(spoiled, eye)
        print(f"{'':24}the eye reads {right} of {there} dice rightly, {wrong} wrongly")
    for seed in (1, 4):
        depth, exposure = moving(seed)
        print(f"cups lifted at table {seed}: moving bands {depth:.2g}, exposure {exposure:.2g}")


if __name__ == "__main__":
    main()
