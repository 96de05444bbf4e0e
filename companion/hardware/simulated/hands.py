"""The dice of each seat at the simulated table, and which of them the camera can see."""

from __future__ import annotations

from dataclasses import dataclass

from companion.calibration.seating import Seating
from companion.hardware.errors import CupsError
from companion.hardware.simulated.laying import Laid
from companion.hardware.simulated.painting import Box
from companion.text.speech import say

MOST_DICE = 10
"""Dice a seat holds at most: the option ``dice`` of every game."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """The truth of a die that the camera can see now."""

    seat: int
    face: int
    box: Box
    shown: bool
    cocked: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """One seat's dice: under the cup and outside of it."""

    hidden: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """All its faces, sorted."""
        return tuple(sorted(die.face for die in self.hidden + self.shown if die.face is not None))


def check_deal(dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...]) -> None:
    """Raises ``CupsError`` (a ``ValueError``) for counts that cannot be."""
    Seating.for_players(len(dice))
    if len(shown) != len(dice):
        raise CupsError(say("simulated.shown_of_each", seats=len(dice), given=len(shown)))
    for seat, (held, outside) in enumerate(zip(dice, shown, strict=True)):
        if not len(outside) <= held <= MOST_DICE:
            raise CupsError(say("simulated.cannot_hold", seat=seat, held=held, shown=len(outside)))
        if not set(outside) <= set(range(1, 7)):
            raise CupsError(say("simulated.no_faces", faces=str(outside)))
