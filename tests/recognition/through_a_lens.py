"""The simulated table as a camera on a stand sees it: through a bent lens, tilted, with cards in the corners.

The simulated table's own picture, taken from straight above, is laid onto a plane and followed ray by ray.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import repeat

import cv2
import numpy as np

from companion.calibration import (
    MARK_MM,
    Area,
    AreaKind,
    FoundBy,
    LaidMark,
    LensNote,
    Optics,
    Place,
    Profile,
    Rectangle,
    Size,
    TablePlane,
    board_of,
    die_side_px,
    even_seats,
)
from companion.calibration.seating import lost_field_of
from companion.core.frame import Frame
from companion.simulator import SimulatedTable
from companion.simulator.calibration_desk import mark_drawn

SIZE: Size = (1280, 720)
MM_A_PX = 16.0 / die_side_px(SIZE)
FIELD_MM = (SIZE[0] * MM_A_PX, SIZE[1] * MM_A_PX)
"""The simulated table in true size, its dice being of 16 mm: 683 x 384 mm."""
CARD_MM = 24.0
"""Side of a card's black square: printed smaller than usual, for so small a table."""
FLOOR = 60
LENS = Optics(SIZE, (960.0, 960.0), (646.0, 355.0), (-0.15, 0.04, 0.0003, -0.0002, 0.0))


def plane_seen(tilt: float = 0.3, right_mm: float = 0.0, down_mm: float = 0.0) -> TablePlane:
    """The table before the lens: tilted by so many radians, and shifted."""
    return TablePlane(LENS, (tilt, 0.04, 0.03), (4.0 + right_mm, -6.0 + down_mm, 560.0), FIELD_MM)


def laid_cards() -> tuple[LaidMark, ...]:
    """The four cards, askew in the corners."""
    reach = FIELD_MM[0] / 2 - 24, FIELD_MM[1] / 2 - 24
    ways = ((-1, 1), (-1, -1), (1, -1), (1, 1))
    return tuple(
        LaidMark(place, (across * reach[0], down * reach[1]), turn, CARD_MM)
        for place, (across, down), turn in zip(Place, ways, (4.0, -6.0, 2.0, 8.0), strict=True)
    )


def profile_of(plane: TablePlane, players: int) -> Profile:
    """What setting the table up gives: seats, board and Lost Dice Squares where they are."""
    areas = _area(AreaKind.BOARD, board_of(SIZE)), _area(AreaKind.LOST_DICE, lost_field_of(SIZE))
    return Profile("simulated", datetime(2026, 1, 1, tzinfo=UTC), "test lens", LensNote(12, 0.1), plane,
                   FoundBy.MARKS, 0.1, laid_cards(), 16.0, even_seats(players, FIELD_MM), areas)  # fmt: skip


def _area(kind: AreaKind, part: Rectangle) -> Area:
    corners = (_mm(part.left, part.top), _mm(part.right, part.bottom))
    return Area.rectangle(kind, *corners)


def _mm(x: float, y: float) -> tuple[float, float]:
    return x * MM_A_PX - FIELD_MM[0] / 2, y * MM_A_PX - FIELD_MM[1] / 2


@dataclass
class CameraOnAStand:
    """Sees a simulated table from ``plane``, which may be changed: the camera is bumped. A Camera of play."""

    table: SimulatedTable
    plane: TablePlane
    cards: bool = True
    name: str = "camera on a stand"
    seen: tuple[np.ndarray, TablePlane, np.ndarray] | None = None

    def latest(self) -> Frame:
        return self._seen(self.table.latest())

    def capture(self, after_ns: int) -> Frame:
        return self._seen(self.table.capture(after_ns))

    def close(self) -> None:
        self.table.close()

    def _seen(self, frame: Frame) -> Frame:
        if self.seen is None or self.seen[0] is not frame.pixels or self.seen[1] != self.plane:
            size = frame.width, frame.height
            pixels = with_cards(frame.pixels, size) if self.cards else frame.pixels
            plane = self.plane if size == SIZE else self.plane.at(size)
            self.seen = frame.pixels, self.plane, filmed(pixels, plane)
        return replace(frame, pixels=self.seen[2])


def with_cards(pixels: np.ndarray, size: Size) -> np.ndarray:
    """The table's picture with the cards laid on it."""
    laid = pixels.copy()
    for grey, there, left, top in _cards_drawn(size):
        part = laid[max(0, top) : top + grey.shape[0], max(0, left) : left + grey.shape[1]]
        cut = (
            slice(max(0, -top), max(0, -top) + part.shape[0]),
            slice(max(0, -left), max(0, -left) + part.shape[1]),
        )
        part[there[cut]] = grey[cut][there[cut]][:, None]
    return laid


@cache
def _cards_drawn(size: Size) -> tuple[tuple[np.ndarray, np.ndarray, int, int], ...]:
    """Of each card its greys, where it covers the table, and its left and top pixel."""
    return tuple(map(_card_drawn, laid_cards(), repeat(size[0] / FIELD_MM[0])))


def _card_drawn(card: LaidMark, px_a_mm: float) -> tuple[np.ndarray, np.ndarray, int, int]:
    drawn = mark_drawn(card.place, (0.0, 0.0), card.turn_deg)
    shrunk = card.side_mm / MARK_MM * px_a_mm / drawn.texels_per_mm
    grey = cv2.resize(np.maximum(drawn.grey, 0), None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    covers: np.ndarray = (drawn.grey >= 0).astype(np.float32)
    covers = cv2.resize(covers, grey.shape[::-1], interpolation=cv2.INTER_AREA)
    x, y = ((at + side / 2) * px_a_mm for at, side in zip(card.middle_mm, FIELD_MM, strict=True))
    return grey, covers > 0.99, round(x - grey.shape[1] / 2), round(y - grey.shape[0] / 2)


def filmed(pixels: np.ndarray, plane: TablePlane) -> np.ndarray:
    """A picture from straight above as the camera sees it; beyond the table a dark floor."""
    seen: np.ndarray = cv2.remap(  # type: ignore[call-overload]  # OpenCV's stub forgets that there may be one map
        pixels,
        _maps(plane, pixels.shape[1]),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(FLOOR, FLOOR, FLOOR),
    )
    return seen


@lru_cache(maxsize=4)
def _maps(plane: TablePlane, width_above: int) -> np.ndarray:
    """For each pixel of the camera the place in a picture from above, float32 (H, W, 2)."""
    width, height = plane.optics.size
    xs, ys = np.meshgrid(np.arange(width), np.arange(height))
    places = plane.mm_of(np.column_stack([xs.ravel(), ys.ravel()]))
    maps = (places + np.array(FIELD_MM) / 2) * (width_above / FIELD_MM[0]) - 0.5
    return maps.astype(np.float32).reshape(height, width, 2)
