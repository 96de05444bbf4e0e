"""Teach the symbol reader which marks no ordinary die has: ``python -m models.train_marks --symbols marks``.

A small network on its embeddings, added to ``symbol_reader.onnx`` as the output ``mark``. Ordinary are pips,
stars, and the dice of photographs; other marks are letters, signs and any symbols
(``models/compose/symbol_bank.py --pips 0.6 --ones``). Symbols that are held out say how well it tells.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from companion.recognition.classify.symbols import SymbolReader, evenly_lit
from companion.recognition.weights import load_weights
from models.compose.symbol_bank import ONE, PIP_KINDS, STAR_KIND, is_other_mark
from models.crop_examples import varied
from models.crop_sources import from_photos, from_plain
from models.export import HERE, listed_again, with_marks
from models.nets import EMBEDDING
from models.photos import load_photos
from models.train_symbols import symbols_of

LOOKS, ORDINARY_LOOKS = 4, 2
"""How often each crop of the symbols, and each of the other dice, is shown, changed."""
HELD = 5
"""One symbol in so many is held out."""
OTHER_FACES, PHOTO_ONES = 0.4, 2.0
"""What two and more pips weigh beside ones and stars, which alone are asked about; and ones of photos."""
HIDDEN, SHARPER = 32, 4.0
"""Width of the hidden layer; what embeddings, of length 1, are multiplied by."""
EPOCHS, BATCH, RATE = 30, 256, 5e-3
AT_ONCE = 256
SOURCES = ("byler", "matteo", "skovy")
Rows = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Embeddings (N, 128), whether each is another mark (N,), and what it weighs (N,)."""


def embedded(reader: SymbolReader, kept: np.ndarray, seed: int) -> np.ndarray:
    """Embeddings (N, 128) of kept crops (N, 96, 96, 3), each changed by chance."""
    rng = np.random.default_rng(seed)
    crops = np.stack([evenly_lit(varied(rng, each, True)) for each in kept])
    return np.concatenate([reader.embed(crops[at : at + AT_ONCE]) for at in range(0, len(crops), AT_ONCE)])


def of_symbols(reader: SymbolReader, names: str) -> tuple[Rows, Rows]:
    """Those of banks of symbols: to learn from, and held out."""
    crops, kinds = symbols_of(names)
    known = (kinds < PIP_KINDS) | is_other_mark(kinds)
    crops, kinds = crops[known], kinds[known]
    other = is_other_mark(kinds)
    rows = np.stack([embedded(reader, crops, seed) for seed in range(LOOKS)])
    weigh = np.where(other | (kinds == ONE) | (kinds == STAR_KIND), 1.0, OTHER_FACES)
    held = other & (kinds % HELD == 0) | ~other & (np.arange(len(kinds)) % HELD == 0)
    parts = [
        (rows[:, which].reshape(-1, EMBEDDING), np.tile(other[which], LOOKS), np.tile(weigh[which], LOOKS))
        for which in (~held, held)
    ]
    return parts[0], parts[1]


def of_ordinary(reader: SymbolReader, kept: np.ndarray, labels: np.ndarray, ones_weigh: float) -> Rows:
    """Those of ordinary dice, by their labels (0-5 pips, 6 star)."""
    rows = np.concatenate([embedded(reader, kept, LOOKS + seed) for seed in range(ORDINARY_LOOKS)])
    weigh = np.where(np.isin(labels, (ONE, STAR_KIND)), ones_weigh, OTHER_FACES)
    return rows, np.zeros(len(rows), bool), np.tile(weigh, ORDINARY_LOOKS)


def learned(rows: np.ndarray, other: np.ndarray, weigh: np.ndarray) -> list[np.ndarray]:
    """The layers of ``with_marks``, by cross entropy."""
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(EMBEDDING, HIDDEN), nn.ReLU(), nn.Dropout(0.2), nn.Linear(HIDDEN, 1))
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    steps = EPOCHS * -(-len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.0, steps)
    given, truth, weights = (torch.tensor(each, dtype=torch.float32) for each in (rows, other, weigh))
    for _ in range(EPOCHS):
        for some in torch.randperm(len(rows)).split(BATCH):
            logits: Tensor = net(given[some] * SHARPER)[:, 0]
            loss = F.binary_cross_entropy_with_logits(logits, truth[some], weights[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    inward, last = (net[at].state_dict() for at in (0, 3))
    layers = (inward["weight"].T * SHARPER, inward["bias"], last["weight"].T, last["bias"])
    return [each.numpy() for each in layers]


def logits_of(rows: np.ndarray, layers: list[np.ndarray]) -> np.ndarray:
    """What the layers say of embeddings (N, 128), (N,)."""
    return (np.maximum(rows @ layers[0] + layers[1], 0) @ layers[2] + layers[3])[:, 0]


def main() -> None:
    """Learn, say how well it tells, and write the symbol reader with it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--symbols", default="marks", help="banks of symbols")
    parser.add_argument("--plain", nargs="*", default=["people"], help="banks of plain dice")
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument("--weights", type=Path, default=HERE / "weights.json")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = SymbolReader(load_weights(args.weights).symbol_reader)
    symbols, held = of_symbols(reader, args.symbols)
    plain = from_plain(args.plain)
    parts = [symbols, of_ordinary(reader, np.stack(plain.pixels), np.array(plain.labels), 1.0)]
    if args.photos != "none":
        for crops in from_photos(load_photos(Path(args.photos), SOURCES))[0].values():
            labels = np.array(crops.labels)
            parts.append(of_ordinary(reader, np.stack(crops.pixels), labels, PHOTO_ONES))
    layers = learned(*(np.concatenate(each) for each in zip(*parts, strict=True)))
    logits = logits_of(held[0], layers)
    for name, which in (("ordinary", ~held[1]), ("other marks", held[1])):
        shares = np.quantile(logits[which], [0.01, 0.05, 0.5, 0.95, 0.99]).round(2).tolist()
        print(f"{name} held out, {which.sum()}: logits at 1, 5, 50, 95, 99 %: {shares}")
    target = args.weights.parent / "symbol_reader.onnx"
    onnx.save(with_marks(onnx.load(str(target)), layers), str(target))
    print(listed_again(args.weights))


if __name__ == "__main__":
    main()
