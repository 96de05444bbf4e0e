"""What the parts of a club take: processor time, memory and bytes, as the system counts them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_S = 0.5
"""A process that is killed loses what it took since the last look."""


@dataclass
class Meter:
    """Adds up what a part takes; ``roots`` gives the processes that it begins with now."""

    name: str
    roots: Callable[[], Iterable[int]]
    highest_kib: int = 0
    _newest: dict[int, float] = field(default_factory=dict)

    def look(self) -> None:
        """Take note of all processes of the part that are there now."""
        there = _with_children(self.roots())
        self._newest |= {each: _processor_s(each) for each in there}
        self.highest_kib = max(self.highest_kib, sum(map(_memory_kib, there)))

    def __str__(self) -> str:
        """What was taken, in words."""
        return f"{self.name}: {sum(self._newest.values()):.1f} s of a core, {self.highest_kib / 1024:.0f} MiB"


class Meters:
    """Looks at all meters now and then, in a thread of its own, until it is left."""

    def __init__(self, *meters: Meter) -> None:
        self._meters, self._left = meters, threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Meters:
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._looking.join()

    def _look(self) -> None:
        while not self._left.wait(LOOK_S):
            for each in self._meters:
                each.look()


def _with_children(roots: Iterable[int]) -> set[int]:
    parents = {int(each.name): _parent(each) for each in Path("/proc").iterdir() if each.name.isdecimal()}
    found, more = set(), {each for each in roots if each in parents}
    while more:
        found |= more
        more = {child for child, parent in parents.items() if parent in more}
    return found


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _processor_s(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:13])) / TICKS


def _memory_kib(process: int) -> int:
    """The process's own memory; what it shares with others is shared out (Pss)."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
