"""Ship weights: ``python -m models.quantise RUN --banks …``: networks trained for bytes, as ONNX.

Activation ranges are those of their training pictures (``models/train_qat.py``, ``models/train_readers.py``).
Only convolutions and what lies between them compute with bytes; a locator's head, and all after a
classifier's last convolution, keep 32-bit numbers.
"""

from __future__ import annotations

from companion.recognition.networks.inference import (
    onnxruntime,  # before its quantization: the telemetry is off
)

# isort: split

import argparse
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import ModelProto
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from torch.utils.data import DataLoader, Dataset, TensorDataset

from companion.recognition.detect.detector import MIDDLE, SCALE
from models.byte_arithmetic import without_norms
from models.compose.bank import WORK
from models.export import (
    FORMS,
    HERE,
    NETS,
    RANGE_CROPS,
    learned,
    listed,
    listing_options,
    take_pictures,
    write_onnx,
)
from models.fast_form import joined_steps, pixels_together
from models.train_qat import DISTANCES, examples
from models.training import normalised, source_options

BETWEEN = ("Conv", "Relu", "Add", "Resize")
FINAL = ("head",)
AVERAGED = ("ReduceMean", "GlobalAveragePool")
"""From there on a reader keeps 32-bit numbers."""
PICTURES = 1000
"""Pictures that set the ranges."""


class RangeSetters(CalibrationDataReader):
    def __init__(self, inward: str, pictures: Dataset, at_once: int) -> None:
        loader = DataLoader(pictures, at_once)
        self.batches: Iterator[dict[str, np.ndarray]] = (
            {inward: normalised(each).numpy()} for each, *_ in loader
        )

    def get_next(self) -> dict[str, np.ndarray] | None:
        """``None`` after the last."""
        return next(self.batches, None)


def plain(path: Path) -> ModelProto:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(path)
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return onnx.load(str(path))


def answers(model: ModelProto, shape: tuple[int, ...]) -> list[np.ndarray]:
    """Answers to noise."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    noise = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    return session.run(None, {model.graph.input[0].name: noise})


def not_in_bytes(model: ModelProto) -> list[str]:
    """Nodes with 32-bit numbers."""
    told: set[str] = set()
    names = []
    for node in model.graph.node:
        if node.op_type in AVERAGED or told & set(node.input):
            told |= set(node.output)
            names.append(node.name)
        elif any(part in node.name for part in FINAL):
            names.append(node.name)
    return names


def taking_bytes(model: ModelProto) -> ModelProto:
    """Changes the input from -1 to 1 to uint8 (N, H, W, 3).

    Reads four pixels as one (``models.fast_form``).
    """
    graph, name = model.graph, model.graph.input[0].name
    (counting,) = [node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] == name]
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] == counting.output[0]:
            node.input[0] = "planes"
    graph.node.remove(counting)
    take_pictures(model, "planes")
    pixels_together(model)
    onnx.checker.check_model(model)
    return model


def in_bytes(name: str, run: Path, pictures: Dataset, path: Path) -> None:
    """Writes ONNX that computes with bytes."""
    inward, _, shape = FORMS[name]
    pixel = {"scale": np.array(SCALE, np.float32), "zero_point": np.array(MIDDLE, np.uint8)}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        write_onnx(name, learned(name, run, without_norms), whole)
        steps = plain(whole)
        before = answers(steps, shape)
        model = joined_steps(steps)
        if not all(map(partial(np.allclose, atol=1e-3), before, answers(model, shape))):
            sys.exit(f"{name} answers otherwise with its first steps joined: is it built like the others?")
        onnx.save(model, str(whole))
        quantize_static(
            str(whole), str(path), RangeSetters(inward, pictures, shape[0]), quant_format=QuantFormat.QDQ,
            per_channel=True, reduce_range=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            op_types_to_quantize=list(BETWEEN), nodes_to_exclude=not_in_bytes(model),
            extra_options={"TensorQuantOverrides": {inward: [pixel]}},
        )  # fmt: skip
    onnx.save(taking_bytes(onnx.load(str(path))), str(path))


def range_setters(name: str, run: Path, args: argparse.Namespace) -> Dataset:
    """Like the training pictures, uint8 (3, H, W) each."""
    if name in DISTANCES:
        return examples(name, args)(PICTURES, 5)
    return TensorDataset(torch.from_numpy(np.load(run / RANGE_CROPS)))


def main() -> None:
    """Turn a run's networks into those that are shipped, and write the list of those that are there."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    listing_options(parser, to=HERE)
    source_options(parser)
    parser.add_argument("--only", choices=NETS, nargs="+", default=list(NETS), help="networks to write")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    run = WORK / "runs" / args.run
    args.to.mkdir(parents=True, exist_ok=True)
    paths = {name: args.to / f"{name}.onnx" for name in NETS}
    for name in args.only:
        in_bytes(name, run, range_setters(name, run, args), paths[name])
    there = {name: path for name, path in paths.items() if path.exists()}
    print(listed(there, args, f"models.quantise {args.run}"))


if __name__ == "__main__":
    main()
