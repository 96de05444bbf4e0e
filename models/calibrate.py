"""Choose the thresholds of a run's weights: ``python -m models.calibrate WEIGHTS --banks valid``.

Compose the bank for this, from other sketches and renders than training saw. ``--fold WEIGHTS:SOURCE`` adds a
source's photographs, read by other weights that did not learn from it. Never use a bank, or a source, that a
figure is about.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.classify.classifier import BACKGROUND, STAR
from companion.recognition.networks.arithmetic import LEAST_PROBABILITY
from companion.recognition.networks.weights import listed_thresholds, load_weights
from companion.recognition.pipeline.eye import Eye
from models.compose.scene import Thing
from models.evaluate import composed, photographs

SAME_CENTRE = 0.5
SILENT_ON_BANKS = 0.02
"""Largest share of silent errors on the banks' dice, including things read as dice. Chosen: the banks are
darker and fuller than any photograph (models/archive.md says what this choice saw)."""
SILENT_ON_PHOTOS = 0.005
"""The same for photographs that the weights did not learn from. Chosen, too: the goal of 0.001 is reached
at no threshold up to 0.98, where 6 of 3,074 dice are still read wrong and 6 in 100 fewer read than at 0.8."""
FALSE_DOUBT_LIMIT = 0.005
"""Largest share of sound dice with each doubt."""
LEAST_DOUBT = 0.02
"""Least probability of a doubt, whatever that share."""
FACE_RANGE = np.arange(0.8, 0.991, 0.01)
"""No face is read below the first, whatever those shares allow: rather a doubt than a guess. Chosen after
byler, whose weights would have been allowed 0.71, and 1.2 % silent errors instead of 0.8."""
DIE = 0.5
"""Least objectness of a read face. Chosen: 0.6 and 0.7 read fewer dice and saved no silent error."""
NO_FACE = -1
DOUBTS = 3
"""Cocked, stacked, hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The eye's predictions for N detections after all its looks, and the truth.

    ``class_probabilities`` (N, 9), ``doubts`` (N, 3). ``labels`` (N,): 0-6 faces, 8 no die, -1 to be doubted.
    ``flags`` (N, 3): true doubts.
    """

    class_probabilities: np.ndarray
    doubts: np.ndarray
    labels: np.ndarray
    flags: np.ndarray

    @classmethod
    def together(cls, parts: list[Seen]) -> Seen:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))


def seen_in(weights_at: Path, pictures: Iterable[tuple[str, str, np.ndarray, list[Thing], bool]]) -> Seen:
    eye = Eye(load_weights(weights_at))
    kinds, doubts, labels, flags = [], [], [], []
    for _, _, picture, things, whole in tqdm(pictures, mininterval=5):
        scored = eye.score(picture, eye.detect(picture))
        rows = zip(
            scored.detections, scored.predictions.class_probabilities, scored.predictions.doubts, strict=True
        )
        for each, chances, doubted in rows:
            thing = _thing_at(each.box, things)
            if (thing is None and not whole) or (thing is not None and thing.label < 0):
                continue
            kinds.append(chances)
            doubts.append(doubted)
            flags.append((thing.cocked, thing.stacked, thing.hidden) if thing else (False, False, False))
            labels.append(BACKGROUND if thing is None else NO_FACE if any(flags[-1]) else thing.label - 1)
    columns = (kinds, doubts, flags)
    widths = (BACKGROUND + 1, DOUBTS, DOUBTS)
    seen = [np.array(each).reshape(-1, width) for each, width in zip(columns, widths, strict=True)]
    return Seen(seen[0], seen[1], np.array(labels, int), seen[2].astype(bool))


def _thing_at(box: tuple[float, float, float, float], things: list[Thing]) -> Thing | None:
    """The die nearest to the box's middle, if it lies on it; ignored dice have label -1."""
    x, y, nearest, best = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 1e9, None
    for thing in things:
        if thing.label == 0:
            continue
        left, top, right, bottom = thing.box
        off = np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
        if off < nearest and off < SAME_CENTRE * max(right - left, bottom - top):
            nearest, best = off, thing
    return best


def expected_calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Mean distance of confidence and accuracy over bins of equal width, weighted by their dice."""
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[places == b].mean() - right[places == b].mean()) * (places == b).sum()
            for b in range(bins) if (places == b).any()]  # fmt: skip
    return float(sum(gaps) / len(confidence))


def doubt_thresholds(seen: Seen) -> list[float]:
    """Least probabilities at which at most ``FALSE_DOUBT_LIMIT`` of sound dice are doubted."""
    limits = np.quantile(seen.doubts[is_die(seen.labels)], 1 - FALSE_DOUBT_LIMIT, axis=0)
    return [float(np.clip(limit, LEAST_DOUBT, 0.95)) for limit in limits]


def face_threshold(seen: Seen, struck: np.ndarray, limit: float) -> float:
    """The lowest threshold with at most that share of silent errors."""
    for least in FACE_RANGE:
        if _silent(seen, struck, least)[0] <= limit * is_die(seen.labels).sum():
            break
    return float(least)


def is_die(labels: np.ndarray) -> np.ndarray:
    return (labels >= 0) & (labels < BACKGROUND)


def _silent(seen: Seen, struck: np.ndarray, least: float) -> tuple[int, float]:
    """Silent errors at a threshold, and the share of dice read right."""
    faces = seen.class_probabilities[:, :STAR].copy()
    faces[:, 0] += seen.class_probabilities[:, STAR]
    face, any_face = faces.argmax(1), faces.sum(1)
    confidence = faces.max(1) / np.maximum(any_face, LEAST_PROBABILITY)
    truth = np.where(seen.labels == STAR, 0, seen.labels)
    told = (confidence >= least) & (any_face >= DIE) & ~struck
    wrong = told & (face != truth) & (seen.labels != NO_FACE)
    dice = is_die(seen.labels)
    return int(wrong.sum()), float((told & dice & (face == truth)).sum() / dice.sum())


def fold_named(text: str) -> tuple[Path, str]:
    path, _, source = text.rpartition(":")
    return Path(path), source


def main() -> None:
    """Choose the thresholds and print them with their cost on the chosen pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("weights", type=Path, help="weights.json beside the .onnx files; rewritten in place")
    parser.add_argument("--banks", default="valid")
    parser.add_argument("--photos", type=Path, help="folder of photographs with an index.jsonl, for --fold")
    parser.add_argument("--fold", type=fold_named, action="append", default=[], metavar="WEIGHTS:SOURCE",
                        help="other weights, and a source that they did not learn from")  # fmt: skip
    args = parser.parse_args()
    cv2.setNumThreads(1)
    bank = seen_in(args.weights, composed(tuple(args.banks.split(","))))
    if not is_die(bank.labels).any():
        print("no die was found on the banks: the thresholds stay")
        return
    photos = [seen_in(path, photographs(args.photos, (source,))) for path, source in args.fold]
    limits = doubt_thresholds(Seen.together([bank, *photos]))
    report: dict[str, dict[str, object]] = {}
    least = []
    parts = [("banks", bank, SILENT_ON_BANKS)]
    parts += [("photographs", Seen.together(photos), SILENT_ON_PHOTOS)] if photos else []
    for name, part, limit in parts:
        struck = _struck(part, limits)
        least.append(face_threshold(part, struck, limit))
        known = is_die(part.labels)
        right = part.class_probabilities[known].argmax(1) == part.labels[known]
        ece = expected_calibration_error(part.class_probabilities[known].max(1), right)
        report[name] = {"face": least[-1], "dice": int(known.sum()), "ece": ece}
        parts_at = {f"{t:.2f}": _silent(part, struck, t) for t in (0.7, 0.8, 0.9, 0.95, 0.98)}
        report[name]["silent_and_right_at"] = parts_at
    names = ("cocked", "stacked", "hidden")
    struck = bank.doubts >= limits
    caught = {
        name: float(struck[bank.flags[:, i]].any(1).mean())
        for i, name in enumerate(names)
        if bank.flags[:, i].any()
    }
    listing = json.loads(args.weights.read_text())
    listing["thresholds"] |= {"face": max(least), "die": DIE}
    listing["thresholds"] |= dict(zip(names, limits, strict=True))
    listing |= listed_thresholds(listing["thresholds"])
    args.weights.write_text(json.dumps(listing, indent=2) + "\n")
    print(json.dumps({"thresholds": listing["thresholds"], "chosen_on": report, "caught": caught}, indent=2))


def _struck(seen: Seen, limits: list[float]) -> np.ndarray:
    return np.any(seen.doubts >= limits, axis=1)


if __name__ == "__main__":
    main()
