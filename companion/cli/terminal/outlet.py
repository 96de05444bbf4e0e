"""Where commands write: standard output and error, in any encoding."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from companion.core.on_disk import shown_name
from companion.text import as_called, printable_sentence, say, say_os_fault, without_secrets

LONGEST_PATH, LONGEST_REASON = 4096, 1500
"""Bytes of the longest path in Linux, and characters of a reason, so that no input floods the screen."""
STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Characters with which a file's name could clear or colour a terminal."""
UNWRITABLE = 2
"""Exit status if standard output cannot be written, as on a full disk."""


def hold_standard_files() -> None:
    """Put nothing in the place of a closed standard file: else one of ours would get its number, and what a
    library writes there.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest free number


def tell(text: str, end: str = "\n") -> None:
    """Prints text; escapes characters that the encoding lacks.

    On a full disk or a closed output one sentence ends the command. The caller notices a reader that has
    gone.
    """
    if sys.stdout is None:
        complain(say("terminal.output"), say("terminal.output_closed"))
        raise SystemExit(UNWRITABLE)
    encoding = sys.stdout.encoding or "utf-8"
    with _written():
        print(text.encode(encoding, "backslashreplace").decode(encoding), end=end, flush=True)


def flush_output() -> None:
    """A full disk ends the command with one sentence."""
    if sys.stdout is not None and not sys.stdout.closed:
        with _written():
            sys.stdout.flush()


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        give_up_output()
        complain(say("terminal.output"), say("terminal.not_written", fault=say_os_fault(fault)))
        raise SystemExit(UNWRITABLE) from None


def give_up_output() -> None:
    """Drops buffered text, too: the reader has gone, or the disk is full."""
    own = sys.__stdout__
    if own is not None and sys.stdout is own:
        os.dup2(os.open(os.devnull, os.O_WRONLY), own.fileno())


def complain(place: str, reason: str) -> None:
    """Prints place, colon, reason on standard error, if it is open.

    A path keeps its bytes but those that steer a terminal; an address loses its user and password.
    """
    if sys.stderr is None:
        return
    told = f": {_short(printable_sentence(without_secrets(reason)))}\n"
    told_bytes = told.encode(sys.stderr.encoding or "utf-8", "backslashreplace")
    line = _as_given(as_called(without_secrets(place or '""'))) + told_bytes
    if not hasattr(sys.stderr, "buffer"):
        sys.stderr.write(line.decode(sys.stderr.encoding or "utf-8", "backslashreplace"))
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(line)
    sys.stderr.buffer.flush()


def _short(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + "…"


def _as_given(place: str) -> bytes:
    if len(place) > LONGEST_PATH:
        return shown_name(place).encode("utf-8")
    place = STEERING.sub(lambda found: printable_sentence(found[0]), place)
    try:
        return os.fsencode(place)
    except UnicodeEncodeError:
        return place.encode("utf-8", "backslashreplace")


AFTER_S = 2.0
CELLS = 24
CLEAR_LINE = "\r\x1b[2K"
Item = TypeVar("Item")


def with_bar(items: Sequence[Item], what: str, clock: Callable[[], float] = time.monotonic) -> Iterator[Item]:
    """Gives the items, with a bar below the lines printed meanwhile.

    It vanishes before each item and returns after it.
    """
    shown = sys.stderr is not None and sys.stderr.isatty() and len(items) > 1
    began = clock()
    for done, item in enumerate(items):
        drawn = shown and done > 0 and clock() - began >= AFTER_S
        if drawn:
            draw_bar(done, len(items), say("bar", done=done, all=len(items), things=what))
        yield item
        if drawn:
            clear_bar()


def draw_bar(done: int, of: int, words: str) -> None:
    """Overwrites the present bar; draws nothing without a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        full = CELLS * done // of
        bar = "#" * full + "." * (CELLS - full)
        print(f"{CLEAR_LINE}[{bar}] {words}", end="", file=sys.stderr, flush=True)


def clear_bar() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
