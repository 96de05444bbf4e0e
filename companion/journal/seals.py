"""Seals: a hash beside each line of a game, chained over the lines before it.

A line that was changed by a damaged disk does not match its seal, and no line behind it is trusted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

LENGTH = 16
"""Hex digits of a seal: 64 bits of SHA-256."""
MOST_DIGITS_AMISS = 1
"""One flipped bit changes one digit of a seal, but nearly all digits where it changes the line."""

Row = tuple[object, object, object]
"""An event's number, when it was written (with its seal), and its line: whatever a disk gives."""


@dataclass(frozen=True, slots=True)
class SoundLines:
    """A game's lines up to the last good one, and the seal that the next one is chained to.

    ``amiss`` says why the line behind them is not good; ``None`` where there is none.
    """

    lines: tuple[str, ...]
    seal: str
    amiss: str | None = None


def first_seal(game_id: int) -> str:
    """What a game's first line is chained to: a line fits into one game alone."""
    return f"game {game_id}"


def seal_of(before: str, line: str) -> str:
    """The seal of a line behind the line with the seal ``before``."""
    return hashlib.sha256(f"{before}\n{line}".encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def stamped(moment: str, seal: str) -> str:
    """When a line was written, and its seal behind it: one text, in one place on the disk."""
    return f"{moment} {seal}"


def seal_in(written: object) -> str | None:
    """The seal in what ``stamped`` gave; ``None`` in a line from before there were seals."""
    seal = written.partition(" ")[2] if type(written) is str else ""
    return seal if len(seal) == LENGTH else None


def matches(kept: str | None, seal: str) -> bool:
    """Whether a line with this seal on the disk is as it was written; one without any is believed."""
    return (
        kept is None or sum(one != other for one, other in zip(kept, seal, strict=True)) <= MOST_DIGITS_AMISS
    )


def sound_lines(game_id: int, rows: Iterable[Row]) -> SoundLines:
    """The good lines at the beginning of a game, its rows in order."""
    lines: list[str] = []
    seal = first_seal(game_id)
    for wanted, (number, written, line) in enumerate(rows, start=1):
        if number != wanted:
            return SoundLines(tuple(lines), seal, "it is missing")
        if type(line) is not str:
            return SoundLines(tuple(lines), seal, "it is no text")
        here = seal_of(seal, line)
        if not matches(seal_in(written), here):
            return SoundLines(tuple(lines), seal, "it is not what was written")
        lines.append(line)
        seal = here
    return SoundLines(tuple(lines), seal)
