"""The opening roll: one die a seat, entered one after the other."""

from __future__ import annotations

from companion.play.errors import Refused
from companion.rules.events import OpeningRolled
from companion.text.speech import say

Rolls = tuple[tuple[int, int], ...]
"""(seat, face) in the order entered."""


def entered(rolls: Rolls, rolling: tuple[int, ...], seat: int, face: int) -> Rolls:
    """The rolls with one seat's die entered, or entered anew. Refused for a seat that does not roll."""
    if seat not in rolling:
        raise Refused(say("refused.not_rolling", seat=seat))
    if face not in range(1, 7):
        raise Refused(say("refused.no_face", face=face))
    return (*(roll for roll in rolls if roll[0] != seat), (seat, face))


def event_of(rolls: Rolls) -> OpeningRolled:
    """The event of a roll in which every seat's die is entered."""
    return OpeningRolled(tuple(sorted(rolls)))
