"""Teach a card reader other countries' letters; the rest of it stays.

``python -m models.cards.train_letters RUN --banks closeups,letters --parts 24``: the body of the run's
``reader.pt`` (from ``models.cards.train`` or ``models.cards.shipped``) reads crops. Its features are kept in
parts, and the letters' head learns from them. A stopped call goes on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import DataLoader
from tqdm import tqdm

from models.cards.bank import MADE, Pictures
from models.cards.nets import FINE, RANK_ROWS, CardReader
from models.cards.reader_examples import STRAIGHTENED, Crops
from models.cards.train import letter_of
from models.training import normalised

PART, BATCH = 6000, 250
"""Crops of a part, and of a batch."""
LEARNED_AT_ONCE = 384
RATE, WEIGHT_DECAY = 4e-3, 2e-3
LETTERS_SHARE = 0.3
"""Share of letters in a batch."""
RARE = 2.0
"""Factor for real tables, where letters are rarer: the logit of "none" is raised by so much. Chosen on
``valid``, ``calm_valid`` and ``letters_valid``."""


@torch.no_grad()
def seen(net: CardReader, crops: Crops) -> tuple[np.ndarray, np.ndarray]:
    """Features of ranks, float16 (N, 64, 4, 6), and the letters' truth (N)."""
    cells, truths = [], []
    for pixels, rank, *_ in DataLoader(crops, BATCH):
        cells.append(net.features[:FINE](normalised(pixels))[:, :, :RANK_ROWS].half().numpy())
        truths.append(letter_of(rank).numpy())
    return np.concatenate(cells), np.concatenate(truths)


def gathered(net: CardReader, banks: Sequence[str], run: Path, parts: int, seed: int) -> None:
    """Writes parts until the run holds so many; banks may still grow."""
    for part in tqdm(range(parts), "gathering"):
        path = run / f"letters_{part:03d}.npz"
        if not path.exists():
            cells, truths = seen(net, Crops(Pictures(tuple(banks)), PART, seed + part, STRAIGHTENED))
            np.savez(path, cells=cells, truths=truths)


def learned(net: CardReader, run: Path, steps: int, seed: int) -> None:
    """Trains on all parts but the last, which measures the result."""
    parts = [np.load(path) for path in sorted(run.glob("letters_*.npz"))]
    cells = torch.from_numpy(np.concatenate([part["cells"] for part in parts]))
    truths = torch.from_numpy(np.concatenate([part["truths"] for part in parts]))
    kept = len(parts[-1]["truths"])
    torch.manual_seed(seed)
    letters, others = (each[each < len(truths) - kept] for each in _places(truths))
    optimiser = torch.optim.AdamW(net.letter.parameters(), lr=RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, steps)
    net.letter.train()
    for _ in tqdm(range(steps), "learning", mininterval=5):
        many = int(LEARNED_AT_ONCE * LETTERS_SHARE)
        chosen = torch.cat([_any_of(letters, many), _any_of(others, LEARNED_AT_ONCE - many)])
        loss = F.cross_entropy(net.letter(cells[chosen].float()), truths[chosen])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    net.letter.eval()
    print(told_of(net, cells[-kept:], truths[-kept:]))
    with torch.no_grad():
        net.letter[-1].bias[0] += RARE


def _places(truths: Tensor) -> tuple[Tensor, Tensor]:
    """Places with letters, and without; unsure ones are left out."""
    return torch.nonzero(truths > 0)[:, 0], torch.nonzero(truths == 0)[:, 0]


def _any_of(places: Tensor, count: int) -> Tensor:
    return places[torch.randint(len(places), (count,))]


@torch.no_grad()
def told_of(net: CardReader, cells: Tensor, truths: Tensor) -> dict[str, float]:
    """Shares: letters taken for none, letters taken for another, other things taken for letters."""
    counted = truths >= 0
    told, truths = net.letter(cells[counted].float()).argmax(1), truths[counted]
    letter = truths > 0
    return {
        "letters": int(letter.sum()),
        "missed": float((told[letter] == 0).float().mean()),
        "another": float(((told != truths) & (told > 0))[letter].float().mean()),
        "made up": float((told[~letter] > 0).float().mean()),
    }


def main() -> None:
    """Teach the letters to the reader of a run."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run: a folder under models/made/cards/runs")
    parser.add_argument("--banks", default="closeups,letters")
    parser.add_argument("--parts", type=int, default=24)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=901)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    run, net = MADE / "runs" / args.run, CardReader()
    net.load_state_dict(torch.load(run / "reader.pt", weights_only=True))
    net.eval()
    gathered(net, args.banks.split(","), run, args.parts, args.seed)
    learned(net, run, args.steps, args.seed)
    torch.save(net.state_dict(), run / "reader.pt")


if __name__ == "__main__":
    main()
