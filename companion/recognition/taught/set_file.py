"""A taught set as a file: a ZIP with a listing and the pictures of the dice.

Whoever opens the file sees what was taught. New weights embed the pictures anew; nothing of a network is
in it. What the file promises is measured before it is unpacked: 49 KB may promise gigabytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import struct
import zipfile
import zlib
from typing import Any, NoReturn

import cv2
import numpy as np

from companion.picture import Kind, PictureError, header_of, pixels_of
from companion.recognition.errors import TeachError
from companion.recognition.taught.dice_set import FACES, DiceSet
from companion.recognition.taught.views import SQUARE_PX

LISTING, FORMAT = "set.json", 1
JPEG_QUALITY = 92
LARGEST_FILE = 8_000_000
"""Bytes: a square takes about 5,000, so five times the dice that a lesson keeps."""
LARGEST_LISTING, LARGEST_PICTURE = 200_000, 60_000
"""Bytes once unpacked: 150 a die are listed, and 27,648 are a square that is not compressed at all."""
MOST_DICE, MOST_PICTURES = 600, 100_000
"""Of a file; a lesson keeps 40 dice a face. From how many pictures they are is counted, not kept."""


class NotASet(ValueError):
    """The bytes are not what ``packed`` writes."""


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


def set_of(name: str, content: bytes) -> DiceSet:
    """The set of this name in a file. Raises ``NotASet`` for bytes that are none."""
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
    """A member of the archive, never unpacked beyond the limit, whatever its header says."""
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
