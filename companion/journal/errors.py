"""Faults of game records and the journal."""

from __future__ import annotations

from enum import Enum

from companion.text import say


class JournalError(Exception):
    """The family of the journal's faults; each is a sentence for the person at the table."""


class RecordError(JournalError, ValueError):
    """A line of a record that is malformed or that the rules forbid.

    ``line`` counts from 1, skipped lines included; ``None`` where no line is known.
    ``reason`` says what is wrong and what would be legal.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else say("record.line", line=line, reason=reason))
        self.reason = reason
        self.line = line


class StoreTrouble(Enum):
    """Why a journal cannot be used, if something can be done about it."""

    DAMAGED = "damaged"
    FULL = "full"
    READ_ONLY = "read-only"
    BUSY = "busy"
    DISK = "I/O error"


class StoreError(JournalError, OSError):
    """The journal on disk cannot be read or written; the sentence says why and what to do.

    What was being written is not in it; everything written before still is.
    """

    def __init__(self, sentence: str, trouble: StoreTrouble | None = None) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class HouseRulesError(JournalError, OSError):
    """A table's house rules on disk cannot be read, written or deleted; the sentence says why.

    The files are unchanged.
    """
