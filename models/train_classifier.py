"""Train one of the two readers of crops, resuming where it stopped.

``python -m models.train_classifier RUN --photos DIR [--without byler,…] [--miner models/weights.json]``
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import torch.nn.functional as F
from torch import Tensor

from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.compose.nature import pictures
from models.crop_examples import Mixture
from models.crop_sources import (
    Crops,
    from_nature,
    from_photos,
    from_plain,
    from_prints,
    from_tables,
    negatives_of,
)
from models.nets import FACES, Classifier, SecondReader, parameters
from models.photos import SOURCES, load_photos
from models.traced import traced_option
from models.training import chosen_course, course_options, learn

BATCH = 128
PRINTS = 600
READERS = {"classifier": Classifier, "second_reader": SecondReader}
DOUBT_WEIGHT = 0.5
COCKED_WEIGHT = 0.5
"""Of what a cocked die is to be told as, beside the faces. A choice; the runs before ``cast`` had none."""
SMOOTHING = 0.02


def loss_of(answer: tuple[Tensor], labels: Tensor, doubts: Tensor) -> Tensor:
    """Cross entropy of the face, plus that of the doubts where they are known.

    A cocked die (one of those labelled -1) is to be told as no face for sure: as all alike.
    """
    logits = answer[0]
    faces = F.cross_entropy(logits[:, :8], labels, ignore_index=-1, label_smoothing=SMOOTHING)
    cocked = (labels.eq(-1) & doubts[:, 0].eq(1)).float()
    alike = -F.log_softmax(logits[:, :8], 1)[:, :FACES].mean(1)
    faces = faces + COCKED_WEIGHT * (alike * cocked).sum() / len(labels)
    known = doubts.ge(0).float()
    doubted = F.binary_cross_entropy_with_logits(logits[:, 8:], doubts.clamp(min=0), reduction="none")
    return faces + DOUBT_WEIGHT * (doubted * known).sum() / known.sum().clamp(min=1)


def material(
    photos_at: str,
    without: tuple[str, ...],
    banks: tuple[str, ...],
    miner: Eye | None,
    nature: Path | None,
    traced: Sequence[Path] = (),
    prints: int = PRINTS,
) -> tuple[dict[str, Crops], Crops, list[Crops]]:
    """Photographs' crops by source, composed dice, and lists of what is no die, drawn from alike."""
    dice, others, mined = from_tables(banks, miner, traced=traced)
    made = [others, mined, from_nature(pictures(nature)[0], miner), from_prints(miner, prints)]
    if photos_at == "none":
        return {}, dice, made
    photos = load_photos(Path(photos_at), tuple(each for each in SOURCES if each not in without))
    by_source, mistaken = from_photos(photos, miner)
    return by_source, dice, [*made, negatives_of(photos), mistaken]


def crop_options(parser: argparse.ArgumentParser) -> None:
    """The options that say where crops come from, beside those of every training."""
    traced_option(parser)
    parser.add_argument("--prints", type=int, default=PRINTS, help="printed boards whose squares are no dice")
    parser.add_argument("--miner", type=Path, default=None, help="weights.json whose locator finds boxes")
    parser.add_argument("--nature", type=Path, default=None, help="folder of photographs of other things")


def crops_of(args: argparse.Namespace) -> tuple[dict[str, Crops], Crops, list[Crops]]:
    """The material that those options ask for."""
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    miner = Eye(load_weights(args.miner)) if args.miner else None
    return material(args.photos, without, banks, miner, args.nature, args.traced, args.prints)


def reader_options(parser: argparse.ArgumentParser) -> None:
    """Those, and which reader learns from the crops."""
    crop_options(parser)
    parser.add_argument("--reader", choices=READERS, default="classifier", help="which network learns")


def main() -> None:
    """Train a reader on crops of photographs and composed tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=3000, peak_rate=4e-3)
    reader_options(parser)
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=0.01)
    photos, dice, others = crops_of(args)
    dice.extend(from_plain(args.plain))
    net = READERS[args.reader]()
    counts = [{name: len(crops) for name, crops in photos.items()}, len(dice), [len(each) for each in others]]
    print(f"{args.reader}: {parameters(net):,} parameters; crops of photos, tables, no dice: {counts}")
    learn(net, args.reader, course, partial(Mixture, photos, dice, others), loss_of)


if __name__ == "__main__":
    main()
