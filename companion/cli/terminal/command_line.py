"""The words after `cups-up`: each command is a module of ``companion.cli``.

Each fault ends in a sentence, not in a traceback.
"""

from __future__ import annotations

import importlib
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.cli.terminal.arguments import WRONG_WORDS, Parser, no_such
from companion.cli.terminal.outlet import (
    complain,
    flush_output,
    give_up_output,
    hold_standard_files,
    tell,
)
from companion.core.on_disk import NotRead, make_private_folder, shown_name, user_path
from companion.journal import StoreError, default_folder
from companion.text import (
    known_language,
    language_of,
    languages,
    say,
    say_os_fault,
    say_quote,
    use_language,
    without_secrets,
)

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
OPTION, TOKEN = "--language", "--token"
BAD_INPUT, BROKEN_PIPE, STOPPED = 1, 141, 130
"""Exit statuses: the last two are 128 and the number of SIGPIPE and SIGINT, as in a shell."""
LOG = Path("state") / "faults.log"
"""Beside the journal: faults, with where they happened."""
LARGEST_LOG = 256_000
"""Bytes; then a new log begins, and the old one is kept beside it."""


def run(arguments: Sequence[str]) -> int:
    hold_standard_files()
    if not os.environ.get("HOME"):
        os.environ.pop("HOME", None)  # empty, it would lead to files under /
    named, given = without_language(arguments)
    refused = speak(named, os.environ)
    if refused is not None:
        complain("cups-up", refused)
        return WRONG_WORDS
    name = given[0] if given and not given[0].startswith("-") else "play"
    return guarded(name if name in COMMANDS else "", given, lambda: _main(given, named))


def without_language(given: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language that is named, and the other words."""
    for at, each in enumerate(given):
        if each == OPTION:
            return "".join(given[at + 1 : at + 2]), [*given[:at], *given[at + 2 :]]
        if each.startswith(f"{OPTION}="):
            return each.partition("=")[2], [*given[:at], *given[at + 1 :]]
    return None, list(given)


def speak(named: str | None, environment: Mapping[str, str]) -> str | None:
    """``None``: the environment's. Gives why a language cannot be spoken, with those that can."""
    use_language(language_of(environment))
    known = None if named is None else known_language(named)
    if known is not None:
        use_language(known)
    if named is None or known is not None:
        return None
    there = ", ".join(languages())
    if not named:
        return say("command_line.which_language", languages=there)
    return say("command_line.no_language", language=shown_name(named), languages=there)


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


def guarded(name: str, given: Sequence[str], run: Callable[[], int]) -> int:
    """A fault gives one sentence, a line in the log, and its status."""
    try:
        return _flushed(run)
    except KeyboardInterrupt:
        return _stopped(name)
    except BrokenPipeError:
        give_up_output()
        return BROKEN_PIPE
    except (NotRead, StoreError) as fault:
        complain(f"cups-up {name}", str(fault))
        return BAD_INPUT
    except Exception as fault:  # the only broad one: a person gets a sentence, the log the details
        if isinstance(fault.__cause__, KeyboardInterrupt):  # ONNX Runtime's import hides it
            return _stopped(name)
        complain(f"cups-up {name}", _sentence(fault, _logged(name, given, fault)))
        return BAD_INPUT


def _stopped(name: str) -> int:
    complain(f"cups-up {name}", say("terminal.stopped"))
    return STOPPED


def _flushed(run: Callable[[], int]) -> int:
    try:
        return run()
    finally:
        flush_output()


def _sentence(fault: Exception, log: Path | None) -> str:
    what = say("terminal.memory_full") if isinstance(fault, MemoryError) else _what(fault)
    if log is None:
        return say("terminal.cannot_go_on", fault=what)
    return say("terminal.cannot_go_on_logged", fault=what, log=shown_name(log))


def _what(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        name = (
            f"{shown_name(os.fsdecode(fault.filename))}: " if isinstance(fault.filename, str | bytes) else ""
        )
        return f"{name}{say_os_fault(fault)}"
    return f"{type(fault).__name__}: {str(fault)[:200]}" if str(fault) else type(fault).__name__


def _without_token(given: Sequence[str]) -> list[str]:
    """Removes the secret token of a page's address."""
    hidden = [f"{TOKEN}=…" if each.startswith(f"{TOKEN}=") else each for each in given]
    return ["…" if before == TOKEN else each for before, each in zip(["", *hidden], hidden, strict=False)]


def _home_in(given: Sequence[str]) -> Path | None:
    pairs = (
        each.split("=", 1) if "=" in each else (each, *given[at : at + 1]) for at, each in enumerate(given, 1)
    )
    named = [pair[1] for pair in pairs if pair[0] == "--home" and len(pair) > 1]
    return user_path(named[-1]) if named else None


def _logged(name: str, given: Sequence[str], fault: Exception) -> Path | None:
    words = " ".join(map(shown_name, _without_token(given)))[:1000]
    trace = without_secrets("".join(traceback.format_exception(fault, limit=-30)))
    moment = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, Cups Up {__version__}"
    entry = f"{moment}: companion {name} {words}\n{trace}\n"
    try:
        path = (_home_in(given) or default_folder(os.environ)) / LOG
        make_private_folder(path.parent)
        if path.exists() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_suffix(".old"))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(entry)
        return path
    except (OSError, ValueError):
        return None
