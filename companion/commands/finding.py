"""What an examination of this machine finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How it stands: a lack can be played with, a fault cannot."""

    OK = "ok"
    LACK = "lack"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: ``sentence`` says what there is, ``remedy`` what to do where that is not enough."""

    name: str
    state: State
    sentence: str
    remedy: str | None = None

    def __post_init__(self) -> None:
        if (self.remedy is None) != (self.state is State.OK):
            raise ValueError(f"a finding must have a remedy just when something is wrong, got {self}")
