"""``companion read PHOTO…``: the dice in photographs, one by one or in order as one evening."""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter

from companion.commands.terminal.each_photo import CANNOT_READ, READ, PhotoResult, each_photo, in_file
from companion.commands.terminal.outlet import complain
from companion.commands.wiring.set_here import add_set, eye_for
from companion.commands.wiring.sitting import Sitting, sitting_with
from companion.commands.wiring.thrift import spare_memory
from companion.reading import PhotoReading
from companion.recognition.errors import TeachError, WeightsError
from companion.recognition.evening.answers import AnswersError
from companion.recognition.eye import Eye, one_thread_for_pictures
from companion.recognition.photo.annotate import annotated
from companion.recognition.photo.loading import Photo
from companion.text.counting import say_line
from companion.text.speech import say

ME = "companion read"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help=say("arg.photos"))
    parser.add_argument("--json", action="store_true", help=say("arg.json_a_photo"))
    parser.add_argument("--out", metavar="DIR", help=say("arg.read.out"))
    parser.add_argument("--die-px", type=_side_px, metavar="N", help=say("arg.read.die_px"))
    add_set(parser)
    parser.add_argument("--evening", action="store_true", help=say("arg.read.evening"))
    parser.add_argument("--empty", metavar="PHOTO", help=say("arg.read.empty"))
    parser.add_argument("--answers", metavar="FILE", help=say("arg.read.answers"))


def _side_px(text: str) -> float:
    try:
        side = float(text)
    except ValueError:
        side = math.nan
    if not 2 <= side <= 10_000:
        raise argparse.ArgumentTypeError(say("given.no_side", given=repr(text)))
    return side


def run(args: argparse.Namespace) -> int:
    """Read every photo in order; one that cannot be read gets a line, and the others are still read."""
    if not args.evening and (args.empty or args.answers):
        complain(ME, say("read.only_evening"))
        return CANNOT_READ
    spare_memory()
    one_thread_for_pictures()
    try:
        reads = _reader(args)
    except (WeightsError, TeachError, AnswersError) as fault:
        complain(ME, str(fault))
        return CANNOT_READ
    status = reads.look_at_empty(args.empty) if isinstance(reads, Sitting) and args.empty else READ
    return max(status, each_photo(args.photos, args.out, lambda name, photo: _seen(reads, name, photo, args)))


def _reader(args: argparse.Namespace) -> Eye | Sitting:
    eye = eye_for(args.set)
    return sitting_with(eye, args.answers) if args.evening else eye


def _seen(reads: Eye | Sitting, name: str, photo: Photo, args: argparse.Namespace) -> PhotoResult:
    frame, die_px = photo.frame, None if args.die_px is None else args.die_px / photo.scale
    reading = reads.read(frame, die_px) if isinstance(reads, Eye) else reads.lifted(name, photo, die_px)
    line = json.dumps(_object(name, photo, reading), ensure_ascii=False) if args.json else told(name, reading)
    return PhotoResult(line, lambda: annotated(frame.pixels, reading))


def _object(name: str, photo: Photo, reading: PhotoReading) -> dict[str, object]:
    """The JSON object of a photo; boxes are in px of the file's picture."""
    dice = [
        {"face": die.face, "star": die.star, "confidence": round(die.confidence, 4),
         "box": in_file(die.box, photo.scale), "doubts": [doubt.value for doubt in die.doubts]}
        for die in reading.dice
    ]  # fmt: skip
    ms = {name: round(took, 2) for name, took in reading.ms}
    return {"image": name, "size": list(photo.size), "dice": dice, "ms": ms}


def told(photo: str, reading: PhotoReading) -> str:
    """A photo's dice in a line of words."""
    read = Counter((die.star, die.face) for die in reading.dice if die.face is not None)
    doubts = Counter(doubt for die in reading.dice for doubt in die.doubts)
    count = len(reading.dice)
    parts = [say("roll.dice", count=count) if count else say("roll.no_dice")]
    for (star, face), number in sorted(read.items()):
        parts.append(
            say("photo.stars", number=number) if star else say("roll.face", number=number, face=face)
        )
    parts += [
        say("photo.doubted", number=number, why=say(f"doubt.brief.{doubt.value}"))
        for doubt, number in sorted(doubts.items(), key=lambda each: each[0].value)
    ]
    return say_line(photo, parts)
