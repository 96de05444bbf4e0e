"""Networks in ONNX Runtime's fastest form; in bytes the answers are the same to the last bit.

A first convolution of 3×3 with stride 2 on three colours is mostly copying: each place gathers 27 numbers,
three at a time. Here it gathers more, fewer times; and a locator's last reordering is left to its reader
(``companion/recognition/detect/detector.py``).
"""

from __future__ import annotations

import numpy as np
from onnx import ModelProto, NodeProto, helper, numpy_helper

HALVED_FROM = ((0, 1), (1, 0), (1, 1))
"""Where a kernel's three rows (or columns) fall if two input rows become one: in which, and in which half."""
TOGETHER = 4
"""Pixels side by side that become one of twelve colours."""


def joined_steps(model: ModelProto) -> ModelProto:
    """Each first convolution gives 2×2 outputs as channels.

    Two convolutions of 3×3 with stride 2 become one of 5×5 with stride 4 and one of 2×2: no answer changes.
    By hand: in bytes it took 27 % off the first locator's time, 2 to 16 % off the others'; without dot
    products of bytes 7 % off the first's, from 5 % off to 7 % more for the others.
    """
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    for first in [node for node in graph.node if node.input[0] == graph.input[0].name]:
        second = _after(graph.node, _after(graph.node, first))
        kernel, bias = (numpy_helper.to_array(weights[name]) for name in first.input[1:])
        following = numpy_helper.to_array(weights[second.input[1]])
        wide = np.zeros((2, 2, *kernel.shape[:2], 5, 5), np.float32)
        for down in (0, 1):
            for across in (0, 1):
                wide[down, across, :, :, 2 * down : 2 * down + 3, 2 * across : 2 * across + 3] = kernel
        narrow = np.zeros((len(following), 2, 2, len(kernel), 2, 2), np.float32)
        for row, (at_row, down) in enumerate(HALVED_FROM):
            for column, (at_column, across) in enumerate(HALVED_FROM):
                narrow[:, down, across, :, at_row, at_column] = following[:, :, row, column]
        for name, numbers in (
            (first.input[1], wide.reshape(-1, *wide.shape[3:])),
            (first.input[2], np.tile(bias, 4)),
            (second.input[1], narrow.reshape(len(following), -1, 2, 2)),
        ):
            weights[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
        _reshape(first, kernel=(5, 5), stride=(4, 4))
        _reshape(second, kernel=(2, 2), stride=(1, 1))
    del graph.value_info[:]
    return model


def pixels_together(model: ModelProto) -> ModelProto:
    """Joined first steps read four pixels of a row as one; input is uint8 (N, H, W, 3), W a multiple of four.

    Their kernels become 5 rows of 2 such pixels, the first zero but for its last column. Copying before each
    product is in tens of twelve bytes instead of 25 of three. By hand, one thread, with dot products of
    bytes: 24 % off the first locator's time for a frame of 768×432, 3 to 10 % off those of the networks that
    read crops.
    """
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    given = {output: node for node in graph.node for output in node.output}
    (turned,) = (node for node in graph.node if node.input[0] == graph.input[0].name)
    for first in _joined(graph.node):
        name = given[first.input[1]].input[0]
        kernel = numpy_helper.to_array(weights[name])
        wide = np.zeros((len(kernel), TOGETHER, 3, 5, 2), kernel.dtype)
        wide[:, TOGETHER - 1, :, :, 0] = kernel[..., 0]
        wide[..., 1] = np.moveaxis(kernel[..., 1:], -1, 1)
        weights[name].CopyFrom(numpy_helper.from_array(wide.reshape(len(kernel), -1, 5, 2), name))
        _reshape(first, kernel=(5, 2), stride=(TOGETHER, 1))
    shape = numpy_helper.from_array(np.array([0, 0, -1, 3 * TOGETHER], np.int64), "together")
    graph.initializer.append(shape)
    graph.node.insert(0, helper.make_node("Reshape", [graph.input[0].name, shape.name], ["wide_pixels"]))
    turned.input[0] = "wide_pixels"
    del graph.value_info[:]
    return model


def not_laid_out(model: ModelProto) -> ModelProto:
    """A locator without its last step, which lays out four channels as 2×2 cells: (1, 20, H/8, W/8).

    A reader's network stays.
    """
    graph = model.graph
    for last in [node for node in graph.node if node.op_type == "DepthToSpace"]:
        made = next(node for node in graph.node if last.input[0] in node.output)
        made.output[0] = last.output[0]
        graph.node.remove(last)
        answer = [1, 20, "rows", "columns"]
        elem = graph.output[0].type.tensor_type.elem_type
        graph.output[0].CopyFrom(helper.make_tensor_value_info(last.output[0], elem, answer))
    return model


def apart(kernel: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The kernel of ``shape`` (M, C, 3, 3) of a first or second step before ``joined_steps``."""
    if kernel.shape[2:] == (5, 2):
        colours = kernel.reshape(len(kernel), TOGETHER, -1, 5, 2)
        columns = [colours[:, TOGETHER - 1, ..., :1], *np.moveaxis(colours[..., 1], 1, 0)[..., None]]
        return np.concatenate(columns, axis=-1)[: shape[0], ..., :3, :3]
    halves = kernel.reshape(len(kernel), 2, 2, -1, 2, 2)
    rows = [[halves[:, down, across, :, row, column] for column, across in HALVED_FROM]
            for row, down in HALVED_FROM]  # fmt: skip
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def _joined(nodes: list[NodeProto]) -> list[NodeProto]:
    """First convolutions after ``joined_steps``."""
    convs = [node for node in nodes if node.op_type == "Conv"]
    return [node for node in convs if {each.name: each for each in node.attribute}["strides"].ints[0] == 4]


def _after(nodes: list[NodeProto], node: NodeProto) -> NodeProto:
    return next(each for each in nodes if node.output[0] in each.input)


def _reshape(conv: NodeProto, kernel: tuple[int, int], stride: tuple[int, int]) -> None:
    """Changes kernel and stride, with one row and column of padding above and left."""
    shape = {"kernel_shape": kernel, "strides": stride, "pads": [1, 1, 0, 0]}
    del conv.attribute[:]
    conv.attribute.extend([helper.make_attribute(name, value) for name, value in shape.items()])
