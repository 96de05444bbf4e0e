"""What each step of reading is worth: ``python -m models.ablation --weights WEIGHTS.json --photos DIR``.

Each step is left out in turn, and all pictures are read again. A step that changes nothing can go.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

import cv2
import numpy as np
from tqdm import tqdm

from companion.frame import Frame
from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.evaluate import Tally, judge, listed_pictures, picture_options

HEADER = (
    "| left out | right % | abstained % | missed % | silently wrong (face + no die) | doubts on no die |"
    " whole | seconds |\n|---|---|---|---|---|---|---|---|"
)
WITHOUT: dict[str, dict[str, Callable]] = {
    "nothing": {},
    "colour channels": {
        "classify.cascade._over_channels": lambda second, crops, predictions, doubtful, config: predictions
    },
    "more views": {
        "classify.cascade._over_views": lambda second, pixels, boxes, rotations, predictions, doubtful: (
            predictions
        )
    },
    "flat frames": {"context.frame_context.objectness_shift": lambda *_: 0.0},
    "flat things read again": {
        "context.frame_context.suspects": lambda outliers, *_: np.zeros(len(outliers), bool)
    },
    "outliers by score and size": {
        "context.frame_context.outlier_logits": lambda offsets, _: np.zeros(len(offsets))
    },
    "fused background": {
        "eye.fuse_objectness": lambda again, predictions, outliers, sure, config: predictions
    },
    "usual size in suppression": {"eye.size_prior": lambda boxes, scores, *_: np.asarray(scores, float)},
    "refinement": {"eye.to_refine": lambda *_: []},
}
"""By name: what stands in the place of which functions of ``companion.recognition``."""
THRESHOLDS = {
    "slanted crops turned": {"slanted": 2.0, "far_slanted": 2.0},
    "dropping by all marks together": {"drop_fused": 2.0},
    "likelier boxes weigh more": {"few_sure_power": 1.0},
    "unlikely dice not asked about": {"least_asked": 0.0},
    "unknown marks": {"unknown_mark": np.inf, "plain_mark": np.inf},
    "the first classifier's word": {"accept_face": 2.0},
}
"""By name: thresholds of ``EyeConfig`` with which a step does nothing."""


@contextmanager
def without(eye: Eye, step: str) -> Iterator[None]:
    """The eye without that step, as long as it lasts."""
    usual = eye.config
    patches = [patch(f"companion.recognition.{at}", new) for at, new in WITHOUT.get(step, {}).items()]
    for each in patches:
        each.start()
    eye.config = replace(usual, **THRESHOLDS.get(step, {}))
    try:
        yield
    finally:
        eye.config = usual
        for each in patches:
            each.stop()


def main() -> None:
    """Print a row a step that was left out, over all pictures together."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    picture_options(parser, only="matteo,skovy,byler")
    parser.add_argument("--every", type=int, default=1, help="read each so manieth picture")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(load_weights(args.weights))
    pictures = listed_pictures(args)[:: args.every]
    print(HEADER, flush=True)
    for step in (*WITHOUT, *THRESHOLDS):
        tally, began = Tally(), time.process_time()
        with without(eye, step):
            for _, _, pixels, truths, whole in tqdm(pictures, step, mininterval=5):
                judge(tally, eye.read(Frame(pixels, 0)), truths, whole)
        print(row(step, tally, time.process_time() - began), flush=True)


def row(step: str, tally: Tally, seconds: float) -> str:
    """A line of the table."""
    shares = (100 * part / max(1, tally.dice) for part in (tally.right, tally.abstained, tally.missed))
    return (
        f"| {step} | {' | '.join(f'{share:.2f}' for share in shares)} | {tally.wrong}+{tally.bogus} |"
        f" {tally.bogus_doubted} | {tally.whole} | {seconds:.1f} |"
    )


if __name__ == "__main__":
    main()
