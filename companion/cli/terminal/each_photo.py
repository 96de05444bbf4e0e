"""Looks at photographs from the command line in turn; some may be faulty."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from companion.cli.terminal.outlet import complain, tell, with_bar
from companion.core.on_disk import write_whole
from companion.core.reading import PhotoError
from companion.recognition.photographs import Photo, open_photo
from companion.text import say, say_os_fault

READ, SOME_UNREADABLE, CANNOT_READ = 0, 1, 2
"""Exit statuses."""


@dataclass(frozen=True, slots=True)
class PhotoResult:
    line: str
    marked: Callable[[], np.ndarray]


def each_photo(photos: Sequence[str], out: Path | None, look: Callable[[str, Photo], PhotoResult]) -> int:
    """Print a line for each photo; gives the exit status.

    A photo that cannot be read gets one line on standard error. ``out``: the folder for marked pictures.
    """
    if out is not None:
        try:
            os.makedirs(out, exist_ok=True)
        except OSError as fault:
            complain(str(out), say("photos.no_folder", fault=say_os_fault(fault)))
            return CANNOT_READ
    named = _picture_names(photos, out or Path())
    pairs = with_bar(tuple(zip(photos, named, strict=True)), say("bar.photographs"))
    return max(_one(photo, out, name, look) for photo, name in pairs)


def _picture_names(photos: Sequence[str], out: Path) -> list[str]:
    """Each name once; none would overwrite a photograph or, in a folder of photographs, any other file."""
    taken = {_place(Path(photo)) for photo in photos}
    beside_photos = _place(out) in {_place(Path(photo).parent) for photo in photos}

    def is_free(name: str) -> bool:
        return _place(out / name) not in taken and not (beside_photos and os.path.lexists(out / name))

    names: list[str] = []
    for stem in (Path(photo).stem for photo in photos):
        numbered = (f"{stem}.png" if number == 1 else f"{stem}-{number}.png" for number in count(1))
        names.append(next(filter(is_free, numbered)))
        taken.add(_place(out / names[-1]))
    return names


def _place(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # a name that no file can have is refused when it is opened
        return str(path)


def _one(photo: str, out: Path | None, name: str, look: Callable[[str, Photo], PhotoResult]) -> int:
    try:
        loaded = open_photo(photo)
    except PhotoError as fault:
        complain(photo, str(fault))
        return SOME_UNREADABLE
    seen = look(photo, loaded)
    tell(seen.line)
    return READ if out is None else _written(seen.marked(), out / name)


def _written(picture: np.ndarray, path: Path) -> int:
    try:
        write_whole(path, cv2.imencode(".png", picture)[1].tobytes())
    except OSError as fault:
        complain(str(path), say("photos.not_written", fault=say_os_fault(fault)))
        return SOME_UNREADABLE
    return READ
