"""The guard round every command: each fault ends in a sentence, not in a traceback."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.cli.terminal.outlet import complain, flush_output, give_up_output
from companion.core.on_disk import NotRead, make_private_folder, shown_name, user_path
from companion.journal import StoreError, default_folder
from companion.text import (
    known_language,
    language_of,
    languages,
    say,
    say_os_fault,
    use_language,
    without_secrets,
)

BAD_INPUT, BROKEN_PIPE, STOPPED = 1, 141, 130
"""Exit statuses: the last two are 128 and the number of SIGPIPE and SIGINT, as in a shell."""
LOG = Path("state") / "faults.log"
"""Beside the journal: faults, with where they happened."""
TOKEN = "--token"
LARGEST_LOG = 256_000
"""Bytes; then a new log begins, and the old one is kept beside it."""


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


OPTION = "--language"


class NoSuchLanguage(ValueError):
    """There is no catalogue of this language; the sentence lists those that exist."""


def without_language(given: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language that is named, and the other words."""
    for at, each in enumerate(given):
        if each == OPTION:
            return "".join(given[at + 1 : at + 2]), [*given[:at], *given[at + 2 :]]
        if each.startswith(f"{OPTION}="):
            return each.partition("=")[2], [*given[:at], *given[at + 1 :]]
    return None, list(given)


def speak(named: str | None, environment: Mapping[str, str]) -> None:
    """``None``: the environment's. Raises ``NoSuchLanguage``."""
    use_language(language_of(environment))
    if named is None:
        return
    known = known_language(named)
    if known is None:
        there = ", ".join(languages())
        raise NoSuchLanguage(
            say("command_line.no_language", language=shown_name(named), languages=there)
            if named
            else say("command_line.which_language", languages=there)
        )
    use_language(known)
