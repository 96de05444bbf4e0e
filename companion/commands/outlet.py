"""Where commands write: standard output and error, whatever the terminal's encoding can show."""

from __future__ import annotations

import os
import sys

from companion.rules.errors import printable

UNWRITABLE = 2
"""Exit status when standard output cannot be written, as on a full disk."""


def tell(text: str) -> None:
    """Print text on standard output; what the encoding lacks is written as its escape.

    A full disk, or a standard output that is closed, ends the command with one sentence; a reader that
    has gone is the caller's to notice.
    """
    if sys.stdout is None:
        complain("standard output", "it cannot be written: it is closed")
        raise SystemExit(UNWRITABLE)
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except BrokenPipeError:
        raise
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        complain("standard output", f"it cannot be written: {fault.strerror}")
        raise SystemExit(UNWRITABLE) from None


def complain(place: str, reason: str) -> None:
    """Print one line on standard error: the place as given, a colon, the reason.

    A path comes out byte for byte as it went in. Where standard error is closed, nothing is said.
    """
    if sys.stderr is None:
        return
    told = f": {printable(reason)}\n".encode(sys.stderr.encoding or "utf-8", "backslashreplace")
    line = _as_given(place) + told
    if not hasattr(sys.stderr, "buffer"):
        sys.stderr.write(line.decode(sys.stderr.encoding or "utf-8", "backslashreplace"))
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(line)
    sys.stderr.buffer.flush()


def _as_given(place: str) -> bytes:
    try:
        return os.fsencode(place)
    except UnicodeEncodeError:
        return place.encode("utf-8", "backslashreplace")
