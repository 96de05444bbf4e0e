"""From light to pictures (N, 3, S, S) BGR, degraded as by cameras, lenses and files."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from models.lessons.grounds import GAMMA

GROUPS = 8
"""Groups of pictures with one blur, motion and size each."""
LEAST_PX = 15
"""Least width of a crop in the camera's pixels."""
LUMA = torch.tensor(
    [
        [16, 11, 10, 16, 24, 40, 51, 61],
        [12, 12, 14, 19, 26, 58, 60, 55],
        [14, 13, 16, 24, 40, 57, 69, 56],
        [14, 17, 22, 29, 51, 87, 80, 62],
        [18, 22, 37, 56, 68, 109, 103, 77],
        [24, 35, 55, 64, 81, 104, 113, 92],
        [49, 64, 78, 87, 103, 121, 120, 101],
        [72, 92, 95, 98, 112, 100, 103, 99],
    ],
    dtype=torch.float32,
)
"""JPEG's steps of brightness (ITU-T T.81, table K.1)."""
BURNT_OUT, BURNT_WHITE = 0.12, 0.12
"""Shares of overexposed pictures; and of lessons with a mostly white die."""
BRIGHT_SHARE = 0.6
"""Least white share of the middle of a burnt-out lesson."""
BLANKED, BLANK = 0.05, 114 / 255
"""Share of crops beyond a blanked frame's border, and the grey there (``table/squares.py``)."""
RENDERED_CHANGES, PHOTOGRAPHED_CHANGES = (0.4, 0.5), (0.25, 0.35)
"""Chances of blur and of fewer pixels: for renders, and, milder, for photographs."""


def _along(x: Tensor, weights: Sequence[float], dim: int) -> Tensor:
    """Convolution along one side; the border row repeats."""
    before = len(weights) // 2
    after = len(weights) - 1 - before
    pad = (before, after, 0, 0) if dim == 3 else (0, 0, before, after)
    wide, side = F.pad(x, pad, mode="replicate"), x.shape[dim]
    out = wide.narrow(dim, 0, side) * weights[0]
    for k in range(1, len(weights)):
        out.add_(wide.narrow(dim, k, side), alpha=weights[k])
    return out


def blurred(x: Tensor, sigma: float) -> Tensor:
    """``sigma`` in px."""
    reach = max(1, math.ceil(2.2 * sigma))
    weights = [math.exp(-0.5 * (i / sigma) ** 2) for i in range(-reach, reach + 1)]
    weights = [each / sum(weights) for each in weights]
    return _along(_along(x, weights, 3), weights, 2)


def _cosines(device: torch.device) -> Tensor:
    i = torch.arange(8, device=device, dtype=torch.float32)
    table = torch.cos(math.pi * (2 * i[None] + 1) * i[:, None] / 16) * 0.5
    table[0] /= math.sqrt(2)
    return table


def jpeg(x: Tensor, quality: Tensor) -> Tensor:
    """``x`` 0-1, its sides multiples of 8; ``quality`` (N,) 5-95."""
    count, planes, high, wide = x.shape
    cosines = _cosines(x.device)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50).clamp(min=0.02)
    blue, green, red = (x * 255 - 128).unbind(1)
    luma = 0.114 * blue + 0.587 * green + 0.299 * red
    split = torch.stack([luma, 0.564 * (blue - luma), 0.713 * (red - luma)], 1)
    blocks = split.reshape(count, planes, high // 8, 8, wide // 8, 8).permute(0, 1, 2, 4, 3, 5)
    table = LUMA.to(x.device)
    steps = torch.stack([table, table * 1.6 + 8, table * 1.6 + 8])[None, :, None, None]
    steps = steps * scale[:, None, None, None, None, None]
    told = torch.round(cosines @ blocks @ cosines.T / steps) * steps
    blocks = cosines.T @ told @ cosines
    luma, cb, cr = blocks.permute(0, 1, 2, 4, 3, 5).reshape(count, planes, high, wide).unbind(1)
    blue, red = luma + cb / 0.564, luma + cr / 0.713
    green = (luma - 0.114 * blue - 0.299 * red) / 0.587
    return ((torch.stack([blue, green, red], 1) + 128) / 255).clamp(0, 1)


def filmed(light: Tensor, again: bool = False) -> Tensor:
    """Float 0-1 of whole 255ths, from linear light; milder for former pictures (``again``)."""
    blur, fewer_px = PHOTOGRAPHED_CHANGES if again else RENDERED_CHANGES
    x = _faded(_exposed(light, again))
    order = torch.randperm(len(x), device=x.device)
    x = torch.cat([_through_lens(part, blur) for part in x[order].chunk(GROUPS)])
    x = _toned((x.clamp(0, 1) + 1e-5) ** (1 / GAMMA))
    x = _blanked(_cut_off(torch.cat([_stored(part, fewer_px) for part in x.chunk(GROUPS)])))
    back = torch.empty_like(x)
    back[order] = x
    return torch.round(back * 255) / 255


def _evenly(x: Tensor, low: float = 0.0, high: float = 1.0) -> Tensor:
    """One number a picture, (N, 1, 1, 1)."""
    return torch.rand(len(x), 1, 1, 1, device=x.device) * (high - low) + low


def _normally(x: Tensor, spread: float, planes: int = 1) -> Tensor:
    return torch.randn(len(x), planes, 1, 1, device=x.device) * spread


def _exposed(x: Tensor, again: bool) -> Tensor:
    """A camera's exposure, at times burnt out; white is not quite white."""
    gain = torch.exp(_normally(x, 0.35))
    if not again:
        mean = x.mean((1, 2, 3), keepdim=True).clamp(min=1e-4)
        gain = gain * (_evenly(x, 0.08, 0.5) / mean) ** _evenly(x, 0.4, 0.9)
    chance = _evenly(x)
    gain = gain * torch.where(chance < BURNT_OUT, _evenly(x, 1.3, 3.0), torch.ones_like(gain))
    if not again:
        side = x.shape[3] // 4
        middle = x[:, :, side:-side, side:-side].mean(1).flatten(1)
        dark = round((1 - BRIGHT_SHARE) * middle.shape[1])
        bright = middle.kthvalue(dark, 1).values.clamp(min=1e-3)[:, None, None, None]
        gain = torch.where(chance > 1 - BURNT_WHITE, _evenly(x, 0.8, 2.5) / bright, gain)
    return x * gain * torch.exp(_normally(x, 0.08, planes=3))


def _faded(x: Tensor) -> Tensor:
    """A lamp's fall-off over the crop."""
    ramp = torch.linspace(-0.5, 0.5, x.shape[3], device=x.device)
    across, down = _normally(x, 0.25), _normally(x, 0.25)
    return x * torch.exp(across * ramp[None, None, None, :] + down * ramp[None, None, :, None])


def _through_lens(part: Tensor, blur: float) -> Tensor:
    """A group's focus and motion."""
    blurs, far, sigma, moves, length, across = torch.rand(6).tolist()
    if blurs < blur:
        part = blurred(part, 0.35 + (2.3 if far < 0.25 else 1.0) * sigma)
    if moves < 0.07:
        pixels = 2 + int(length * 4)
        part = _along(part, [1 / pixels] * pixels, 3 if across < 0.5 else 2)
    return part


def _toned(x: Tensor) -> Tensor:
    """Contrast and colour of a camera's processing; at times none."""
    x = 0.45 + (x - 0.45) * torch.exp(_normally(x, 0.18)) + _normally(x, 0.03)
    grey = x.mean(1, keepdim=True)
    colour = torch.exp(_normally(x, 0.25))
    colour = torch.where(_evenly(x) < 0.06, torch.zeros_like(colour), colour)
    return (grey + (x - grey) * colour).clamp(0, 1)


def _stored(part: Tensor, fewer_px: float) -> Tensor:
    """A group at its size in the camera's frame: noise, sharpening, JPEG; then enlarged."""
    smaller, how, sharpens, much, compressed, specked = torch.rand(6).tolist()
    side = small = part.shape[3]
    if smaller < fewer_px:
        small = int(math.exp(math.log(LEAST_PX) + how**0.6 * (math.log(side) - math.log(LEAST_PX))))
        part = F.interpolate(part, (small, small), mode="area") if small < side else part
    part = _noisy(part)
    if sharpens < 0.25:
        part = part + (part - blurred(part, 0.8)) * (0.3 + 1.2 * much)
    if specked < 0.05:
        part = _specked(part)
    part = part.clamp(0, 1)
    if compressed < 0.35:
        pad = -small % 8
        padded = F.pad(part, (0, pad, 0, pad), mode="replicate") if pad else part
        part = jpeg(padded, torch.rand(len(part), device=part.device) * 70 + 22)[:, :, :small, :small]
    return F.interpolate(part, (side, side), mode="bilinear", align_corners=False) if small < side else part


def _noisy(part: Tensor) -> Tensor:
    strength = _evenly(part) ** 2 * 0.05 * (_evenly(part) < 0.6)
    return part + torch.randn_like(part[:, :1]) * strength + torch.randn_like(part) * strength * 0.6


def _specked(part: Tensor) -> Tensor:
    speck, share = torch.rand_like(part[:, :1]), _evenly(part) * 0.03
    white = torch.where(speck > 1 - share, torch.ones_like(part), part)
    return torch.where(speck < share, torch.zeros_like(part), white)


def _cut_off(x: Tensor) -> Tensor:
    """Some at the frame's border, where the last column repeats."""
    count, _, high, side = x.shape
    last = (side * (0.8 + 0.2 * torch.rand(count, device=x.device))).long().clamp(max=side - 1)
    last = torch.where(torch.rand(count, device=x.device) < 0.06, last, torch.full_like(last, side - 1))
    columns = torch.minimum(torch.arange(side, device=x.device)[None], last[:, None])
    return torch.gather(x, 3, columns[:, None, None, :].expand(-1, 3, high, -1))


def _blanked(x: Tensor) -> Tensor:
    """Some over the border of a blanked frame."""
    way, reach = _evenly(x) * 2 * math.pi, _evenly(x, 0.78, 1.1)
    reach = torch.where(_evenly(x) < BLANKED, reach, torch.full_like(reach, 9.0))
    at = torch.linspace(-1, 1, x.shape[3], device=x.device)
    over = at[None, None, None] * torch.cos(way) + at[None, None, :, None] * torch.sin(way) > reach
    return torch.where(over, BLANK, x)


def varied(kept: Tensor, turns: Tensor, margin: float, side: int = 64) -> Tensor:
    """Varied in place and size, mirrored and rotated, as linear light (N, 3, S, S).

    ``kept``: uint8 (N, 3, K, K), ``margin`` times as wide as crops. ``turns``: bool (N,), whether any
    rotation is allowed, or only a small one that keeps the upper face.
    """
    count, device = len(kept), kept.device
    little = (torch.rand(count, device=device) - 0.5) * 0.7
    angle = torch.where(turns, torch.rand(count, device=device) * 2 * math.pi, little)
    scale = torch.exp((torch.randn(count, device=device) * 0.1).clamp(-0.22, 0.22)) / margin
    stretch = torch.exp((torch.rand(count, device=device) - 0.5) * 0.44)
    stretch = torch.where(torch.rand(count, device=device) < 0.25, stretch, torch.ones_like(stretch))
    flip = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    shift = (torch.randn(count, 2, device=device) * 0.06).clamp(-0.18, 0.18) / margin
    cosine, sine, wide, high = (
        torch.cos(angle),
        torch.sin(angle),
        scale * stretch.sqrt(),
        scale / stretch.sqrt(),
    )
    rows = (
        torch.stack([cosine * wide * flip, -sine * high, shift[:, 0]], 1),
        torch.stack([sine * wide * flip, cosine * high, shift[:, 1]], 1),
    )
    return sampled(kept, torch.stack(rows, 1), side).clamp(0, 1) ** GAMMA


def centred(kept: Tensor, margin: float, side: int = 64) -> Tensor:
    """The middles as they are: float 0-1 (N, 3, S, S)."""
    same = torch.tensor([[1 / margin, 0, 0], [0, 1 / margin, 0]], device=kept.device)
    return sampled(kept, same.expand(len(kept), 2, 3), side)


def sampled(kept: Tensor, where: Tensor, side: int) -> Tensor:
    """Samples uint8 (N, 3, K, K) by affine maps (N, 2, 3): float 0-1 (N, 3, S, S)."""
    grid = F.affine_grid(where, [len(kept), 3, side, side], align_corners=False)
    return F.grid_sample(
        kept.float() / 255, grid, mode="bilinear", padding_mode="border", align_corners=False
    )
