"""A rehearsal's figures, and every failure with its evening, round and seed."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import ceil
from pathlib import Path

from companion.cli.demonstration.album import write_failure
from companion.core.on_disk import write_whole
from companion.play.views import TableView
from companion.simulator.rehearsal.ledger import LiftFigures
from companion.simulator.rehearsal.programme import TURNS

BYTES_A_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Machine:
    """Memory in megabytes (10^6 bytes), threads, open files: 0 if /proc is missing."""

    rss_mb: float = 0.0
    threads: int = 0
    open_files: int = 0
    cpu_s: float = 0.0


def machine_now() -> Machine:
    proc = Path("/proc/self")
    if not proc.is_dir():
        return Machine(cpu_s=time.process_time())
    pages = int((proc / "statm").read_text(encoding="ascii").split()[1])
    rss_mb = round(pages * os.sysconf("SC_PAGE_SIZE") / BYTES_A_MB, 1)
    threads, files = (sum(1 for _ in (proc / each).iterdir()) for each in ("task", "fd"))
    return Machine(rss_mb, threads, files, time.process_time())


class Flaw(Enum):
    """What goes wrong; ``GRAVE`` says which of it ends a rehearsal with exit status 1."""

    STALLED = "stalled"
    EARLY = "read early"
    LOST = "events lost"
    CRASHED = "crashed"
    TOLD_WRONG = "told wrong"
    WRONG_VERDICT = "wrong verdict"
    STUCK = "stuck"


WARM_EVENINGS = len(TURNS)
"""Memory is measured from this evening on, after every game; with fewer, from the first."""
GRAVE = (Flaw.STALLED, Flaw.EARLY, Flaw.LOST, Flaw.CRASHED, Flaw.STUCK)


@dataclass(frozen=True, slots=True)
class Failure:
    evening: int
    round_number: int
    seed: int
    flaw: Flaw
    why: str

    def as_object(self) -> dict[str, object]:
        why = f"{self.flaw.value}: {self.why}"
        return {"evening": self.evening, "round": self.round_number, "seed": self.seed, "why": why}


@dataclass(slots=True)
class Tally:
    """``cards``: by how they were read. ``untouched``: commands without a key."""

    evenings: int = 0
    lifts: int = 0
    read_by_itself: int = 0
    questions: int = 0
    questions_by_itself: int = 0
    dice: int = 0
    asked: int = 0
    told_wrong: int = 0
    wrong_verdicts: int = 0
    events_lost: int = 0
    crashes: int = 0
    untouched: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    machine_s: list[float] = field(default_factory=list)
    happenings: dict[str, Counter[str]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    start: Machine | None = None
    end: Machine | None = None

    @property
    def fine(self) -> bool:
        return not any(each.flaw in GRAVE for each in self.failures)

    def count(self, flaw: Flaw) -> int:
        return sum(each.flaw is flaw for each in self.failures)

    def lifted(self, end: LiftFigures) -> None:
        self.lifts += 1
        self.read_by_itself += not end.touched
        self.questions += end.questioned
        self.questions_by_itself += end.questioned and not end.touched
        self.asked += end.asked
        if end.seconds is not None and not end.touched:
            self.seconds.append(end.seconds)
        if end.machine_s is not None and not end.touched:
            self.machine_s.append(end.machine_s)
        told = self.happenings.setdefault(end.happening, Counter())
        told.update(
            lifts=1,
            read_by_itself=int(not end.touched),
            read_early=int(end.early),
            questions=int(end.questioned),
        )

    def machine(self, now: Machine) -> None:
        self.evenings += 1
        if self.start is None or self.evenings == WARM_EVENINGS:
            self.start = now
        self.end = now

    def as_object(self) -> dict[str, object]:
        start, end = self.start or Machine(), self.end or Machine()
        return {
            "evenings": self.evenings,
            "lifts": self.lifts,
            "read_by_itself": self.read_by_itself,
            "stalled": self.count(Flaw.STALLED),
            "read_early": self.count(Flaw.EARLY),
            "seconds_to_verdict": spread(self.seconds),
            "machine_seconds_to_verdict": spread(self.machine_s),
            "questions": self.questions,
            "questions_by_itself": self.questions_by_itself,
            "dice": self.dice,
            "asked": self.asked,
            "told_wrong": self.told_wrong,
            "wrong_verdicts": self.wrong_verdicts,
            "events_lost": self.events_lost,
            "crashes": self.crashes,
            "stuck": self.count(Flaw.STUCK),
            "untouched": self.untouched,
            "cards": dict(self.cards),
            "by_happening": {name: dict(self.happenings[name]) for name in sorted(self.happenings)},
            "rss_mb": {"start": start.rss_mb, "end": end.rss_mb},
            "threads": {"start": start.threads, "end": end.threads},
            "open_files": {"start": start.open_files, "end": end.open_files},
            "cpu_seconds": round(end.cpu_s, 1),
            "failures": [each.as_object() for each in self.failures],
        }


def spread(seconds: Sequence[float]) -> dict[str, float | None]:
    """The 95th percentile is the nearest rank; ``None`` for no seconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {"median": None, "p95": None, "max": None}
    ranks = {"median": 0.5, "p95": 0.95, "max": 1.0}
    return {name: round(ordered[ceil(rank * len(ordered)) - 1], 3) for name, rank in ranks.items()}


INDEX, FIGURES = "index.md", "figures.json"


class Album:
    """Made at first use. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: list[tuple[str, Failure]] = []
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, failure: Failure, view: TableView, story: str) -> None:
        flaw = failure.flaw.value.replace(" ", "-")
        name = f"{len(self._kept) + 1:03d}-seed-{failure.seed}-round-{failure.round_number:02d}-{flaw}"
        self._kept.append((name, failure))
        if view.picture is not None:
            write_failure(self._folder, name, view, failure.flaw.value, failure.why)
        (self._folder / f"{name}.txt").write_text(f"{failure.flaw.value}: {failure.why}\n\n{story}", "utf-8")

    def close(self, tally: Tally) -> None:
        told = json.dumps(tally.as_object(), indent=2, ensure_ascii=False)
        write_whole(self._folder / FIGURES, f"{told}\n".encode())
        failures = [f"- [{name}]({name}.txt): {failure.why}" for name, failure in self._kept]
        lines = ["# Rehearsal", "", *(failures or ["Nothing went wrong."]), "", "```json", told, "```", ""]
        write_whole(self._folder / INDEX, "\n".join(lines).encode())
