"""Sounds: samples at a rate, made louder or softer, one after the other, as WAV files."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.text.speech import say

LOUDEST = 32767
SAMPLE_BYTES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """``samples``: int16, one channel; ``rate``: samples a second."""

    samples: NDArray[np.int16]
    rate: int

    @classmethod
    def from_wav(cls, wav: bytes) -> Sound:
        """The sound in a WAV file of 16-bit samples, one channel. ValueError for any other file."""
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
        """The sound as a WAV file."""
        out = io.BytesIO()
        with wave.open(out, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(SAMPLE_BYTES)
            file.setframerate(self.rate)
            file.writeframes(self.samples.tobytes())
        return out.getvalue()

    @property
    def lasts_s(self) -> float:
        """How long it lasts, in seconds."""
        return len(self.samples) / self.rate

    def at(self, volume: float) -> Sound:
        """The same at a volume from 0 (silence) to 1 (as it is)."""
        return Sound((self.samples * min(1.0, max(0.0, volume))).astype(np.int16), self.rate)

    def then(self, other: Sound) -> Sound:
        """This sound and the other after it, at the other's rate."""
        places = np.arange(0, len(self.samples), self.rate / other.rate)
        here = np.interp(places, np.arange(len(self.samples)), self.samples).astype(np.int16)
        return Sound(np.concatenate([here, other.samples]), other.rate)
