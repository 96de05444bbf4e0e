"""Teach a network to compute with bytes what it computes now.

``python -m models.train_qat RUN --which locator --start models/made/runs/NAME/locator.pt --banks twins``.
Its former self is the teacher: no label is used, and the pictures are of the kinds that it learned from.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import Dataset

from companion.recognition.classify.classifier import EXCLUSIVE
from models.byte_arithmetic import in_bytes, without_norms
from models.crop_examples import Mixture
from models.crop_sources import Crops, from_plain
from models.export import NETS
from models.locator_examples import FROM_AFAR, FROM_NEAR, Windows
from models.traced import traced_option
from models.train_classifier import material
from models.train_locator import sources
from models.train_symbols import SymbolCrops, symbols_of
from models.training import DEVICE, chosen_course, course_options, learn, normalised

DISTANCES = {"locator": FROM_AFAR, "near_locator": FROM_NEAR}
WINDOWS, CROPS = 16, 128
"""Examples a step, of locators and of readers."""
SIZES_WEIGH = 3.0
"""A choice: a size off by a tenth weighs as much as an offset of a third of a cell."""
LOGITS_WEIGH = 0.05
"""Beside the chances; a choice."""


class Twice(Dataset):
    """The pictures of a data set, each twice: for the network and its teacher."""

    def __init__(self, examples: Dataset) -> None:
        self.examples = examples

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, index: int) -> tuple:
        pixels, *_ = self.examples[index]
        return pixels, pixels


def unlike_locator(answer: Tensor, taught: Tensor) -> Tensor:
    """How much a locator's cells (N, 5, C, C) differ from its teacher's, those near dice weighing most."""
    chance = torch.sigmoid(taught[:, 0])
    heat = F.binary_cross_entropy_with_logits(answer[:, 0], chance, reduction="none")
    heat = heat - F.binary_cross_entropy_with_logits(taught[:, 0], chance, reduction="none")
    heat = heat + chance * F.smooth_l1_loss(answer[:, 0], taught[:, 0], reduction="none")
    offsets = F.smooth_l1_loss(answer[:, 1:3], taught[:, 1:3], reduction="none", beta=0.05).sum(1)
    sizes = F.smooth_l1_loss(answer[:, 3:], taught[:, 3:], reduction="none", beta=0.02).sum(1)
    return (heat + chance * (offsets + SIZES_WEIGH * sizes)).sum() / chance.sum().clamp(min=1)


def unlike_reader(answer: tuple[Tensor, ...], taught: tuple[Tensor, ...]) -> Tensor:
    """How much a reader's chances differ from its teacher's."""
    (logits,), (wanted,) = answer, taught
    likely = F.log_softmax(wanted[:, :EXCLUSIVE], 1)
    faces = F.kl_div(F.log_softmax(logits[:, :EXCLUSIVE], 1), likely, log_target=True, reduction="batchmean")
    doubts = torch.sigmoid(wanted[:, EXCLUSIVE:])
    doubted = F.binary_cross_entropy_with_logits(logits[:, EXCLUSIVE:], doubts)
    return faces + doubted + LOGITS_WEIGH * F.smooth_l1_loss(logits, wanted)


def unlike_lean(answer: Tensor, taught: Tensor) -> Tensor:
    """How far leans and spreads are off the teacher's, and the chance of being no die."""
    leans = (answer[:, :3] - taught[:, :3]).abs().sum(1).mean()
    return leans + F.binary_cross_entropy_with_logits(answer[:, 3], torch.sigmoid(taught[:, 3]))


def unlike_symbols(answer: Tensor, taught: Tensor) -> Tensor:
    """How far embeddings look another way than the teacher's, in the middle."""
    return (1 - F.cosine_similarity(answer, taught)).mean()


UNLIKE = {
    "locator": unlike_locator,
    "near_locator": unlike_locator,
    "classifier": unlike_reader,
    "second_reader": unlike_reader,
    "lean_reader": unlike_lean,
    "symbol_reader": unlike_symbols,
}


def examples(which: str, args: argparse.Namespace) -> Callable[[int, int], Dataset]:
    """Pictures as a network was shown them while it learned, of the sources that the options name."""
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    if which == "symbol_reader":
        shown = partial(SymbolCrops, symbols_of(args.symbols), Crops(), {})
    elif which in DISTANCES:
        shown = partial(Windows, *sources(args.photos, without, banks, args.traced), DISTANCES[which])
    else:
        photos, dice, others = material(args.photos, without, banks, None, None)
        dice.extend(from_plain(args.plain))
        shown = partial(Mixture, photos, dice, others)
    return lambda length, seed: Twice(shown(length, seed))


def taught_by(teacher: nn.Module, unlike: Callable) -> Callable:
    """The loss of a network whose truth is what another one says of the same pictures."""

    def loss_of(answer: Tensor | tuple[Tensor, ...], pixels: Tensor) -> Tensor:
        with torch.no_grad():
            taught = teacher(normalised(pixels))
        return unlike(answer, taught)

    return loss_of


def main() -> None:
    """Teach one network the arithmetic of bytes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=1500, peak_rate=5e-4)
    traced_option(parser)
    parser.add_argument("--which", choices=NETS, required=True, help="which network learns")
    args = parser.parse_args()
    if args.start is None:
        parser.error("--start: the network that learns, as its training left it")
    course = chosen_course(args, WINDOWS if args.which in DISTANCES else CROPS, weight_decay=0.0)
    net = NETS[args.which]()
    net.load_state_dict(torch.load(args.start, weights_only=True))
    teacher = without_norms(net).eval().requires_grad_(False)
    pupil = in_bytes(copy.deepcopy(teacher).requires_grad_(True))
    teacher = teacher.to(DEVICE)
    course = replace(course, start=None)
    shown = examples(args.which, args)
    learn(pupil, args.which, course, shown, taught_by(teacher, UNLIKE[args.which]))


if __name__ == "__main__":
    main()
