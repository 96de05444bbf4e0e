"""Train one of the two card networks, resuming where it stopped.

``python -m models.cards.train locator RUN --banks tables,closeups`` and the same with ``reader``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import Dataset

from models.cards.bank import MADE, Pictures
from models.cards.face import FIRST_LETTER, UNSURE
from models.cards.locator_examples import Windows
from models.cards.nets import CardLocator, CardReader
from models.cards.reader_examples import Crops
from models.nets import parameters
from models.training import Course, learn

SUIT_WEIGHT = 0.8
"""Of the suit's loss relative to the rank's."""
LETTER_WEIGHT = 0.5
OFF_WEIGHT, SIZE_WEIGHT = 1.5, 3.0
"""Of place and height relative to direction: a crop of the wrong size misleads the reader more."""
SHIFT_WEIGHT = 2.0
SMOOTHED = 0.0
"""Label smoothing. The first runs had 0.02: it brings the probabilities of sure and of wrong answers
nearer to each other, so that a threshold separates them less well."""
BATCHES = {"locator": 32, "reader": 96}
PEAK_RATES = {"locator": 5e-3, "reader": 4e-3}


def locator_loss(answer: Tensor, truth: Tensor) -> Tensor:
    """Focal loss on the heat (CornerNet's form); distances of place, log height and direction near the
    centres.
    """
    heat, weight, near = truth[:, 0], truth[:, 6], truth[:, 7]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = heat.ge(0.999).float() * weight
    hit = centre * (1 - chance) ** 2 * torch.log(chance)
    miss = heat.lt(0.999).float() * weight * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    off = F.smooth_l1_loss(answer[:, 1:3], truth[:, 1:3], reduction="none", beta=0.3).sum(1)
    size = F.smooth_l1_loss(answer[:, 3], truth[:, 3], reduction="none", beta=0.05)
    turn = F.smooth_l1_loss(answer[:, 4:6], truth[:, 4:6], reduction="none", beta=0.1).sum(1)
    rest = ((OFF_WEIGHT * off + SIZE_WEIGHT * size + turn) * near).sum() / near.sum().clamp(min=1)
    return -(hit + miss).sum() / centre.sum().clamp(min=1) + rest


def reader_loss(
    answer: tuple[Tensor, Tensor, Tensor, Tensor], rank: Tensor, suit: Tensor, shift: Tensor, known: Tensor
) -> Tensor:
    """Cross entropy of rank, suit and letter, distance of the shift; ``UNSURE`` and unknown do not count.

    ``rank`` is a letter from ``FIRST_LETTER`` on: then there is no rank to learn.
    """
    losses = []
    only_rank = rank.masked_fill(rank >= FIRST_LETTER, UNSURE)
    heads = zip((*answer[:2], answer[3]), (only_rank, suit, letter_of(rank)), strict=True)
    for logits, truth in heads:
        counted = (truth != UNSURE).sum().clamp(min=1)
        summed = F.cross_entropy(
            logits, truth, ignore_index=UNSURE, reduction="sum", label_smoothing=SMOOTHED
        )
        losses.append(summed / counted)
    off = F.smooth_l1_loss(answer[2], shift, reduction="none", beta=0.05).sum(1)
    shifted = (off * known.float()).sum() / known.sum().clamp(min=1)
    told = losses[0] + SUIT_WEIGHT * losses[1] + LETTER_WEIGHT * losses[2]
    return told + SHIFT_WEIGHT * shifted.float()


def letter_of(rank: Tensor) -> Tensor:
    """Zero for a rank or background, else one more than the letter's place."""
    return torch.where(rank >= FIRST_LETTER, rank - FIRST_LETTER + 1, rank.clamp(max=0))


def main() -> None:
    """Train the locator or the reader on banks of composed card tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("network", choices=BATCHES)
    parser.add_argument("run", help="name of the run: a folder under models/made/cards/runs")
    parser.add_argument("--banks", default="tables,closeups")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=None, help="the highest learning rate")
    parser.add_argument("--start", type=Path, default=None, help="weights to begin with")
    parser.add_argument(
        "--body", type=Path, default=None, help="a dice locator whose body the locator begins with"
    )
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    run = MADE / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    rate = args.rate or PEAK_RATES[args.network]
    course = Course(run, args.steps, BATCHES[args.network], rate, 1e-3, args.seed, args.start)
    pictures = Pictures(tuple(args.banks.split(",")))
    net: nn.Module = CardLocator() if args.network == "locator" else CardReader()
    if args.body and isinstance(net, CardLocator):
        net.begin_as(torch.load(args.body, weights_only=True))
    made: Callable[..., Dataset] = Windows if args.network == "locator" else Crops
    loss = locator_loss if args.network == "locator" else reader_loss
    print(f"{args.network}: {parameters(net):,} parameters, {len(pictures.listed)} pictures")
    learn(net, args.network, course, partial(made, pictures), loss)


if __name__ == "__main__":
    main()
