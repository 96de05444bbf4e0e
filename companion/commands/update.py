"""``companion update WHEEL``: another version on an appliance, the former one kept; ``--back`` uses that.

The new version gets an environment of its own and must referee the demonstration game before it is used. Exit
status 1 when nothing was changed.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from companion.commands.outlet import complain, tell
from companion.commands.versions import RunProgram, UpdateError, Versions, run_program

HELP = "another version of the app on an appliance, and back"
HOME = Path("/opt/cups-up")
SYSTEM_PYTHON = "/usr/bin/python3"
SERVICE = "cups-up.service"


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
    parser.add_argument("--no-restart", action="store_true", help="leave the running app as it is")


def run(args: argparse.Namespace) -> int:
    """Update, go back, or say what is there."""
    return carry_out(args, run_program)


def carry_out(args: argparse.Namespace, program: RunProgram) -> int:
    """The same with ``program`` running what must be run."""
    versions = Versions(args.home, program, args.python)
    if args.source is None and not args.back:
        tell(f"in use: {versions.in_use() or 'none'}; former: {versions.former() or 'none'}")
        return 0
    if args.source is not None and args.back:
        complain("companion update", "give a wheel, or --back, not both")
        return 2
    try:
        name = versions.go_back() if args.back else versions.install(args.source)
    except UpdateError as fault:
        complain("companion update", str(fault))
        return 1
    except PermissionError as fault:
        complain("companion update", f"{fault.filename or args.home} cannot be written: call it with sudo")
        return 1
    tell(f"{name} is in use; the former one is {versions.former() or 'none'}")
    return 0 if args.no_restart else _restart(program)


def _restart(program: RunProgram) -> int:
    """Restart the kiosk where there is one; the game goes on from the journal."""
    if shutil.which("systemctl") is None or program(["systemctl", "is-enabled", "--quiet", SERVICE]) != 0:
        tell("there is no kiosk to restart: start the app anew")
        return 0
    return program(["systemctl", "restart", SERVICE])
