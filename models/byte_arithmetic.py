"""Networks that compute with bytes, as in ONNX Runtime, simulated in 32-bit numbers for training (QAT).

Weights become whole numbers of -64 to 64 times a step per output channel, activations whole numbers of 0 to
255 times a step (Jacob et al. 2018, "Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference"; rounding passes gradients unchanged). Not -127 to 127: processors without
dot products of bytes add two products in 16 bits, and 255 * 64 * 2 is about the most that these hold.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from models.nets import Block, Locator, Separable

LARGEST_WEIGHT = 64
LEVELS = 255
FORGETS = 0.99
"""Decay of the seen range per step: a rare peak does not stretch it for good."""
LEAST_RANGE = 1e-3


def without_norms(net: nn.Module) -> nn.Module:
    """Folds norms into convolutions, in place; drops nothing."""
    for part in list(net.modules()):
        names = list(part._modules)
        for name, following in pairwise(names):
            conv, norm = part._modules[name], part._modules[following]
            if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                part._modules[name] = torch.nn.utils.fusion.fuse_conv_bn_eval(conv.eval(), norm.eval())
                part._modules[following] = nn.Identity()
        if isinstance(part, nn.Dropout):
            part.p = 0.0
    return net


def _rounded(numbers: Tensor) -> Tensor:
    """Whole numbers, with the gradient of the originals."""
    return numbers + (numbers.round() - numbers).detach()


class ByteConv(nn.Conv2d):
    """A convolution with weights of -64 to 64 times a step per output channel."""

    @classmethod
    def of(cls, conv: nn.Conv2d) -> ByteConv:
        shape = (conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding)
        same = cls(*shape, groups=conv.groups)
        same.load_state_dict(conv.state_dict())
        return same

    def forward(self, x: Tensor) -> Tensor:
        largest = self.weight.detach().abs().amax((1, 2, 3), keepdim=True)
        step = (largest / LARGEST_WEIGHT).clamp(min=torch.finfo(torch.float32).tiny)
        return self._conv_forward(x, _rounded(self.weight / step) * step, self.bias)


class _Range:
    """Numbers as whole ones of 0 to 255 times a step."""

    def __init__(self) -> None:
        self.low, self.high = 0.0, LEAST_RANGE

    def rounded(self, flowing: Tensor) -> Tensor:
        low, high = (float(each) for each in flowing.detach().aminmax())
        self.low, self.high = min(low, FORGETS * self.low), max(high, FORGETS * self.high)
        step = (self.high - self.low) / LEVELS
        zero = round(-self.low / step)
        return (_rounded(flowing / step + zero).clamp(0, LEVELS) - zero) * step


class ByteRange(_Range):
    """A hook for a module's output."""

    def __call__(self, _module: nn.Module, _inward: object, flowing: Tensor) -> Tensor:
        return self.rounded(flowing)


class _InwardRange(_Range):
    """A hook for a module's input."""

    def __call__(self, _module: nn.Module, inward: tuple[Tensor]) -> tuple[Tensor]:
        return (self.rounded(inward[0]),)


def _is_one_step(part: nn.Module) -> bool:
    return isinstance(part, nn.Sequential) and len(part) > 1 and isinstance(part[0], nn.Conv2d)


def in_bytes(net: nn.Module) -> nn.Module:
    """Makes the convolutions of a network without norms compute in bytes, in place.

    What follows them (a locator's head, a reader's last layers) stays in 32-bit numbers.
    """
    for part in net.modules():
        if isinstance(part, Locator):
            part.lateral.register_forward_hook(ByteRange())
            part.merge.register_forward_pre_hook(_InwardRange())
        elif isinstance(part, (Block, Separable)) or _is_one_step(part):
            part.register_forward_hook(ByteRange())
    heads = {part.head for part in net.modules() if isinstance(part, Locator)}
    for part in list(net.modules()):
        for name, child in part.named_children():
            if isinstance(child, nn.Conv2d) and child not in heads:
                setattr(part, name, ByteConv.of(child))
    return net
