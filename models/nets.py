"""The eye's networks: two find dice in a reduced frame, three read crops of dice."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.compose.any_symbol import KINDS

FACES = 7
"""Pips 1-6, then the star."""
NOT_A_DIE = 7
COCKED, STACKED, HIDDEN = 8, 9, 10
LOGITS = 11
"""Eight exclusive logits (faces, star, not a die), then three independent ones (the doubts)."""
EMBEDDING = 128
HEAT_STRIDE = 4
"""Reduced-frame pixels a cell of the locator's answer."""
FROM_AFAR_WIDTHS, FROM_NEAR_WIDTHS = (8, 16, 32, 64), (16, 32, 48, 64)
"""Channels of the two locators, at a half to a sixteenth of the frame."""
SIZE_UNIT_PX = 24.0
"""A predicted log size of 0 means this many reduced-frame pixels."""


def _dense(inward: int, outward: int, kernel: int, stride: int) -> nn.Sequential:
    padding = 0 if kernel == stride else kernel // 2
    conv = nn.Conv2d(inward, outward, kernel, stride, padding, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outward), nn.ReLU(inplace=True))


class Separable(nn.Module):
    """A depthwise convolution, then a pointwise one; added to its input where shapes allow."""

    def __init__(self, inward: int, outward: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.residual = inward == outward and stride == 1
        self.depthwise = nn.Sequential(
            nn.Conv2d(inward, inward, kernel, stride, kernel // 2, groups=inward, bias=False),
            nn.BatchNorm2d(inward),
        )
        self.pointwise = nn.Sequential(nn.Conv2d(inward, outward, 1, bias=False), nn.BatchNorm2d(outward))

    def forward(self, x: Tensor) -> Tensor:
        """Features (N, C, H, W) in, (N, C', H/stride, W/stride) out."""
        y = self.pointwise(self.depthwise(x))
        return torch.relu(x + y if self.residual else y)


class Block(nn.Module):
    """Two 3x3 convolutions added to their input (He et al. 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _dense(width, width, 3, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Features (N, C, H, W) in and out."""
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Where dice are: for each 4x4 cell a chance of being a centre, an offset and a size.

    In: float32 (N, 3, H, W), BGR, -1 to 1, H and W multiples of 16. Out: (N, 5, H/4, W/4): centre logit,
    offset x and y in cells from the cell's middle, log width and log height over ``SIZE_UNIT_PX``.
    ``widths`` are the channels at a half, a quarter, an eighth and a sixteenth of the frame.
    """

    def __init__(self, widths: tuple[int, int, int, int] = FROM_AFAR_WIDTHS) -> None:
        super().__init__()
        a, b, c, d = widths
        self.at8 = nn.Sequential(_dense(3, a, 3, 2), _dense(a, b, 3, 2), _dense(b, c, 3, 2), Block(c))
        self.at16 = nn.Sequential(_dense(c, d, 3, 2), Block(d), Block(d))
        self.lateral = nn.Conv2d(d, c, 1)
        self.merge = Block(c)
        self.head = nn.Conv2d(c, 5 * 4, 1)
        self.shuffle = nn.PixelShuffle(2)
        self.upsample = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias[:4], -4.0)

    def forward(self, frame: Tensor) -> Tensor:
        """The answer for each cell, as the class says."""
        fine = self.at8(frame)
        merged = self.merge(fine + self.upsample(self.lateral(self.at16(fine))))
        return self.shuffle(self.head(merged))


class NearLocator(Locator):
    """Where dice part from each other, seen from near: twice the locator's arithmetic a pixel."""

    def __init__(self) -> None:
        super().__init__(FROM_NEAR_WIDTHS)


class SmallLocator(nn.Module):
    """A smaller locator: the first that dice had, and the body of the cards'.

    In and out: as ``Locator``.
    """

    def __init__(self, fine: int = 24, middle: int = 48, coarse: int = 96) -> None:
        super().__init__()
        self.stem = nn.Sequential(_dense(3, 8, 3, 2), _dense(8, fine, 3, 2))
        self.down8 = Separable(fine, middle, 3, 2)
        self.body8 = Separable(middle, middle)
        self.down16 = Separable(middle, coarse, 3, 2)
        self.body16 = nn.Sequential(*(Separable(coarse, coarse) for _ in range(4)))
        self.lateral = nn.Conv2d(coarse, middle, 1)
        self.merge8 = Separable(middle, middle)
        self.head = nn.Conv2d(middle, 5 * 4, 1)
        self.shuffle = nn.PixelShuffle(2)
        self.upsample = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias[:4], -4.0)

    def forward(self, frame: Tensor) -> Tensor:
        """The answer for each cell, as ``Locator``'s."""
        at8 = self.body8(self.down8(self.stem(frame)))
        at16 = self.body16(self.down16(at8))
        merged = self.merge8(at8 + self.upsample(self.lateral(at16)))
        return self.shuffle(self.head(merged))


class Classifier(nn.Module):
    """What a crop shows.

    In: float32 (N, 3, 64, 64), BGR, -1 to 1. Out: logits (N, 11).
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            _dense(3, a, 3, 2),
            _dense(a, b, 3, 2),
            Separable(b, b),
            _dense(b, c, 3, 2),
            Separable(c, c),
            Separable(c, c),
            _dense(c, d, 3, 2),
            Separable(d, d),
            Separable(d, d),
        )
        self.drop = nn.Dropout(0.1)
        self.read = nn.Linear(d, LOGITS)

    def forward(self, crops: Tensor) -> tuple[Tensor]:
        """Logits of each crop."""
        return (self.read(self.drop(self.features(crops).mean((2, 3)))),)


def _dense_body(widths: tuple[int, int, int, int]) -> nn.Sequential:
    """From a crop to features at a sixteenth of its size, all convolutions whole ones."""
    a, b, c, d = widths
    return nn.Sequential(
        _dense(3, a, 3, 2),
        _dense(a, b, 3, 2),
        Block(b),
        _dense(b, c, 3, 2),
        Block(c),
        Block(c),
        _dense(c, d, 3, 2),
    )


class SecondReader(nn.Module):
    """What a crop shows that the classifier is unsure of: the same questions, seven times the arithmetic.

    In: float32 (N, 3, 64, 64), BGR, -1 to 1. Out: logits (N, 11) as the classifier's.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 96, 160)) -> None:
        super().__init__()
        self.features = _dense_body(widths)
        self.drop = nn.Dropout(0.1)
        self.read = nn.Linear(widths[-1], LOGITS)

    def forward(self, crops: Tensor) -> tuple[Tensor]:
        """Logits of each crop."""
        return (self.read(self.drop(self.features(crops).mean((2, 3)))),)


SURELY_A_DIE = -12.0
"""The logit of being no die that a lean reader begins with."""


class NormalEstimator(nn.Module):
    """Where the face of a die that is read looks, and how surely; and whether it is a die's at all.

    In: float32 (N, 3, 64, 64), BGR, -1 to 1. Out (N, 4): the part across the picture (right, down) of the
    unit vector out of that face, the logarithm of how far off that is likely to be, and the logit of its
    being no die. The last has a branch of its own from the second step on, taught later
    (models/train_flat.py): until then everything is a die.
    """

    def __init__(
        self, widths: tuple[int, int, int, int] = (8, 20, 40, 96), flat_widths: tuple[int, int] = (40, 72)
    ) -> None:
        super().__init__()
        self.features = _dense_body(widths)
        self.read = _told_from(widths[-1], 3)
        middle, last = flat_widths
        self.flat = nn.Sequential(
            _dense(widths[1], middle, 3, 2), Block(middle), Block(middle), _dense(middle, last, 3, 2)
        )
        self.no_die = _told_from(last, 1)
        nn.init.constant_(self.no_die[-1].bias, SURELY_A_DIE)

    def forward(self, crops: Tensor) -> Tensor:
        """Lean, spread and logit of each crop."""
        early = self.features[:FORKED_AT](crops)
        leaning, flat = self.features[FORKED_AT:](early), self.flat(early)
        return torch.cat([self.read(leaning.mean((2, 3))), self.no_die(flat.mean((2, 3)))], 1)


FORKED_AT = 2
"""Steps of the lean reader that both its branches begin with."""


def _told_from(features: int, numbers: int) -> nn.Sequential:
    half = features // 2
    return nn.Sequential(nn.Linear(features, half), nn.ReLU(inplace=True), nn.Linear(half, numbers))


class SymbolReader(nn.Module):
    """What lies on a face, as numbers: alike for one symbol in any light, colour and turn, else unlike.

    In: float32 (N, 3, 64, 64), BGR, -1 to 1. Out: the embedding (N, 128); its direction counts.
    ``kinds`` are the directions of the symbols that it learns by (models/train_symbols.py).
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 96, 160), kinds: int = KINDS) -> None:
        super().__init__()
        self.features = _dense_body(widths)
        self.place = nn.Linear(widths[-1], EMBEDDING)
        self.kinds = nn.Parameter(torch.randn(kinds, EMBEDDING))

    def forward(self, crops: Tensor) -> Tensor:
        """Embedding of each crop."""
        return self.place(self.features(crops).mean((2, 3)))


AVERAGED_AT = 0.75
"""The temperature at which two readers' chances are averaged: that of the eye (``models/weights.json``)."""
LEAST_PROBABILITY = 1e-7


class BothReaders(nn.Module):
    """Two second readers as one network: its logits give the mean of their chances.

    In and out: as ``SecondReader``.
    """

    def __init__(self, one: SecondReader, other: SecondReader) -> None:
        super().__init__()
        self.one, self.other = one, other

    def forward(self, crops: Tensor) -> tuple[Tensor]:
        """Logits of each crop."""
        told = [reader(crops)[0] for reader in (self.one, self.other)]
        kinds = sum((each[:, :8] / AVERAGED_AT).softmax(1) for each in told) / 2
        doubts = sum(each[:, 8:].sigmoid() for each in told) / 2
        kinds, doubts = (
            kinds.clamp(min=LEAST_PROBABILITY),
            doubts.clamp(LEAST_PROBABILITY, 1 - LEAST_PROBABILITY),
        )
        return (torch.cat([AVERAGED_AT * kinds.log(), (doubts / (1 - doubts)).log()], 1),)


def parameters(net: nn.Module) -> int:
    """How many numbers the net has learned."""
    return sum(each.numel() for each in net.parameters())
