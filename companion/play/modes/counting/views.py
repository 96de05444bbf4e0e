"""What the counting screen shows: values drawn as given, with the commands of its touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.reading import Box
from companion.play.base.commands import Command
from companion.play.base.views import Topic


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
    side: str = ""


@dataclass(frozen=True, slots=True)
class AskedDie:
    box: Box
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

    topic: ClassVar = Topic.COUNTING
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


@dataclass(frozen=True, slots=True)
class CountCommand(Command): ...


@dataclass(frozen=True, slots=True)
class CountRolls(CountCommand): ...


@dataclass(frozen=True, slots=True)
class ThrowDice(CountCommand):
    dice: int


@dataclass(frozen=True, slots=True)
class NameDie(CountCommand):
    """The face of the die asked about, 1-6; None: no die."""

    face: int | None


@dataclass(frozen=True, slots=True)
class KeepDie(CountCommand):
    """It is a die; its face is the eye's, if the eye is sure."""


@dataclass(frozen=True, slots=True)
class DropRoll(CountCommand): ...


@dataclass(frozen=True, slots=True)
class LookAtRoll(CountCommand):
    """``roll`` counts from 0; None: the newest."""

    roll: int | None


@dataclass(frozen=True, slots=True)
class SetWild(CountCommand):
    on: bool


@dataclass(frozen=True, slots=True)
class SetSides(CountCommand):
    on: bool
