"""``companion update WHEEL``: another version on an appliance, the former one kept; ``--back`` uses that.

The new version gets an environment of its own, of wheels whose hashes are pinned. It must draw its first
scene and referee a round of the demonstration game before it is used. Nothing of that runs as root. Exit
status 1 when nothing was changed.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands.appliance.building import Builder, UpdateError
from companion.commands.appliance.ran_well import MARK
from companion.commands.appliance.unprivileged import RunJob, account_for_jobs, run_job
from companion.commands.appliance.versions import Versions
from companion.commands.terminal.outlet import complain, tell

HELP = "another version of the app on an appliance, and back"
HOME, GAMES = Path("/opt/cups-up"), Path("/var/lib/cups-up")
SYSTEM_PYTHON = "/usr/bin/python3"
SERVICE = "cups-up.service"

RunProgram = Callable[[Sequence[str]], int]
"""Runs a program of the system as the caller and gives its exit status."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "source", nargs="?", type=Path, metavar="WHEEL", help="a wheel file, or a checkout's folder"
    )
    parser.add_argument("--back", action="store_true", help="use the former version again")
    parser.add_argument(
        "--home", type=Path, default=HOME, metavar="DIR", help=f"where the versions are ({HOME})"
    )
    parser.add_argument(
        "--python", default=SYSTEM_PYTHON, metavar="PROGRAM", help="the interpreter to install for"
    )
    parser.add_argument("--sha256", metavar="HEX", help="refuse a wheel file whose SHA-256 is another")
    parser.add_argument("--no-restart", action="store_true", help="leave the running app as it is")


def run(args: argparse.Namespace) -> int:
    """Update, go back, or say what is there."""
    return carry_out(args, run_job, run_program)


def run_program(words: Sequence[str]) -> int:
    """Run it with its output on the screen."""
    return subprocess.run(words, check=False).returncode


def carry_out(args: argparse.Namespace, job: RunJob, program: RunProgram) -> int:
    """The same with ``job`` running what builds and tries, ``program`` what restarts the service."""
    if args.source is not None and args.back:
        complain("companion update", "give a wheel, or --back, not both")
        return 2
    try:
        versions = Versions(args.home, Builder(job, args.python, account_for_jobs()), GAMES / MARK)
        if args.source is None and not args.back:
            return _tell_versions(versions)
        name = versions.go_back() if args.back else _installed(versions, args)
    except (UpdateError, LookupError) as fault:
        complain("companion update", str(fault))
        return 1
    except PermissionError as fault:
        complain("companion update", f"{fault.filename or args.home} cannot be written: call it with sudo")
        return 1
    tell(f"{name} is in use; the former one is {versions.former() or 'none'}")
    return 0 if args.no_restart else _restart(program)


def _installed(versions: Versions, args: argparse.Namespace) -> str:
    if args.sha256 is not None:
        found = hashlib.sha256(args.source.read_bytes()).hexdigest() if args.source.is_file() else "no file's"
        if found != args.sha256.lower():
            raise UpdateError(
                f"the SHA-256 of {args.source} is {found}, not {args.sha256}: nothing was changed"
            )
    return versions.install(args.source)


def _tell_versions(versions: Versions) -> int:
    """Which version is what, in one line."""
    named = (("in use", versions.in_use()), ("former", versions.former()), ("ran well", versions.proven()))
    tell("; ".join(f"{what}: {name or 'none'}" for what, name in named))
    return 0


def _restart(program: RunProgram) -> int:
    """Restart the kiosk where there is one; the game goes on from the journal."""
    if shutil.which("systemctl") is None or program(["systemctl", "is-enabled", "--quiet", SERVICE]) != 0:
        tell("there is no kiosk to restart: start the app anew")
        return 0
    return program(["systemctl", "restart", SERVICE])
