"""What the dice of the house have taught, in a file: the next evening knows them from its first lift.

One file a table. It holds the dice of each set that was played there, the last used one last, as one JSON
object; signatures and colours are base64 of float16, little endian.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import numpy as np

from companion.on_disk import NotRead, read_ordinary, shown_name, write_whole
from companion.recognition.errors import EyeError
from companion.recognition.evening.house_dice import FACES, MOST_OF_A_FACE, NO_DIE, HouseDice
from companion.recognition.weights import load_weights
from companion.text.speech import say

FORMAT = 2
MOST_SETS = 6
"""Sets of dice a table; the one that was not used for longest goes first."""
MOST_DICE = MOST_OF_A_FACE * (1 + len(FACES))
MOST_NUMBERS = 512
"""Numbers of a signature at most; the shipped reader's has 128."""
LARGEST_FILE = 2_000_000
"""Bytes: six sets of 168 dice at 512 numbers are 1.4 million."""
ORDINARY = ""
"""The set of ordinary dice, which has no name."""

DiceBySet = Mapping[str, HouseDice]


class KeptDiceError(EyeError, ValueError):
    """A file that does not hold what dice have taught, or that cannot be written."""


def shipped_reader() -> str:
    """The network whose signatures can be compared: its hash. Raises ``WeightsError``."""
    return hashlib.sha256(load_weights().symbol_reader).hexdigest()


def kept_dice(path: Path, reader: str) -> DiceBySet:
    """What is kept there by the name of the set; nothing where there is no file, or of another reader.

    Raises ``KeptDiceError`` for any other file.
    """
    try:
        if not path.exists():
            return {}
        told = json.loads(read_ordinary(path, LARGEST_FILE), parse_constant=_no_number)
        if told["format"] != FORMAT:
            raise ValueError("another format")
        if told["reader"] != reader:
            return {}
        sets = {name: _dice(each) for name, each in _few(told["sets"]).items()}
    except NotRead as fault:
        raise KeptDiceError(say("file.phrase", file=shown_name(path), fault=str(fault))) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, OSError):
        raise KeptDiceError(say("kept_dice.altered", file=shown_name(path))) from None
    return sets


def keep_dice(path: Path, reader: str, name: str, dice: HouseDice) -> None:
    """Write the dice of one set, beside those of the others. Raises ``KeptDiceError``: all is as before."""
    try:
        others = kept_dice(path, reader)
    except KeptDiceError:
        others = {}
    sets = {each: house for each, house in others.items() if each != name}
    if len(dice):
        sets[name] = dice
    kept = {each: _object(house) for each, house in list(sets.items())[-MOST_SETS:]}
    text = json.dumps({"format": FORMAT, "reader": reader, "sets": kept}) + "\n"
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise KeptDiceError(say("kept_dice.unwritten", file=shown_name(path), why=why)) from None


def _object(house: HouseDice) -> dict[str, object]:
    return {
        "faces": house.faces.tolist(),
        "stars": house.stars.tolist(),
        "trusts": np.round(house.trusts, 4).tolist(),
        "touched": house.touched.astype(int).tolist(),
        "numbers": int(house.signatures.shape[1]),
        "signatures": _text(house.signatures),
        "colours": _text(house.colours),
    }


def _text(rows: np.ndarray) -> str:
    return base64.b64encode(rows.astype("<f2").tobytes()).decode("ascii")


def _dice(told: Mapping[str, object]) -> HouseDice:
    faces = _column(told["faces"], NO_DIE, max(FACES))
    stars, touched = _column(told["stars"], -1, 1), _column(told["touched"], 0, 1)
    trusts = _column(told["trusts"], 0, 1)
    count, numbers = len(faces), told["numbers"]
    if type(numbers) is not int or not 0 < numbers <= MOST_NUMBERS:
        raise ValueError("no signatures")
    signatures, colours = _rows(told["signatures"], count, numbers), _rows(told["colours"], count, 3)
    if not len(stars) == len(touched) == len(trusts) == count:
        raise ValueError("no dice")
    if np.abs(np.linalg.norm(signatures, axis=1) - 1).max(initial=0) > 0.01:
        raise ValueError("no signatures")
    return HouseDice(signatures, colours, faces.astype(int), stars.astype(int), trusts, touched.astype(bool))


def _rows(told: object, count: int, numbers: int) -> np.ndarray:
    if not isinstance(told, str):
        raise ValueError("no rows")
    raw = base64.b64decode(told, validate=True)
    rows = np.frombuffer(raw, "<f2").reshape(count, numbers).astype(float)
    if not np.isfinite(rows).all():
        raise ValueError("no rows")
    return rows


def _column(told: object, least: float, most: float) -> np.ndarray:
    if not isinstance(told, list) or not len(told) <= MOST_DICE:
        raise ValueError("no column")
    if not all(type(each) in (int, float) and least <= each <= most for each in told):
        raise ValueError("no column")
    return np.array(told, float)


def _few(sets: dict[str, Mapping[str, object]]) -> dict[str, Mapping[str, object]]:
    if len(sets) > MOST_SETS:
        raise ValueError("too many sets")
    return sets


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
