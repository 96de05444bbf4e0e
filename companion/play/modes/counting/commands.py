"""What a touch asks for while rolls are counted."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command


@dataclass(frozen=True, slots=True)
class CountCommand(Command):
    """Base of all commands of counting."""


@dataclass(frozen=True, slots=True)
class CountRolls(CountCommand):
    """Begin to count: whatever is thrown before the camera."""


@dataclass(frozen=True, slots=True)
class ThrowDice(CountCommand):
    """The app throws so many dice itself; only at the simulated table."""

    dice: int


@dataclass(frozen=True, slots=True)
class NameDie(CountCommand):
    """What the die asked about shows, 1-6; ``None``: it is no die."""

    face: int | None


@dataclass(frozen=True, slots=True)
class KeepDie(CountCommand):
    """What is asked about is a die; which face it shows, the eye says if it is sure."""


@dataclass(frozen=True, slots=True)
class DropRoll(CountCommand):
    """Take the newest roll off the list."""


@dataclass(frozen=True, slots=True)
class LookAtRoll(CountCommand):
    """Show the roll with this number, from 0 for the first; ``None``: the newest again."""

    roll: int | None


@dataclass(frozen=True, slots=True)
class SetWild(CountCommand):
    """Whether ones, or what stands for them, count as every face."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetSides(CountCommand):
    """Whether the left and the right half of the picture are counted apart."""

    on: bool
