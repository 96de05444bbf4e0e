"""The composition root: `cups-up COMMAND …`. Ctrl-C while it loads ends it without a word."""

from __future__ import annotations

import sys
from collections.abc import Sequence

STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 1 for bad input, 2 for a wrong command line."""
    try:
        from companion.cli.terminal.command_line import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
