"""A version on an appliance says that it runs well, for whoever would go back to the one before it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.commands.terminal.outlet import complain
from companion.on_disk import write_whole
from companion.text.speech import say

MARK = "ran-well"
"""The file in the home of the games that holds the name of the last version that ran well."""
LONG_ENOUGH_S = 60.0
"""Twice the service's WatchdogSec: a screen or a worker that hangs from the start is restarted before."""
Beat = tuple[Callable[[], None], float]


def proven_by(
    beat: Beat | None,
    home: Path,
    environment: Path = Path(sys.prefix),
    now: Callable[[], float] = time.monotonic,
) -> Beat | None:
    """The same signs of life; the first after ``LONG_ENOUGH_S`` writes the version's name into the home.

    ``environment`` is the one that runs, by whatever link. Without a service manager there are no signs of
    life and no version.
    """
    if beat is None:
        return None
    name, began, told = environment.resolve().name, now(), False

    def beat_and_tell() -> None:
        nonlocal told
        beat[0]()
        if not told and now() - began >= LONG_ENOUGH_S:
            told = True
            _tell(home / MARK, name)

    return beat_and_tell, beat[1]


def _tell(mark: Path, name: str) -> None:
    try:
        write_whole(mark, f"{name}\n".encode())
    except OSError as fault:  # a full or read-only card must not end the game
        complain(str(mark), say("terminal.not_written", fault=fault.strerror or str(fault)))
