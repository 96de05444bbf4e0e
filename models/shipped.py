"""Shipped networks as a run, so that training can go on from them: ``python -m models.shipped RUN``.

What they learned by is not kept; weights are here as they compute, whole numbers times a step, norms reckoned
in. The norms of the run do nothing: training measures them again where it begins (``models/training.py``).
The second reader's other half is written to the run ``RUN_other``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from companion.recognition.weights import load_weights
from models.compose.bank import WORK
from models.export import HERE, NETS
from models.fast_form import apart
from models.nets import SecondReader

HALVES = {"one": "", "other": "_other"}
"""Of the second reader: how the names of each half's weights begin, and how its run's name ends."""


def weights_of(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """The numbers of a network in bytes, float32, by their names in ``models/nets.py``."""
    told = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    found = {name: numbers for name, numbers in told.items() if numbers.dtype == np.float32}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and all(name in told for name in node.input):
            whole, step, _ = (told[name] for name in node.input)
            steps = step.reshape(-1, *[1] * (whole.ndim - 1))
            found[node.input[0].removesuffix("_quantized")] = whole.astype(np.float32) * steps
    return found


def into(net: nn.Module, weights: Mapping[str, np.ndarray]) -> nn.Module:
    """The network with those weights; each norm only adds what its convolution adds. In place."""
    state = net.state_dict()
    for name, part in net.named_modules():
        if isinstance(part, (nn.Conv2d, nn.Linear)):
            numbers = weights[f"{name}.weight"]
            shape = part.weight.shape
            if numbers.shape[-2:] != shape[-2:]:
                numbers = apart(numbers, shape)
            state[f"{name}.weight"] = torch.from_numpy(np.array(numbers, np.float32))
            bias = torch.from_numpy(np.array(weights[f"{name}.bias"][: shape[0]], np.float32))
            state[_adding(net, name)] = bias
        elif isinstance(part, nn.BatchNorm2d):
            state[f"{name}.weight"] = torch.full_like(part.weight, (1 + part.eps) ** 0.5)
    net.load_state_dict(state)
    return net


def _adding(net: nn.Module, name: str) -> str:
    """Where what a convolution adds belongs: to the norm that follows it, if one does."""
    if f"{name}.bias" in net.state_dict():
        return f"{name}.bias"
    before, _, number = name.rpartition(".")
    return f"{before}.{int(number) + 1}.bias"


def half_of(weights: Mapping[str, np.ndarray], half: str) -> dict[str, np.ndarray]:
    """The weights of one of the two second readers."""
    return {name.removeprefix(f"{half}."): each for name, each in weights.items() if name.startswith(half)}


def main() -> None:
    """Write the shipped networks as runs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/runs")
    parser.add_argument("--weights", type=Path, default=HERE / "weights.json")
    args = parser.parse_args()
    listed = load_weights(args.weights)
    for name in NETS:
        weights = weights_of(onnx.load_from_string(getattr(listed, name)))
        halves = HALVES if name == "second_reader" else {"": ""}
        for half, ending in halves.items():
            net = SecondReader() if half else NETS[name]()
            try:
                into(net, half_of(weights, half) if half else weights)
            except KeyError as missing:
                sys.exit(f"{name} has no {missing}: was it written by models.quantise?")
            run = WORK / "runs" / f"{args.run}{ending}"
            run.mkdir(parents=True, exist_ok=True)
            torch.save(net.state_dict(), run / f"{name}.pt")
            print(run / f"{name}.pt")


if __name__ == "__main__":
    main()
