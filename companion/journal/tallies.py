"""What was counted of each game, kept beside the journal so that it is not counted again.

Nothing in the file is needed: it names nobody, and without it all games are counted anew. A game is known by
the seal of its last line, which is chained over all its lines; so what is kept of a game that went on, was
taken back or lost a name is not used any more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.on_disk import NotRead, read_ordinary, write_whole

SUFFIX = ".counted"
"""Behind the journal's own name."""
FORMAT = 2
"""To be raised when anything else is counted, or counted in another way."""
LARGEST = 100_000_000
"""Bytes; a thousand games of eight players take less than one million."""


@dataclass(frozen=True, slots=True)
class KeptTally:
    """What was counted of a game when its last line had this seal; a value of JSON."""

    seal: str
    told: object


class TallyShelf:
    """The file beside a journal. It raises nothing: a file that cannot be read or written is left out."""

    def __init__(self, journal: Path) -> None:
        self._path = tallies_of(journal)

    def read(self) -> dict[int, KeptTally]:
        """What is kept, by the games' numbers."""
        try:
            told = json.loads(read_ordinary(self._path, LARGEST))
            if told["format"] != FORMAT:
                return {}
            return {int(game): KeptTally(str(seal), each) for game, (seal, each) in told["games"].items()}
        except (NotRead, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def write(self, kept: Mapping[int, KeptTally]) -> None:
        """Keep these, and no others."""
        games = {game: [each.seal, each.told] for game, each in kept.items()}
        text = json.dumps({"format": FORMAT, "games": games}, separators=(",", ":"))
        with suppress(OSError):
            write_whole(self._path, text.encode())


class HeldTallies:
    """A shelf whose tallies stay in memory; what is new is written with ``save``. One thread at a time."""

    def __init__(self, shelf: TallyShelf) -> None:
        self._shelf = shelf
        self._held: Mapping[int, KeptTally] | None = None
        self._is_new = False

    def read(self) -> Mapping[int, KeptTally]:
        """What is kept, by the games' numbers."""
        if self._held is None:
            self._held = self._shelf.read()
        return self._held

    def write(self, kept: Mapping[int, KeptTally]) -> None:
        """Keep these, and no others."""
        self._held, self._is_new = kept, True

    def save(self) -> None:
        """Put what is new into the file."""
        if self._held is not None and self._is_new:
            self._shelf.write(self._held)
        self._is_new = False

    def drop(self) -> None:
        """Know nothing any more, before the file goes."""
        self._held, self._is_new = None, False


def tallies_of(journal: Path) -> Path:
    """The file beside this journal."""
    return journal.with_name(journal.name + SUFFIX)
