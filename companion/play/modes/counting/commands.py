"""What a touch asks for while rolls are counted."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command


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
