"""Recorded games, and the readings beside them, with some bytes changed: ``python -m tests.fuzz.records``."""

from __future__ import annotations

import random
from pathlib import Path

from companion.journal import DieNote, ReadingNote, RecordError, Source, SquaresNote, replay_record
from companion.journal.codec import format_note, parse_note
from tests.fuzz.campaign import by_command, mutated

FOLDER = Path(__file__).resolve().parents[1] / "games" / "records"
RECORDS = tuple(
    path.with_name(path.name.replace(".expected.json", ".jsonl")).read_bytes()
    for path in sorted(FOLDER.glob("*.expected.json"))
)
"""Those that are replayed to their end."""
NOTE = format_note(
    ReadingNote(
        (DieNote(0, 5, Source.EYE, 5, 0.99), DieNote(1, 2, Source.PLAYER, None, None)), SquaresNote(2, 3)
    )
).encode()


def record(rng: random.Random) -> str:
    """A record with one line changed is replayed, or its first bad line is named."""
    lines = rng.choice(RECORDS).splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at] = mutated(lines[at], rng)
    told = ""
    try:
        replay_record(b"".join(lines))
    except RecordError as fault:
        told = str(fault)
    assert told.isprintable() or not told, told
    return "refused" if told else "replayed"


def note(rng: random.Random) -> str:
    """A note beside an event is one, or damaged."""
    try:
        parse_note(mutated(NOTE, rng).decode("utf-8", "replace"))
    except (ValueError, KeyError, TypeError):
        return "refused"
    return "read"


CASES = {"record": record, "reading note": note}

if __name__ == "__main__":
    by_command(CASES, 20_000)
