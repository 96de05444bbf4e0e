"""Ship the card networks: ``python -m models.cards.export RUN``: ONNX files, hashes and thresholds."""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import torch

from companion.recognition.networks.weights import listed_thresholds
from models.cards.bank import MADE
from models.cards.camera import CROP
from models.cards.nets import CardLocator, CardReader
from models.export import HERE, OPSET

LISTING = "card_weights.json"
FIRST_THRESHOLDS = {"centre": 0.3, "rank": 0.9, "suit": 0.9, "temperature": 1.0, "letters": 1.0}
"""Before models.cards.calibrate; later the listing's are kept."""


def to_onnx(run: Path, folder: Path) -> dict[str, Path]:
    """``card_locator.onnx`` and ``card_reader.onnx`` of a run.

    Without a locator in the run the shipped one.
    """
    locator, reader = CardLocator().eval(), CardReader().eval()
    reader.load_state_dict(torch.load(run / "reader.pt", weights_only=True))
    paths = {"locator": folder / "card_locator.onnx", "reader": folder / "card_reader.onnx"}
    if not (run / "locator.pt").exists():
        if folder != HERE:
            shutil.copy(HERE / "card_locator.onnx", folder)
    else:
        locator.load_state_dict(torch.load(run / "locator.pt", weights_only=True))
        torch.onnx.export(locator, (torch.zeros(1, 3, 64, 96),), str(paths["locator"]), input_names=["frame"],
                      output_names=["cells"], dynamic_axes={"frame": {2: "height", 3: "width"}},
                      opset_version=OPSET, dynamo=False)  # fmt: skip
    told = ["ranks", "suits", "shifts", "letters"]
    torch.onnx.export(reader, (torch.zeros(2, 3, CROP[1], CROP[0]),), str(paths["reader"]),
                      input_names=["crops"], output_names=told, dynamic_axes={"crops": {0: "corners"}},
                      opset_version=OPSET, dynamo=False)  # fmt: skip
    return paths


def write_listing(paths: dict[str, Path], thresholds: dict[str, float], made_by: str) -> Path:
    """``card_weights.json``: each file's hash and size, and the weights' thresholds."""
    listing: dict[str, object] = {"made_by": made_by} | listed_thresholds(thresholds)
    for name, path in paths.items():
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        listing[name] = {"file": path.name, "sha256": digest, "bytes": len(content)}
    target = next(iter(paths.values())).parent / LISTING
    target.write_text(json.dumps(listing, indent=2) + "\n")
    return target


def main() -> None:
    """Export a run's networks and write the list of weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run under models/made/cards/runs")
    parser.add_argument("--to", type=Path, default=HERE, help="folder for the .onnx files and the listing")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    present = HERE / LISTING
    listed = json.loads(present.read_text())["thresholds"] if present.exists() else {}
    thresholds = FIRST_THRESHOLDS | listed
    paths = to_onnx(MADE / "runs" / args.run, args.to)
    print(write_listing(paths, thresholds, f"models.cards.export {args.run}").read_text())


if __name__ == "__main__":
    main()
