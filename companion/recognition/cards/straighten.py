"""Located indices set right: a first crop tells how far place, height and direction are off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.recognition.cards.card_reader import cut_indices
from companion.recognition.cards.index import Index, one_each
from companion.recognition.detect.pyramid import ImagePyramid

FARTHEST, LOG_HEIGHT, SINE = 0.45, 0.55, 0.55
"""No index is set right by more: place in shares of its height, logarithm of the height, sine of the turn. As
far off as the crops were that models/cards trained on."""


class Shifts(Protocol):
    """What tells how crops lie (``card_reader.CardReader``)."""

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        """Shifts (N, 4) of crops uint8 (N, 64, 48, 3) BGR, as ``shifted`` takes them."""
        ...


def straightened(reader: Shifts, pixels: ImagePyramid, indices: Sequence[Index]) -> tuple[Index, ...]:
    """The indices as their crops say that they lie, each once, likeliest first."""
    shifts = reader.shifts(cut_indices(pixels, indices))
    moved = [shifted(index, shift) for index, shift in zip(indices, shifts, strict=True)]
    size = pixels.size
    return tuple(
        one_each([each for each in moved if 0 <= each.x < size[0] and 0 <= each.y < size[1]], len(moved))
    )


def shifted(index: Index, shift: np.ndarray) -> Index:
    """The index where a crop of it says it is.

    ``shift`` (4): how far its middle lies right and down in the crop, in shares of the height that was cut;
    the logarithm of its height over that; the sine of the angle by which its up is turned clockwise.
    """
    right, down = np.clip(shift[:2], -FARTHEST, FARTHEST) * index.height_px
    angle = float(np.arcsin(np.clip(shift[3], -SINE, SINE)))
    up_x, up_y = index.up
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return replace(
        index,
        x=index.x - right * up_y - down * up_x,
        y=index.y + right * up_x - down * up_y,
        height_px=index.height_px * float(np.exp(np.clip(shift[2], -LOG_HEIGHT, LOG_HEIGHT))),
        up=(up_x * cos - up_y * sin, up_x * sin + up_y * cos),
    )
