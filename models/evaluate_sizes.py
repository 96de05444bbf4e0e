"""Dice of any size in frames of any size: ``python -m models.evaluate_sizes --traced FOLDER``.

Each table is brought to dice of a size and laid somewhere into a plain frame of its mean colour, with a
little noise. What such a frame lacks is a large table's clutter.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.frame import Frame
from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.compose.scene import Thing
from models.evaluate import HEADER, Tally, judge, traced

FRAMES = ((1280, 720), (2304, 1296), (4608, 2592))
DICE_PX = (18, 22, 27, 35, 50, 80, 120, 160)
NOISE = 3.0


def brought_to(
    picture: np.ndarray, things: list[Thing], die_px: float, frame: tuple[int, int], rng: np.random.Generator
) -> tuple[np.ndarray, list[Thing]]:
    """The table with dice of that length (the middle one) in a frame of that size, and its things."""
    boxes = [each.box for each in things if each.label > 0]
    lengths = [max(box[2] - box[0], box[3] - box[1]) for box in boxes]
    scale = die_px / float(np.median(lengths))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    part = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method)[: frame[1], : frame[0]]
    tall, wide = part.shape[:2]
    left, top = int(rng.integers(frame[0] - wide + 1)), int(rng.integers(frame[1] - tall + 1))
    laid = picture.reshape(-1, 3).mean(0) + rng.normal(0, NOISE, (frame[1], frame[0], 1))
    laid[top : top + tall, left : left + wide] = part
    moved = [replace(each, box=_moved(each.box, scale, left, top)) for each in things]
    whole = [each for each in moved if each.box[2] < left + wide and each.box[3] < top + tall]
    return laid.clip(0, 255).astype(np.uint8), whole


def _moved(box: tuple, scale: float, left: float, top: float) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (scale * each for each in box)
    return x0 + left, y0 + top, x1 + left, y1 + top


def sized(
    folder: Path, die_px: float, frame: tuple[int, int], every: int
) -> Iterator[tuple[np.ndarray, list[Thing]]]:
    """Some tables of a folder brought to dice of that length in such frames."""
    for number, (_, _, picture, things, _) in enumerate(traced(folder)):
        if number % every == 0 and any(each.label > 0 for each in things):
            yield brought_to(picture, things, die_px, frame, np.random.default_rng(number))


def main() -> None:
    """Read traced tables at several sizes, and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--weights", type=Path, default=Path("models/weights.json"))
    parser.add_argument("--traced", type=Path, required=True, help="folder of whole path-traced tables")
    parser.add_argument("--every", type=int, default=5, help="read each so manieth table")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(load_weights(args.weights))
    print(HEADER)
    for frame in FRAMES:
        for die_px in tqdm(DICE_PX, f"{frame[0]} px"):
            tally = Tally()
            for picture, things in sized(args.traced, die_px, frame, args.every):
                judge(tally, eye.read(Frame(picture, 0)), things, True)
            print(tally.row(f"{frame[0]}×{frame[1]}, dice of {die_px} px"))


if __name__ == "__main__":
    main()
