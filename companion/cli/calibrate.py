"""``cups-up calibrate``: measure the lens, find the table, place seats and areas, save the profile."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.calibration import (
    DIE_MM,
    FOLDER_NAME,
    KNOWN_LENSES,
    AreaKind,
    CalibrationError,
    Point,
    Profile,
    ProfileError,
    Setup,
    TableShelf,
    known_lens,
    table_name,
)
from companion.cli.terminal.arguments import (
    WRONG_WORDS,
    any_path,
    ignores,
    lacks,
    number_in,
    plain_path,
    whole_number,
)
from companion.cli.terminal.outlet import complain, tell, with_bar
from companion.cli.wiring.cameras import open_camera
from companion.cli.wiring.options import add_home, add_seed, add_wild
from companion.core.frame import Camera, CameraGone, Clock
from companion.core.on_disk import natural_order, write_whole
from companion.core.reading import PhotoError, WildMark
from companion.journal import default_folder
from companion.recognition.photographs import load_photo
from companion.simulator import HELD, Scene
from companion.text import as_sentence, say, say_os_fault, say_quote

PICTURES = frozenset((".jpg", ".jpeg", ".png"))
Ask = Callable[[str], str | None]
"""Prints a line; gives the person's answer, or ``None`` for "done"."""


class PicturesGone(OSError):
    """There are no pictures; the sentence says why."""


class FromFiles:
    more = False

    def __init__(self, boards: Path | None, table: Path | None) -> None:
        self._boards = boards
        self._table = table

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        """A picture that cannot be read is named and skipped."""
        if self._boards is None:
            return
        try:
            there = (each for each in self._boards.iterdir() if each.suffix.lower() in PICTURES)
            paths = sorted(there, key=natural_order)
        except OSError as fault:
            told = {"path": str(self._boards), "fault": say_os_fault(fault)}
            raise PicturesGone(say("calibrate.unreadable", **told)) from None
        for path in with_bar(paths, say("bar.pictures")):
            try:
                yield path.name, load_photo(path).pixels
            except PhotoError as fault:
                complain(path.name, str(fault))

    def table(self) -> np.ndarray:
        if self._table is None:
            raise PicturesGone(say("calibrate.no_photograph"))
        try:
            return load_photo(self._table).pixels
        except PhotoError as fault:
            raise PicturesGone(say("terminal.path_fault", path=str(self._table), fault=str(fault))) from None


class FromCamera:
    more = True

    def __init__(self, camera: Camera, clock: Clock, ask: Ask) -> None:
        self._camera = camera
        self._clock = clock
        self._ask = ask

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        number = 0
        while self._ask(say("calibrate.hold_board") + " ") is not None:
            number += 1
            yield say("calibrate.picture", number=number), self._taken()

    def table(self) -> np.ndarray:
        if self._ask(say("calibrate.lay_marks") + " ") is None:
            raise PicturesGone(say("calibrate.stopped"))
        return self._taken()

    def _taken(self) -> np.ndarray:
        try:
            return self._camera.capture(self._clock()).pixels
        except CameraGone as gone:
            raise PicturesGone(str(gone)) from None


class Simulated:
    more = False

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        for which in range(len(HELD)):
            yield say("calibrate.simulated_picture", number=which + 1), self._scene.board_picture(which)

    def table(self) -> np.ndarray:
        return self._scene.table_picture()


SHOWN_PLAYERS = 4
"""Seats of the demonstration."""
SHOWN_BOARD = 0.35
"""The demonstration's board, as a share of the table's length and depth."""
MOST_PX = 100_000


SetupPictures = FromFiles | FromCamera | Simulated
"""``more``: whether another picture of the table can be had if the first is of no use."""


def add_places(parser: argparse.ArgumentParser) -> None:
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument("--seats", type=_points, metavar="X,Y,…", help=say("arg.calibrate.seats"))
    number = whole_number(0, 99)
    seats.add_argument("--players", type=number, metavar="N", help=say("arg.calibrate.players"))
    kinds = ", ".join(kind.value for kind in AreaKind)
    parser.add_argument(
        "--area", nargs=2, action="append", default=[], metavar=("KIND", "X,Y,…"),
        help=say("arg.calibrate.area", kinds=kinds),
    )  # fmt: skip
    parser.add_argument("--again", metavar="NAME", help=say("arg.calibrate.again"))


def _points(text: str) -> tuple[Point, ...]:
    try:
        return points_of(text)
    except ProfileError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def points_of(text: str) -> tuple[Point, ...]:
    """Pairs of pixels, separated by commas. Raises ``ProfileError`` for other words."""
    values = [number_in(each) for each in text.replace(" ", "").split(",")]
    if len(values) % 2 or not all(0 <= value <= MOST_PX for value in values):
        raise ProfileError(say("given.no_places", given=say_quote(text)))
    return tuple(zip(values[::2], values[1::2], strict=True))


def with_places(args: argparse.Namespace, setup: Setup) -> Setup:
    """Prints each step. Raises ``ProfileError`` for impossible places. Seats or areas that are not given
    stay.
    """
    for step in _steps(args, setup):
        if step.refused:
            raise ProfileError(step.said)
        setup = step
    return setup


def _steps(args: argparse.Namespace, setup: Setup) -> Iterator[Setup]:
    if args.seats is not None:
        setup = setup.without_seats()
        for seat in args.seats:
            setup = setup.seat_touched(*seat)
            yield setup
    players = SHOWN_PLAYERS if args.simulated and not args.seats and args.players is None else args.players
    if players is not None:
        setup = setup.seats_evenly(players)
        yield setup
    if setup.seats:
        setup = setup.seats_done()
        yield setup
        tell(say("calibrate.seats", count=len(setup.seats)))
    areas = args.area or ([_shown_board(setup)] if args.simulated else [])
    if areas:
        while setup.areas:
            setup = setup.without_last_area()
    for kind, corners in areas:
        setup = yield from _area_steps(setup, _kind(kind), points_of(corners))
        tell(as_sentence(setup.said.partition(";")[0]))
    yield setup.areas_done()


def _area_steps(setup: Setup, kind: AreaKind, corners: Iterable[Point]) -> Generator[Setup, None, Setup]:
    setup = setup.area_begun(kind)
    yield setup
    for corner in corners:
        setup = setup.area_touched(*corner)
        yield setup
    closed = setup.area_closed()
    yield closed
    return closed


def _kind(word: str) -> AreaKind:
    kinds = {kind.value: kind for kind in AreaKind}
    if word not in kinds:
        raise ProfileError(say("given.no_area", kinds=", ".join(kinds), given=say_quote(word)))
    return kinds[word]


def _shown_board(setup: Setup) -> tuple[str, str]:
    assert setup.table is not None, "the table has been found"
    half = np.array(setup.table.plane.size_mm) / 2 * SHOWN_BOARD
    corners = setup.table.plane.px_of(np.array([-half, half]))
    return AreaKind.BOARD.value, ",".join(f"{each:.1f}" for each in corners.ravel())


DONE, CANNOT = 0, 1
ME = "cups-up calibrate"
CAMERA, NAME, LENS = "auto", "table", "webcam"
SIMULATED_SIZE = (1280, 720)


class NotSetUp(Exception):
    """The table cannot be set up; the sentence says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = [lens.word for lens in KNOWN_LENSES]
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--camera", default=CAMERA, metavar="WORD", help=say("arg.camera", choices=say("camera.choices"))
    )
    source.add_argument("--simulated", action="store_true", help=say("arg.calibrate.simulated"))
    source.add_argument("--pictures", type=plain_path, metavar="DIR", help=say("arg.calibrate.pictures"))
    source.add_argument("--list", action="store_true", help=say("arg.calibrate.list"))
    parser.add_argument("--json", action="store_true", help=say("arg.json_list"))
    parser.add_argument("--name", default=NAME, type=_name, help=say("arg.calibrate.name"))
    parser.add_argument("--lens", choices=words, default=LENS, help=say("arg.calibrate.lens"))
    known = parser.add_mutually_exclusive_group()
    known.add_argument("--unmeasured", action="store_true", help=say("arg.calibrate.unmeasured"))
    known.add_argument("--lens-of", metavar="NAME", help=say("arg.calibrate.lens_of"))
    parser.add_argument("--table", type=any_path, metavar="PHOTO", help=say("arg.calibrate.table"))
    parser.add_argument("--near-edge", type=_mm, metavar="MM", help=say("arg.calibrate.near_edge"))
    parser.add_argument("--corners", type=_corners, metavar="X,Y,…", help=say("arg.calibrate.corners"))
    parser.add_argument("--size", type=_size, metavar="WxD", help=say("arg.calibrate.size"))
    add_places(parser)
    parser.add_argument("--die", type=_mm, default=DIE_MM, metavar="MM", help=say("arg.calibrate.die"))
    add_wild(parser)
    add_seed(parser, say("arg.calibrate.seed"), 0)
    parser.add_argument("--out", type=plain_path, metavar="DIR", help=say("arg.calibrate.out"))
    add_home(parser, say("arg.calibrate.home"))


def _name(text: str) -> str:
    try:
        return table_name(text)
    except CalibrationError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _mm(text: str) -> float:
    value = number_in(text)
    if not 1 <= value <= 10_000:
        raise argparse.ArgumentTypeError(say("given.no_length", given=say_quote(text)))
    return value


def _numbers(text: str, between: str, many: int) -> tuple[float, ...]:
    values = tuple(number_in(each) for each in text.replace(" ", "").split(between))
    if len(values) != many or not all(0 <= value <= 100_000 for value in values):
        raise argparse.ArgumentTypeError(
            say("given.no_numbers", many=many, between=say_quote(between), given=say_quote(text))
        )
    return values


def _corners(text: str) -> tuple[float, ...]:
    return _numbers(text, ",", 8)


def _size(text: str) -> tuple[float, ...]:
    return _numbers(text.lower(), "x", 2)


def run(args: argparse.Namespace) -> int:
    if _without_effect(args):
        return WRONG_WORDS
    cv2.setNumThreads(1)
    shelf = TableShelf((args.home or default_folder(os.environ)) / FOLDER_NAME)
    try:
        if args.list:
            return _list(shelf, args.json)
        return _again(args, shelf) if args.again is not None else _set_up(args, shelf)
    except (NotSetUp, PicturesGone, CalibrationError) as fault:
        complain(ME, str(fault))
        return CANNOT


def _without_effect(args: argparse.Namespace) -> bool:
    """Whether an option would change nothing, which it says; one with its usual value is not noticed."""
    if not args.list and lacks(ME, "--list", {"--json": args.json}):
        return True
    if args.again is None:
        return False
    source = {"--list": args.list, "--simulated": args.simulated, "--pictures": args.pictures}
    source |= {"--camera": args.camera != CAMERA, "--table": args.table}
    named = {"--name": args.name != NAME, "--die": args.die != DIE_MM, "--out": args.out}
    lens = {"--lens": args.lens != LENS, "--unmeasured": args.unmeasured, "--lens-of": args.lens_of}
    plane = {"--near-edge": args.near_edge, "--corners": args.corners, "--size": args.size}
    return ignores(ME, "--again", {**source, **named, **lens, **plane})


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
        tell(say("tables.none"))
    for profile in tables.profiles:
        across, deep = profile.plane.size_mm
        made = profile.made_at.strftime("%Y-%m-%d")
        line = say("calibrate.size", table=profile.name, across=f"{across:.0f}", deep=f"{deep:.0f}")
        if profile.seats:
            line = say("calibrate.with_seats", told=line, count=len(profile.seats))
        tell(say("calibrate.made", told=line, camera=profile.camera, day=made))
    return DONE


def _again(args: argparse.Namespace, shelf: TableShelf) -> int:
    if args.seats is None and args.players is None and not args.area and args.wild is None:
        raise NotSetUp(say("calibrate.again"))
    profile = _named(shelf, args.again)
    placed = with_places(args, Setup.of(profile))
    anew = placed.profile(profile.name, datetime.now(UTC), profile.die_mm)
    anew = replace(anew, wild=profile.wild if args.wild is None else WildMark(args.wild))
    tell(say("calibrate.kept", path=str(shelf.save(anew, shelf.backdrop_of(profile)))))
    return DONE


def _named(shelf: TableShelf, name: str) -> Profile:
    profile = shelf.read().named(name)
    if profile is None:
        raise NotSetUp(say("calibrate.no_table", table=say_quote(name)))
    return profile


def _set_up(args: argparse.Namespace, shelf: TableShelf) -> int:
    if args.simulated:
        tell(say("calibrate.demonstration"))
        return _finish(args, shelf, Simulated(Scene.made(args.seed, SIMULATED_SIZE)))
    if args.pictures is not None or args.table is not None:
        return _finish(args, shelf, FromFiles(args.pictures, args.table))
    opened = open_camera(args.camera)
    if opened.camera is None or opened.cups is not None:
        if opened.camera is not None:
            opened.camera.close()
        if opened.cups is not None:
            raise NotSetUp(say("calibrate.plug_in"))
        raise NotSetUp(say("calibrate.no_camera", camera=opened.why))
    tell(say("terminal.camera", camera=opened.sentence))
    try:
        return _finish(args, shelf, FromCamera(opened.camera, time.monotonic_ns, asked), asked)
    finally:
        opened.camera.close()


def asked(question: str) -> str | None:
    """The answer at the terminal; ``None`` for d, or when nobody is there."""
    tell(question)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return None if line == "" or line.strip().lower() == "d" else line.strip()


def _wild(args: argparse.Namespace, shelf: TableShelf, ask: Ask | None) -> WildMark | None:
    if args.wild is not None:
        return WildMark(args.wild)
    before = shelf.read().named(args.name)
    known = None if before is None else before.wild
    if known is not None or ask is None:
        return known
    marks = {each.value: each for each in WildMark}
    question = say("calibrate.ask_wild", words=", ".join(marks))
    answer = ask(question)
    while answer and answer.lower() not in marks:
        answer = ask(question)
    return marks[answer.lower()] if answer else None


def _finish(
    args: argparse.Namespace, shelf: TableShelf, pictures: SetupPictures, ask: Ask | None = None
) -> int:
    by_board = not args.unmeasured and args.lens_of is None
    measured = _by_board(args, pictures) if by_board else None
    picture = pictures.table()
    setup = measured or _without_board(args, shelf, picture)
    tell(as_sentence(setup.said))
    done = _with_table(args, setup, picture)
    tell(as_sentence(done.said))
    while done.refused and pictures.more:
        picture = pictures.table()
        done = _with_table(args, setup, picture)
        tell(as_sentence(done.said))
    if done.refused:
        raise NotSetUp(say("calibrate.not_set_up"))
    profile = with_places(args, done).profile(args.name, datetime.now(UTC), args.die)
    profile = replace(profile, wild=_wild(args, shelf, ask))
    if args.out is not None:
        _write_above(args.out, profile, picture)
    if args.simulated and args.home is None:
        tell(say("calibrate.nothing_kept"))
        return DONE
    tell(say("calibrate.kept", path=str(shelf.save(profile))))
    if not args.simulated:
        shelf.use(profile.name)
    return DONE


def _without_board(args: argparse.Namespace, shelf: TableShelf, picture: np.ndarray) -> Setup:
    begun = Setup.begin((int(picture.shape[1]), int(picture.shape[0])), known_lens(args.lens))
    if args.lens_of is None:
        return begun.unmeasured()
    known = begun.with_lens_of(_named(shelf, args.lens_of))
    if known.refused:
        raise NotSetUp(known.said)
    return known


def _by_board(args: argparse.Namespace, pictures: SetupPictures) -> Setup:
    setup: Setup | None = None
    for name, pixels in pictures.boards():
        if setup is None:
            setup = Setup.begin((int(pixels.shape[1]), int(pixels.shape[0])), known_lens(args.lens))
        setup = setup.board_picture(pixels)
        tell(say("calibrate.unused" if setup.refused else "calibrate.used", picture=name, told=setup.said))
    if setup is None or not setup.boards:
        raise NotSetUp(say("calibrate.no_board"))
    measured = setup.measure()
    if measured.refused:
        raise NotSetUp(measured.said)
    return measured


def _with_table(args: argparse.Namespace, setup: Setup, picture: np.ndarray) -> Setup:
    if args.corners is None:
        return setup.table_picture(picture, args.near_edge)
    if args.size is None:
        raise NotSetUp(say("calibrate.no_size"))
    for x, y in zip(args.corners[::2], args.corners[1::2], strict=True):
        setup = setup.touched(x, y)
    return setup.with_size(*args.size)


def _write_above(folder: Path, profile: Profile, picture: np.ndarray) -> None:
    path = folder / "from-above.png"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, cv2.imencode(".png", profile.plane.above().picture(picture))[1].tobytes())
    except OSError as fault:
        raise NotSetUp(say("calibrate.not_written", path=str(path), fault=say_os_fault(fault))) from None
    tell(say("calibrate.above", path=str(path)))
