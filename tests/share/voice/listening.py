"""A player that keeps what it is given, with the time; an engine that takes as long as it is told to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from companion.share.voice.sound import Sound

RATE = 8_000


@dataclass
class Tape:
    """What was heard: (began, ended, bytes), in seconds of the monotonic clock."""

    heard: list[tuple[float, float, bytes]] = field(default_factory=list)
    plays: bool = True

    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        began = time.monotonic()
        until = began + (Sound.from_wav(wav).lasts_s if self.plays else 0)
        while time.monotonic() < until and not cut_off():
            time.sleep(0.005)
        self.heard.append((began, time.monotonic(), wav))


@dataclass
class Letters:
    """Speech of a twentieth of a second a word; ``spoken`` are the words that were asked for."""

    spoken: list[str] = field(default_factory=list)
    name: str = "letters"

    def speech(self, words: str) -> Sound:
        self.spoken.append(words)
        return Sound(np.full(RATE // 20 * len(words.split()), 1000, np.int16), RATE)

    def close(self) -> None:
        pass


def until(holds: Callable[[], bool], patience_s: float = 20.0) -> None:
    """Waits until something holds; fails after a while."""
    deadline = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
