"""The composition root: `companion COMMAND …`. Each command is a module of ``companion.commands``."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from companion import __version__

COMMANDS = {
    "play": "a game at the touchscreen (the default)",
    "demo": "a whole game at the simulated table, in the terminal",
    "rehearse": "whole evenings played by simulated people, and what went wrong",
    "read": "read the dice in photographs",
    "read-cards": "read the playing cards in photographs",
    "teach": "learn a set of unusual dice from a few pictures",
    "replay": "adjudicate recorded games anew",
    "rules": "a game's rules as the app plays them",
    "games": "the games in the journal",
    "export": "write a game of the journal as a record",
    "import": "put a record into the journal",
    "board": "write the boards to print, for the lens and the corners of the table",
    "calibrate": "set up a real table: its lens, and where it lies in the picture",
    "panel": "a bench check of buttons, lamps and cup sensors on the pins",
    "doctor": "what is there of camera, pins, display, model and disk",
    "update": "another version of the app on an appliance, and back",
    "bench": "how fast it is on this machine",
}
"""Command and what it does, in the order of ``companion --help``."""

MODULE_OF = {"import": "import_record", "read-cards": "read_cards"}
"""Commands whose name is no name of a module."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = given.pop(0) if given and not given[0].startswith("-") else None
    if name is None and given[:1] in (["-h"], ["--help"]):
        print(_overview())
        return 0
    if name is None and given[:1] == ["--version"]:
        print(f"Cups Up {__version__}")
        return 0
    name = name or "play"
    if name not in COMMANDS:
        print(f"companion: there is no command {name!r}; there are: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    return _run(name, given)


def _run(name: str, given: Sequence[str]) -> int:
    module = importlib.import_module(f"companion.commands.{MODULE_OF.get(name, name)}")
    parser = argparse.ArgumentParser(prog=f"companion {name}", description=module.__doc__, allow_abbrev=False)
    module.add_arguments(parser)
    try:
        return int(module.run(parser.parse_intermixed_args(given)))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _overview() -> str:
    lines = (f"  {name:10} {what}" for name, what in COMMANDS.items())
    return "\n".join(
        (
            "Cups Up: a companion for real tables of Liar's Dice.",
            "",
            "companion COMMAND …   (companion COMMAND --help tells its options)",
            "",
            *lines,
        )
    )


if __name__ == "__main__":
    sys.exit(main())
