"""The dice's part of the game controller: events onto the disk, dice read by the eye, cups moved."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.frame import Frame
from companion.core.reading import Box, TableReading, WildMark
from companion.journal import StoreError
from companion.play.base.commands import Command, CupsAreUp, EnterByHand, Refused
from companion.play.base.ports import Cups, Journal, TableEye
from companion.play.base.readings import Frames
from companion.play.modes.dice import show_reroll, steps
from companion.play.modes.dice.cup_mover import CupMover
from companion.play.modes.dice.deals import cups_of
from companion.play.modes.dice.lift_detector import expected_now
from companion.play.modes.dice.steps import Step
from companion.play.modes.dice.unfinished import Unfinished
from companion.play.table import Moment, Table
from companion.rules import DiceShown
from companion.text import say


class DiceDesk:
    """Carries out what is touched in a game of dice; without an eye every die is tapped.

    With ``cups`` the table is simulated: its dice follow from ``seed``.
    """

    def __init__(
        self,
        journal: Journal,
        unfinished: Unfinished,
        eye: TableEye | None,
        cups: Cups | None,
        seed: int,
        wild: Callable[[], WildMark] = lambda: WildMark.ANY,
    ) -> None:
        """``wild`` tells what the dice are said to have in the place of the wild face."""
        self._journal, self._unfinished, self._eye = journal, unfinished, eye
        self._cups, self._seed, self._wild = CupMover(cups), seed, wild

    def step(self, table: Table, command: Command) -> Step:
        """What a command brings; where nobody can read, dice that lie open are tapped in."""
        if self._eye is None and isinstance(command, CupsAreUp):
            return steps.step(table, EnterByHand(command.number))
        return steps.step(table, command)

    def look(self, table: Table, frames: Frames) -> Callable[[], TableReading]:
        """What reads these frames without keeping anything. Refused where nobody can read."""
        eye, expected = self._eye, expected_now(table)
        if eye is None:
            raise Refused(say("refused.no_eye"))
        return lambda: eye.look(frames, expected)

    def read(self, table: Table, frames: Frames, lost: Callable[[Table, Frame], int | None]) -> Step:
        """What these frames bring. ``lost`` counts the Lost Dice Squares, where a doubt may lie there."""
        if self._eye is None:
            raise Refused(say("refused.no_eye"))
        reading = self._eye.read_table(frames, expected_now(table))
        counted = None if reading.certain else lost(table, frames[-1])
        return steps.after_reading(table, frames[-1], reading, counted)

    def write(self, table: Table, step: Step) -> None:
        """The event of a step onto the disk; dice that are shown are put out before.

        Refused, or StoreError, in a sentence; the cups then stand as they did.
        """
        if isinstance(step.event, DiceShown) or step.table.show is not None:
            self._put_out(table, step.table)
        if step.event is None:
            return
        try:
            self._journal.append(table.played_id, step.event, steps.note_beside(step, table))
        except StoreError:
            self.move_cups(table)
            raise
        self._unfinished.forget()

    def keep_taps(self, table: Table) -> Table:
        """Taps that are no event yet, onto the disk."""
        return self._unfinished.keep(table)

    def with_kept_taps(self, table: Table) -> Table:
        """A game that was taken up again, with the taps that were kept for it."""
        return self._unfinished.restored(table)

    def move_cups(self, table: Table) -> None:
        """The cups as they must stand for this table. ValueError where the simulated table cannot play it."""
        self._cups.move(cups_of(table, self._seed, self._wild()))

    def place(self, table: Table) -> Box | None:
        """The part of the picture with the dice that matter now, where the house knows where they lie."""
        seat = show_reroll.shower(table.game) if table.show else table.peeking
        return self._cups.place(seat)

    def _put_out(self, table: Table, after: Table) -> None:
        """Shown dice must lie under the cup, where the house can look."""
        try:
            self.move_cups(after)
        except ValueError:
            if table.scene is Moment.CHECK:
                raise Refused(say("refused.other_dice_open")) from None
            raise Refused(say("refused.no_such_dice")) from None
