"""Teach a network to compute with bytes what it computes now.

``python -m models.train_bytes RUN --which locator --start models/made/runs/NAME/locator.pt --banks twins``.
Its former self is the teacher: no label is used, and the pictures are of the kinds that it learned from. With
``--truth`` a reader learns what is no die from the truth instead: there its former self knows least.
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

from companion.recognition.classify import EXCLUSIVE
from models.byte_arithmetic import in_bytes, without_norms
from models.crop_examples import Mixture
from models.export import NETS
from models.locator_examples import FROM_AFAR, FROM_NEAR, Windows
from models.nets import NOT_A_DIE
from models.train_classifier import SMOOTHING, crop_options, crops_of, material
from models.train_locator import sources
from models.training import chosen_course, course_options, learn, normalised

DISTANCES = {"locator": FROM_AFAR, "near_locator": FROM_NEAR}
WINDOWS, CROPS = 16, 128
"""Examples a step, of locators and of readers."""
SIZES_WEIGH = 3.0
"""A choice: a size off by a tenth weighs as much as an offset of a third of a cell."""
EMBEDDING_WEIGHS, LOGITS_WEIGH = 1.0, 0.05
"""Beside the chances; choices."""
NEGATIVES, NONE_WEIGHS = 0.35, 0.5
"""Where the truth is used: the share of the crops that are no dice, and how much they weigh. Choices."""


class Twice(Dataset):
    """The pictures of a data set, each twice: for the network and its teacher; then some of its truths."""

    def __init__(self, examples: Dataset, truths: int) -> None:
        self.examples, self.truths = examples, truths

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, index: int) -> tuple:
        pixels, *truths = self.examples[index]
        return pixels, pixels, *truths[: self.truths]


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
    """How much a reader's chances, and its embedding if it gives one, differ from its teacher's."""
    (logits, *embedded), (wanted, *embeddings) = answer, taught
    likely = F.log_softmax(wanted[:, :EXCLUSIVE], 1)
    faces = F.kl_div(F.log_softmax(logits[:, :EXCLUSIVE], 1), likely, log_target=True, reduction="batchmean")
    doubts = torch.sigmoid(wanted[:, EXCLUSIVE:])
    doubted = F.binary_cross_entropy_with_logits(logits[:, EXCLUSIVE:], doubts)
    off = sum(((a - b) ** 2).mean() / b.var() for a, b in zip(embedded, embeddings, strict=True))
    return faces + doubted + LOGITS_WEIGH * F.smooth_l1_loss(logits, wanted) + EMBEDDING_WEIGHS * off


def unlike_lean(answer: Tensor, taught: Tensor) -> Tensor:
    """How far leans and spreads are off the teacher's, and the chance of being no die."""
    leans = (answer[:, :3] - taught[:, :3]).abs().sum(1).mean()
    return leans + F.binary_cross_entropy_with_logits(answer[:, 3], torch.sigmoid(taught[:, 3]))


UNLIKE = {
    "locator": unlike_locator,
    "near_locator": unlike_locator,
    "classifier": unlike_reader,
    "second_reader": unlike_reader,
    "lean_reader": unlike_lean,
}


def examples(which: str, args: argparse.Namespace, truth: bool = False) -> Callable[[int, int], Dataset]:
    """Pictures as a network was shown them while it learned, of the sources that the options name; with the
    labels of crops where the ``truth`` is wanted.
    """
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    if which in DISTANCES:
        shown = partial(Windows, *sources(args.photos, without, banks, args.traced), DISTANCES[which])
    elif truth:
        shown = partial(Mixture, *crops_of(args), negatives=NEGATIVES, crop_px=NETS[which].crop_px)
    else:
        crops = material(args.photos, without, banks, None, None)
        shown = partial(Mixture, *crops, crop_px=NETS[which].crop_px)
    return lambda length, seed: Twice(shown(length, seed), int(truth))


def taught_by(teacher: nn.Module, unlike: Callable) -> Callable:
    """The loss of a network whose truth is what another one says of the same pictures.

    With labels (N,) what is no die is learned from them alone.
    """

    def loss_of(answer: Tensor | tuple[Tensor, ...], pixels: Tensor, labels: Tensor | None = None) -> Tensor:
        with torch.no_grad():
            taught = teacher(normalised(pixels))
        if labels is None:
            return unlike(answer, taught)
        none = labels.eq(NOT_A_DIE)
        dice = unlike([each[~none] for each in answer], [each[~none] for each in taught])
        kinds = answer[0][none][:, :EXCLUSIVE]
        return dice + NONE_WEIGHS * F.cross_entropy(kinds, labels[none], label_smoothing=SMOOTHING)

    return loss_of


def main() -> None:
    """Teach one network the arithmetic of bytes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=1500, peak_rate=5e-4)
    crop_options(parser)
    parser.add_argument("--truth", action="store_true", help="learn what is no die from the truth")
    parser.add_argument("--which", choices=NETS, required=True, help="which network learns")
    args = parser.parse_args()
    if args.start is None:
        parser.error("--start: the network that learns, as its training left it")
    if args.truth and UNLIKE[args.which] is not unlike_reader:
        parser.error("--truth: only the classifier and the second reader tell what is no die")
    course = chosen_course(args, WINDOWS if args.which in DISTANCES else CROPS, weight_decay=0.0)
    net = NETS[args.which]()
    net.load_state_dict(torch.load(args.start, weights_only=True))
    teacher = without_norms(net).eval().requires_grad_(False)
    pupil = in_bytes(copy.deepcopy(teacher).requires_grad_(True))
    course = replace(course, start=None)
    shown = examples(args.which, args, args.truth)
    learn(pupil, args.which, course, shown, taught_by(teacher, UNLIKE[args.which]))


if __name__ == "__main__":
    main()
