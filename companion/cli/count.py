"""``cups-up count [PHOTO…]``: count rolls, photographed or before the camera (docs/counting.md)."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator

from companion.cli.terminal.arguments import ignores, whole_number
from companion.cli.terminal.each_photo import CANNOT_READ, READ, SOME_UNREADABLE, PhotoResult, each_photo
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.cameras import Opened, Simulation, open_camera
from companion.cli.wiring.options import add_seed, add_set, add_wild
from companion.cli.wiring.taught_sets import eye_for
from companion.core.allocator import spare_memory
from companion.core.frame import Camera, CameraGone
from companion.core.reading import TeachError, WeightsError, WildMark
from companion.devices import Supervisor, close_in_time
from companion.play.looking import AGAIN_S
from companion.play.modes.counting.mode import RollLookout
from companion.play.modes.counting.state import SeenRoll, is_read, roll_of
from companion.recognition.context.stillness import Stillness
from companion.recognition.decide.known_dice import with_number, with_wild_mark
from companion.recognition.photographs import Photo, annotated
from companion.recognition.pipeline.eye import Eye, one_thread_for_pictures
from companion.recognition.table.table_eye import RollEye
from companion.rules import FACES, Roll
from companion.simulator import MOST_THROWN, Throws
from companion.text import say, say_roll

ME = "cups-up count"
POLL_S = 0.02
"""How often the camera is asked for a new picture."""
SHOWN_S = 2.0
"""How long a roll of the simulated table lies before the next."""
DICE = 5
Pause = Callable[[float], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help=say("arg.count.photos"))
    parser.add_argument(
        "--camera", metavar="WORD", help=say("arg.count.camera", choices=say("camera.choices"))
    )
    parser.add_argument("--at-least", type=whole_number(1, 6), metavar="N", help=say("arg.count.at_least"))
    parser.add_argument("--watch", action="store_true", help=say("arg.count.watch"))
    parser.add_argument("--json", action="store_true", help=say("arg.count.json"))
    add_set(parser)
    add_wild(parser, WildMark.ANY.value)
    parser.add_argument(
        "--dice",
        type=whole_number(1, MOST_THROWN),
        metavar="N",
        help=say("arg.count.dice", dice=DICE),
    )
    add_seed(parser, say("arg.count.seed"), 0)


def run(args: argparse.Namespace) -> int:
    if args.photos and (args.watch or args.camera is not None):
        complain(ME, say("roll.only_table"))
        return CANNOT_READ
    if args.photos and ignores(ME, "PHOTO", {"--seed": args.seed}):
        return CANNOT_READ
    spare_memory()
    one_thread_for_pictures()
    try:
        eye = eye_for(args.set)
    except (WeightsError, TeachError) as fault:
        complain(ME, str(fault))
        return CANNOT_READ
    if args.photos:
        return each_photo(args.photos, None, lambda name, photo: _seen(eye, name, photo, args))
    return _watched(eye, args)


def _seen(eye: Eye, name: str, photo: Photo, args: argparse.Namespace) -> PhotoResult:
    reading = with_wild_mark(with_number(eye.read(photo.frame), args.dice), WildMark(args.wild))
    line = _line(name, roll_of(reading), args)
    return PhotoResult(line, lambda: annotated(photo.frame.pixels, reading))


def _line(image: str, roll: Roll, args: argparse.Namespace, seen: SeenRoll | None = None) -> str:
    if not args.json:
        return say_roll(image, roll, args.at_least, 0 if seen is None else len(seen.kept))
    told = _object(image, roll, args.at_least)
    return json.dumps(told if seen is None else told | _rerolled(seen), ensure_ascii=False)


def _rerolled(seen: SeenRoll) -> dict[str, object]:
    """The dice that stayed, and the new faces from left to right."""
    thrown = (die for at, die in enumerate(seen.reading.dice) if at not in seen.kept)
    return {"kept": len(seen.kept), "rolled": [die.face if is_read(die) else None for die in thrown]}


def _object(image: str, roll: Roll, at_least: int | None) -> dict[str, object]:
    faces = {str(face): count for face, count in zip(FACES, roll.counts, strict=True)}
    return {
        "image": image,
        "dice": roll.dice,
        "unread": roll.unread,
        "faces": faces,
        "stars": roll.stars,
        "sum": roll.sum,
        "at_least": None if at_least is None else {"face": at_least, "count": roll.at_least(at_least)},
    }


def _watched(eye: Eye, args: argparse.Namespace) -> int:
    choice = args.camera or "auto"
    if os.path.isdir(choice):
        complain(ME, say("roll.folder"))
        return CANNOT_READ
    opened = open_camera(choice, Simulation(seed=args.seed))
    if opened.camera is None:
        complain(ME, opened.why)
        return CANNOT_READ
    complain(ME, say("roll.waiting", camera=opened.sentence))
    try:
        _tell_rolls(opened, opened.camera, RollEye(eye, WildMark(args.wild), args.dice), args)
    except CameraGone as gone:
        complain(ME, str(gone))
        return SOME_UNREADABLE
    finally:
        close_in_time(opened.camera)
    return READ


def _tell_rolls(opened: Opened, camera: Camera, eye: RollEye, args: argparse.Namespace) -> None:
    wild = WildMark(args.wild)
    throws = None if opened.cups is None else Throws(opened.cups, wild=lambda: wild)
    thrown = args.dice or DICE
    if throws is not None:
        throws.throw(thrown)
    waits = args.watch and isinstance(camera, Supervisor)
    for seen in rolls(camera, eye, time.sleep, waits):
        tell(_line(camera.name, seen.roll, args, seen))
        if not args.watch:
            return
        if throws is not None:
            time.sleep(SHOWN_S)
            throws.throw(thrown)


def rolls(camera: Camera, eye: RollEye, pause: Pause, waits: bool = False) -> Iterator[SeenRoll]:
    """Gives each roll when its dice lie still. ``waits``: for a camera that is gone; else ``CameraGone``."""
    lookout, last = RollLookout(Stillness(), eye, camera), None
    while True:
        try:
            live = camera.latest()
            if live is None or live is last:
                pause(POLL_S)
                continue
            last, seen = live, lookout.see(live)
        except CameraGone:
            if not waits:
                raise
            pause(AGAIN_S)
            continue
        if seen is not None:
            yield seen
