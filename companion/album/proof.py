"""What a picture of a reveal proves: which event of which game, and which die lies where in it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ProvenDie:
    """A die of the picture: its box (left, top, right, bottom in pixels), its face, its seat.

    ``counted``: it counted for the bid.
    """

    box: Box
    face: int
    seat: int
    counted: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """A reveal or correction by its number in the game's record (from 1), and the dice in its picture."""

    game: int
    number: int
    dice: tuple[ProvenDie, ...]

    @property
    def text(self) -> str:
        """The proof as one line of JSON."""
        return json.dumps(asdict(self))

    def faces_of(self, seat: int) -> tuple[int, ...]:
        """The faces of a seat's dice in the picture, from low to high."""
        return tuple(sorted(die.face for die in self.dice if die.seat == seat))


def proof_in(text: str) -> Proof:
    """The proof in a line of JSON. ValueError for any other text."""
    try:
        told = json.loads(text)
        dice = tuple(
            ProvenDie(_box(die["box"]), int(die["face"]), int(die["seat"]), bool(die["counted"]))
            for die in told["dice"]
        )
        return Proof(int(told["game"]), int(told["number"]), dice)
    except (KeyError, TypeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None


def _box(told: list[object]) -> Box:
    left, top, right, bottom = (int(str(each)) for each in told)
    return left, top, right, bottom
