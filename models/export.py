"""Ship weights: ``python -m models.export RUN``: nets to ONNX, with hashes and thresholds beside them.

The second reader that is shipped is two in one: the run's own, and one that learned from made pictures alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import NodeProto, TensorProto, helper, numpy_helper

from companion.recognition.weights import NETWORKS
from models.compose.bank import WORK
from models.nets import CROP_PX, BothReaders, Classifier, LeanReader, Locator, NearLocator, SecondReader

HERE = Path(__file__).resolve().parent
OPSET = 17
SMALL_FROM = 1000
"""Weights of fewer numbers (biases, the first layer) stay as they are."""
AS_BYTES = ("second_reader", "lean_reader")
"""Networks whose convolutions' weights become bytes. The others stay 16-bit numbers: with all five as bytes
one more of byler's dice was told wrongly, and fewer traced tables were read whole."""
CONVOLUTION = 4
"""Dimensions of a convolution's weights."""
LARGEST_BYTE = 127


def to_onnx(run: Path, beside: Path, folder: Path) -> dict[str, Path]:
    """The five networks of a run as ``NAME.onnx``.

    ``beside`` is the other second reader's file.
    """
    locator, near, classifier = Locator(), NearLocator(), Classifier()
    one, other, leans = SecondReader(), SecondReader(), LeanReader()
    for net, learned in (
        (locator, run / "locator.pt"),
        (near, run / "near_locator.pt"),
        (classifier, run / "classifier.pt"),
        (one, run / "second_reader.pt"),
        (other, beside),
        (leans, run / "lean_reader.pt"),
    ):
        net.load_state_dict(torch.load(learned, weights_only=True))
        net.eval()
    second = BothReaders(one, other).eval()
    paths = {name: folder / f"{name}.onnx" for name in NETWORKS}
    for name, net in (("locator", locator), ("near_locator", near)):
        torch.onnx.export(net, (torch.zeros(1, 3, 64, 96),), str(paths[name]), input_names=["frame"],
                          output_names=["cells"], dynamic_axes={"frame": {2: "height", 3: "width"}},
                          opset_version=OPSET, dynamo=False)  # fmt: skip
    torch.onnx.export(classifier, (torch.zeros(2, 3, CROP_PX, CROP_PX),), str(paths["classifier"]),
                      input_names=["crops"], output_names=["logits", "embeddings"],
                      dynamic_axes={"crops": {0: "dice"}}, opset_version=OPSET, dynamo=False)  # fmt: skip
    torch.onnx.export(second, (torch.zeros(2, 3, CROP_PX, CROP_PX),), str(paths["second_reader"]),
                      input_names=["crops"], output_names=["logits"],
                      dynamic_axes={"crops": {0: "dice"}}, opset_version=OPSET, dynamo=False)  # fmt: skip
    torch.onnx.export(leans, (torch.zeros(2, 3, CROP_PX, CROP_PX),), str(paths["lean_reader"]),
                      input_names=["crops"], output_names=["leans"],
                      dynamic_axes={"crops": {0: "dice"}}, opset_version=OPSET, dynamo=False)  # fmt: skip
    for name, path in paths.items():
        store_small(path, name in AS_BYTES)
    return paths


def store_small(path: Path, as_bytes: bool) -> None:
    """Keep a network's large weights as 16-bit numbers, turned into 32-bit ones when it is opened.

    With ``as_bytes`` those of convolutions become bytes, a step of its own for each channel that it gives.
    """
    model = onnx.load(str(path))
    kept, unpacking = [], []
    for weights in model.graph.initializer:
        numbers = numpy_helper.to_array(weights)
        if numbers.dtype != np.float32 or numbers.size < SMALL_FROM:
            kept.append(weights)
        elif as_bytes and numbers.ndim == CONVOLUTION:
            tensors, nodes = _as_bytes(weights.name, numbers)
            kept += tensors
            unpacking += nodes
        else:
            name = f"{weights.name}_half"
            kept.append(numpy_helper.from_array(numbers.astype(np.float16), name))
            unpacking.append(helper.make_node("Cast", [name], [weights.name], to=TensorProto.FLOAT))
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    for node in reversed(unpacking):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _as_bytes(name: str, numbers: np.ndarray) -> tuple[list[TensorProto], list[NodeProto]]:
    """Weights (out, in, H, W) as int8 and float32 (out, 1, 1, 1), and the nodes that multiply them again."""
    largest = np.abs(numbers).max((1, 2, 3), keepdims=True)
    step = np.maximum(largest / LARGEST_BYTE, np.finfo(np.float32).tiny).astype(np.float32)
    counted = np.round(numbers / step).astype(np.int8)
    tensors = [
        numpy_helper.from_array(counted, f"{name}_byte"),
        numpy_helper.from_array(step, f"{name}_step"),
    ]
    nodes = [
        helper.make_node("Cast", [f"{name}_byte"], [f"{name}_count"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}_count", f"{name}_step"], [name]),
    ]
    return tensors, nodes


def write_listing(paths: dict[str, Path], thresholds: dict[str, float], made_by: str) -> Path:
    """``weights.json``: each file's hash and size, and the thresholds that belong to these weights."""
    listing = {"made_by": made_by, "thresholds": thresholds}
    for name, path in paths.items():
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        listing[name] = {"file": path.name, "sha256": digest, "bytes": len(content)}
    target = next(iter(paths.values())).parent / "weights.json"
    target.write_text(json.dumps(listing, indent=2) + "\n")
    return target


def main() -> None:
    """Export a run's networks and write the list of weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/runs")
    parser.add_argument("--beside", default="cast", help="run of the second reader made without photographs")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the .onnx files and weights.json")
    parser.add_argument("--thresholds", type=Path, default=None,
                        help="JSON from models.calibrate; without it the present ones stay")  # fmt: skip
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    present = args.thresholds or HERE / "weights.json"
    thresholds = json.loads(present.read_text())["thresholds"]
    listing = write_listing(
        to_onnx(WORK / "runs" / args.run, WORK / "runs" / args.beside / "second_reader.pt", args.to),
        thresholds,
        f"models.export {args.run}",
    )
    print(listing.read_text())


if __name__ == "__main__":
    main()
