"""The light behind the display, where Linux lets the app set it (``/sys/class/backlight``)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

BACKLIGHTS = Path("/sys/class/backlight")
DIMMEST_PERCENT = 5
"""A display that went quite dark could not be set light again by touch."""


@dataclass(frozen=True, slots=True)
class Backlight:
    """One backlight: ``folder`` holds its files, ``most`` is its own number for full light."""

    folder: Path
    most: int

    def shine(self, percent: int) -> None:
        """As bright as this, in percent of full light. Raises ``OSError``."""
        value = round(self.most * max(DIMMEST_PERCENT, min(100, percent)) / 100)
        (self.folder / "brightness").write_text(f"{max(1, value)}\n", encoding="ascii")


def find_backlight(folder: Path = BACKLIGHTS) -> Backlight | None:
    """The first backlight that this user may set; ``None`` where there is none."""
    for each in sorted(folder.glob("*")):
        try:
            most = int((each / "max_brightness").read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(each / "brightness", os.W_OK):
            return Backlight(each, most)
    return None
