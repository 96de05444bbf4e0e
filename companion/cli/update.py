"""``cups-up update WHEEL``: another version on an appliance, the former one kept for ``--back``."""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.cli.terminal.arguments import WRONG_WORDS, any_path, lacks
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.versions import (
    MARK,
    Builder,
    RunJob,
    UpdateError,
    Versions,
    account_for_jobs,
    run_job,
)
from companion.core.on_disk import shown_name
from companion.text import say, say_os_fault

ME = "cups-up update"
HOME, GAMES = Path("/opt/cups-up"), Path("/var/lib/cups-up")
SYSTEM_PYTHON = "/usr/bin/python3"
SERVICE = "cups-up.service"

RunProgram = Callable[[Sequence[str]], int]
"""Runs a program as the caller; gives its exit status."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", type=any_path, metavar="WHEEL", help=say("arg.update.source"))
    parser.add_argument("--back", action="store_true", help=say("arg.update.back"))
    home = say("arg.update.home", folder=str(HOME))
    parser.add_argument("--home", type=any_path, default=HOME, metavar="DIR", help=home)
    python = say("arg.update.python")
    parser.add_argument("--python", default=SYSTEM_PYTHON, metavar="PROGRAM", help=python)
    parser.add_argument("--sha256", metavar="HEX", help=say("arg.update.sha256"))
    parser.add_argument("--no-restart", action="store_true", help=say("arg.update.no_restart"))


def run(args: argparse.Namespace) -> int:
    return carry_out(args, run_job, run_program)


def run_program(words: Sequence[str]) -> int:
    return subprocess.run(words, check=False).returncode


def carry_out(args: argparse.Namespace, job: RunJob, program: RunProgram) -> int:
    if args.source is not None and args.back:
        complain(ME, say("update.not_both"))
        return WRONG_WORDS
    if args.source is None and lacks(ME, "WHEEL", {"--sha256": args.sha256}):
        return WRONG_WORDS
    try:
        versions = Versions(args.home, Builder(job, args.python, account_for_jobs()), GAMES / MARK)
        if args.source is None and not args.back:
            return _tell_versions(versions, args.home)
        name = versions.go_back() if args.back else _installed(versions, args)
    except (UpdateError, LookupError) as fault:
        complain(ME, str(fault))
        return 1
    except PermissionError as fault:
        complain(ME, say("update.sudo", path=shown_name(fault.filename or args.home)))
        return 1
    except BrokenPipeError:
        raise  # the reader of our lines has gone: no fault of the folder
    except OSError as fault:
        complain(
            ME,
            say(
                "update.no_place",
                path=shown_name(fault.filename or args.home),
                why=say_os_fault(fault),
            ),
        )
        return 1
    tell(say("update.in_use", name=name, former=versions.former() or say("update.none")))
    return 0 if args.no_restart else _restart(program)


def _installed(versions: Versions, args: argparse.Namespace) -> str:
    if args.sha256 is not None:
        if not args.source.is_file():
            raise UpdateError(say("update.no_sum", source=str(args.source)))
        found = hashlib.sha256(args.source.read_bytes()).hexdigest()
        if found != args.sha256.lower():
            raise UpdateError(
                say("update.other_sum", source=str(args.source), found=found, wanted=args.sha256)
            )
    return versions.install(args.source)


def _tell_versions(versions: Versions, home: Path) -> int:
    used, none = versions.in_use(), say("update.none")
    former, proven = versions.former() or none, versions.proven() or none
    tell(
        say("update.no_version", folder=shown_name(home))
        if used is None
        else say("update.versions", used=used, former=former, proven=proven)
    )
    return 0


def _restart(program: RunProgram) -> int:
    """Restarts the kiosk's service; its game goes on from the journal."""
    if shutil.which("systemctl") is None or program(["systemctl", "is-enabled", "--quiet", SERVICE]) != 0:
        tell(say("update.no_kiosk"))
        return 0
    return program(["systemctl", "restart", SERVICE])
