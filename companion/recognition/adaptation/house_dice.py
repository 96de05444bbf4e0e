"""The dice of the house: how dice looked whose faces are known; in a file from one evening to the next.

A value: confirmed dice in, the next value out. No training run; a face's prototypes are the confirmed dice
themselves, a few of each, the latest and those that players answered first.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

import numpy as np

from companion.core.on_disk import NotRead, read_ordinary, shown_name, write_whole
from companion.recognition.classify.classifier import unit
from companion.recognition.networks.errors import EyeError
from companion.recognition.networks.weights import load_weights
from companion.text import say

NO_DIE, FACES = 0, range(1, 7)
MOST_OF_A_FACE = 24
"""So many prototypes of each face, and of things that are no dice: 168 in all, 90 KB in a file."""
CONTRADICTS = 0.12
"""A confirmed die nearer than this to one of another face contradicts it: both count half from then on."""
SAME_MAKE = 0.25
"""Dice whose colours are farther apart than this are of another make. In 24 composed evenings 93 in 100 dice
lie nearer to the nearest three confirmed ones of their face, on the mean; of another evening's dice 27 do."""
LEAST_TRUST = 0.3
"""Prototypes that count less are dropped: contradicted twice."""
TOLD_TRUST = 0.75
"""What the eye read and nobody corrected counts less than what a player answered [choice]."""


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """A die whose face is known: its signature (D,), its colour (3,) as ``colours_of`` gives it, ``face`` 1-6
    or ``NO_DIE``, star, and whose word.
    """

    signature: np.ndarray
    colour: np.ndarray
    face: int
    star: bool | None
    touched: bool


@dataclass(frozen=True, slots=True, eq=False)
class HouseDice:
    """K prototypes: signatures (K, D) of length 1, colours (K, 3), faces (K,), stars (K,) 1, 0 or -1 for not
    known, what each counts (K,) 0-1, and whether a player answered for it (K,). The oldest comes first.
    """

    signatures: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    colours: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    faces: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    stars: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    trusts: np.ndarray = field(default_factory=lambda: np.zeros(0))
    touched: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))

    def __len__(self) -> int:
        return len(self.faces)

    def count_of(self, face: int) -> int:
        """How many prototypes of a face there are."""
        return int((self.faces == face).sum())

    def distances(self, signatures: np.ndarray) -> np.ndarray:
        """Distances (N, K) of signatures (N, D) to all prototypes: 1 - cosine of what differs from their
        middle, 0-2.
        """
        middle = self.signatures.mean(0)
        distances: np.ndarray = 1 - unit(signatures - middle) @ unit(self.signatures - middle).T
        return distances

    def of_the_make(self, colour: np.ndarray) -> np.ndarray:
        """Which prototypes (K,) are of the make of a die of that colour (3,), as far as it shows."""
        same: np.ndarray = np.linalg.norm(self.colours - colour, axis=1) <= SAME_MAKE
        return same

    def after(self, confirmed: Sequence[Confirmed]) -> HouseDice:
        """The dice with those that were just confirmed, players' answers last, so that they stay longest."""
        house = self
        for each in sorted(confirmed, key=lambda each: each.touched):
            house = house._with(each)
        return house._bounded()

    def _with(self, new: Confirmed) -> HouseDice:
        trust = 1.0 if new.touched else TOLD_TRUST
        house = self
        if len(self) and self.signatures.shape[1] == len(new.signature):
            near = self.distances(new.signature[None])[0] <= CONTRADICTS
            others = near & (self.faces != new.face) & self.of_the_make(new.colour)
            if others.any():
                if not new.touched and self.touched[others].any():
                    return self
                weaker = np.where(others, self.trusts / 2, self.trusts)
                house, trust = replace(self, trusts=weaker), trust / 2
        elif len(self):
            house = HouseDice()
        old = house.signatures if len(house) else np.zeros((0, len(new.signature)))
        star = -1 if new.star is None else int(new.star)
        return HouseDice(
            np.concatenate([old, new.signature[None]]),
            np.concatenate([house.colours, new.colour[None]]),
            np.append(house.faces, new.face),
            np.append(house.stars, star),
            np.append(house.trusts, trust),
            np.append(house.touched, new.touched),
        )

    def _bounded(self) -> HouseDice:
        keep = self.trusts >= LEAST_TRUST
        for face in (NO_DIE, *FACES):
            rows = np.flatnonzero(keep & (self.faces == face))
            # Of a face that has too many, the oldest that the eye read go first, then the oldest answers.
            oldest = sorted(rows.tolist(), key=lambda row: (self.touched[row], row))
            keep[oldest[: max(0, len(rows) - MOST_OF_A_FACE)]] = False
        return self.of(np.flatnonzero(keep))

    def of(self, rows: np.ndarray) -> HouseDice:
        """Some of the prototypes, in that order."""
        columns = (self.signatures, self.colours, self.faces, self.stars, self.trusts, self.touched)
        return HouseDice(*(each[rows] for each in columns))


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
