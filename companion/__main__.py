"""The composition root: `companion COMMAND …`. Each command is a module of ``companion.commands``."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from companion import __version__
from companion.commands.terminal.arguments import Parser, did_you_mean
from companion.commands.terminal.guard import guarded
from companion.commands.terminal.outlet import complain, tell

COMMANDS = {
    "play": "a game at the touchscreen (the default)",
    "demo": "a whole game at the simulated table, in the terminal",
    "rehearse": "whole evenings played by simulated people, and what went wrong",
    "read": "read the dice in photographs",
    "count": "count any roll: faces, sum, so many of a face or higher",
    "read-cards": "read the playing cards in photographs",
    "teach": "learn a set of unusual dice from a few pictures",
    "replay": "adjudicate recorded games anew",
    "rules": "a game's rules as the app plays them",
    "games": "the games in the journal, one of them round by round, or one to forget",
    "stats": "figures of the players in the kept games",
    "export": "write a game of the journal as a record",
    "import": "put a record into the journal",
    "journal": "is the journal sound, and what can be saved of it",
    "board": "write the boards to print, for the lens and the corners of the table",
    "calibrate": "set up a real table: its lens, and where it lies in the picture",
    "tables": "the tables that were set up, and what their dice have taught",
    "panel": "a bench check of buttons, lamps and cup sensors on the pins",
    "doctor": "what is there of camera, pins, display, model and disk",
    "update": "another version of the app on an appliance, and back",
    "bench": "how fast it is on this machine",
}
"""Command and what it does, in the order of ``companion --help``."""

MODULE_OF = {"import": "import_record", "read-cards": "read_cards"}
"""Commands whose name is no name of a module."""


HELP, VERSION = ("-h", "--help", "help"), ("-V", "--version")
NO_COMMAND = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 1 for bad input, 2 for words that cannot be meant."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = given[0] if given and not given[0].startswith("-") else "play"
    return guarded(name if name in COMMANDS else "", given, lambda: _main(given))


def _main(given: list[str]) -> int:
    first = given[0] if given else "play"
    if first in VERSION:
        tell(f"Cups Up {__version__}")
        return 0
    if first in HELP:
        return _help(given[1:])
    if first.startswith("-"):
        return _run("play", given)
    return _run(first, given[1:])


def _help(given: Sequence[str]) -> int:
    if given:
        return _run(given[0], ["--help"])
    tell(_overview())
    return 0


def _run(name: str, given: Sequence[str]) -> int:
    if name not in COMMANDS:
        near = did_you_mean(name, COMMANDS)
        quoted = repr(name if len(name) <= 60 else name[:60] + "…")
        complain("companion", f"there is no command {quoted}{near or '; there are: ' + ', '.join(COMMANDS)}")
        return NO_COMMAND
    module = importlib.import_module(f"companion.commands.{MODULE_OF.get(name, name)}")
    parser = Parser(f"companion {name}", module.__doc__)
    module.add_arguments(parser)
    return int(module.run(parser.parse_intermixed_args(given)))


def _overview() -> str:
    lines = (f"  {name:10} {what}" for name, what in COMMANDS.items())
    return "\n".join(
        (
            "Cups Up: a companion for real tables of Liar's Dice.",
            "",
            "companion COMMAND …   (companion help COMMAND tells its options; companion -V the version)",
            "",
            *lines,
        )
    )


if __name__ == "__main__":
    sys.exit(main())
