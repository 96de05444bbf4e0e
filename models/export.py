"""Networks to ONNX, with hashes and thresholds: ``python -m models.export RUN --to DIR``.

So the eye can open a run, to propose boxes for the next training or to be measured. Shipping goes one step
further (``models/quantise.py``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import ModelProto, TensorProto, helper, numpy_helper
from torch import nn

from companion.recognition.detect.detector import MIDDLE, SCALE
from companion.recognition.detect.pyramid import CROP_PX
from companion.recognition.networks.weights import listed_thresholds
from models.compose.bank import WORK
from models.fast_form import not_laid_out
from models.nets import LargeClassifier, Locator, NearLocator, Reader, SmallClassifier, Surroundings

HERE = Path(__file__).resolve().parent
OPSET = 17
NETS: dict[str, type[nn.Module]] = {
    "locator": Locator,
    "near_locator": NearLocator,
    "small_classifier": SmallClassifier,
    "large_classifier": LargeClassifier,
    "surroundings": Surroundings,
}
FRAME, CROPS = (1, 3, 64, 96), (2, 3, CROP_PX, CROP_PX)
FORMS = {
    "locator": ("frame", ["cells"], FRAME),
    "near_locator": ("frame", ["cells"], FRAME),
    "small_classifier": ("crops", ["answers"], CROPS),
    "large_classifier": ("crops", ["answers"], CROPS),
    "surroundings": ("crops", ["answers"], CROPS),
}
"""Each network's input, outputs, and example shape."""
RANGE_CROPS = "crops.npy"
"""In a run in bytes: crops uint8 (N, 3, 64, 64) that set a classifier's ranges."""


def learned(name: str, run: Path, built: Callable[[nn.Module], nn.Module] = lambda net: net) -> nn.Module:
    """The network as a run's training left it; ``built`` makes the trained form of a new network."""
    net = built(NETS[name]())
    net.load_state_dict(torch.load(run / f"{name}.pt", weights_only=True))
    if isinstance(net, Reader):
        net.place = None  # embeddings only teach
    return net.eval()


def write_onnx(name: str, net: nn.Module, path: Path) -> None:
    """The network takes (N, 3, H, W) of -1 to 1: frames of any size, or any number of crops."""
    inward, outward, shape = FORMS[name]
    varying = {2: "height", 3: "width"} if inward == "frame" else {0: "dice"}
    torch.onnx.export(net, (torch.zeros(shape),), str(path), input_names=[inward], output_names=outward,
                      dynamic_axes={inward: varying}, opset_version=OPSET, dynamo=False)  # fmt: skip
    onnx.save(not_laid_out(onnx.load(str(path))), str(path))


def take_pictures(model: ModelProto, planes: str) -> None:
    """Changes the input to uint8 (N, H, W, 3); ``planes`` (N, 3, H, W): its reader's input."""
    graph, name = model.graph, model.graph.input[0].name
    sides = [each.dim_param or each.dim_value for each in graph.input[0].type.tensor_type.shape.dim]
    graph.node.insert(0, helper.make_node("Transpose", [name], [planes], perm=[0, 3, 1, 2]))
    shape = [sides[0], sides[2], sides[3], sides[1]]
    graph.input[0].CopyFrom(helper.make_tensor_value_info(name, TensorProto.UINT8, shape))


def write_whole(name: str, net: nn.Module, path: Path) -> None:
    """The network takes pictures as they are, and computes with 32-bit numbers."""
    write_onnx(name, net, path)
    model = onnx.load(str(path))
    inward = model.graph.input[0].name
    for node in model.graph.node:
        node.input[:] = ["numbers" if each == inward else each for each in node.input]
    step, middle = np.array(SCALE, np.float32), np.array(MIDDLE, np.uint8)
    pixel = {"pixel_step": step, "pixel_middle": middle}
    model.graph.initializer.extend(numpy_helper.from_array(value, key) for key, value in pixel.items())
    model.graph.node.insert(0, helper.make_node("DequantizeLinear", ["planes", *pixel], ["numbers"]))
    take_pictures(model, "planes")
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def to_onnx(run: Path, folder: Path) -> dict[str, Path]:
    """Writes ``NAME.onnx`` files."""
    paths = {name: folder / f"{name}.onnx" for name in NETS}
    for name, path in paths.items():
        write_whole(name, learned(name, run), path)
    return paths


CARRIED = ("symbol_reader",)
"""Shipped networks that this recipe does not make: they were taught by version 0.1.0's (archive.md)."""


def write_listing(paths: dict[str, Path], thresholds: dict[str, float], made_by: str) -> Path:
    """``weights.json``: each file's hash and size, and the weights' thresholds."""
    listing = {"made_by": made_by} | listed_thresholds(thresholds)
    folder = next(iter(paths.values())).parent
    for name in CARRIED:
        if not (folder / f"{name}.onnx").exists():
            shutil.copy(HERE / f"{name}.onnx", folder)
    for name, path in [*paths.items(), *((each, folder / f"{each}.onnx") for each in CARRIED)]:
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        listing[name] = {"file": path.name, "sha256": digest, "bytes": len(content)}
    target = folder / "weights.json"
    target.write_text(json.dumps(listing, indent=2) + "\n")
    return target


def listing_options(parser: argparse.ArgumentParser, to: Path | None = None) -> None:
    """Options for the output; without ``to`` its folder is required."""
    parser.add_argument("run", help="name of the run under models/made/runs")
    parser.add_argument("--to", type=Path, default=to, required=to is None,
                        help="folder for the .onnx files and weights.json")  # fmt: skip
    parser.add_argument("--thresholds", type=Path, default=None,
                        help="JSON from models.calibrate; without it the present ones stay")  # fmt: skip


def listed(paths: dict[str, Path], args: argparse.Namespace, made_by: str) -> str:
    """Writes the listing with the options' thresholds."""
    present = args.thresholds or HERE / "weights.json"
    thresholds = json.loads(present.read_text())["thresholds"]
    return write_listing(paths, thresholds, made_by).read_text()


def main() -> None:
    """Export a run's networks and write the list of weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    listing_options(parser)
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    paths = to_onnx(WORK / "runs" / args.run, args.to)
    print(listed(paths, args, f"models.export {args.run}"))


if __name__ == "__main__":
    main()
