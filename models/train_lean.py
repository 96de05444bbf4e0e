"""Train the reader of leans, resuming where it stopped: ``python -m models.train_lean RUN --banks lean``."""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np
import torch
from torch import Tensor

from models.compose.lean_bank import parts
from models.lean_examples import Leaning, traced_leans
from models.nets import NormalEstimator, parameters
from models.traced import traced_option
from models.training import chosen_course, course_options, learn

BATCH = 96
SURELY = (-5.0, 1.0)
"""The logarithm of the spread is kept within these."""


def loss_of(answer: Tensor, lean: Tensor) -> Tensor:
    """How far off the lean is over its spread, plus the spread's logarithm."""
    spread = answer[:, 2].clamp(*SURELY)
    return ((answer[:, :2] - lean).norm(dim=1) * torch.exp(-spread) + spread).mean()


def main() -> None:
    """Train the reader of leans."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=9000, peak_rate=4e-3)
    traced_option(parser)
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=0.01)
    kept = [each for bank in args.banks.split(",") for each in parts(bank)]
    kept.append(traced_leans(args.traced))
    crops, leans = (np.concatenate(each) for each in zip(*kept, strict=True))
    net = NormalEstimator()
    print(f"lean: {parameters(net):,} parameters, {len(crops)} crops")
    learn(net, "lean_reader", course, partial(Leaning, crops, leans), loss_of)


if __name__ == "__main__":
    main()
