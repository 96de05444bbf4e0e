"""Fit what makes a thing strange among dice: ``python -m models.calibrate_strangers --weights FILE``.

The four weights of ``companion.recognition.strangers`` are those of a logistic regression: what is no die
among all that would be told as one. Give tables that a locator may have learned from, never those that a
figure is told of.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.chances import logit_of
from companion.recognition.classify import NO_DIE
from companion.recognition.eye import Eye
from companion.recognition.weights import listed_thresholds, load_weights
from models.compose.scene import Thing
from models.evaluate import listed_pictures, matched, picture_options
from models.regression import fitted

READ_AGAIN = 0.2
"""Share of the dice that are read again for their strangeness alone. A choice."""
FALSE_DOUBT_LIMIT, DOUBTED = 0.01, 0.2
"""Share of the dice that may be doubted so, and the chance of being no die that makes a doubt. The banks hold
far more strangers than a table does, so what is likely there before anything is known counts for nothing."""

SIZE_WEIGHS = 2.5
"""By how much more than the banks tell size counts: nearly all that is none there was made as large as the
dice (printed dice, stars of their squares). On a table it may be of any size. A choice, which leaned on sets
that figures are told of (models/trials.md)."""


def seen_in(
    eye: Eye, pictures: Iterable[tuple[str, str, np.ndarray, list[Thing], bool]]
) -> tuple[np.ndarray, np.ndarray]:
    """Features (N, 4) of what is told as a die: place, squared size, the second reader's logit of its being
    no die, and 1; and whether each is none, (N,).
    """
    features, none = [], []
    for _, _, picture, things, whole in tqdm(pictures, mininterval=5):
        weighed = eye.weighed(picture, eye.candidates(picture))
        dice, rows = eye.told(weighed, (picture.shape[1], picture.shape[0]))
        for die, thing in matched(dice, things):
            unknown = (thing is None and not whole) or (thing is not None and thing.label < 0)
            if die.face is not None and not unknown:
                row = rows[die.box]
                second = logit_of(weighed.verdicts.kinds[row, NO_DIE])
                features.append((*weighed.unlike[row], second, 1.0))
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
    slopes = fitted(features, none)[:3] * (1.0, SIZE_WEIGHS, 1.0)
    highest = float(np.quantile(features[~none, :3] @ slopes, 1 - FALSE_DOUBT_LIMIT))
    first = float(logit_of(DOUBTED)) - highest
    by_place, by_size, by_second = slopes.tolist()
    strange = features[~none, :2] @ (by_place, by_size)
    found = {
        "strange": float(np.quantile(strange, 1 - READ_AGAIN)),
        "by_place": by_place,
        "by_size": by_size,
        "by_second": by_second,
        "no_die_first": first,
    }
    caught = int((features[none, :3] @ slopes + first >= logit_of(DOUBTED)).sum())
    listing = json.loads(args.weights.read_text())
    listing |= listed_thresholds(listing["thresholds"] | found)
    args.weights.write_text(json.dumps(listing, indent=2) + "\n")
    counts = {"dice": int((~none).sum()), "none": int(none.sum()), "caught": caught}
    print(json.dumps({"thresholds": found} | counts, indent=2))


if __name__ == "__main__":
    main()
