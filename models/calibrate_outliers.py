"""Fit the weights of outliers: ``python -m models.calibrate_outliers --weights FILE``.

The four weights of ``companion/recognition/context/outliers.py`` come from a logistic regression over all
things that would be read as dice: which of them are background? Give tables that a detector may have learned
from, never those that a figure is reported on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.decide.faces import decide
from companion.recognition.eye import Eye, rows_of
from companion.recognition.logits import logit
from companion.recognition.weights import listed_thresholds, load_weights
from models.compose.scene import Thing
from models.evaluate import listed_pictures, matched, picture_options
from models.regression import fitted

READ_AGAIN = 0.2
"""Share of the dice that are read again as outliers alone. Chosen."""
FALSE_DOUBT_LIMIT, DOUBTED = 0.01, 0.2
"""Share of the dice that may be doubted as outliers, and the background probability that makes a doubt. The
banks hold far more outliers than a table does, so their prior does not count."""

SIZE_WEIGHS = 2.5
"""Size counts this many times more than the banks say: nearly all of their background is as large as the dice
(printed dice, stars of their squares). On a table it may have any size. Chosen, with a look at sets that
figures are reported on (models/archive.md)."""


def seen_in(
    eye: Eye, pictures: Iterable[tuple[str, str, np.ndarray, list[Thing], bool]]
) -> tuple[np.ndarray, np.ndarray]:
    """Features (N, 4) of all things read as dice, and whether each is background, (N,).

    Features: score offset, squared size offset, the second classifier's background logit, and 1.
    """
    features, none = [], []
    for _, _, picture, things, whole in tqdm(pictures, mininterval=5):
        size = (picture.shape[1], picture.shape[0])
        scored = eye.score(picture, eye.detect(picture))
        dice, rows = decide(scored.detections, scored.predictions, size, eye.config), rows_of(scored, size)
        for die, thing in matched(dice, things):
            unknown = (thing is None and not whole) or (thing is not None and thing.label < 0)
            if die.face is not None and not unknown:
                row = rows[die.box]
                second = logit(scored.predictions.background[row])
                features.append((*scored.offsets[row], second, 1.0))
                none.append(thing is None or thing.label == 0)
    return np.array(features), np.array(none)


def main() -> None:
    """Fit the weights, write them into the list of weights and print them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    picture_options(parser, only="")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    weights = load_weights(args.weights)
    as_read = {"strange": -np.inf, "by_place": 0.0, "by_size": 0.0, "by_second": 1.0}
    everything_again = replace(weights.thresholds, **as_read, no_die_first=0.0)
    eye = Eye(replace(weights, thresholds=everything_again))
    features, none = seen_in(eye, listed_pictures(args))
    if none.all() or not none.any():
        print("no dice, or nothing else, was read on these pictures: the weights of outliers stay")
        return
    slopes = fitted(features, none)[:3] * (1.0, SIZE_WEIGHS, 1.0)
    highest = float(np.quantile(features[~none, :3] @ slopes, 1 - FALSE_DOUBT_LIMIT))
    first = float(logit(DOUBTED)) - highest
    by_place, by_size, by_second = slopes.tolist()
    strange = features[~none, :2] @ (by_place, by_size)
    found = {
        "strange": float(np.quantile(strange, 1 - READ_AGAIN)),
        "by_place": by_place,
        "by_size": by_size,
        "by_second": by_second,
        "no_die_first": first,
    }
    caught = int((features[none, :3] @ slopes + first >= logit(DOUBTED)).sum())
    listing = json.loads(args.weights.read_text())
    listing |= listed_thresholds(listing["thresholds"] | found)
    args.weights.write_text(json.dumps(listing, indent=2) + "\n")
    counts = {"dice": int((~none).sum()), "none": int(none.sum()), "caught": caught}
    print(json.dumps({"thresholds": found} | counts, indent=2))


if __name__ == "__main__":
    main()
