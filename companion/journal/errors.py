"""Faults of game records and the journal."""

from __future__ import annotations

from enum import Enum

from companion.text import say


class JournalError(Exception):
    """Each is a sentence for the person at the table."""


class RecordError(JournalError, ValueError):
    """A malformed or illegal line of a record.

    ``line``: from 1, skipped lines included, or ``None``. ``reason``: what is wrong and what would be legal.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else say("record.line", line=line, reason=reason))
        self.reason = reason
        self.line = line


class StoreTrouble(Enum):
    DAMAGED = "damaged"
    FULL = "full"
    READ_ONLY = "read-only"
    BUSY = "busy"
    DISK = "I/O error"


class StoreError(JournalError, OSError):
    """The journal cannot be read or written; the sentence says why and what to do.

    Everything written before is still in it.
    """

    def __init__(self, sentence: str, trouble: StoreTrouble | None = None) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class HouseRulesError(JournalError, OSError):
    """House rules cannot be read, written or deleted; the sentence says why. The files are unchanged."""
