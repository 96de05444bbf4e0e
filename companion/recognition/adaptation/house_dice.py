"""The dice of the house: signatures of dice with known faces, kept in a file between evenings.

Nothing is trained: the prototypes are confirmed dice, a few of each face, preferably players' answers and the
latest.
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
from companion.core.reading import EyeError
from companion.recognition.classify.classifier import unit
from companion.recognition.networks.weights import load_weights
from companion.text import say, say_os_fault

NO_DIE, FACES = 0, range(1, 7)
MOST_OF_A_FACE = 24
"""Most prototypes of a face, or of things that are no dice: 168 in all, 90 KB in a file."""
CONTRADICTS = 0.12
"""A confirmed die nearer than this to a prototype of another face contradicts it: the trust of both is
halved."""
SAME_MAKE = 0.25
"""Dice with a larger colour distance are of another make. In 24 composed evenings 93 in 100 dice lie
nearer, on the mean, to the three nearest confirmed ones of their face; of another evening's dice 27 do."""
LEAST_TRUST = 0.3
"""Prototypes below this are dropped: they were contradicted twice."""
TOLD_TRUST = 0.75
"""Trust in a read die that nobody corrected; a player's answer has 1 [choice]."""


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """Signature (D,), colour (3,) from ``colours_of``, ``face`` 1-6 or ``NO_DIE``, star, and whether a
    player said it.
    """

    signature: np.ndarray
    colour: np.ndarray
    face: int
    star: bool | None
    touched: bool


@dataclass(frozen=True, slots=True, eq=False)
class HouseDice:
    """K prototypes, oldest first.

    ``signatures`` (K, D) of length 1, ``colours`` (K, 3), ``faces`` (K,), ``stars`` (K,) 1, 0 or -1 if
    unknown, ``trusts`` (K,) 0-1, ``touched`` (K,): answered by a player.
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
        return int((self.faces == face).sum())

    def distances(self, signatures: np.ndarray) -> np.ndarray:
        """Distances (N, K), 0-2, of signatures (N, D): 1 - cosine, after subtracting the mean."""
        middle = self.signatures.mean(0)
        distances: np.ndarray = 1 - unit(signatures - middle) @ unit(self.signatures - middle).T
        return distances

    def of_the_make(self, colour: np.ndarray) -> np.ndarray:
        """Which prototypes (K,) may be of the same make as a die of that colour (3,)."""
        same: np.ndarray = np.linalg.norm(self.colours - colour, axis=1) <= SAME_MAKE
        return same

    def after(self, confirmed: Sequence[Confirmed]) -> HouseDice:
        """Players' answers go last, so that they stay longest."""
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
            # A face with too many drops the oldest read dice first, then the oldest answers.
            oldest = sorted(rows.tolist(), key=lambda row: (self.touched[row], row))
            keep[oldest[: max(0, len(rows) - MOST_OF_A_FACE)]] = False
        return self.of(np.flatnonzero(keep))

    def of(self, rows: np.ndarray) -> HouseDice:
        columns = (self.signatures, self.colours, self.faces, self.stars, self.trusts, self.touched)
        return HouseDice(*(each[rows] for each in columns))


FORMAT = 2
MOST_SETS = 6
"""Sets of dice per table; the least recently used goes first."""
MOST_DICE = MOST_OF_A_FACE * (1 + len(FACES))
MOST_NUMBERS = 512
"""Numbers of a signature at most; the shipped reader's has 128."""
LARGEST_FILE = 2_000_000
"""Bytes: six sets of 168 dice at 512 numbers are 1.4 million."""
ORDINARY = ""
"""The set of ordinary dice has no name."""

DiceBySet = Mapping[str, HouseDice]


class KeptDiceError(EyeError, ValueError): ...


def shipped_reader() -> str:
    """Hash of the shipped embedding network. Raises ``WeightsError``."""
    return hashlib.sha256(load_weights().symbol_reader).hexdigest()


def kept_dice(path: Path, reader: str) -> DiceBySet:
    """Kept dice by set name; empty without a file, or if another network made it. Raises ``KeptDiceError``
    for any other file.
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
    """Other sets stay. After ``KeptDiceError`` nothing has changed."""
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
        why = say_os_fault(fault)
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
