"""Train the symbol reader, by which taught sets are read.

``python -m models.train_symbols RUN --symbols any [--like SECOND_READER.pt] [--photos DIR]``.

It learns 1,600 symbols, pips and a star among them, as directions that the embeddings of each are to have
(Wang et al. 2018, "CosFace"). The directions are left behind: what counts is that symbols it has never seen
part as well.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import Dataset
from tqdm import tqdm

from models.compose.symbol_bank import PIP_KINDS, parts
from models.crop_examples import varied
from models.crop_sources import Crops, from_photos, from_tables
from models.nets import SymbolReader, parameters
from models.photos import SOURCES, load_photos
from models.training import chosen_course, course_options, learn

BATCH = 128
SHARPNESS, APART = 20.0, 0.2
"""By how much cosines are multiplied, and by how much the right one is to be larger."""
NEARER = (0.95, 1.45)
"""Crops so many times as near as the eye's: from the die and what is beside it to little but its top face."""
SYMBOLS_SHARE, PHOTO_SHARE = 0.7, 0.15
"""Crops of the banks of symbols, of photographs; the rest are ordinary dice of composed tables."""


class SymbolCrops(Dataset):
    """Endless varied crops with the numbers of their symbols; the index is the seed."""

    def __init__(
        self,
        symbols: tuple[np.ndarray, np.ndarray],
        dice: Crops,
        photos: dict[str, Crops],
        length: int,
        seed: int,
    ) -> None:
        self.symbols, self.dice = symbols, _faces_known(dice)
        self.photos = [known for crops in photos.values() if (known := _faces_known(crops))]
        self.length, self.seed = length, seed

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, int]:
        rng = np.random.default_rng((self.seed, index))
        draw = rng.random()
        if draw < SYMBOLS_SHARE or not self.dice:
            crops, kinds = self.symbols
            at = int(rng.integers(len(kinds)))
            kept, kind = crops[at], int(kinds[at])
        else:
            photo = self.photos and draw < SYMBOLS_SHARE + PHOTO_SHARE
            among = self.photos[int(rng.integers(len(self.photos)))] if photo else self.dice
            kept, kind = among[int(rng.integers(len(among)))]
        nearer = float(np.exp(rng.uniform(*np.log(NEARER))))
        crop = varied(rng, kept, True, nearer=nearer, mirrors=False)
        return torch.from_numpy(crop.transpose(2, 0, 1).copy()), kind


def symbols_of(banks: str) -> tuple[np.ndarray, np.ndarray]:
    """Crops uint8 (N, 96, 96, 3) and symbols' numbers (N,) of banks, named with commas between them."""
    made = [part for name in banks.split(",") for part in tqdm(parts(name), "reading symbols")]
    return np.concatenate([crops for crops, _ in made]), np.concatenate([kinds for _, kinds in made])


def _faces_known(crops: Crops) -> list[tuple[np.ndarray, int]]:
    """Crops that may be turned at will, with their kinds: pips and stars have the first numbers."""
    told = zip(crops.pixels, crops.labels, crops.turns, strict=True)
    return [(pixels, label) for pixels, label, turns in told if turns and 0 <= label < PIP_KINDS]


def loss_of(net: SymbolReader, answer: Tensor, kinds: Tensor) -> Tensor:
    """Cross entropy of the cosines to all kinds, the right one taken for smaller than it is."""
    cosines = F.normalize(answer) @ F.normalize(net.kinds).T
    return F.cross_entropy(SHARPNESS * (cosines - APART * F.one_hot(kinds, len(net.kinds))), kinds)


def main() -> None:
    """Train the symbol reader on banks of symbols, composed tables and photographs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=16000, peak_rate=3e-3)
    parser.add_argument("--like", type=Path, default=None, help="second reader to begin like")
    args = parser.parse_args()
    course = chosen_course(args, BATCH, weight_decay=0.01)
    symbols = symbols_of(args.symbols)
    dice, *_ = from_tables(tuple(args.banks.split(",")))
    photos, without = {}, args.without.split(",")
    if args.photos != "none":
        sources = tuple(each for each in SOURCES if each not in without)
        photos, _ = from_photos(load_photos(Path(args.photos), sources))
    net = SymbolReader()
    if args.like:
        begun = torch.load(args.like, weights_only=True)
        features = {name: value for name, value in begun.items() if name.startswith("features.")}
        net.load_state_dict(net.state_dict() | features)
    print(f"{parameters(net):,} parameters; {len(symbols[1])} symbols, {len(dice)} ordinary dice")
    learn(net, "symbol_reader", course, partial(SymbolCrops, symbols, dice, photos), partial(loss_of, net))


if __name__ == "__main__":
    main()
