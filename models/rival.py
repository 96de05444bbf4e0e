"""YOLO26n at 640×640 with random weights, for its time alone: ``python -m models.rival yolo26n.onnx``.

Needs the package ``ultralytics`` (pinned below as for the figures), on which the project never depends. Its
published architecture is built, fused for inference and written as ONNX, 2,408,932 parameters, without the
choice of its 300 best answers: a small advantage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from torch import nn

ULTRALYTICS = "8.4.190"
ARCHITECTURE = "yolo26n.yaml"
SIDE_PX = 640
OPSET = 17


def rival() -> nn.Module:
    """The network with folded norms, ready to export."""
    try:
        from ultralytics.nn.modules import Detect
        from ultralytics.nn.tasks import DetectionModel
    except ImportError as fault:
        sys.exit(f"{fault}: install ultralytics=={ULTRALYTICS} beside torch")
    net = DetectionModel(ARCHITECTURE, ch=3, verbose=False).eval().fuse()
    for part in net.modules():
        if isinstance(part, Detect):
            part.export, part.format, part.dynamic = True, "onnx", False
    return net


def main() -> None:
    """Write the network as ONNX and say how large it is."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("onnx", type=Path)
    args = parser.parse_args()
    torch.manual_seed(1)
    net = rival()
    frame = torch.zeros(1, 3, SIDE_PX, SIDE_PX)
    with torch.no_grad():
        answer = net(frame)
        torch.onnx.export(net, (frame,), str(args.onnx), input_names=["images"], output_names=["dice"],
                          opset_version=OPSET, dynamo=False)  # fmt: skip
    count = sum(each.numel() for each in net.parameters())
    shape = tuple(answer.shape) if isinstance(answer, torch.Tensor) else "several"
    print(f"{args.onnx}: {count:,} parameters, answer {shape}, {args.onnx.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
