"""The display as Linux sees it: backlight and touch panels. Opens no device."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from companion.core.on_disk import text_in
from companion.text import say

BACKLIGHTS = Path("/sys/class/backlight")
DIMMEST_PERCENT = 5
"""A dark display could not be found again by touch."""


@dataclass(frozen=True, slots=True)
class Backlight:
    """``folder``: its files; ``most``: its number for full light."""

    folder: Path
    most: int

    def shine(self, percent: int) -> None:
        """Percent of full light. Raises ``OSError``."""
        value = round(self.most * max(DIMMEST_PERCENT, min(100, percent)) / 100)
        (self.folder / "brightness").write_text(f"{max(1, value)}\n", encoding="ascii")


def find_backlight(folder: Path = BACKLIGHTS) -> Backlight | None:
    """The first that this user may set; None without one."""
    for each in sorted(folder.glob("*")):
        try:
            most = int((each / "max_brightness").read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(each / "brightness", os.W_OK):
            return Backlight(each, most)
    return None


INPUTS = Path("/proc/bus/input/devices")
MULTI_TOUCH_X = 0x35
"""Linux's ABS_MT_POSITION_X, an axis of every touch panel."""
WORD_BITS = 64


def touch_panels(path: Path = INPUTS) -> tuple[str, ...]:
    """Names; empty if Linux knows none."""
    names = []
    for block in text_in(path).split("\n\n"):
        lines = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line)
        if _has_bit(lines.get("ABS", "").split(), MULTI_TOUCH_X):
            names.append(lines.get("Name", "").strip('"') or say("touch_panel.nameless"))
    return tuple(names)


def _has_bit(words: list[str], bit: int) -> bool:
    """Hexadecimal words, lowest last."""
    place, within = divmod(bit, WORD_BITS)
    return place < len(words) and bool(int(words[-1 - place], 16) >> within & 1)
