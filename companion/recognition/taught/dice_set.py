"""Taught sets of dice: their pictures, files and shelf."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import os
import struct
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import normalize

import cv2
import numpy as np

from companion.core.on_disk import NotRead, names_in, read_ordinary, settle, shown_name, write_whole
from companion.core.picture import Kind, PictureError, header_of, pixels_of
from companion.core.reading import TeachError
from companion.recognition.taught.views import SQUARE_PX
from companion.text import say, say_os_fault, say_quote

FACES = 6
LONGEST_NAME = 32
FEW_PICTURES = 3
"""With fewer pictures of a face, its light and its look cannot be told apart. With two, 5 of 192 unseen
dice were read wrongly by the margin from the left-out dice; by a margin of a half none (models/README.md)."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceSet:
    """``squares``: uint8 (N, 96, 96, 3), BGR, for each taught face 1-6.

    ``pictures``: the number for each face, each in its own light. ``wild``, ``six``: the taught face that
    counts as 1, the wild face, and the one that counts as 6.
    """

    name: str
    squares: tuple[np.ndarray, ...]
    pictures: tuple[int, ...]
    wild: int = 1
    six: int = 6

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checked_name(self.name))
        if len(self.squares) != FACES:
            raise TeachError(say("taught.faces", faces=FACES, given=len(self.squares)))
        if len(self.pictures) != FACES or min(self.pictures) < 0:
            raise TeachError(say("taught.pictures", faces=FACES, given=str(self.pictures)))
        if self.wild not in range(1, FACES + 1) or self.six not in range(1, FACES + 1):
            raise TeachError(say("taught.wild_and_six", wild=self.wild, six=self.six))
        if self.wild == self.six:
            raise TeachError(say("taught.wild_is_six", face=self.wild))

    @property
    def in_few_lights(self) -> tuple[int, ...]:
        """Faces with fewer than three pictures."""
        return tuple(face for face, count in enumerate(self.pictures, 1) if count < FEW_PICTURES)

    @property
    def counts_as(self) -> tuple[int, ...]:
        """What each taught face 1-6 counts as: ``wild`` as 1, ``six`` as 6; the others keep their number, and
        one whose number is taken gets the free one.
        """
        named = {self.wild: 1, self.six: 6}
        kept = {
            face: face for face in range(1, FACES + 1) if face not in named and face not in named.values()
        }
        given = named | kept
        homeless = [face for face in range(1, FACES + 1) if face not in given]
        free = [number for number in range(1, FACES + 1) if number not in given.values()]
        given |= dict(zip(homeless, free, strict=True))
        return tuple(given[face] for face in range(1, FACES + 1))


def checked_name(name: str) -> str:
    """The name in Unicode NFC: letters, digits, - and _, at most 32. Else raises ``TeachError``."""
    name = normalize("NFC", name)
    if not name or len(name) > LONGEST_NAME or not all(each.isalnum() or each in "-_" for each in name):
        raise TeachError(say("taught.name", name=say_quote(name[:60]), most=LONGEST_NAME))
    return name


LISTING, FORMAT = "set.json", 1
JPEG_QUALITY = 92
LARGEST_FILE = 8_000_000
"""Bytes: a square takes about 5,000, so five times the dice that a lesson keeps."""
LARGEST_LISTING, LARGEST_PICTURE = 200_000, 60_000
"""Bytes once unpacked: 150 a listed die; 27,648 for a square without compression."""
MOST_DICE, MOST_PICTURES = 600, 100_000
"""Of a file. A lesson keeps 40 dice a face; of pictures only the number is kept."""


class NotASet(ValueError):
    """The bytes are not what ``packed`` writes."""


def packed(dice_set: DiceSet) -> bytes:
    """A ZIP file: ``set.json``, and a JPEG a die in a folder a face."""
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
        archive.writestr(_dateless(LISTING), json.dumps(listing, indent=1) + "\n")
        for name, content in pictures.items():
            archive.writestr(_dateless(name), content)
    return stream.getvalue()


def _dateless(name: str) -> zipfile.ZipInfo:
    """For a clock that nobody has set: ZIP cannot hold its year."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = 0o600 << 16
    return entry


def set_of(name: str, content: bytes) -> DiceSet:
    """Raises ``NotASet``."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _unpacked(name, archive)
    except (
        ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, EOFError, OSError,
        RuntimeError, zlib.error, lzma.LZMAError, struct.error, zipfile.BadZipFile, TeachError, PictureError,
    ) as fault:  # fmt: skip
        raise NotASet(fault) from None


def _unpacked(name: str, archive: zipfile.ZipFile) -> DiceSet:
    listing = json.loads(_member(archive, LISTING, LARGEST_LISTING), parse_constant=_no_number)
    if listing["format"] != FORMAT or listing["name"] != name or len(listing["dice"]) > MOST_DICE:
        raise ValueError("another format, the file of another set, or far too many dice")
    squares: dict[int, list[np.ndarray]] = {face: [] for face in range(1, FACES + 1)}
    for entry in listing["dice"]:
        squares[entry["face"]].append(_listed_square(archive, entry))
    if not all(squares.values()):
        raise ValueError("a face without dice")
    counts = tuple(_whole(each) for each in listing["pictures"])
    stacks = tuple(np.array(each, np.uint8) for each in squares.values())
    return DiceSet(name, stacks, counts, _whole(listing["wild"]), _whole(listing["six"]))


def _listed_square(archive: zipfile.ZipFile, entry: dict[str, Any]) -> np.ndarray:
    picture = _member(archive, entry["file"], LARGEST_PICTURE)
    if _hash(picture) != entry["sha256"]:
        raise ValueError("another picture than was listed")
    header = header_of(picture, (Kind.JPEG,))
    if (header.width, header.height) != (SQUARE_PX, SQUARE_PX):
        raise ValueError("no picture of a die")
    square = pixels_of(picture, header)
    if square.shape != (SQUARE_PX, SQUARE_PX, 3):
        raise ValueError("no picture of a die")
    return square


def _member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    with archive.open(name) as member:
        content = member.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise ValueError("far too large")
    return content


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_PICTURES:
        raise ValueError("no number of pictures, and no face")
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


FOLDER_NAME = "sets"
"""The folder in a table's home."""
SUFFIX = ".zip"


class SetShelf:
    """One folder, made by the first ``save``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Sorted. Raises ``TeachError`` if the folder cannot be read."""
        try:
            return sorted(name.removesuffix(SUFFIX) for name in names_in(self._folder, SUFFIX))
        except OSError as fault:
            sentence = say("taught.no_folder", folder=shown_name(self._folder), why=say_os_fault(fault))
            raise TeachError(sentence) from None

    def load(self, name: str) -> DiceSet:
        """Raises ``TeachError`` for a missing or faulty set."""
        path = self._path(name)
        if not os.path.lexists(path):
            there = ", ".join(self.names()) or say("taught.none_yet")
            raise TeachError(say("taught.unknown", name=say_quote(name), sets=there))
        try:
            return set_of(checked_name(name), read_ordinary(path, LARGEST_FILE))
        except NotRead as fault:
            raise TeachError(say("taught.unread", file=shown_name(path), fault=str(fault))) from None
        except NotASet:
            raise TeachError(say("taught.altered", file=shown_name(path), name=name)) from None

    def save(self, dice_set: DiceSet) -> Path:
        """Overwrites; on disk on return. After ``TeachError`` nothing has changed."""
        path = self._path(dice_set.name)
        try:
            write_whole(path, packed(replace(dice_set, name=checked_name(dice_set.name))))
        except OSError as fault:
            raise TeachError(say("taught.unwritten", file=str(path), why=say_os_fault(fault))) from None
        return path

    def forget(self, name: str) -> None:
        """Raises ``TeachError``."""
        path = self._path(name)
        try:
            path.unlink()
            settle(self._folder)
        except FileNotFoundError:
            there = ", ".join(self.names()) or say("taught.none_yet")
            raise TeachError(say("taught.unknown", name=say_quote(name), sets=there)) from None
        except OSError as fault:
            raise TeachError(say("taught.stays", file=str(path), why=say_os_fault(fault))) from None

    def _path(self, name: str) -> Path:
        return self._folder / f"{checked_name(name)}{SUFFIX}"
