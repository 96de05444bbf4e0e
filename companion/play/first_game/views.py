"""What the coach of the first game shows over the screens of any game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnDie:
    """A die of the learner; ``lit``: the coach speaks of it."""

    face: int
    lit: bool


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach says. ``told`` is what happens, ``to_do`` what to touch on the screen below.

    ``key`` are the words of the coach's own key; it is there where nothing else is to be touched, and
    ``to_do`` is empty then. ``asks_bid``: a bid is to be touched. ``dice`` are the learner's, none while all
    lie open.
    """

    told: str
    to_do: str
    key: str
    asks_bid: bool
    dice: tuple[OwnDie, ...]
    step: int
    steps: int
