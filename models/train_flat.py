"""Teach a lean reader what is no die at all: ``python -m models.train_flat RUN --start FILE --banks twins``.

Only the branch of its own learns: leans and spreads stay as ``models/train_lean.py`` left them.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from models.crop_examples import Mixture
from models.nets import NOT_A_DIE, NormalEstimator
from models.train_classifier import crop_options, crops_of
from models.training import chosen_course, course_options, learn

BATCH = 128
NEGATIVES = 0.4
"""Of the crops; a choice."""
BRANCH = ("flat.", "no_die.")
"""How the names of the branch's weights begin."""


def loss_of(answer: Tensor, labels: Tensor, _doubts: Tensor) -> Tensor:
    """Cross entropy of being no die; a die that shows no face for sure is one."""
    return F.binary_cross_entropy_with_logits(answer[:, 3], labels.eq(NOT_A_DIE).float())


def started(path: Path, anew: bool = False) -> NormalEstimator:
    """The lean reader of a run, all fixed but the branch that is to learn; ``anew``: from chance weights."""
    net = NormalEstimator()
    learned = torch.load(path, weights_only=True)
    if anew:
        learned |= {name: each for name, each in net.state_dict().items() if name.startswith(BRANCH)}
    net.load_state_dict(learned)
    for part in (net.features, net.read):
        part.eval().requires_grad_(False)
    torch.nn.init.zeros_(net.no_die[-1].bias)
    return net


def main() -> None:
    """Teach the branch."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=6000, peak_rate=4e-3)
    crop_options(parser)
    parser.add_argument("--anew", action="store_true", help="the branch forgets what it learned before")
    args = parser.parse_args()
    if args.start is None:
        parser.error("--start: the lean reader as models.train_lean left it")
    course = replace(chosen_course(args, BATCH, weight_decay=0.01), start=None)
    shown = partial(Mixture, *crops_of(args), negatives=NEGATIVES)
    learn(started(args.start, args.anew), "lean_reader", course, shown, loss_of)


if __name__ == "__main__":
    main()
