"""Interpolate the weights of two checkpoints.

``python -m models.interpolate_weights RUN --which NETWORK --between OLD NEW``.

What a network learns on top of much else it keeps for the most part half way to it, and forgets less
(Wortsman et al., "Robust fine-tuning of zero-shot models", 2022). Norms are reckoned into the convolutions
before them first, so that weights mean the same in both.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from models.byte_arithmetic import without_norms
from models.compose.bank import WORK
from models.export import NETS
from models.shipped import into


def reckoned(name: str, checkpoint: Path) -> dict[str, np.ndarray]:
    """A checkpoint's weights by name, norms reckoned in."""
    net = NETS[name]()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    return {key: value.numpy() for key, value in without_norms(net.eval()).state_dict().items()}


def between(old: dict[str, np.ndarray], new: dict[str, np.ndarray], share: float) -> dict[str, np.ndarray]:
    """Weights that lie so far, 0 to 1, on the way from ``old`` to ``new``."""
    return {key: ((1 - share) * value + share * new[key]).astype(np.float32) for key, value in old.items()}


def main() -> None:
    """Write a network that lies between two checkpoints of it into a run."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/runs")
    parser.add_argument("--which", choices=NETS, required=True, help="which network it is")
    parser.add_argument(
        "--between", type=Path, nargs=2, required=True, metavar=("OLD", "NEW"), help="checkpoints"
    )
    parser.add_argument("--share", type=float, default=0.5, help="how far on the way to the second")
    args = parser.parse_args()
    old, new = (reckoned(args.which, checkpoint) for checkpoint in args.between)
    run = WORK / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    net = into(NETS[args.which](), between(old, new, args.share))
    torch.save(net.state_dict(), run / f"{args.which}.pt")
    print(run / f"{args.which}.pt")


if __name__ == "__main__":
    main()
