"""``cups-up tables``: the tables that were set up, and what each knows of its dice."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping

from companion.calibration import FOLDER_NAME, CalibrationError, Profile, ProfileError, ShelfError, TableShelf
from companion.cli.terminal.arguments import no_such
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.options import add_home
from companion.core.reading import WeightsError
from companion.journal import default_folder
from companion.recognition.adaptation.house_dice import (
    NO_DIE,
    ORDINARY,
    HouseDice,
    KeptDiceError,
    kept_dice,
    shipped_reader,
)
from companion.text import say, say_os_fault, say_quote

ME = "cups-up tables"
DONE, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "forget"), default="list", help=say("arg.tables.what")
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("arg.tables.name"))
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    shelf = TableShelf((args.home or default_folder(os.environ)) / FOLDER_NAME)
    try:
        profiles, faults = _chosen(shelf, args.name, forgets=args.what == "forget")
        rows = [_forgotten(shelf, each) if args.what == "forget" else _row(shelf, each) for each in profiles]
    except (CalibrationError, WeightsError) as fault:
        complain(ME, str(fault))
        return FAILED
    faults = (*faults, *(str(row["fault"]) for row in rows if row["fault"] is not None))
    for each in faults:
        complain(ME, each)
    if args.json:
        key = "forgotten" if args.what == "forget" else "tables"
        tell(json.dumps({key: rows, "faults": list(faults)}))
    else:
        tell("\n".join(_line(row, args.what == "forget") for row in rows) or say("tables.none"))
    return FAILED if faults else DONE


def _chosen(
    shelf: TableShelf, name: str | None, forgets: bool
) -> tuple[tuple[Profile, ...], tuple[str, ...]]:
    tables = shelf.read()
    names = [each.name for each in tables.profiles]
    if name is None and forgets and len(names) > 1:
        raise ProfileError(no_such(say("tables.which"), "", names))
    if name is None:
        return tables.profiles, tables.faults
    profile = tables.named(name)
    if profile is None:
        raise ProfileError(no_such(say("tables.no_table", table=say_quote(name)), name, names))
    return (profile,), ()


def _row(shelf: TableShelf, profile: Profile) -> dict[str, object]:
    path = shelf.dice_file_of(profile.name)
    try:
        kept = {} if path is None else kept_dice(path, shipped_reader())
    except KeptDiceError as fault:
        told = say("tables.no_dice_read", table=profile.name, fault=str(fault))
        return {"name": profile.name, "dice": [], "fault": told}
    return {"name": profile.name, "dice": _sets(kept), "fault": None}


def _sets(kept: Mapping[str, HouseDice]) -> list[dict[str, object]]:
    return [
        {
            "set": None if name == ORDINARY else name,
            "known": {str(face): house.count_of(face) for face in range(1, 7)},
            "no_dice": house.count_of(NO_DIE),
            "answered": int(house.touched.sum()),
        }
        for name, house in kept.items()
    ]


def _forgotten(shelf: TableShelf, profile: Profile) -> dict[str, object]:
    path = shelf.dice_file_of(profile.name)
    before = _row(shelf, profile)
    try:
        if path is not None:
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise ShelfError(say("tables.not_deleted", path=str(path), fault=say_os_fault(fault))) from None
    return {**before, "fault": None}


def _line(row: Mapping[str, object], forgotten: bool) -> str:
    sets, table = row["dice"], str(row["name"])
    assert isinstance(sets, list)
    if forgotten:
        return say("tables.forgotten" if sets else "tables.nothing_kept", table=table)
    told = "; ".join(_say_set(each) for each in sets)
    return say("tables.knows", table=table, dice=told) if told else say("tables.no_dice", table=table)


def _say_set(told: Mapping[str, object]) -> str:
    known = told["known"]
    assert isinstance(known, dict)
    which = say("tables.ordinary") if told["set"] is None else say("tables.set", set=str(told["set"]))
    faces = [say("dice.of_face", number=count, face=face) for face, count in known.items() if count]
    no_dice = told["no_dice"]
    others = [say("tables.not_dice", count=no_dice)] if isinstance(no_dice, int) and no_dice else []
    found = ", ".join([*(faces or [say("tables.no_face")]), *others])
    return say("tables.of_set", set=which, found=found, answered=str(told["answered"]))
