"""Faults that the session logged and survived."""

from __future__ import annotations

import logging
from types import TracebackType

LOGGER = "companion"


class FaultLog(logging.Handler):
    """Keeps a line for each error that is logged while it is open; ``told`` has all lines."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def __enter__(self) -> FaultLog:
        logging.getLogger(LOGGER).addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger(LOGGER).removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """One more error."""
        fault = record.exc_info[1] if record.exc_info else None
        told = "" if fault is None else f" ({type(fault).__name__}: {fault})"
        self.told.append(f"{record.getMessage()}{told}")
