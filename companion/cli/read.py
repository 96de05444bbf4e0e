"""``cups-up read PHOTO…``: the dice in photographs, one by one or in order as one evening."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from companion.cli.terminal.arguments import any_path, number_in, whole_number
from companion.cli.terminal.each_photo import (
    CANNOT_READ,
    READ,
    SOME_UNREADABLE,
    PhotoResult,
    each_photo,
)
from companion.cli.terminal.outlet import complain
from companion.cli.wiring.options import add_set
from companion.cli.wiring.taught_sets import eye_for
from companion.core.allocator import spare_memory
from companion.core.on_disk import NotRead, read_input, shown_name
from companion.core.reading import PhotoError, PhotoReading, TeachError, WeightsError, scaled
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye
from companion.recognition.adaptation.answers import (
    Answers,
    AnswersError,
    answers_for,
    answers_of,
    confirmed_by,
)
from companion.recognition.decide.known_dice import with_number
from companion.recognition.photographs import Photo, annotated, open_photo
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye, one_thread_for_pictures
from companion.text import say, say_line, say_quote

LARGEST_ANSWERS = 20_000_000
"""Bytes: two hundred thousand dice."""


class Sitting:
    def __init__(self, eye: AdaptiveEye, answers: Answers) -> None:
        self._eye, self._answers = eye, answers
        self._camera = CameraMemory(mounted=False)
        self._lifts = 0

    def look_at_empty(self, path: str) -> int:
        """Learns the empty table; exit status 1 if it cannot be read."""
        try:
            photo = open_photo(path)
        except PhotoError as fault:
            complain(path, str(fault))
            return SOME_UNREADABLE
        self._camera.take_before(photo.frame, sure=True)
        return READ

    def lifted(self, name: str, photo: Photo, die_px: float | None, number: int | None) -> PhotoReading:
        """Reads the next photograph, with ``number`` dice if known; its doubts are then answered and
        learned.
        """
        reading = with_number(self._eye.read(photo.frame, die_px, self._camera), number)
        self._camera.keep(reading)
        confirmed = confirmed_by(reading, answers_for(self._answers, name), photo.scale)
        self._lifts += 1
        self._eye.confirm(self._lifts, photo.frame, confirmed, self._camera)
        return reading


def _answers_in(path: str) -> Answers:
    try:
        return answers_of(read_input(path, LARGEST_ANSWERS).decode("utf-8-sig"))
    except NotRead as fault:
        raise AnswersError(say("read.answers_unread", file=shown_name(path), fault=str(fault))) from None
    except UnicodeDecodeError:
        raise AnswersError(say("read.answers_no_utf_8", file=shown_name(path))) from None
    except AnswersError as fault:
        raise AnswersError(say("read.answers_wrong", file=shown_name(path), fault=str(fault))) from None


ME = "cups-up read"
MOST_DICE = 1000
"""The largest ``--dice``."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help=say("arg.photos"))
    parser.add_argument("--json", action="store_true", help=say("arg.json_a_photo"))
    parser.add_argument("--out", type=any_path, metavar="DIR", help=say("arg.read.out"))
    parser.add_argument("--die-px", type=_side_px, metavar="N", help=say("arg.read.die_px"))
    parser.add_argument("--dice", type=whole_number(0, MOST_DICE), metavar="N", help=say("arg.read.dice"))
    add_set(parser)
    parser.add_argument("--evening", action="store_true", help=say("arg.read.evening"))
    parser.add_argument("--empty", metavar="PHOTO", help=say("arg.read.empty"))
    parser.add_argument("--answers", metavar="FILE", help=say("arg.read.answers"))


def _side_px(text: str) -> float:
    side = number_in(text)
    if not 2 <= side <= 10_000:
        raise argparse.ArgumentTypeError(say("given.no_side", given=say_quote(text)))
    return side


def run(args: argparse.Namespace) -> int:
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
    """Raises ``AnswersError`` for a file without answers, and as ``eye_for``."""
    eye = eye_for(args.set)
    if not args.evening:
        return eye
    answers = {} if args.answers is None else _answers_in(args.answers)
    return Sitting(AdaptiveEye(eye, eye.symbols), answers)


def _seen(reads: Eye | Sitting, name: str, photo: Photo, args: argparse.Namespace) -> PhotoResult:
    frame, die_px = photo.frame, None if args.die_px is None else args.die_px / photo.scale
    if isinstance(reads, Sitting):
        reading = reads.lifted(name, photo, die_px, args.dice)
    else:
        reading = with_number(reads.read(frame, die_px), args.dice)
    told_json = _object(name, photo, reading, args.dice)
    line = json.dumps(told_json, ensure_ascii=False) if args.json else told(name, reading, args.dice)
    return PhotoResult(line, lambda: annotated(frame.pixels, reading))


def _object(name: str, photo: Photo, reading: PhotoReading, expected: int | None) -> dict[str, object]:
    """Boxes are in px of the file's picture."""
    dice = [
        {"face": die.face, "star": die.star, "confidence": round(die.confidence, 4),
         "objectness": round(die.objectness, 4),
         "box": scaled(die.box, photo.scale), "doubts": [doubt.value for doubt in die.doubts]}
        for die in reading.dice
    ]  # fmt: skip
    ms = {name: round(took, 2) for name, took in reading.ms}
    return {"image": name, "size": list(photo.size), "dice": dice, "expected": expected, "ms": ms}


def told(photo: str, reading: PhotoReading, expected: int | None = None) -> str:
    """A photo's dice in a line; ``expected``: how many. A one that may be a star counts as a pip."""
    read = Counter((bool(die.star), die.face) for die in reading.dice if die.face is not None)
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
    if expected is not None and count != expected:
        off = say("photo.missing", number=expected - count) if count < expected else None
        parts.append(off or say("photo.too_many", number=count - expected))
    return say_line(photo, parts)
