"""Sounds as samples: louder, softer, joined, as WAV files, and the effects."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.text import say

LOUDEST = 32767
SAMPLE_BYTES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """``samples``: int16, one channel; ``rate``: samples a second."""

    samples: NDArray[np.int16]
    rate: int

    @classmethod
    def from_wav(cls, wav: bytes) -> Sound:
        """16-bit samples, one channel. ValueError for any other file."""
        try:
            with wave.open(io.BytesIO(wav)) as file:
                if (file.getnchannels(), file.getsampwidth()) != (1, SAMPLE_BYTES):
                    raise ValueError(say("voice.no_speech"))
                data, rate = file.readframes(file.getnframes()), file.getframerate()
        except (wave.Error, EOFError) as fault:
            raise ValueError(say("voice.no_speech")) from fault
        whole = len(data) // SAMPLE_BYTES * SAMPLE_BYTES
        return cls(np.frombuffer(data[:whole], np.int16), rate)

    @property
    def wav(self) -> bytes:
        out = io.BytesIO()
        with wave.open(out, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(SAMPLE_BYTES)
            file.setframerate(self.rate)
            file.writeframes(self.samples.tobytes())
        return out.getvalue()

    @property
    def lasts_s(self) -> float:
        return len(self.samples) / self.rate

    def at(self, volume: float) -> Sound:
        """``volume``: 0 (silence) to 1 (unchanged)."""
        return Sound((self.samples * min(1.0, max(0.0, volume))).astype(np.int16), self.rate)

    def then(self, other: Sound) -> Sound:
        """This sound, then the other, at the other's rate."""
        places = np.arange(0, len(self.samples), self.rate / other.rate)
        here = np.interp(places, np.arange(len(self.samples)), self.samples).astype(np.int16)
        return Sound(np.concatenate([here, other.samples]), other.rate)


RATE = 22_050
"""Samples a second, as espeak-ng's."""
Wave = NDArray[np.float64]


class Effect(Enum):
    DIE = "die"
    CUP = "cup"
    STAMP = "stamp"
    WIN = "win"


def sound_of(effect: Effect) -> Sound:
    wave = _WAVES[effect]()
    return Sound((np.clip(wave, -1, 1) * 0.6 * LOUDEST).astype(np.int16), RATE)


def _time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _knock(pitch_hz: float, seconds: float, seed: int) -> Wave:
    time = _time(seconds)
    noise = np.random.default_rng(seed).standard_normal(len(time)) * np.exp(-time * 180)
    return np.sin(2 * np.pi * pitch_hz * time) * np.exp(-time * 45) * 0.7 + noise * 0.3


def _die() -> Wave:
    wave = np.zeros(int(0.16 * RATE))
    for at_s, loud, pitch in ((0.0, 1.0, 1900.0), (0.07, 0.5, 2150.0)):
        knock, start = _knock(pitch, 0.08, int(pitch)) * loud, int(at_s * RATE)
        wave[start : start + len(knock)] += knock
    return wave


def _cup() -> Wave:
    time = _time(0.25)
    return np.sin(2 * np.pi * (180 + 420 * time) * time) * np.exp(-time * 9)


def _stamp() -> Wave:
    return _knock(110.0, 0.2, 7) * 1.2


def _win() -> Wave:
    notes = [_note(pitch, seconds) for pitch, seconds in ((523.25, 0.1), (659.26, 0.1), (783.99, 0.28))]
    return np.concatenate(notes)


def _note(pitch_hz: float, seconds: float) -> Wave:
    time = _time(seconds)
    tone = np.sin(2 * np.pi * pitch_hz * time) + 0.3 * np.sin(4 * np.pi * pitch_hz * time)
    return tone * np.exp(-time * 6)


_WAVES: dict[Effect, Callable[[], Wave]] = {
    Effect.DIE: _die,
    Effect.CUP: _cup,
    Effect.STAMP: _stamp,
    Effect.WIN: _win,
}
