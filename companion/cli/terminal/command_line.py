"""The words after `cups-up`: each command is a module of ``companion.cli``."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence

from companion import __version__
from companion.cli.terminal.arguments import WRONG_WORDS, Parser, no_such
from companion.cli.terminal.guard import NoSuchLanguage, guarded, speak, without_language
from companion.cli.terminal.outlet import complain, hold_standard_files, tell
from companion.text import say, say_quote

GROUPS = {
    "most": ("play", "demo", "read", "count", "rules", "games", "stats", "doctor"),
    "table": ("calibrate", "tables", "board", "panel", "teach", "read-cards"),
    "others": ("scoreboard", "club"),
    "kept": ("souvenir", "replay", "export", "import", "journal"),
    "tried": ("arena", "rehearse", "bench"),
    "machine": ("update", "completion"),
}
"""The commands as ``cups-up --help`` lists them: what most people want, then the rest.

What each does is the sentence ``help.COMMAND``; a group's heading is ``command_line.group.GROUP``.
"""
COMMANDS = tuple(name for names in GROUPS.values() for name in names)

MODULE_OF = {"import": "import_record", "read-cards": "read_cards"}
"""Commands whose name is no name of a module."""

HELP, VERSION = ("-h", "--help", "help"), ("-V", "--version")


def run(arguments: Sequence[str]) -> int:
    hold_standard_files()
    named, given = without_language(arguments)
    try:
        speak(named, os.environ)
    except NoSuchLanguage as fault:
        complain("cups-up", str(fault))
        return WRONG_WORDS
    name = given[0] if given and not given[0].startswith("-") else "play"
    return guarded(name if name in COMMANDS else "", given, lambda: _main(given, named))


def _main(given: list[str], language: str | None) -> int:
    first = given[0] if given else "play"
    if first in VERSION:
        tell(f"Cups Up {__version__}")
        return 0
    if first in HELP:
        return _help(given[1:])
    if first.startswith("-"):
        return _run("play", given, language, called="cups-up")
    return _run(first, given[1:], language)


def _help(given: Sequence[str]) -> int:
    if given:
        return _run(given[0], ["--help"])
    tell(_overview())
    return 0


def _run(name: str, given: Sequence[str], language: str | None = None, called: str | None = None) -> int:
    """Run a command, ``called`` so in refusals; ``language`` is the one that was named before it."""
    if name not in COMMANDS:
        complain("cups-up", no_such(say("command_line.no_command", name=say_quote(name)), name, COMMANDS))
        return WRONG_WORDS
    module = importlib.import_module(f"companion.cli.{MODULE_OF.get(name, name)}")
    parser = Parser(called or f"cups-up {name}", say(f"about.{name}"))
    module.add_arguments(parser)
    parser.set_defaults(language=language)
    return int(module.run(parser.parse_intermixed_args(given)))


def _overview() -> str:
    told = [say("command_line.title"), "", say("command_line.usage")]
    for group, names in GROUPS.items():
        told += ["", say(f"command_line.group.{group}")]
        told += (f"  {name:10} {say(f'help.{name}')}" for name in names)
    return "\n".join(told)
