"""Clocks for tests, in nanoseconds."""

from __future__ import annotations


class ManualClock:
    """Goes only when told."""

    def __init__(self, ns: int = 1_000_000_000) -> None:
        self.ns = ns

    def __call__(self) -> int:
        return self.ns

    def go_on(self, by_ns: int) -> None:
        self.ns += by_ns

    def wait(self, seconds: float) -> None:
        self.go_on(round(seconds * 1e9))


class Ticks(ManualClock):
    """Goes on by a step at each look."""

    def __init__(self, step_ns: int = 1) -> None:
        super().__init__(0)
        self.step_ns = step_ns

    def __call__(self) -> int:
        self.ns += self.step_ns
        return self.ns
