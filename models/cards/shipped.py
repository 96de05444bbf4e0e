"""The shipped card reader as a run, so that training can go on: ``python -m models.cards.shipped RUN``.

Norms are folded into the convolutions (``models/shipped.py``).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from companion.recognition.cards.reader import load_card_weights
from models.cards.bank import MADE
from models.cards.export import LISTING
from models.cards.nets import CardReader
from models.export import HERE
from models.shipped import into

LETTER = "letter."
"""Prefix of the letters' head, whose norm stays in the export."""


def named(net: nn.Module, model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """An exported network's numbers by their names in ``net``: the export renames convolutions."""
    told = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    parts = (name for name, part in net.named_modules() if isinstance(part, nn.Conv2d))
    convolutions = [name for name in parts if not name.startswith(LETTER)]
    nodes = [node for node in model.graph.node if node.op_type == "Conv"]
    nodes = [node for node in nodes if not node.input[1].startswith(LETTER)]
    for name, node in zip(convolutions, nodes, strict=True):
        told[f"{name}.weight"], told[f"{name}.bias"] = told[node.input[1]], told[node.input[2]]
    return told


def reader_of(numbers: Mapping[str, np.ndarray]) -> CardReader:
    """A reader with these numbers; without a letters' head it knows no letters."""
    net = CardReader()
    letters = {name: each.clone() for name, each in net.state_dict().items() if name.startswith(LETTER)}
    into(net, {**{name: each.numpy() for name, each in letters.items()}, **numbers})
    told = {name: torch.from_numpy(numbers[name].copy()) for name in letters if name in numbers}
    net.load_state_dict({**net.state_dict(), **letters, **told})
    return net.eval()


def shipped_numbers(listing: Path) -> dict[str, np.ndarray]:
    return named(CardReader(), onnx.load_from_string(load_card_weights(listing).reader))


def main() -> None:
    """Write the shipped reader as a run."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/cards/runs")
    parser.add_argument("--weights", type=Path, default=HERE / LISTING)
    args = parser.parse_args()
    run = MADE / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    torch.save(reader_of(shipped_numbers(args.weights)).state_dict(), run / "reader.pt")
    print(run / "reader.pt")


if __name__ == "__main__":
    main()
