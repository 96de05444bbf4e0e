"""The networks: detectors, the classifier in two sizes, and their losses."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from companion.recognition.classify.classifier import (
    ANSWERS,
    DOUBTS,
    FACES,
    NORMALS,
    OBJECTNESS,
    STAR,
)

HEAT_STRIDE = 4
"""Reduced-frame px a cell of the locator's answer."""
FROM_AFAR_WIDTHS, FROM_NEAR_WIDTHS = (8, 16, 32, 64), (16, 32, 48, 64)
"""Channels of the two locators, at a half to a sixteenth of the frame."""
SIZE_UNIT_PX = 24.0
"""A log size of 0 in reduced-frame px."""


def dense(inward: int, outward: int, kernel: int, stride: int) -> nn.Sequential:
    """A convolution, its norm and a rectifier."""
    padding = 0 if kernel == stride else kernel // 2
    conv = nn.Conv2d(inward, outward, kernel, stride, padding, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outward), nn.ReLU(inplace=True))


class Separable(nn.Module):
    """A depthwise, then a pointwise convolution; residual where shapes allow."""

    def __init__(self, inward: int, outward: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.residual = inward == outward and stride == 1
        self.depthwise = nn.Sequential(
            nn.Conv2d(inward, inward, kernel, stride, kernel // 2, groups=inward, bias=False),
            nn.BatchNorm2d(inward),
        )
        self.pointwise = nn.Sequential(nn.Conv2d(inward, outward, 1, bias=False), nn.BatchNorm2d(outward))

    def forward(self, x: Tensor) -> Tensor:
        """(N, C, H, W) to (N, C', H/stride, W/stride)."""
        y = self.pointwise(self.depthwise(x))
        return torch.relu(x + y if self.residual else y)


class Block(nn.Module):
    """A residual block of two 3x3 convolutions (He et al. 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = dense(width, width, 3, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Predicts a centre's logit, an offset and a size for each 4x4 cell.

    In: float32 (N, 3, H, W), BGR, -1 to 1, H and W multiples of 16. Out: (N, 5, H/4, W/4): centre logit,
    offset x and y in cells from the cell's middle, log width and log height over ``SIZE_UNIT_PX``.
    ``widths``: channels at a half, a quarter, an eighth and a sixteenth of the frame.
    """

    def __init__(self, widths: tuple[int, int, int, int] = FROM_AFAR_WIDTHS) -> None:
        super().__init__()
        a, b, c, d = widths
        self.at8 = nn.Sequential(dense(3, a, 3, 2), dense(a, b, 3, 2), dense(b, c, 3, 2), Block(c))
        self.at16 = nn.Sequential(dense(c, d, 3, 2), Block(d), Block(d))
        self.lateral = nn.Conv2d(d, c, 1)
        self.merge = Block(c)
        self.head = nn.Conv2d(c, 5 * 4, 1)
        self.shuffle = nn.PixelShuffle(2)
        self.upsample = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias[:4], -4.0)

    def forward(self, frame: Tensor) -> Tensor:
        fine = self.at8(frame)
        merged = self.merge(fine + self.upsample(self.lateral(self.at16(fine))))
        return self.shuffle(self.head(merged))


class NearLocator(Locator):
    """The refining locator: twice the locator's arithmetic a pixel."""

    def __init__(self) -> None:
        super().__init__(FROM_NEAR_WIDTHS)


class SmallLocator(nn.Module):
    """The first dice locator, and the body of the cards'; in and out as ``Locator``."""

    def __init__(self, fine: int = 24, middle: int = 48, coarse: int = 96) -> None:
        super().__init__()
        self.stem = nn.Sequential(dense(3, 8, 3, 2), dense(8, fine, 3, 2))
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
        at8 = self.body8(self.down8(self.stem(frame)))
        at16 = self.body16(self.down16(at8))
        merged = self.merge8(at8 + self.upsample(self.lateral(at16)))
        return self.shuffle(self.head(merged))


def parameters(net: nn.Module) -> int:
    return sum(each.numel() for each in net.parameters())


FACE, DIE, COCKED, STACKED, HIDDEN, NORMAL_X, NORMAL_Y, KIND_OF_MARK = range(8)
TRUTHS = 8
"""A lesson's truths: the face's label, whether it is a die, three doubts, the upper normal (right, down),
and the upper mark. -1, or nan of the normal, is not to be learned."""
EMBEDDING = 128
"""Numbers by which the large classifier learns marks; not shipped."""
TAUGHT_DOUBTS, TAUGHT_NORMAL = slice(COCKED, HIDDEN + 1), slice(NORMAL_X, NORMAL_Y + 1)
ACROSS, SPREAD = slice(NORMALS.start, NORMALS.stop - 1), NORMALS.stop - 1
DOUBTS_WEIGH, NORMAL_WEIGHS, EVEN_WEIGHS, MARKS_WEIGH = 0.4, 0.15, 0.3, 0.08
"""Relative to the losses of face and objectness; chosen."""
COPIED_NORMAL_WEIGHS = 0.5
SMOOTHED = 0.01
"""Label smoothing of a face."""
SPREADS = (-5.0, 2.0)
"""Bounds of the logarithm of a normal's likely error."""
SHARPNESS, LEAST_APART = 14.0, 0.2
"""Of embeddings: factor on cosines, and margin of the right one."""


class Reader(nn.Module):
    """A crop's classifier.

    In: float32 (N, 3, 64, 64), BGR, -1 to 1. Out: answers (N, 15) as in
    ``recognition/classify/classifier.py``; with ``embeds`` also embeddings (N, 128), whose directions count.
    """

    def __init__(self, widths: tuple[int, ...], blocks: tuple[int, ...], embeds: bool) -> None:
        super().__init__()
        steps, inward = [], 3
        for width, count in zip(widths, blocks, strict=True):
            steps += [dense(inward, width, 3, 2), *(Block(width) for _ in range(count))]
            inward = width
        self.features = nn.Sequential(*steps)
        self.hidden = nn.Sequential(nn.Linear(inward, inward), nn.ReLU(inplace=True))
        self.read = nn.Linear(inward, ANSWERS)
        self.place = nn.Linear(inward, EMBEDDING) if embeds else None

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        mean = self.features(crops).mean((2, 3))
        answers = self.read(self.hidden(mean))
        return (answers,) if self.place is None else (answers, self.place(mean))


class SmallClassifier(Reader):
    def __init__(self) -> None:
        super().__init__((16, 32, 48, 96), (0, 0, 1, 1), False)


class LargeClassifier(Reader):
    """The classifier of unsure crops; it embeds."""

    def __init__(self) -> None:
        super().__init__((24, 48, 96, 160), (0, 1, 2, 1), True)


class Surroundings(Reader):
    """Whether the thing in the middle is a die: one log odds (N, 1) from wide crops."""

    def __init__(self) -> None:
        super().__init__((16, 32, 48, 80), (0, 0, 1, 1), False)
        self.hidden = nn.Sequential(nn.Linear(2 * 80, 64), nn.ReLU(inplace=True))
        self.read = nn.Linear(64, 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        seen = self.features(crops)
        around, middle = seen.mean((2, 3)), seen[:, :, 1:3, 1:3].mean((2, 3))
        return (self.read(self.hidden(torch.cat([around, middle], 1))),)


class MarkDirections(nn.Module):
    """The marks' directions for learning embeddings; not shipped."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.ways = nn.Parameter(torch.randn(count, EMBEDDING) * 0.1)

    def loss(self, embeddings: Tensor, marks: Tensor) -> Tensor:
        """Embeddings (N, 128) against their marks (N,); -1 does not count."""
        cosines = F.normalize(embeddings.float(), dim=1) @ F.normalize(self.ways, dim=1).T
        label = marks.long()
        less = torch.full((len(label), 1), -LEAST_APART, device=cosines.device)
        cosines = cosines.scatter_add(1, label.clamp(min=0)[:, None], less)
        known = (label >= 0).sum().clamp(min=1)
        return F.cross_entropy(SHARPNESS * cosines, label, ignore_index=-1, reduction="sum") / known


def _known_binary(logits: Tensor, truth: Tensor) -> Tensor:
    known = (truth >= 0).float()
    loss = F.binary_cross_entropy_with_logits(logits, truth.clamp(min=0), reduction="none")
    return (loss * known).sum() / known.sum().clamp(min=1)


def label_loss(answers: Tensor, truth: Tensor) -> Tensor:
    label = truth[:, FACE].long()
    known = (label >= 0).sum().clamp(min=1)
    faces = answers[:, FACES]
    face = F.cross_entropy(faces, label, ignore_index=-1, label_smoothing=SMOOTHED, reduction="sum") / known
    die = _known_binary(answers[:, OBJECTNESS], truth[:, DIE])
    doubts = _known_binary(answers[:, DOUBTS], truth[:, TAUGHT_DOUBTS])
    lean = _normal_loss(answers, truth)
    # no pips are likelier than others on a die that stands on its edge
    nobody_knows = (label < 0) & (truth[:, COCKED] > 0.5)
    uneven = -(F.log_softmax(faces, 1)[:, : STAR + 1].mean(1) * nobody_knows).sum() / max(len(truth), 1)
    return face + die + DOUBTS_WEIGH * doubts + NORMAL_WEIGHS * lean + EVEN_WEIGHS * uneven


def _normal_loss(answers: Tensor, truth: Tensor) -> Tensor:
    """Negative log likelihood of known normals (Laplace)."""
    wanted = truth[:, TAUGHT_NORMAL]
    known = (~torch.isnan(wanted[:, 0])) & (truth[:, DIE] > 0.5)
    off = (answers[:, ACROSS] - wanted.nan_to_num()).abs().sum(1)
    spread = answers[:, SPREAD].clamp(*SPREADS)
    return ((off * torch.exp(-spread) + spread * 2) * known).sum() / known.sum().clamp(min=1)


def told_anew(truth: Tensor) -> Tensor:
    """Truths without what a former network answers alone: doubts, normals, faces of cocked dice."""
    told = truth.clone()
    told[:, FACE] = torch.where(truth[:, COCKED] == 0, truth[:, FACE], -1.0)
    told[:, TAUGHT_DOUBTS], told[:, TAUGHT_NORMAL] = -1.0, float("nan")
    return told


SURELY = 6.0
"""A logit of objectness, or of a face's odds, that need not be reached again."""
ODDS_WEIGH = 0.5


def kept_loss(answers: Tensor, former: Tensor, told: Tensor) -> Tensor:
    """Distance from a former network's answers where it is right, or where ``told`` tells nothing.

    Objectness may rise on dice and fall elsewhere; of a right face the odds may rise.
    """
    label, is_die, none = told[:, FACE].long(), told[:, DIE] > 0.5, told[:, DIE] == 0
    right = (label < 0) | ((label <= STAR) & (former[:, FACES].argmax(1) == label))
    likely, now_likely = (F.log_softmax(each[:, FACES], 1) for each in (former, answers))
    faces = F.kl_div(now_likely, likely, log_target=True, reduction="none").sum(1)
    odds, now_odds = (_odds(each, label.clamp(min=0)) for each in (former, answers))
    unsure = F.relu(odds.clamp(max=SURELY) - now_odds)
    was, now = former[:, OBJECTNESS], answers[:, OBJECTNESS]
    less = F.relu(was.clamp(max=SURELY) - now) * (is_die & (was > 0))
    more = F.relu(now - was.clamp(min=-SURELY)) * (none & (was < 0))
    as_was = F.smooth_l1_loss(now, was, reduction="none") * (told[:, DIE] < 0)
    doubts = F.binary_cross_entropy_with_logits(
        answers[:, DOUBTS], torch.sigmoid(former[:, DOUBTS]), reduction="none"
    )
    spread, now_spread = (each[:, SPREAD].clamp(*SPREADS) for each in (former, answers))
    lean = (answers[:, ACROSS] - former[:, ACROSS]).abs().sum(1) * torch.exp(-spread)
    level = DOUBTS_WEIGH * doubts.sum(1) + NORMAL_WEIGHS * (lean + (now_spread - spread).abs())
    face = _mean_where(faces, right & ~none)
    face = face + ODDS_WEIGH * _mean_where(unsure, right & (label >= 0) & is_die)
    return face + (less + more + as_was).mean() + _mean_where(level, ~none)


def _odds(answers: Tensor, label: Tensor) -> Tensor:
    """Log odds of one face, (N,)."""
    likely = F.log_softmax(answers[:, FACES], 1).gather(1, label[:, None])[:, 0]
    return likely - torch.log(-torch.expm1(likely.clamp(max=-1e-6)))


def _mean_where(losses: Tensor, there: Tensor) -> Tensor:
    return (losses * there).sum() / there.sum().clamp(min=1)


def copied_loss(answers: Tensor, teacher: Tensor) -> Tensor:
    likely = F.log_softmax(teacher[:, FACES], 1)
    faces = F.kl_div(F.log_softmax(answers[:, FACES], 1), likely, log_target=True, reduction="batchmean")
    die = F.binary_cross_entropy_with_logits(answers[:, OBJECTNESS], torch.sigmoid(teacher[:, OBJECTNESS]))
    doubts = F.binary_cross_entropy_with_logits(answers[:, DOUBTS], torch.sigmoid(teacher[:, DOUBTS]))
    lean = F.smooth_l1_loss(answers[:, NORMALS], teacher[:, NORMALS])
    return faces + die + DOUBTS_WEIGH * doubts + COPIED_NORMAL_WEIGHS * lean
