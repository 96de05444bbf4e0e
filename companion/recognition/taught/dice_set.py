"""A taught set of dice: pictures of its faces, and which of them count as the wild one and the six."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.recognition.errors import TeachError
from companion.text.speech import say

FACES = 6
LONGEST_NAME = 32
FEW_PICTURES = 3
"""Fewer pictures of a face do not tell its light from itself: with two, 5 of 192 unseen dice were read
wrongly by the margin that the left-out dice asked for; by a margin of a half none (models/README.md)."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceSet:
    """``squares`` holds a stack uint8 (N, 96, 96, 3), BGR, for each taught face 1-6.

    ``pictures`` counts the pictures that showed each face: each in its own light.
    ``wild`` and ``six`` are the taught faces that count as the wild face, a 1, and as the six.
    """

    name: str
    squares: tuple[np.ndarray, ...]
    pictures: tuple[int, ...]
    wild: int = 1
    six: int = 6

    def __post_init__(self) -> None:
        checked_name(self.name)
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
        """The faces that fewer than three pictures showed."""
        return tuple(face for face, count in enumerate(self.pictures, 1) if count < FEW_PICTURES)

    @property
    def counts_as(self) -> tuple[int, ...]:
        """What each taught face 1-6 counts as in the game.

        The wild face counts as 1 and the named six as 6; the others keep their number, and one whose
        number is taken gets the number that was left free.
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
    """The name, if it can also name a file: letters, digits, - and _, at most 32. Raises ``TeachError``."""
    if not name or len(name) > LONGEST_NAME or not all(each.isalnum() or each in "-_" for each in name):
        raise TeachError(say("taught.name", name=repr(name[:60]), most=LONGEST_NAME))
    return name
