"""Prints the table of README.md: ``PYTHONPATH=. .venv/bin/python hardware/camera_heights.py``.

How high a camera must hang to see a table, and the size of a die in its picture: a pinhole that looks
straight down, no distortion, no height of dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

from companion.calibration.optics import DIE_MM, KNOWN_LENSES, SMALLEST_DIE_PX

SHAPE = 9 / 16
PLAYING_FIELDS = ((2, 4, (900.0, 500.0)), (5, 6, (1200.0, 700.0)))
"""Fewest and most players, and the part of the table for dice and cups, in mm [choice]."""


@dataclass(frozen=True, slots=True)
class Mount:
    height_mm: float
    seen_mm: tuple[float, float]
    die_px: float

    @property
    def readable(self) -> bool:
        return self.die_px >= SMALLEST_DIE_PX


def mounted(view_deg: float, width_px: int, field_mm: tuple[float, float]) -> Mount:
    """The lowest camera with this view across that sees the field; ``field_mm``: width, depth."""
    width, depth = field_mm
    seen = max(width, depth / SHAPE)
    height = seen / 2 / tan(radians(view_deg) / 2)
    return Mount(height, (seen, seen * SHAPE), width_px * DIE_MM / seen)


def heights() -> str:
    """The table in Markdown: a row for each camera, a column for each playing field."""
    fields = [
        f"{fewest}–{most} players ({width / 10:.0f} × {depth / 10:.0f} cm)"
        for fewest, most, (width, depth) in PLAYING_FIELDS
    ]
    lines = [_row("camera", fields), "|---|" + "---|" * len(fields)]
    for lens in KNOWN_LENSES:
        mounts = (mounted(lens.stated_view_deg, lens.width_px, field_mm) for _, _, field_mm in PLAYING_FIELDS)
        lines.append(_row(lens.name, [_cell(mount) for mount in mounts]))
    return "\n".join(lines)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _cell(mount: Mount) -> str:
    """The height, and the length of a 16 mm die in the picture."""
    size = f"{mount.die_px:.0f} px" if mount.readable else f"{mount.die_px:.0f} px: too small"
    return f"{mount.height_mm / 10:.0f} cm ({size})"


if __name__ == "__main__":
    print(heights())
