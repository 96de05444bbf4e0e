"""One writer at a time: a second app on the same journal is told so."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.journal.errors import StoreError
from companion.text.speech import say


class WriterLock:
    """Held until ``close``; the system releases it when the process ends, however it ends."""

    def __init__(self, journal: Path) -> None:
        """Take the lock beside ``journal``. Raises StoreError if another app has it, or it cannot be made."""
        self._journal = journal
        self._path = journal.with_name(journal.name + ".lock")
        self._file: int | None = None
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())
        except BlockingIOError:
            raise StoreError(self._held_by_another()) from None
        except OSError as fault:
            self.close()
            why = fault.strerror or str(fault)
            raise StoreError(say("store.not_locked", path=str(journal), why=why)) from None

    def _held_by_another(self) -> str:
        holder = "" if self._file is None else os.read(self._file, 20).decode("ascii", "replace").strip()
        self.close()
        if holder.isdigit():
            return say("store.in_use_by", process=holder, path=str(self._journal))
        return say("store.in_use", path=str(self._journal))

    def close(self) -> None:
        """Release it; closing twice is allowed."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
