"""Shipped networks as a run, so that training can go on: ``python -m models.shipped RUN``.

Weights are as they compute: whole numbers times a step, norms folded in. The run's norms do nothing: training
measures them again at its start (``models/training.py``).
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

from companion.recognition.networks.weights import load_weights
from models.compose.bank import WORK
from models.export import HERE, NETS
from models.fast_form import apart

NOT_SHIPPED = ("place",)
"""The classifier's embeddings only teach: they begin anew."""


def weights_of(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """Float32 weights of a network in bytes, by their names in ``models/nets.py``."""
    told = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    found = {name: numbers for name, numbers in told.items() if numbers.dtype == np.float32}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and all(name in told for name in node.input):
            whole, step, _ = (told[name] for name in node.input)
            steps = step.reshape(-1, *[1] * (whole.ndim - 1))
            found[node.input[0].removesuffix("_quantized")] = whole.astype(np.float32) * steps
    return found


def into(net: nn.Module, weights: Mapping[str, np.ndarray]) -> nn.Module:
    """Loads weights in place; each norm only adds its convolution's bias."""
    state = net.state_dict()
    for name, part in net.named_modules():
        if isinstance(part, (nn.Conv2d, nn.Linear)) and name not in NOT_SHIPPED:
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
    """The norm after a convolution, if any, gets its bias."""
    if f"{name}.bias" in net.state_dict():
        return f"{name}.bias"
    before, _, number = name.rpartition(".")
    return f"{before}.{int(number) + 1}.bias"


def main() -> None:
    """Write the shipped networks as runs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/runs")
    parser.add_argument("--weights", type=Path, default=HERE / "weights.json")
    args = parser.parse_args()
    listed = load_weights(args.weights)
    for name in NETS:
        weights = weights_of(onnx.load_from_string(getattr(listed, name)))
        try:
            net = into(NETS[name](), weights)
        except KeyError as missing:
            sys.exit(f"{name} has no {missing}: was it written by models.quantise?")
        run = WORK / "runs" / args.run
        run.mkdir(parents=True, exist_ok=True)
        torch.save(net.state_dict(), run / f"{name}.pt")
        print(run / f"{name}.pt")


if __name__ == "__main__":
    main()
