"""Plays sounds by a program of the system, which can be stopped at any moment."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Protocol

from companion.text.speech import say

PLAYERS = (("aplay", "-q", "-"), ("pw-play", "-"), ("paplay", "/dev/stdin"))
"""Programs that play a WAV file from standard input, the plainest first."""
LOOK_EVERY_S = 0.03
"""How soon a sound that is cut off falls silent."""


class PlayerFailed(Exception):
    """Nothing was played; the message says why, in the system's words."""


class Player(Protocol):
    """Plays one sound at a time."""

    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        """Play a WAV file; returns when it has ended, or soon after ``cut_off`` says so.

        Raises ``PlayerFailed``.
        """
        ...


class SystemPlayer:
    """The first of the system's programs that is here. Without any ``play`` raises ``PlayerFailed``."""

    def __init__(self) -> None:
        self._call = next((list(call) for call in PLAYERS if shutil.which(call[0])), None)

    @property
    def name(self) -> str | None:
        """The program; ``None`` where there is none."""
        return None if self._call is None else self._call[0]

    def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
        """Play a WAV file; returns when it has ended or is cut off."""
        if self._call is None:
            raise PlayerFailed(say("voice.no_player"))
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        try:
            playing = subprocess.Popen(self._call, stdin=pipe, stdout=nothing, stderr=pipe)
        except OSError as fault:
            raise PlayerFailed(str(fault)) from None
        complaint = _ended(playing, wav, cut_off)
        if playing.returncode > 0:
            raise PlayerFailed(complaint.decode(errors="replace").strip() or say("voice.player_failed"))


def _ended(playing: subprocess.Popen[bytes], wav: bytes, cut_off: Callable[[], bool]) -> bytes:
    """Wait for the program; what it said on standard error."""
    while True:
        try:
            return playing.communicate(wav, timeout=LOOK_EVERY_S)[1]
        except subprocess.TimeoutExpired:
            if cut_off():
                playing.terminate()
