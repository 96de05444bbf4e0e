"""``companion teach NAME 1=A.jpg … 6=F.jpg``: learn a set of unusual dice from a few pictures.

In each picture all dice lie with the same face up, the one that stands before the = sign; several pictures
a face may be given, and each face must be shown at least three times. With ``--mixed`` the faces may lie
mixed: the dice are sorted into groups, shown on a sheet, and it is asked which face each group is. The wild
face counts as a 1 and is told as a star. Then: ``companion read --set NAME PHOTO…``. Exit status 0; 1 when
the set was not learned; nothing that was learned before is lost then.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.commands.terminal.arguments import plain_path, whole_number
from companion.commands.terminal.outlet import complain, tell
from companion.commands.terminal.progress import with_bar
from companion.commands.wiring.set_here import shelf_here
from companion.recognition.errors import EyeError, PhotoError, TeachError
from companion.recognition.eye import one_thread_for_pictures
from companion.recognition.photo.loading import load_photo
from companion.recognition.taught.dice_set import FACES, DiceSet, checked_name
from companion.recognition.taught.lesson import Lesson, by_face, grouped, sheet, whole_dice, with_marks
from companion.recognition.taught.shelf import SetShelf
from companion.recognition.taught.taught_eye import SetEye

HELP = "learn a set of unusual dice from a few pictures"
LEARNED, REFUSED = 0, 1
Rows = list[tuple[str, list[np.ndarray]]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the set is called")
    parser.add_argument("pictures", nargs="*", metavar="FACE=PICTURE", help="a picture with that face up")
    parser.add_argument("--mixed", nargs="+", metavar="PICTURE", help="pictures with all faces mixed")
    parser.add_argument("--groups", metavar="F,F,…", help="the face of each group, 0 to leave it out")
    parser.add_argument(
        "--wild", type=whole_number(1, FACES), default=1, metavar="N", help="the face that is wild (1)"
    )
    parser.add_argument(
        "--six", type=whole_number(1, FACES), default=6, metavar="N", help="the face that counts as six (6)"
    )
    parser.add_argument("--out", type=plain_path, metavar="DIR", help="for the sheet of what was found")
    parser.add_argument("--list", action="store_true", help="tell the sets that were taught")
    parser.add_argument("--json", action="store_true", help="with --list: print one JSON object")
    parser.add_argument("--forget", metavar="NAME", help="delete a set")


def run(args: argparse.Namespace) -> int:
    """List, forget or teach."""
    one_thread_for_pictures()
    try:
        if args.list:
            return _listed(shelf_here(), args.json)
        if args.forget is not None:
            shelf_here().forget(args.forget)
            tell(f"{args.forget} is forgotten.")
            return LEARNED
        return _teach(args)
    except EyeError as fault:
        complain("companion teach", str(fault))
        return REFUSED


def _listed(shelf: SetShelf, as_json: bool) -> int:
    """Every set, also one that cannot be read: what is wrong with it stands beside its name."""
    found = [_looked_at(shelf, name) for name in shelf.names()]
    if as_json:
        tell(json.dumps({"sets": found}))
        return LEARNED
    for each in found:
        tell(f"{each['name']}: {each.get('fault') or str(each['dice']) + ' dice'}")
    if not found:
        tell("No sets were taught yet.")
    return LEARNED


def _looked_at(shelf: SetShelf, name: str) -> dict[str, object]:
    try:
        return {"name": name, "dice": sum(len(each) for each in shelf.load(name).squares)}
    except TeachError as fault:
        return {"name": name, "fault": str(fault)}


def _teach(args: argparse.Namespace) -> int:
    if args.name is None:
        raise TeachError("say what the set is called: companion teach NAME 1=A.jpg … 6=F.jpg")
    checked_name(args.name)
    given = [_face_and_path(each) for each in args.pictures]
    if not given and not args.mixed:
        raise TeachError("give a picture for each face, as 1=skulls.jpg, or --mixed pictures")
    eye = SetEye()
    lesson = Lesson()
    for face, path in with_bar(given, "pictures"):
        lesson.show(face, _dice_of(eye, path))
    if given:
        _show([(f"face {face}", squares) for face, squares in sorted(lesson.squares.items())], args)
    if args.mixed:
        _show_mixed(eye, lesson, args)
    dice_set = lesson.ended(args.name, args.wild, args.six)
    faces = eye.prototypes(dice_set)
    kept = shelf_here().save(dice_set)
    tell(_told(dice_set, faces.told_share))
    tell(f"It is kept in {kept}.")
    return LEARNED


def _told(dice_set: DiceSet, told_share: float) -> str:
    counts = ", ".join(f"{len(each)} of face {face}" for face, each in enumerate(dice_set.squares, 1))
    lines = [
        f"{dice_set.name} is learned: {counts}.",
        f"Each die left out and read by the others: {told_share:.0%} would be read, the others asked about.",
    ]
    if dice_set.in_few_lights:
        faces = ", ".join(map(str, dice_set.in_few_lights))
        lines.append(
            f"Face {faces}: shown in fewer than three pictures. More, in other lights: fewer questions."
        )
    return "\n".join(lines)


def _face_and_path(text: str) -> tuple[int, str]:
    face, sign, path = text.partition("=")
    if not sign or face not in {str(each) for each in range(1, FACES + 1)} or not path:
        raise TeachError(f"a picture is given as its face and its file, like 1=skulls.jpg, got {text!r}")
    return int(face), path


def _dice_of(eye: SetEye, path: str) -> np.ndarray:
    try:
        squares = whole_dice(eye, load_photo(path))
        shown = with_marks(squares)
    except (PhotoError, TeachError) as fault:
        raise TeachError(f"{path} {fault}") from None
    if not len(squares):
        tell(
            f"{path}: no whole die is found in it. Lay the dice apart on a plain cloth, and fill the picture."
        )
    if blank := len(squares) - len(shown):
        tell(f"{path}: {blank} of {len(squares)} dice show no mark in this light and are left out.")
    return shown


def _show_mixed(eye: SetEye, lesson: Lesson, args: argparse.Namespace) -> None:
    """Sort the dice of the mixed pictures, and ask which face each group is unless it was told."""
    found = [_dice_of(eye, path) for path in args.mixed]
    squares = np.concatenate(found)
    origin = np.repeat(np.arange(len(found)), [len(each) for each in found])
    groups = grouped(eye, squares)
    rows = [(f"group {number}", [squares[each] for each in group]) for number, group in enumerate(groups, 1)]
    place = _show(rows, args, "-groups")
    faces = args.groups or _asked(len(groups), place)
    for face, dice in by_face(groups, _faces(faces)).items():
        lesson.show(face, squares[dice], len(set(origin[dice].tolist())))


def _asked(groups: int, place: Path | None) -> str:
    tell(f"There are {groups} groups: see {place or 'them with --out DIR'}.")
    try:
        return input("Which face is each group, 0 to leave it out (like 3,1,6,0,2)? ")
    except EOFError:
        raise TeachError("nobody answered: tell the faces with --groups 3,1,6,…") from None


def _faces(text: str) -> Sequence[int]:
    words = text.replace(" ", ",").split(",")
    if not all(word in "0123456" and len(word) == 1 for word in words if word):
        raise TeachError(f"the groups' faces are numbers 0-6 with commas between, got {text!r}")
    return [int(word) for word in words if word]


def _show(rows: Rows, args: argparse.Namespace, what: str = "") -> Path | None:
    """Write the sheet where pictures are wanted."""
    if args.out is None:
        return None
    path = Path(args.out) / f"{args.name}{what}.png"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", sheet(rows))[1].tobytes())
    except OSError as fault:
        raise TeachError(f"the sheet cannot be written to {path}: {fault.strerror or fault}") from None
    return path
