"""Seals: a hash beside each line of a game, chained over the lines before it.

A line that a damaged disk has changed does not match its seal; the lines behind it are not trusted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from companion.text import say

LENGTH = 16
"""Hex digits of a seal: 64 bits of SHA-256."""
MOST_DIGITS_AMISS = 1
"""A flipped bit in a seal changes one digit; a flipped bit in a line changes nearly all digits of its
seal."""

Row = tuple[object, object, object]
"""An event's number, the moment of writing with its seal, and its line, as the disk gives them."""


@dataclass(frozen=True, slots=True)
class SoundLines:
    """A game's lines up to the last good one, and the seal for the next one.

    ``amiss`` says why the next line is not good; ``None`` if there is no next line. ``sealed``: each of the
    lines has its seal.
    """

    lines: tuple[str, ...]
    seal: str
    amiss: str | None = None
    sealed: bool = True


def first_seal(game_id: int) -> str:
    """The start of a game's chain: a line fits into one game only."""
    return f"game {game_id}"


def seal_of(before: str, line: str) -> str:
    """The seal of a line behind the line with the seal ``before``."""
    return hashlib.sha256(f"{before}\n{line}".encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def stamped(moment: str, seal: str) -> str:
    """The moment of writing with the seal behind it: one text, in one place on the disk."""
    return f"{moment} {seal}"


def seal_in(written: object) -> str | None:
    """The seal in a text of ``stamped``; ``None`` if the line is older than seals."""
    seal = written.partition(" ")[2] if type(written) is str else ""
    return seal if len(seal) == LENGTH else None


def matches(kept: str | None, seal: str) -> bool:
    """Whether a line with this seal is as it was written; a line without a seal is trusted."""
    if kept is None or kept == seal:
        return True
    return sum(one != other for one, other in zip(kept, seal, strict=True)) <= MOST_DIGITS_AMISS


def sound_lines(game_id: int, rows: Iterable[Row]) -> SoundLines:
    """The good lines at the beginning of a game, its rows in order."""
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
