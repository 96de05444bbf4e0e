"""Train one of the locators, resuming where it stopped.

``python -m models.train_locator RUN --photos DIR [--without byler,…] [--which near_locator]``
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from models.compose.bank import WORK, tables
from models.compose.scene import Thing
from models.locator_examples import FROM_AFAR, FROM_NEAR, Source, Windows
from models.nets import Locator, NearLocator, SmallLocator, parameters
from models.photos import SOURCES, load_photos
from models.traced import traced_option, traced_tables
from models.training import chosen_course, course_options, learn

BATCH = 16
LOCATORS = {
    "locator": (Locator, FROM_AFAR),
    "near_locator": (NearLocator, FROM_NEAR),
    "small_locator": (SmallLocator, FROM_AFAR),
}
"""Each network with what it is shown; the small one is what the locator of cards begins as."""
TRACED_WEIGHS = 8
"""A whole path-traced table is shown as often as so many composed ones."""
BOX_WEIGHT = 1.0
"""Of the size and offset loss beside the heat loss."""


def sources(
    photos_at: str, without: tuple[str, ...], banks: tuple[str, ...], traced: Sequence[Path] = ()
) -> tuple[list[Source], list[Source]]:
    """Photographs (each die a thing), and composed and whole path-traced tables to train on."""
    photographs, kept = [], {}
    if photos_at != "none":
        allowed = tuple(each for each in SOURCES if each not in without)
        for photo in load_photos(Path(photos_at), allowed):
            things = tuple(Thing(box, face) for box, face in zip(photo.boxes, photo.faces, strict=True))
            things += tuple(Thing(box, -1) for box in photo.unclear)
            photographs.append(Source(str(photo.path), things, photo.wholly_labelled, kept))
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)]
    composed = [Source(str(path), tuple(things), True, kept) for path, things in listed]
    for path, dice in traced_tables(traced):
        composed += [Source(str(path), tuple(dice), True, kept)] * TRACED_WEIGHS
    return photographs, composed


def loss_of(answer: Tensor, truth: Tensor) -> Tensor:
    """Focal loss on the heat (CornerNet's form), plain distance on offset and log size near the centres."""
    heat, weight = truth[:, 0], truth[:, 5]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = heat.ge(0.999).float()
    hit = centre * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - centre) * weight * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    count = centre.sum().clamp(min=1)
    near = truth[:, 6]
    far_off = F.smooth_l1_loss(answer[:, 1:3], truth[:, 1:3], reduction="none", beta=0.3).sum(1)
    wrong_size = F.smooth_l1_loss(answer[:, 3:5], truth[:, 3:5], reduction="none", beta=0.05).sum(1)
    boxes = ((far_off + wrong_size) * near).sum() / near.sum().clamp(min=1)
    return -(hit + miss).sum() / count + BOX_WEIGHT * boxes


def main() -> None:
    """Train a locator on photographs and composed tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=4000, peak_rate=5e-3)
    traced_option(parser)
    parser.add_argument("--which", choices=LOCATORS, default="locator", help="which network learns")
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=1e-3)
    without, banks = tuple(args.without.split(",")), tuple(args.banks.split(","))
    photographs, composed = sources(args.photos, without, banks, args.traced)
    made, distance = LOCATORS[args.which]
    net = made()
    shown = f"{len(photographs)} photographs, {len(composed)} tables"
    print(f"{args.which}: {parameters(net):,} parameters, {shown}")
    learn(net, args.which, course, partial(Windows, photographs, composed, distance), loss_of)


if __name__ == "__main__":
    main()
