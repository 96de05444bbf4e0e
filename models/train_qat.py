"""Quantisation-aware training of a detector (QAT).

``python -m models.train_qat RUN --which locator --start models/made/runs/NAME/locator.pt --banks twins``. Its
former self is the teacher: no label is used, and the pictures are of the kinds that it learned from.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import Dataset

from models.byte_arithmetic import in_bytes, without_norms
from models.export import NETS
from models.train_locator import FROM_AFAR, FROM_NEAR, Windows, sources
from models.training import DEVICE, chosen_course, course_options, learn, normalised

DISTANCES = {"locator": FROM_AFAR, "near_locator": FROM_NEAR}
WINDOWS = 16
"""Examples a step."""
SIZES_WEIGH = 3.0
"""A choice: a size off by a tenth weighs as much as an offset of a third of a cell."""


class Twice(Dataset):
    """Each picture twice: for the network and its teacher."""

    def __init__(self, examples: Dataset) -> None:
        self.examples = examples

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        pixels, *_ = self.examples[index]
        return pixels, pixels


def unlike_locator(answer: Tensor, taught: Tensor) -> Tensor:
    """Difference of cells (N, 5, C, C) from its teacher's, those near dice weighing most."""
    chance = torch.sigmoid(taught[:, 0])
    heat = F.binary_cross_entropy_with_logits(answer[:, 0], chance, reduction="none")
    heat = heat - F.binary_cross_entropy_with_logits(taught[:, 0], chance, reduction="none")
    heat = heat + chance * F.smooth_l1_loss(answer[:, 0], taught[:, 0], reduction="none")
    offsets = F.smooth_l1_loss(answer[:, 1:3], taught[:, 1:3], reduction="none", beta=0.05).sum(1)
    sizes = F.smooth_l1_loss(answer[:, 3:], taught[:, 3:], reduction="none", beta=0.02).sum(1)
    return (heat + chance * (offsets + SIZES_WEIGH * sizes)).sum() / chance.sum().clamp(min=1)


def examples(which: str, args: argparse.Namespace) -> Callable[[int, int], Dataset]:
    """A detector's training pictures, from the options' sources."""
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    shown = partial(Windows, *sources(args.photos, without, banks), DISTANCES[which])
    return lambda length, seed: Twice(shown(length, seed))


def taught_by(teacher: nn.Module) -> Callable[[Tensor, Tensor], Tensor]:
    """A loss against the teacher's answers."""

    def loss_of(answer: Tensor, pixels: Tensor) -> Tensor:
        with torch.no_grad():
            taught = teacher(normalised(pixels))
        return unlike_locator(answer, taught)

    return loss_of


def main() -> None:
    """Teach one detector the arithmetic of bytes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=1500, peak_rate=5e-4)
    parser.add_argument("--which", choices=DISTANCES, required=True, help="which detector learns")
    args = parser.parse_args()
    if args.start is None:
        parser.error("--start: the network that learns, as its training left it")
    course = chosen_course(args, WINDOWS, weight_decay=0.0)
    net: nn.Module = NETS[args.which]()
    net.load_state_dict(torch.load(args.start, weights_only=True))
    teacher = without_norms(net).eval().requires_grad_(False)
    pupil = in_bytes(copy.deepcopy(teacher).requires_grad_(True))
    teacher = teacher.to(DEVICE)
    course = replace(course, start=None)
    shown = examples(args.which, args)
    learn(pupil, args.which, course, shown, taught_by(teacher))


if __name__ == "__main__":
    main()
