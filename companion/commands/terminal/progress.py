"""A bar for what takes long: on standard error, on a terminal alone, and only after two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from companion.text.speech import say

AFTER_S = 2.0
CELLS = 24
CLEAR_LINE = "\r\x1b[2K"
Item = TypeVar("Item")


def with_bar(items: Sequence[Item], what: str, clock: Callable[[], float] = time.monotonic) -> Iterator[Item]:
    """The items one after the other, and how many are done below the lines that are printed meanwhile.

    The bar goes before each item is given and comes back after it, so that lines do not mix with it.
    """
    shown = sys.stderr is not None and sys.stderr.isatty() and len(items) > 1
    began = clock()
    for done, item in enumerate(items):
        drawn = shown and done > 0 and clock() - began >= AFTER_S
        if drawn:
            full = CELLS * done // len(items)
            bar = "#" * full + "." * (CELLS - full)
            told = say("bar", done=done, all=len(items), things=what)
            print(f"{CLEAR_LINE}[{bar}] {told}", end="", file=sys.stderr, flush=True)
        yield item
        if drawn:
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
