"""Where seats are round a table: the same in the camera's picture, on a real table and on the screen.

Pure. A table is stretched to the square from -1 to 1, x to the right and y down; the first seat is in the
middle of the near side, the others follow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

EVEN_TURNS = 8
"""Up to so many players sit at even turns. More sit evenly along the edge: at even turns the cups at the
short sides would touch."""
WIDE: tuple[float, float] = (16.0, 9.0)


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """Seats round a table of this width and height, in whatever unit."""

    players: int
    size: tuple[float, float] = WIDE

    def towards(self, steps: float) -> tuple[float, float]:
        """A way from the middle of the square to a seat; with a half, between two seats."""
        if self.players <= EVEN_TURNS:
            turn = steps * 2 * pi / self.players
            return -sin(turn), cos(turn)
        return self._along(steps / self.players % 1.0 * self._round)

    def on_edge(self, steps: float) -> tuple[float, float]:
        """Where that way meets the square's edge."""
        u, v = self.towards(steps)
        reach = max(abs(u), abs(v))
        return u / reach, v / reach

    @property
    def _round(self) -> float:
        return 2 * sum(self.size)

    def _along(self, way: float) -> tuple[float, float]:
        """The place of the edge so far from the middle of the near side, clockwise."""
        wide, high = self.size
        for length, (u, v), (du, dv) in (
            (wide / 2, (0.0, 1.0), (-2 / wide, 0.0)),
            (high, (-1.0, 1.0), (0.0, -2 / high)),
            (wide, (-1.0, -1.0), (2 / wide, 0.0)),
            (high, (1.0, -1.0), (0.0, 2 / high)),
        ):
            if way <= length:
                return u + way * du, v + way * dv
            way -= length
        return 1.0 - way * 2 / wide, 1.0
