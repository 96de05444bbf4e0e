"""Where commands write: standard output and error, whatever the terminal's encoding can show."""

from __future__ import annotations

import sys

from companion.rules.errors import printable


def tell(text: str) -> None:
    """Print text on standard output; what the encoding lacks is written as its escape."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


def complain(place: str, reason: str) -> None:
    """Print one line on standard error: the place as given, a colon, the reason.

    A path that is not valid in the terminal's encoding comes out byte for byte as it went in.
    """
    encoding = sys.stderr.encoding or "utf-8"
    told = f": {printable(reason)}\n".encode(encoding, "backslashreplace")
    try:
        named = place.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        named = place.encode(encoding, "backslashreplace")
    if not hasattr(sys.stderr, "buffer"):
        sys.stderr.write((named + told).decode(encoding, "backslashreplace"))
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(named + told)
    sys.stderr.buffer.flush()
