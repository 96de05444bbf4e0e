"""The desk at which any roll is counted: it follows the camera and carries out what a touch asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.play.counting.commands import (
    CountCommand,
    CountRolls,
    DropRoll,
    LookAtRoll,
    NameDie,
    SetSides,
    SetWild,
    ThrowDice,
)
from companion.play.counting.counting import CountedRoll, Counting
from companion.play.counting.roll_lookout import RollLookout
from companion.play.errors import Refused
from companion.play.ports import Camera, RollEye, Watch
from companion.play.table import Table, counting_rolls
from companion.play.views import Scene
from companion.reading import WildMark
from companion.text.speech import say

FIRST_THROW = 5
"""Dice of the simulated table's first throw."""


class Thrower(Protocol):
    """Dice that the app throws itself, at the simulated table."""

    @property
    def most(self) -> int:
        """How many it can throw at most."""
        ...

    def throw(self, dice: int) -> None:
        """Throw so many, 1 to ``most``."""
        ...


class RollDesk:
    """Counts what lies before one camera. ``throws`` is the simulated table's, ``None`` at a real one."""

    def __init__(
        self,
        camera: Camera,
        eye: RollEye,
        watch: Callable[[], Watch],
        throws: Thrower | None = None,
        wild: Callable[[], WildMark] = lambda: WildMark.ANY,
    ) -> None:
        """``watch`` makes a fresh one each time that counting begins.

        ``wild`` tells what the dice have in the place of the wild face.
        """
        self._camera, self._eye, self._watch, self._throws, self._wild = camera, eye, watch, throws, wild
        self._lookout = RollLookout(watch(), eye, camera)

    @property
    def most_thrown(self) -> int:
        """How many dice the simulated table throws at most; 0 at a real one."""
        return 0 if self._throws is None else self._throws.most

    def take(self, table: Table, command: CountCommand) -> Table:
        """The table after a touch. Refused for what no key asks."""
        if isinstance(command, CountRolls):
            self._lookout = RollLookout(self._watch(), self._eye, self._camera)
            begun = self._with_mark(Counting())
            begun = begun if self._throws is None else self._thrown(begun, FIRST_THROW)
            return counting_rolls(table.number + 1, begun)
        if table.counting is None:
            raise Refused(say("count.none"))
        return counting_rolls(table.number + 1, self._after(self._with_mark(table.counting), command))

    def wants(self, table: Table) -> bool:
        """Whether live pictures are wanted."""
        return table.scene is Scene.COUNTING

    def follow(self, table: Table) -> Table:
        """What a live picture brings: itself, and a roll that has come to rest. Raises ``CameraGone``."""
        now, live = table.counting, self._camera.latest()
        if now is None or live is None or live is now.live:
            return table
        now = self._with_mark(now)
        seen = self._lookout.see(live)
        if seen is None:
            return replace(table, counting=replace(now, live=live))
        return counting_rolls(table.number + 1, replace(now.with_roll(seen), live=live))

    def _after(self, now: Counting, command: CountCommand) -> Counting:
        match command:
            case ThrowDice(dice=dice):
                return self._thrown(now, dice)
            case NameDie(face=face) if now.shown is not None and now.shown.asked is not None:
                return now.with_shown(self._taught(now.shown, face))
            case DropRoll() if now.rolls:
                return replace(now, rolls=now.rolls[:-1], looked_at=None)
            case LookAtRoll(roll=roll) if roll is None or 0 <= roll < len(now.rolls):
                return replace(now, looked_at=roll)
            case SetWild(on=on):
                return replace(now, wild=on)
            case SetSides(on=on):
                return replace(now, sides=on)
            case _:
                raise Refused(say("count.no_roll"))

    def _with_mark(self, now: Counting) -> Counting:
        """Dice as they are said to be now."""
        mark = self._wild()
        self._eye.have(mark)
        return now if mark is now.mark else replace(now, mark=mark)

    def _taught(self, shown: CountedRoll, face: int | None) -> CountedRoll:
        """The roll with the die asked about named, and with all dice that show the same mark."""
        named, frame = shown.with_face(face), shown.frame
        if frame is None or face is None or not shown.asks_for_a_mark:
            return named
        self._eye.learn(frame, named.confirmed)
        faces = {die.box: die.face for die in self._eye.look((frame,)).dice}
        while named.asks_for_a_mark and (known := faces.get(named.asked_die.box)) is not None:
            named = named.with_face(known)
        return named

    def _thrown(self, now: Counting, dice: int) -> Counting:
        if self._throws is None or not 1 <= dice <= self._throws.most:
            raise Refused(say("count.not_thrown"))
        self._throws.throw(dice)
        return replace(now, thrown=dice, looked_at=None)
