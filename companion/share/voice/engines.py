"""Speech engines on this machine: Piper with a voice file, else espeak-ng."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import reduce
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Protocol
from unicodedata import combining, name, normalize

from companion.share.voice.sound import Sound
from companion.text import say

_VOICES = {
    "HEBREW": "he",
    "ARABIC": "ar",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "CJK": "cmn",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "THAI": "th",
}
"""First word of a letter's Unicode name, and the voice that reads it. Other voices name each letter: "Hebrew
alef Hebrew bet …". espeak-ng changes to Hindi, Armenian and others by itself."""
_SPELT = range(0x180, 0x250), range(0x1E00, 0x1F00)
"""Latin letters outside the app's languages: espeak-ng says their numbers."""


def by_voice(words: str, language: str) -> tuple[tuple[str, str], ...]:
    """(language, words) in stretches; signs and spaces belong to the letters before them."""
    stretches: list[tuple[str, str]] = []
    for letter in _plain(words):
        before = stretches[-1][0] if stretches else language
        voice = _voice_of(letter, language) if letter.isalnum() else before
        if stretches and voice == before:
            stretches[-1] = voice, stretches[-1][1] + letter
        else:
            stretches.append((voice, letter))
    return tuple(stretches)


def _voice_of(letter: str, language: str) -> str:
    return language if letter.isascii() else _VOICES.get(name(letter, "").partition(" ")[0], language)


def _plain(words: str) -> str:
    """Rare Latin letters without their marks: "Nguyen" for "Nguyễn"."""
    return "".join(_bare(each) if any(ord(each) in block for block in _SPELT) else each for each in words)


def _bare(letter: str) -> str:
    return "".join(each for each in normalize("NFD", letter) if not combining(each))


LONGEST_S = 10.0
"""An engine that takes longer for a sentence is given up."""
WORDS_A_MINUTE = 165
"""espeak-ng's default is 175; names among numbers need a little more time."""
CHUNK = 1 << 16
WROTE = "Wrote "
"""Piper's words on standard error before the name of a finished file."""


class EngineFailed(Exception):
    """The message says why, in the system's words."""


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def speech(self, words: str) -> Sound:
        """Raises ``EngineFailed``."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Espeak:
    """espeak-ng of the system: every language, a tenth of a second for a sentence."""

    language: str

    @property
    def name(self) -> str:
        return f"espeak-ng {self.language}"

    def speech(self, words: str) -> Sound:
        """22,050 Hz; names in other letters use the voice of their language."""
        spoken = [self._said(voice, part) for voice, part in by_voice(words, self.language)]
        return reduce(Sound.then, spoken) if spoken else self._said(self.language, words)

    @staticmethod
    def _said(language: str, words: str) -> Sound:
        call = ["espeak-ng", "-v", language, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin", "--stdout"]
        try:
            done = subprocess.run(
                call, input=words.encode(), capture_output=True, timeout=LONGEST_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise EngineFailed(str(fault)) from None
        if done.returncode:
            raise EngineFailed(done.stderr.decode(errors="replace").strip() or say("voice.engine_ended"))
        return _sound(done.stdout)

    def close(self) -> None: ...


class Piper:
    """Piper (package ``piper-tts``) with one voice: ``NAME.onnx`` beside ``NAME.onnx.json``.

    The first sentence starts its process, which keeps the voice loaded.
    """

    def __init__(self, voice: Path) -> None:
        self._voice = voice
        self._program: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def name(self) -> str:
        return f"piper {self._voice.stem}"

    def speech(self, words: str) -> Sound:
        try:
            program = self._running()
            assert program.stdin is not None
            assert program.stderr is not None
            program.stdin.write(f"{' '.join(words.split())}\n".encode())
            program.stdin.flush()
            made = Path(_written(program.stderr))
            sound = _sound(made.read_bytes())
            made.unlink()
        except (OSError, EngineFailed) as fault:
            self.close()
            raise EngineFailed(str(fault)) from None
        return sound

    def close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.kill()
            program.communicate()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._program is None or self._program.poll() is not None:
            self.close()
            self._folder = tempfile.TemporaryDirectory(prefix="cups-up-voice-")
            call = [sys.executable, "-I", "-m", "piper", "-m", str(self._voice), "-d", self._folder.name]
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            self._program = subprocess.Popen(call, stdin=pipe, stdout=nothing, stderr=pipe)
        return self._program


def _written(answers: IO[bytes]) -> str:
    """The file that Piper names next. Raises ``EngineFailed`` without one.

    Past Python's buffer: a line that had come with the one before would wait there unseen.
    """
    until, told = time.monotonic() + LONGEST_S, b""
    while (left := until - time.monotonic()) > 0 and select.select([answers], [], [], left)[0]:
        more = os.read(answers.fileno(), CHUNK)
        told += more
        *lines, rest = told.decode("utf-8", "replace").split("\n")
        for line in lines:
            if WROTE in line:
                return line.partition(WROTE)[2].strip()
        if not more:
            raise EngineFailed(next(filter(None, (rest, *reversed(lines))), "") or say("voice.engine_ended"))
    raise EngineFailed(say("voice.no_answer"))


def _sound(wav: bytes) -> Sound:
    try:
        return Sound.from_wav(wav)
    except ValueError as fault:
        raise EngineFailed(str(fault)) from None


def engine_for(language: str, voices: Path) -> Engine | None:
    """A Piper voice of the language in ``voices``, else espeak-ng, else None.

    A voice's file begins with its language: ``de_DE-thorsten-low.onnx``.
    """
    if find_spec("piper") is not None:
        for voice in sorted(voices.glob(f"{language}[_-]*.onnx")):
            return Piper(voice)
    return Espeak(language) if shutil.which("espeak-ng") else None
