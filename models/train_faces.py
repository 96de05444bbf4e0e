"""Teach a reader faces alone; what is no die, and what is doubted, it goes on telling as another one does.

``python -m models.train_faces RUN --start READER.pt --like READER.pt --banks clear,twins``. A reader that
goes on by ``train_classifier``, with dice of one kind more, calls other dice none than before, and all limits
lean on what it calls none (models/archive.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import Dataset

from companion.recognition.classify.classifier import BACKGROUND, EXCLUSIVE
from models.crop_examples import Mixture
from models.crop_sources import from_plain
from models.train_classifier import BATCH, DOUBT_WEIGHT, READERS, SMOOTHING, crops_of, reader_options
from models.train_qat import LOGITS_WEIGH
from models.training import DEVICE, chosen_course, course_options, learn, normalised

NONE_WEIGHT = 2.0
"""Of being no die, beside the faces: a choice."""
PLAIN_SHARE = 0.45
"""So many examples are plain dice, where there are any: a choice."""
SURELY_A_DIE = -4.0
"""A plain die is taught at most this logit of being none, whatever the teacher says: a choice."""


class AlsoShown(Dataset):
    """Examples with their pictures once more, for the teacher: pixels, pixels, label, whether it is plain.

    The share ``PLAIN_SHARE`` comes from the ``plain`` ones, the others from the mixture.
    """

    def __init__(self, mixture: Mixture, plain: Mixture) -> None:
        self.mixture, self.plain = mixture, plain

    def __len__(self) -> int:
        return len(self.mixture)

    def __getitem__(self, index: int) -> tuple:
        drawn = np.random.default_rng((self.mixture.seed, index, 1)).random()
        is_plain = len(self.plain.dice) > 0 and drawn < PLAIN_SHARE
        pixels, label, _ = (self.plain if is_plain else self.mixture)[index]
        return pixels, pixels, label, is_plain


def odds_of_none(kinds: Tensor) -> Tensor:
    """Logits (N,) of being no die, from those of all kinds (N, 8)."""
    return kinds[:, BACKGROUND] - kinds[:, :BACKGROUND].logsumexp(1)


def unlike(logits: Tensor, taught: Tensor, labels: Tensor, plain: Tensor) -> Tensor:
    """How far logits (N, 11) are from what labels (N,) say of dice, and from ``taught`` (N, 11) in all else.

    Labels from 0 to 6 are faces and the star; of anything else the teacher says what faces it shows. Dice
    that are ``plain`` (N,) are surely dice.
    """
    kinds, wanted = logits[:, :EXCLUSIVE], taught[:, :EXCLUSIVE]
    faces, shown = kinds[:, :BACKGROUND], F.log_softmax(wanted[:, :BACKGROUND], 1)
    dice = labels.ge(0) & labels.lt(BACKGROUND)
    told = F.cross_entropy(
        faces, labels.where(dice, -1), ignore_index=-1, label_smoothing=SMOOTHING, reduction="sum"
    )
    as_taught = F.kl_div(F.log_softmax(faces, 1), shown, log_target=True, reduction="none").sum(1)
    none, none_taught = odds_of_none(kinds), odds_of_none(wanted)
    none_taught = torch.where(plain & dice, none_taught.clamp(max=SURELY_A_DIE), none_taught)
    beside = F.binary_cross_entropy_with_logits(none, torch.sigmoid(none_taught))
    beside = NONE_WEIGHT * beside + LOGITS_WEIGH * F.smooth_l1_loss(none, none_taught)
    doubted = F.binary_cross_entropy_with_logits(logits[:, EXCLUSIVE:], torch.sigmoid(taught[:, EXCLUSIVE:]))
    return (told + (as_taught * ~dice).sum()) / len(labels) + beside + DOUBT_WEIGHT * doubted


def beside_labels(teacher: nn.Module, half: bool) -> Callable[..., Tensor]:
    """The loss of a reader whose truth is the labels for faces, and that teacher for the rest."""

    def loss_of(answer: tuple[Tensor], pixels: Tensor, labels: Tensor, plain: Tensor) -> Tensor:
        with torch.no_grad(), torch.autocast(DEVICE.type, torch.bfloat16, enabled=half):
            (taught,) = teacher(normalised(pixels))
        return unlike(answer[0], taught.float(), labels, plain)

    return loss_of


def main() -> None:
    """Teach a reader faces, and nothing else."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=2000, peak_rate=1.5e-3)
    reader_options(parser)
    parser.add_argument("--like", type=Path, required=True, help="checkpoint that says what is no die")
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=0.01)
    teacher = READERS[args.reader]()
    teacher.load_state_dict(torch.load(args.like, weights_only=True))
    teacher = teacher.eval().requires_grad_(False).to(DEVICE, memory_format=torch.channels_last)
    photos, dice, others = crops_of(args)
    plain = from_plain(args.plain)

    def shown(length: int, seed: int) -> Dataset:
        return AlsoShown(Mixture(photos, dice, others, length, seed), Mixture({}, plain, [], length, seed))

    learn(READERS[args.reader](), args.reader, course, shown, beside_labels(teacher, course.half))


if __name__ == "__main__":
    main()
