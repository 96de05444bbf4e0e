"""A table of cards: each at its homography, every index with its visible share."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.cards.camera import seen_at
from models.cards.face import NO_RANK, NO_SUIT, UNSURE, Face, Index
from models.compose.paint import BACKGROUND
from models.compose.scene import Table, Thing

Rng = np.random.Generator
READABLE, UNREADABLE = 0.92, 0.7
"""Visible share of rank or suit from which it is read, and below which it is not; between, unsure."""
FOUND, LOST = 0.7, 0.3
"""The same for finding the whole index."""
SHADOW_ROOM = 0.06
"""Reach of a card's shadow, in card lengths."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A visible index. ``x``, ``y``, ``height`` in frame px, ``up`` a unit vector, y down.

    ``rank`` and ``suit`` by their place, one past the last if unreadable, ``UNSURE`` if open. ``shown``:
    visible share. ``card``: by its place on the table.
    """

    x: float
    y: float
    height: float
    up: tuple[float, float]
    rank: int
    suit: int
    shown: float
    card: int
    printed: str = ""

    @property
    def to_find(self) -> bool | None:
        """``None`` if either will do."""
        return True if self.shown >= FOUND else None if self.shown >= LOST else False


class CardTable(Table):
    """Things pasted in turn; upper ones hide lower ones."""

    def __init__(self, ground: np.ndarray) -> None:
        super().__init__(ground)
        self.cards: list[tuple[Face, np.ndarray, int]] = []

    def lay(self, rng: Rng, face: Face, matrix: np.ndarray, light: float = 1.0) -> None:
        """``matrix`` (3, 3): from card px to frame px; ``light`` shades the card. Drops a soft shadow."""
        tall, wide = face.bgra.shape[:2]
        outline = seen_at(matrix, np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)]))
        room = 2 + int(SHADOW_ROOM * np.ptp(outline, 0).max())
        left, top = np.floor(outline.min(0)).astype(int) - room
        right, bottom = np.ceil(outline.max(0)).astype(int) + room
        shrink = min(
            1.0,
            1.3
            * max(np.hypot(*(outline[1] - outline[0])) / wide, np.hypot(*(outline[3] - outline[0])) / tall),
        )
        small = (
            cv2.resize(face.bgra, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            if shrink < 0.9
            else face.bgra
        )
        real = np.diag([wide / small.shape[1], tall / small.shape[0], 1.0])
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.owner.shape[1], right), min(self.owner.shape[0], bottom)
        place = len(self.things)
        self.cards.append((face, matrix, place))
        self.things.append(Thing((left, top, right, bottom), BACKGROUND))
        self.areas.append(0)
        if x1 <= x0 or y1 <= y0:
            return
        crop = np.array([[1, 0, left - x0], [0, 1, top - y0], [0, 0, 1.0]])
        seen = cv2.warpPerspective(
            small, crop @ shift @ matrix @ real, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR
        )
        self._shadow(rng, seen[..., 3], (x0, y0), (np.ptp(outline[:, 0]) + np.ptp(outline[:, 1])) / 2)
        share = seen[..., 3, None].astype(np.float32) / 255
        under = self.pixels[y0:y1, x0:x1]
        self.pixels[y0:y1, x0:x1] = under * (1 - share) + seen[..., :3] * (share * light)
        self.owner[y0:y1, x0:x1][seen[..., 3] > 128] = place

    def _shadow(self, rng: Rng, alpha: np.ndarray, at: tuple[int, int], size: float) -> None:
        tall, wide = alpha.shape
        blur = max(0.6, size * rng.uniform(0.002, 0.03))
        drift = rng.normal(0, size * 0.012, 2)
        moved = cv2.warpAffine(
            alpha, np.array([[1, 0, drift[0]], [0, 1, drift[1]]], np.float32), (wide, tall)
        )
        soft = cv2.GaussianBlur(moved, (0, 0), blur).astype(np.float32) / 255
        area = self.pixels[at[1] : at[1] + tall, at[0] : at[0] + wide]
        area *= 1 - rng.uniform(0.1, 0.6) * soft[..., None]

    def corners(self) -> list[Corner]:
        found = []
        for card, (face, matrix, place) in enumerate(self.cards):
            for index in face.indices:
                corner = self._corner(face, index, matrix, place, card)
                if corner is not None:
                    found.append(corner)
        return found

    def _corner(self, face: Face, index: Index, matrix: np.ndarray, place: int, card: int) -> Corner | None:
        top, bottom = seen_at(matrix, np.array(index.ends))
        x, y = (top + bottom) / 2
        tall, wide = self.owner.shape
        if not (0 <= x < wide and 0 <= y < tall):
            return None
        height = float(np.hypot(*(top - bottom)))
        shown = [self._shown(box, matrix, place) for box in (index.rank, index.suit)]
        if max(shown) <= 0.02 or height < 2:
            return None
        up = (top - bottom) / height
        rank, suit = (
            truth if share >= READABLE else none if share < UNREADABLE else UNSURE
            for truth, none, share in zip((face.rank, face.suit), (NO_RANK, NO_SUIT), shown, strict=True)
        )
        return Corner(
            float(x), float(y), height, (float(up[0]), float(up[1])), rank, suit, min(shown), card, face.code
        )

    def _shown(self, box: tuple[float, float, float, float], matrix: np.ndarray, place: int) -> float:
        """Visible share of a rectangle on a card, within the frame."""
        left, top, right, bottom = box
        grid = np.mgrid[0:7, 0:7].reshape(2, -1).T / 6.0
        spots = seen_at(matrix, np.array([left, top]) + grid * (right - left, bottom - top)).astype(int)
        tall, wide = self.owner.shape
        inside = (spots[:, 0] >= 0) & (spots[:, 0] < wide) & (spots[:, 1] >= 0) & (spots[:, 1] < tall)
        owners = self.owner[spots[inside, 1], spots[inside, 0]]
        return float((owners == place).sum() / len(spots))
