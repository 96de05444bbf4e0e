"""``companion read PHOTO… [--json] [--out DIR] [--die-px N] [--set NAME]``: read the dice in photographs.

``companion read --evening PHOTO… [--empty PHOTO] [--answers FILE.jsonl]`` reads them in order as one
sitting with the same dice. ``--empty`` is the table before the first lift, from the same place: what shows
there is no die. ``--answers`` holds a line a photograph, {"image": name, "dice": [{"box": [left, top, right,
bottom], "face": 1 to 6, "star": true or false}]}. What is asked about a photograph is answered from its line,
and the next photographs are read with that knowledge. What is told is not corrected.

With ``--json`` one JSON object a photo and line on standard output, in order; else a line of words.
A photo that cannot be read is told in one line on standard error, the others are still read, and the
exit status is 1. Status 2: nothing could be read at all, for want of weights, of the taught set, of the
answers, or of the folder for ``--out``.
"""

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
from companion.reading import PhotoReading, ReadDie
from companion.recognition.errors import TeachError, WeightsError
from companion.recognition.evening.answers import AnswersError
from companion.recognition.eye import Eye, one_thread_for_pictures
from companion.recognition.photo.annotate import annotated
from companion.recognition.photo.loading import Photo

ME = "companion read"
HELP = "read the dice in photographs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG or PNG picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object a photo")
    parser.add_argument(
        "--out", metavar="DIR", help="write each picture with its dice marked into this folder"
    )
    parser.add_argument("--die-px", type=_side_px, metavar="N", help="a die's side in the photos, in pixels")
    add_set(parser)
    parser.add_argument(
        "--evening", action="store_true", help="the photographs are one sitting, in order, with the same dice"
    )
    parser.add_argument("--empty", metavar="PHOTO", help="with --evening: the table before the first lift")
    parser.add_argument(
        "--answers", metavar="FILE", help="with --evening: what the asked dice show, as JSON lines"
    )


def _side_px(text: str) -> float:
    try:
        side = float(text)
    except ValueError:
        side = math.nan
    if not 2 <= side <= 10_000:
        raise argparse.ArgumentTypeError(
            f"a die's side must be a number of pixels from 2 to 10000, got {text!r}"
        )
    return side


def run(args: argparse.Namespace) -> int:
    """Read every photo in order; an unreadable one is told and the others are still read."""
    if not args.evening and (args.empty or args.answers):
        complain(ME, "--empty and --answers belong to --evening")
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
    read = Counter(_face_word(die) for die in reading.dice if die.face is not None)
    doubts = Counter(doubt.value.replace("_", " ") for die in reading.dice for doubt in die.doubts)
    count = len(reading.dice)
    parts = [f"{count} {'die' if count == 1 else 'dice'}" if count else "no dice"]
    parts += [f"{number} × {face}" for face, number in sorted(read.items())]
    parts += [f"{number} to be looked at ({why})" for why, number in sorted(doubts.items())]
    return f"{photo}: " + ", ".join(parts)


def _face_word(die: ReadDie) -> str:
    return "star" if die.star else str(die.face)
