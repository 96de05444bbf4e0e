"""Choose temperature and thresholds of a run's weights: ``python -m models.calibrate WEIGHTS --banks valid``.

The bank must be composed for this, from other sketches and renders than training saw; never use one, or
photographs, that a figure is to be told of.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.classify import EXCLUSIVE, NO_DIE, STAR
from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.compose.bank import WORK, tables
from models.compose.scene import Thing

SAME_CENTRE = 0.5
SILENT_LIMIT = 0.02
"""Share of the bank's dice that may be silently wrong, no-dice told as dice among them. Chosen, not derived:
0.0005 and 0.005 were tried first and asked about most dice of held-out photographs; the banks are darker and
fuller than those (models/README.md says that the choice saw them)."""
FALSE_DOUBT_LIMIT = 0.003
"""Share of sound dice that each doubt may strike."""
FACE_RANGE = np.arange(0.5, 0.991, 0.01)
NO_FACE = -1


def gathered(weights_at: Path, banks: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logits (N, 11) of located things, what each is (0-7; -1: to be doubted), its doubts (N, 3)."""
    weights = load_weights(weights_at)
    eye = Eye(replace(weights, thresholds=replace(weights.thresholds, temperature=1.0)))
    logits, labels, doubts = [], [], []
    for path, things in tqdm(
        [each for bank in banks for each in tables(WORK / "tables" / bank)], mininterval=5
    ):
        picture = cv2.imread(str(path))
        found, verdicts = eye.weighed(picture, eye.candidates(picture))
        for each, kinds, doubted in zip(found, verdicts.kinds, verdicts.doubts, strict=True):
            thing = _thing_at(each.box, things)
            if thing is not None and thing.label < 0:
                continue
            logits.append(np.concatenate([np.log(kinds + 1e-9), np.log(doubted / (1 - doubted + 1e-12))]))
            flags = (thing.cocked, thing.stacked, thing.hidden) if thing else (False, False, False)
            doubts.append(flags)
            labels.append(NO_DIE if thing is None else NO_FACE if any(flags) else thing.label - 1)
    return np.array(logits), np.array(labels), np.array(doubts)


def _thing_at(box: tuple[float, float, float, float], things: list[Thing]) -> Thing | None:
    """The die nearest to a box's middle, if it lies on it; a die to be ignored has label -1."""
    x, y, nearest, best = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 1e9, None
    for thing in things:
        if thing.label == 0:
            continue
        left, top, right, bottom = thing.box
        off = np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
        if off < nearest and off < SAME_CENTRE * max(right - left, bottom - top):
            nearest, best = off, thing
    return best


def chances(logits: np.ndarray, temperature: float) -> np.ndarray:
    """Softmax (N, 8) of the exclusive logits at a temperature."""
    scaled = logits[:, :EXCLUSIVE] / temperature
    powers = np.exp(scaled - scaled.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def best_temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    """The temperature under which the labels are likeliest."""
    known = labels >= 0
    tried = np.arange(0.4, 3.01, 0.05)
    rows, truth = np.arange(known.sum()), labels[known]
    costs = [-np.log(chances(logits[known], each)[rows, truth] + 1e-12).mean() for each in tried]
    return float(tried[int(np.argmin(costs))])


def expected_calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Mean distance of confidence and accuracy over bins of equal width, weighted by their dice."""
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[places == b].mean() - right[places == b].mean()) * (places == b).sum()
            for b in range(bins) if (places == b).any()]  # fmt: skip
    return float(sum(gaps) / len(confidence))


def doubt_thresholds(logits: np.ndarray, labels: np.ndarray, doubts: np.ndarray) -> list[float]:
    """Least chance of each doubt at which at most ``FALSE_DOUBT_LIMIT`` of sound dice are struck."""
    sound = (labels >= 0) & (labels < NO_DIE)
    chance = 1 / (1 + np.exp(-logits[:, EXCLUSIVE:]))
    limits = np.quantile(chance[sound], 1 - FALSE_DOUBT_LIMIT, axis=0)
    return [float(np.clip(limit, 0.3, 0.95)) for limit in limits]


def face_threshold(kinds: np.ndarray, labels: np.ndarray, struck: np.ndarray) -> tuple[float, dict]:
    """The lowest threshold at which hardly any die is silently wrong, and what it costs."""
    faces = kinds[:, :STAR].copy()
    faces[:, 0] += kinds[:, STAR]
    face, confidence = faces.argmax(1), faces.max(1)
    labels = np.where(labels == STAR, 0, labels)
    dice = (labels >= 0) & (labels < NO_DIE)
    for least in FACE_RANGE:
        told = (confidence >= least) & (kinds[:, NO_DIE] < 0.5) & ~struck
        wrong = told & (face != labels) & (labels != NO_FACE)
        share = (told & dice & (face == labels)).sum() / dice.sum()
        print(f"{least:.2f}: right {share:.4f}, wrong {wrong.sum()}")
        if wrong.sum() <= SILENT_LIMIT * dice.sum():
            break
    right = float((told & dice & (face == labels)).sum() / dice.sum())
    return float(least), {"right": right, "silently_wrong": int(wrong.sum()), "dice": int(dice.sum())}


def main() -> None:
    """Choose the thresholds and print them with what they cost on the bank."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("weights", type=Path, help="weights.json beside the .onnx files; rewritten in place")
    parser.add_argument("--banks", default="valid")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    logits, labels, doubts = gathered(args.weights, tuple(args.banks.split(",")))
    temperature = best_temperature(logits, labels)
    kinds = chances(logits, temperature)
    limits = doubt_thresholds(logits, labels, doubts)
    struck = ((1 / (1 + np.exp(-logits[:, EXCLUSIVE:]))) >= limits).any(1)
    least, cost = face_threshold(kinds, labels, struck)
    known = (labels >= 0) & (labels < NO_DIE)
    right = kinds[known].argmax(1) == labels[known]
    cost["ece"] = expected_calibration_error(kinds[known].max(1), right)
    names = ("cocked", "stacked", "hidden")
    caught = {name: float(struck[doubts[:, i]].mean()) for i, name in enumerate(names) if doubts[:, i].any()}
    listing = json.loads(args.weights.read_text())
    listing["thresholds"] |= {"temperature": temperature, "face": least, "no_die": 0.5}
    listing["thresholds"] |= dict(zip(names, limits, strict=True))
    args.weights.write_text(json.dumps(listing, indent=2) + "\n")
    print(
        json.dumps(
            {"thresholds": listing["thresholds"], "on_the_bank": cost, "doubts_caught": caught}, indent=2
        )
    )


if __name__ == "__main__":
    main()
