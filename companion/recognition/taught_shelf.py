"""Where taught sets stand: one ZIP file each in a folder, with a listing and the pictures of the dice.

Whoever opens the file sees what was taught. New weights embed the pictures anew; nothing of a network is
in it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import cv2
import numpy as np

from companion.on_disk import settle, write_whole
from companion.recognition.errors import TeachError
from companion.recognition.taught_set import FACES, DiceSet, checked_name
from companion.recognition.taught_views import SQUARE_PX

FOLDER_NAME = "sets"
"""The folder in the home of a table."""
SUFFIX = ".zip"
LISTING, FORMAT = "set.json", 1
JPEG_QUALITY = 92
LARGEST_FILE = 16_000_000
"""Bytes: a square takes about 5,000, so ten times more dice than anybody lays out."""


class SetShelf:
    """The taught sets in one folder. Nothing is made before the first ``save``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Names of the sets there, sorted; TeachError when the folder cannot be read."""
        try:
            found = [each.name for each in self._folder.iterdir()] if self._folder.exists() else []
        except OSError as fault:
            raise TeachError(f"the folder {self._folder} cannot be read: {_why(fault)}") from None
        return sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX) and name[0] != ".")

    def load(self, name: str) -> DiceSet:
        """The set of this name; TeachError when there is none, or its file is not what was written."""
        path = self._path(name)
        if not path.is_file():
            there = ", ".join(self.names()) or "none yet"
            raise TeachError(f"no set is called {name!r}; taught sets: {there}")
        try:
            content = path.read_bytes() if path.stat().st_size <= LARGEST_FILE else b""
            return _unpacked(name, content)
        except OSError as fault:
            raise TeachError(f"the set {path} cannot be read: {_why(fault)}") from None
        except (ValueError, KeyError, TypeError, AttributeError, EOFError, RuntimeError, zipfile.BadZipFile):
            raise TeachError(
                f"the set {path} is not as it was written: forget it and teach {name} again"
            ) from None

    def save(self, dice_set: DiceSet) -> Path:
        """Write the set, over one of its name; on disk when this returns. TeachError: all is as before."""
        path = self._path(dice_set.name)
        try:
            write_whole(path, packed(dice_set))
        except OSError as fault:
            raise TeachError(f"the set cannot be written to {path}: {_why(fault)}") from None
        return path

    def forget(self, name: str) -> None:
        """Delete the set; TeachError when there is none or it stays."""
        path = self._path(name)
        try:
            path.unlink()
            settle(self._folder)
        except FileNotFoundError:
            there = ", ".join(self.names()) or "none yet"
            raise TeachError(f"no set is called {name!r}; taught sets: {there}") from None
        except OSError as fault:
            raise TeachError(f"the set {path} cannot be deleted: {_why(fault)}") from None

    def _path(self, name: str) -> Path:
        return self._folder / f"{checked_name(name)}{SUFFIX}"


def packed(dice_set: DiceSet) -> bytes:
    """The set as a ZIP file: ``set.json``, and a JPEG a die in a folder a face."""
    pictures = {
        f"face-{face}/{number:02d}.jpg": cv2.imencode(
            ".jpg", square, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        )[1].tobytes()
        for face, squares in enumerate(dice_set.squares, 1)
        for number, square in enumerate(squares, 1)
    }
    listing = {
        "format": FORMAT, "name": dice_set.name, "wild": dice_set.wild, "six": dice_set.six,
        "pictures": list(dice_set.pictures),
        "dice": [
            {"face": int(name[5]), "file": name, "sha256": _hash(each)} for name, each in pictures.items()
        ],
    }  # fmt: skip
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(LISTING, json.dumps(listing, indent=1) + "\n")
        for name, content in pictures.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _unpacked(name: str, content: bytes) -> DiceSet:
    """The set of a ZIP file; ValueError and its like where it is none of ours."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        listing = json.loads(_member(archive, LISTING))
        if listing["format"] != FORMAT or listing["name"] != name:
            raise ValueError("another format, or the file of another set")
        squares: dict[int, list[np.ndarray]] = {face: [] for face in range(1, FACES + 1)}
        for entry in listing["dice"]:
            picture = _member(archive, entry["file"])
            if _hash(picture) != entry["sha256"]:
                raise ValueError("another picture than was listed")
            squares[entry["face"]].append(_square(picture))
    stacks = (np.array(each, np.uint8).reshape(-1, SQUARE_PX, SQUARE_PX, 3) for each in squares.values())
    return DiceSet(name, tuple(stacks), tuple(map(int, listing["pictures"])), listing["wild"], listing["six"])


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > LARGEST_FILE:
        raise ValueError("far too large")
    return archive.read(name)


def _square(picture: bytes) -> np.ndarray:
    square = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if square is None or square.shape != (SQUARE_PX, SQUARE_PX, 3):
        raise ValueError("no picture of a die")
    return square


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)
