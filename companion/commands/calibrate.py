"""``companion calibrate``: measure the lens, find the table, tell seats and areas, and keep the profile.

From the camera, asked and told in sentences; from photographs (``--pictures DIR --table PHOTO``); or as a
demonstration (``--simulated``), which writes its profile only into a folder that is named. Status 1: the
table could not be set up, and the last good profile is as it was.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.calibration.errors import CalibrationError
from companion.calibration.known_lenses import KNOWN_LENSES, known_lens
from companion.calibration.profile import Profile, table_name
from companion.calibration.setting_up import Setup
from companion.calibration.shelf import FOLDER_NAME, TableShelf
from companion.calibration.simulated_scene import Scene
from companion.calibration.view import DIE_MM
from companion.commands.calibrating.pictures import (
    FromCamera,
    FromFiles,
    PicturesGone,
    SetupPictures,
    Simulated,
)
from companion.commands.calibrating.places import add_places, with_places
from companion.commands.terminal.arguments import LARGEST_SEED, plain_path, whole_number
from companion.commands.terminal.outlet import complain, tell
from companion.hardware.choose import CHOICES, open_camera
from companion.journal.home import default_folder

HELP = "set up a real table: its lens, and where it lies in the picture"
DONE, CANNOT = 0, 1
ME = "companion calibrate"
SIMULATED_SIZE = (1280, 720)


class NotSetUp(Exception):
    """The table cannot be set up; the sentence says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    words = [lens.word for lens in KNOWN_LENSES]
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", default="auto", metavar="WORD", help=f"which camera: {CHOICES}")
    source.add_argument("--simulated", action="store_true", help="show it with rendered pictures")
    source.add_argument("--pictures", type=plain_path, metavar="DIR", help="photographs of the lens board")
    source.add_argument("--list", action="store_true", help="the tables that are set up")
    parser.add_argument("--json", action="store_true", help="with --list: print one JSON object")
    parser.add_argument("--name", default="table", type=_name, help="the table's name")
    parser.add_argument("--lens", choices=words, default="webcam", help="the camera's lens, to begin with")
    known = parser.add_mutually_exclusive_group()
    known.add_argument(
        "--unmeasured", action="store_true", help="take the maker's figures of the lens, without a board"
    )
    known.add_argument("--lens-of", metavar="NAME", help="take the lens of a table that is set up already")
    parser.add_argument("--table", type=Path, metavar="PHOTO", help="a photograph of the table")
    parser.add_argument("--near-edge", type=_mm, metavar="MM", help="from A to D by tape")
    parser.add_argument(
        "--corners", type=_corners, metavar="X,Y,…", help="the table's four corners, in px, no marks"
    )
    parser.add_argument(
        "--size", type=_size, metavar="WxD", help="the table's true size in mm, with --corners"
    )
    add_places(parser)
    parser.add_argument("--die", type=_mm, default=DIE_MM, metavar="MM", help="the dice's side")
    parser.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), default=0, metavar="N", help="of the simulated pictures"
    )
    parser.add_argument(
        "--out", type=plain_path, metavar="DIR", help="write the view from above into this folder"
    )
    parser.add_argument(
        "--home", type=plain_path, metavar="DIR", help="the folder in which the profiles are kept"
    )


def _name(text: str) -> str:
    try:
        return table_name(text)
    except CalibrationError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _mm(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value <= 10_000:
        raise argparse.ArgumentTypeError(f"a length is a number of millimetres, got {text!r}")
    return value


def _numbers(text: str, between: str, many: int) -> tuple[float, ...]:
    try:
        values = tuple(float(each) for each in text.replace(" ", "").split(between))
    except ValueError:
        values = ()
    if len(values) != many or not all(0 <= value <= 100_000 for value in values):
        raise argparse.ArgumentTypeError(f"{many} numbers are wanted, with {between!r} between, got {text!r}")
    return values


def _corners(text: str) -> tuple[float, ...]:
    return _numbers(text, ",", 8)


def _size(text: str) -> tuple[float, ...]:
    return _numbers(text.lower(), "x", 2)


def run(args: argparse.Namespace) -> int:
    """Set the table up and keep its profile."""
    cv2.setNumThreads(1)
    shelf = TableShelf((args.home or default_folder(os.environ)) / FOLDER_NAME)
    try:
        if args.list:
            return _list(shelf, args.json)
        return _again(args, shelf) if args.again is not None else _set_up(args, shelf)
    except (NotSetUp, PicturesGone, CalibrationError) as fault:
        complain(ME, str(fault))
        return CANNOT


def _object(profile: Profile) -> dict[str, object]:
    return {
        "name": profile.name, "size_mm": list(profile.plane.size_mm), "seats": len(profile.seats),
        "camera": profile.camera, "made_at": profile.made_at.isoformat(),
    }  # fmt: skip


def _list(shelf: TableShelf, as_json: bool) -> int:
    tables = shelf.read()
    if as_json:
        told = {"tables": [_object(each) for each in tables.profiles], "faults": tables.faults}
        tell(json.dumps(told, ensure_ascii=False))
        return DONE
    for fault in tables.faults:
        complain(ME, fault)
    if not tables.profiles:
        tell("No table is set up yet.")
    for profile in tables.profiles:
        across, deep = profile.plane.size_mm
        made = profile.made_at.strftime("%Y-%m-%d")
        seats = f"{len(profile.seats)} seats, " if profile.seats else ""
        tell(f"{profile.name}: {across:.0f} × {deep:.0f} mm, {seats}{profile.camera}, set up on {made}")
    return DONE


def _again(args: argparse.Namespace, shelf: TableShelf) -> int:
    """Seats and areas of a table that is set up, told anew."""
    if args.seats is None and args.players is None and not args.area:
        raise NotSetUp("tell the seats with --seats or --players, areas with --area")
    profile = _named(shelf, args.again)
    placed = with_places(args, Setup.of(profile))
    anew = placed.profile(profile.name, datetime.now(UTC), profile.die_mm)
    tell(f"Kept as {shelf.save(anew, shelf.backdrop_of(profile))}")
    return DONE


def _named(shelf: TableShelf, name: str) -> Profile:
    profile = shelf.read().named(name)
    if profile is None:
        raise NotSetUp(f"there is no table {name!r}; `companion calibrate --list` names those there are")
    return profile


def _set_up(args: argparse.Namespace, shelf: TableShelf) -> int:
    if args.simulated:
        tell("A demonstration with rendered pictures.")
        return _finish(args, shelf, Simulated(Scene.made(args.seed, SIMULATED_SIZE)))
    if args.pictures is not None or args.table is not None:
        return _finish(args, shelf, FromFiles(args.pictures, args.table))
    opened = open_camera(args.camera)
    if opened.camera is None or opened.cups is not None:
        if opened.camera is not None:
            opened.camera.close()
        if opened.cups is not None:
            raise NotSetUp("no camera is there to set up: plug one in, or see how it goes with --simulated")
        raise NotSetUp(f"there is no camera to set up: {opened.sentence}")
    tell(f"Camera: {opened.sentence}.")
    try:
        return _finish(args, shelf, FromCamera(opened.camera, time.monotonic_ns, asked))
    finally:
        opened.camera.close()


def asked(question: str) -> str | None:
    """The person's answer at the terminal; ``None`` for d, and when nobody is there to answer."""
    tell(question)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return None if line == "" or line.strip().lower() == "d" else line.strip()


def _finish(args: argparse.Namespace, shelf: TableShelf, pictures: SetupPictures) -> int:
    by_board = not args.unmeasured and args.lens_of is None
    measured = _by_board(args, pictures) if by_board else None
    picture = pictures.table()
    setup = measured or _without_board(args, shelf, picture)
    tell(_sentence(setup))
    done = _with_table(args, setup, picture)
    tell(_sentence(done))
    while done.refused and pictures.more:
        picture = pictures.table()
        done = _with_table(args, setup, picture)
        tell(_sentence(done))
    if done.refused:
        raise NotSetUp("the table is not set up; what was set up before is as it was")
    profile = with_places(args, done).profile(args.name, datetime.now(UTC), args.die)
    if args.out is not None:
        _write_above(args.out, profile, picture)
    if args.simulated and args.home is None:
        tell("Nothing is kept of a demonstration; name a folder with --home to see its profile.")
        return DONE
    tell(f"Kept as {shelf.save(profile)}")
    if not args.simulated:
        shelf.use(profile.name)
    return DONE


def _without_board(args: argparse.Namespace, shelf: TableShelf, picture: np.ndarray) -> Setup:
    """The setup with a lens that need not be measured now."""
    begun = Setup.begin((int(picture.shape[1]), int(picture.shape[0])), known_lens(args.lens))
    if args.lens_of is None:
        return begun.unmeasured()
    known = begun.with_lens_of(_named(shelf, args.lens_of))
    if known.refused:
        raise NotSetUp(known.said)
    return known


def _by_board(args: argparse.Namespace, pictures: SetupPictures) -> Setup:
    """The setup after its lens is measured from pictures of the board."""
    setup: Setup | None = None
    for name, pixels in pictures.boards():
        if setup is None:
            setup = Setup.begin((int(pixels.shape[1]), int(pixels.shape[0])), known_lens(args.lens))
        setup = setup.board_picture(pixels)
        tell(f"{name}: {'not used, ' if setup.refused else ''}{setup.said}.")
    if setup is None:
        raise NotSetUp("there is no picture of the lens board: show it with --pictures, or say --unmeasured")
    measured = setup.measure()
    if measured.refused:
        raise NotSetUp(measured.said)
    return measured


def _with_table(args: argparse.Namespace, setup: Setup, picture: np.ndarray) -> Setup:
    if args.corners is None:
        return setup.table_picture(picture, args.near_edge)
    if args.size is None:
        raise NotSetUp("tell the table's true size with --size, as 1200x700")
    for x, y in zip(args.corners[::2], args.corners[1::2], strict=True):
        setup = setup.touched(x, y)
    return setup.told_size(*args.size)


def _sentence(setup: Setup) -> str:
    return f"{setup.said[0].upper()}{setup.said[1:]}."


def _write_above(folder: Path, profile: Profile, picture: np.ndarray) -> None:
    path = folder / "from-above.png"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", profile.plane.above().picture(picture))[1].tobytes())
    except OSError as fault:
        raise NotSetUp(f"{path} cannot be written: {fault.strerror or fault}") from None
    tell(f"The table from straight above: {path}")
