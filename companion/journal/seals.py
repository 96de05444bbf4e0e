"""Seals: a hash beside each line, chained over the game's lines before it.

A line changed by a damaged disk does not match its seal; later lines are not trusted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from companion.text import say

LENGTH = 16
"""Hex digits: 64 bits of SHA-256."""
MOST_DIGITS_AMISS = 1
"""A flipped bit in a seal changes one digit; in a line nearly all digits of its seal."""

Row = tuple[object, object, object]
"""From the disk: an event's number, the moment of writing with its seal, and its line."""


@dataclass(frozen=True, slots=True)
class SoundLines:
    """``amiss``: why the next line is bad, or ``None``. ``sealed``: all lines have seals."""

    lines: tuple[str, ...]
    seal: str
    amiss: str | None = None
    sealed: bool = True


def first_seal(game_id: int) -> str:
    """The start of a game's chain: no line fits another game."""
    return f"game {game_id}"


def seal_of(before: str, line: str) -> str:
    return hashlib.sha256(f"{before}\n{line}".encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def stamped(moment: str, seal: str) -> str:
    """A moment and a seal as one text."""
    return f"{moment} {seal}"


def seal_in(written: object) -> str | None:
    """``None`` for a line older than seals."""
    seal = written.partition(" ")[2] if type(written) is str else ""
    return seal if len(seal) == LENGTH else None


def matches(kept: str | None, seal: str) -> bool:
    """A line without a seal is trusted."""
    if kept is None or kept == seal:
        return True
    return sum(one != other for one, other in zip(kept, seal, strict=True)) <= MOST_DIGITS_AMISS


def sound_lines(game_id: int, rows: Iterable[Row]) -> SoundLines:
    lines: list[str] = []
    seal, sealed = first_seal(game_id), True
    for wanted, (number, written, line) in enumerate(rows, start=1):
        if number != wanted:
            return SoundLines(tuple(lines), seal, say("seal.missing"), sealed)
        if type(line) is not str:
            return SoundLines(tuple(lines), seal, say("seal.no_text"), sealed)
        here, kept = seal_of(seal, line), seal_in(written)
        if kept != here and not matches(kept, here):
            return SoundLines(tuple(lines), seal, say("seal.changed"), sealed)
        sealed = sealed and kept is not None
        lines.append(line)
        seal = here
    return SoundLines(tuple(lines), seal, None, sealed)
