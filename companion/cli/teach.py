"""``cups-up teach NAME 1=A.jpg … 6=F.jpg``: learn unusual dice from a few pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.cli.terminal.arguments import WRONG_WORDS, ignores, lacks, plain_path, whole_number
from companion.cli.terminal.outlet import complain, tell, with_bar
from companion.cli.wiring.taught_sets import set_shelf
from companion.core.on_disk import write_whole
from companion.core.reading import EyeError, PhotoError, TeachError
from companion.recognition.photographs import load_photo
from companion.recognition.pipeline.eye import one_thread_for_pictures
from companion.recognition.taught.dice_set import FACES, DiceSet, SetShelf, checked_name
from companion.recognition.taught.lesson import Lesson, by_face, grouped, sheet, whole_dice, with_marks
from companion.recognition.taught.taught_eye import SetEye
from companion.text import say, say_os_fault, say_percent, say_quote

ME = "cups-up teach"
ASKED_FOR = "NAME 1=A.jpg … 6=F.jpg"
LEARNED, REFUSED = 0, 1
WILD, SIX = 1, 6
Rows = list[tuple[str, list[np.ndarray]]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("arg.teach.name"))
    parser.add_argument("pictures", nargs="*", metavar="FACE=PICTURE", help=say("arg.teach.pictures"))
    parser.add_argument("--mixed", nargs="+", metavar="PICTURE", help=say("arg.teach.mixed"))
    parser.add_argument("--groups", metavar="F,F,…", help=say("arg.teach.groups"))
    face = whole_number(1, FACES)
    parser.add_argument("--wild", type=face, default=WILD, metavar="N", help=say("arg.teach.wild"))
    parser.add_argument("--six", type=face, default=SIX, metavar="N", help=say("arg.teach.six"))
    parser.add_argument("--out", type=plain_path, metavar="DIR", help=say("arg.teach.out"))
    parser.add_argument("--list", action="store_true", help=say("arg.teach.list"))
    parser.add_argument("--json", action="store_true", help=say("arg.json_list"))
    parser.add_argument("--forget", metavar="NAME", help=say("arg.teach.forget"))


def run(args: argparse.Namespace) -> int:
    if _without_effect(args):
        return WRONG_WORDS
    one_thread_for_pictures()
    try:
        if args.list:
            return _listed(set_shelf(), args.json)
        if args.forget is not None:
            set_shelf().forget(args.forget)
            tell(say("teach.forgotten", set=args.forget))
            return LEARNED
        return _teach(args)
    except EyeError as fault:
        complain(ME, str(fault))
        return REFUSED


def _without_effect(args: argparse.Namespace) -> bool:
    taught = {"NAME": args.name, "--mixed": args.mixed, "--groups": args.groups, "--out": args.out}
    taught |= {"--wild": args.wild != WILD, "--six": args.six != SIX}
    if args.list:
        return ignores(ME, "--list", {"--forget": args.forget, **taught})
    if args.forget is not None:
        return ignores(ME, "--forget", {"--json": args.json, **taught})
    return lacks(ME, "--list", {"--json": args.json}) or (
        not args.mixed and lacks(ME, "--mixed", {"--groups": args.groups})
    )


def _listed(shelf: SetShelf, as_json: bool) -> int:
    """A set that cannot be read has its fault beside its name."""
    found = [_looked_at(shelf, name) for name in shelf.names()]
    if as_json:
        tell(json.dumps({"sets": found}))
        return LEARNED
    for each in found:
        dice = each.get("dice")
        kept = say("roll.dice", count=dice) if isinstance(dice, int) else str(each["fault"])
        tell(say("roll.line", where=str(each["name"]), told=kept))
    if not found:
        tell(say("teach.no_sets"))
    return LEARNED


def _looked_at(shelf: SetShelf, name: str) -> dict[str, object]:
    try:
        return {"name": name, "dice": sum(len(each) for each in shelf.load(name).squares)}
    except TeachError as fault:
        return {"name": name, "fault": str(fault)}


def _teach(args: argparse.Namespace) -> int:
    if args.name is None:
        complain(ME, say("teach.no_name", usage=f"{ME} {ASKED_FOR}"))
        return WRONG_WORDS
    checked_name(args.name)
    given = [_face_and_path(each) for each in args.pictures]
    if not given and not args.mixed:
        complain(ME, say("teach.no_pictures"))
        return WRONG_WORDS
    eye = SetEye()
    lesson = Lesson()
    for face, path in with_bar(given, say("bar.pictures")):
        lesson.show(face, _dice_of(eye, path))
    if given:
        shown = sorted(lesson.squares.items())
        _show([(say("teach.face", face=face), squares) for face, squares in shown], args)
    if args.mixed:
        _show_mixed(eye, lesson, args)
    dice_set = lesson.ended(args.name, args.wild, args.six)
    faces = eye.prototypes(dice_set)
    kept = set_shelf().save(dice_set)
    tell(_format_set(dice_set, faces.told_share))
    tell(say("teach.kept", path=str(kept)))
    return LEARNED


def _format_set(dice_set: DiceSet, told_share: float) -> str:
    counts = ", ".join(
        say("photo.stars", number=len(each))
        if face == dice_set.wild
        else say("dice.of_face", number=len(each), face=face)
        for face, each in enumerate(dice_set.squares, 1)
    )
    lines = [
        say("teach.learned", set=dice_set.name, counts=counts),
        say("teach.share", share=say_percent(told_share)),
    ]
    if dice_set.in_few_lights:
        lines.append(say("teach.few_lights", faces=", ".join(map(str, dice_set.in_few_lights))))
    return "\n".join(lines)


def _face_and_path(text: str) -> tuple[int, str]:
    face, sign, path = text.partition("=")
    if not sign or face not in {str(each) for each in range(1, FACES + 1)} or not path:
        raise TeachError(say("teach.no_picture", given=say_quote(text)))
    return int(face), path


def _dice_of(eye: SetEye, path: str) -> np.ndarray:
    try:
        squares = whole_dice(eye, load_photo(path))
        shown = with_marks(squares)
    except (PhotoError, TeachError) as fault:
        raise TeachError(say("terminal.path_fault", path=path, fault=str(fault))) from None
    if not len(squares):
        tell(say("teach.no_dice", picture=path))
    if blank := len(squares) - len(shown):
        tell(say("teach.blank", picture=path, blank=blank, count=len(squares)))
    return shown


def _show_mixed(eye: SetEye, lesson: Lesson, args: argparse.Namespace) -> None:
    """Sorts the dice, and asks for each group's face, unless --groups gives it."""
    found = [_dice_of(eye, path) for path in args.mixed]
    squares = np.concatenate(found)
    origin = np.repeat(np.arange(len(found)), [len(each) for each in found])
    groups = grouped(eye, squares)
    rows = [
        (say("teach.group", number=number), [squares[each] for each in group])
        for number, group in enumerate(groups, 1)
    ]
    place = _show(rows, args, "-groups")
    faces = args.groups or _asked(len(groups), place)
    for face, dice in by_face(groups, _faces(faces)).items():
        lesson.show(face, squares[dice], len(set(origin[dice].tolist())))


def _asked(groups: int, place: Path | None) -> str:
    if place is None:
        tell(say("teach.groups_unseen", count=groups))
    else:
        tell(say("teach.groups", count=groups, sheet=str(place)))
    try:
        return input(say("teach.which_face") + " ")
    except EOFError:
        raise TeachError(say("teach.nobody")) from None


def _faces(text: str) -> Sequence[int]:
    words = text.replace(" ", ",").split(",")
    if not all(word in "0123456" and len(word) == 1 for word in words if word):
        raise TeachError(say("teach.no_faces", given=say_quote(text)))
    return [int(word) for word in words if word]


def _show(rows: Rows, args: argparse.Namespace, what: str = "") -> Path | None:
    if args.out is None:
        return None
    path = Path(args.out) / f"{args.name}{what}.png"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        write_whole(path, cv2.imencode(".png", sheet(rows))[1].tobytes())
    except OSError as fault:
        raise TeachError(say("teach.no_sheet", path=str(path), fault=say_os_fault(fault))) from None
    return path
