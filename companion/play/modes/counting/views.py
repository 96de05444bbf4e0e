"""What the counting screen shows: values drawn as given, with the command of every touch."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.reading import Box
from companion.play.modes.counting.commands import DropRoll, LookAtRoll, SetSides, SetWild, ThrowDice


@dataclass(frozen=True, slots=True)
class FaceCount:
    """``or_higher``: dice that show this face or a higher one. ``wild``: it counts as all."""

    face: int
    count: int
    or_higher: int
    wild: bool = False


@dataclass(frozen=True, slots=True)
class TallyView:
    faces: tuple[FaceCount, ...]
    words: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class AskedDie:
    box: Box
    words: str
    maybe_no_die: bool = False


@dataclass(frozen=True, slots=True)
class RollLine:
    words: str
    look: LookAtRoll
    chosen: bool


@dataclass(frozen=True, slots=True)
class FairnessView:
    counts: tuple[int, ...]
    bars: tuple[float, ...]
    words: str


@dataclass(frozen=True, slots=True)
class CountingScene:
    """Counting at one moment. ``tallies``: one, or two with halves apart.

    ``throw``: the simulated table's key, None at a real one. ``wild_words``: on the key that makes a face
    wild. ``star_face``: 0 for none.
    """

    tallies: tuple[TallyView, ...]
    rolls: tuple[RollLine, ...]
    fairness: FairnessView
    wild: SetWild
    sides: SetSides
    drop: DropRoll | None
    asked: AskedDie | None = None
    throw: ThrowDice | None = None
    most_thrown: int = 0
    wild_words: str = ""
    star_face: int = 0

    @property
    def is_wild(self) -> bool:
        return not self.wild.on

    @property
    def has_sides(self) -> bool:
        return not self.sides.on
