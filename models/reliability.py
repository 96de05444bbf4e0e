"""Whether the confidence means what it says: a plot and the expected calibration error.

``python -m models.reliability --photos DIR --fold WEIGHTS:SOURCE … --to docs/pictures/reliability.png``: each
photographer is read by weights that did not learn from it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from companion.recognition.classify.classifier import STAR
from models.calibrate import Seen, expected_calibration_error, fold_named, is_die, seen_in
from models.evaluate import photographs

BINS = 10
SIDE_PX, EDGE_PX = 480, 56
INK, BAR, GAP, PAPER = (40, 40, 40), (196, 150, 70), (110, 110, 230), (255, 255, 255)


def confidences(seen: Seen) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest face's chance of each located die, and whether that face is right."""
    dice = is_die(seen.labels)
    kinds = seen.kinds[dice]
    faces = kinds[:, :STAR].copy()
    faces[:, 0] += kinds[:, STAR]
    truth = np.where(seen.labels[dice] == STAR, 0, seen.labels[dice])
    return faces.max(1), faces.argmax(1) == truth


def plotted(confidence: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The reliability plot, uint8 (592, 592, 3): share right in each bin, the diagonal, the counts."""
    whole = SIDE_PX + 2 * EDGE_PX
    picture = np.full((whole, whole, 3), PAPER, np.uint8)
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    for each in range(BINS):
        inside = place == each
        left, width = EDGE_PX + each * SIDE_PX // BINS, SIDE_PX // BINS
        if inside.any():
            share, told = right[inside].mean(), confidence[inside].mean()
            _bar(picture, left, width, share, BAR)
            y = EDGE_PX + int(SIDE_PX * (1 - told))
            cv2.line(picture, (left, y), (left + width - 3, y), GAP, 2)
        count = f"{int(inside.sum())}"
        cv2.putText(picture, count, (left + 4, EDGE_PX - 8), 0, 0.4, INK, 1, cv2.LINE_AA)
    low, high = (EDGE_PX, EDGE_PX + SIDE_PX), (EDGE_PX + SIDE_PX, EDGE_PX)
    cv2.line(picture, low, high, INK, 1, cv2.LINE_AA)
    cv2.rectangle(picture, (EDGE_PX, EDGE_PX), (EDGE_PX + SIDE_PX, EDGE_PX + SIDE_PX), INK, 1)
    for tenth in range(0, 11, 2):
        at = tenth * SIDE_PX // 10
        text = f"{tenth / 10:.1f}"
        cv2.putText(picture, text, (EDGE_PX + at - 10, whole - 36), 0, 0.42, INK, 1, cv2.LINE_AA)
        cv2.putText(picture, text, (22, EDGE_PX + SIDE_PX - at + 4), 0, 0.42, INK, 1, cv2.LINE_AA)
    ece = expected_calibration_error(confidence, right)
    words = f"confidence; bars: share right, red: mean confidence; ECE {ece:.4f}, {len(right)} dice"
    cv2.putText(picture, words, (EDGE_PX, whole - 12), 0, 0.42, INK, 1, cv2.LINE_AA)
    cv2.putText(picture, "dice in each bin", (EDGE_PX, 22), 0, 0.42, INK, 1, cv2.LINE_AA)
    return picture


def _bar(picture: np.ndarray, left: int, width: int, share: float, colour: tuple[int, int, int]) -> None:
    top = EDGE_PX + int(SIDE_PX * (1 - share))
    cv2.rectangle(picture, (left + 2, top), (left + width - 4, EDGE_PX + SIDE_PX), colour, -1)


def main() -> None:
    """Draw the plot and print the error, all photographers together and each alone."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--fold", type=fold_named, action="append", required=True, metavar="WEIGHTS:SOURCE")
    parser.add_argument("--to", type=Path, default=Path("docs/pictures/reliability.png"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    parts = []
    for weights, source in args.fold:
        parts.append(confidences(seen_in(weights, photographs(args.photos, (source,)))))
        print(f"{source}: {len(parts[-1][0])} dice, error {expected_calibration_error(*parts[-1]):.4f}")
    together = tuple(np.concatenate([part[i] for part in parts]) for i in (0, 1))
    print(f"all: {len(together[0])} dice, error {expected_calibration_error(*together):.4f}")
    cv2.imwrite(str(args.to), plotted(*together))


if __name__ == "__main__":
    main()
