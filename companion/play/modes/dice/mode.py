"""A game of dice: events onto the disk, dice read by the eye, cups moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.reading import Box, TableReading, WildMark
from companion.journal import Store, StoreError
from companion.play.base.commands import Command, CupsAreUp, EnterByHand, Refused
from companion.play.base.ports import Cups, TableEye
from companion.play.base.readings import Frames
from companion.play.modes.dice import show_reroll, steps
from companion.play.modes.dice.cup_mover import CupMover, CupsWanted, cups_of
from companion.play.modes.dice.lift_detector import expected_now
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.dice.steps import Step
from companion.play.modes.dice.teaching import Teaching
from companion.play.modes.dice.unfinished import Unfinished
from companion.play.modes.dice.watchers import Watchers
from companion.rules import Dice, DiceShown
from companion.text import as_sentence, say, say_all


class DiceMode:
    """Carries out touches in a game of dice; without an eye every die is tapped.

    With ``cups`` the table is simulated, and its dice follow from ``seed``.
    """

    practises = False
    """Whether partners play."""

    def __init__(
        self,
        journal: Store,
        unfinished: Unfinished,
        eye: TableEye | None,
        cups: Cups | None,
        seed: int,
        watchers: Watchers,
        teaching: Teaching,
        wild: Callable[[], WildMark] = lambda: WildMark.ANY,
    ) -> None:
        """``wild``: what the dice are said to show in place of the wild face."""
        self._journal, self._unfinished, self._eye = journal, unfinished, eye
        self._cups, self._seed, self._wild = CupMover(cups), seed, wild
        self.watchers, self.teaching = watchers, teaching

    def take(self, table: DiceTable, command: Command) -> DiceTable:
        """The table after a command, its event on disk.

        Raises Refused, RuleError or StoreError with a sentence; the table is then unchanged.
        """
        if self._eye is None and isinstance(command, CupsAreUp):
            return self._done(table, steps.step(table, EnterByHand(command.number)))
        return self._done(table, steps.step(table, command))

    def hand(self) -> Dice:
        return ()

    def wait_s(self, table: DiceTable) -> float | None:
        """Seconds until ``due``; None: never."""
        return None

    def due(self, table: DiceTable) -> Command | None:
        return None

    def look(self, table: DiceTable, frames: Frames) -> Callable[[], TableReading]:
        """Reads these frames without keeping anything. Refused without an eye."""
        eye, expected = self._eye, expected_now(table)
        if eye is None:
            raise Refused(say("refused.no_eye"))
        return lambda: eye.look(frames, expected)

    def read(self, table: DiceTable, frames: Frames) -> DiceTable:
        """If the event cannot be written, the dice are to be read again. Refused without an eye."""
        if self._eye is None:
            raise Refused(say("refused.no_eye"))
        reading = self._eye.read_table(frames, expected_now(table))
        lost = None if reading.certain else self.watchers.lost_counted(table, frames[-1])
        step = steps.after_reading(table, frames[-1], reading, lost)
        try:
            return self._done(table, step)
        except StoreError as fault:
            read = steps.to_check(table, frames[-1], reading, lost)
            return replace(read, fault=as_sentence(str(fault)))

    @staticmethod
    def reading_failed(table: DiceTable, reason: str) -> DiceTable:
        return steps.reading_failed(table, say_all(as_sentence(reason), say("reading.failed")))

    def with_kept_taps(self, table: DiceTable) -> DiceTable:
        return self._unfinished.restored(table)

    def move_cups(self, table: DiceTable | None) -> None:
        """None: no game of dice. ValueError if the simulated table cannot play it."""
        self._cups.move(CupsWanted() if table is None else cups_of(table, self._seed, self._wild()))

    def place(self, table: DiceTable) -> Box | None:
        seat = show_reroll.shower(table.game) if table.show else table.peeking
        return self._cups.place(seat)

    def _done(self, table: DiceTable, step: Step) -> DiceTable:
        self._write(table, step)
        self.teaching.follow(table, step)
        return self._unfinished.keep(step.table)

    def _write(self, table: DiceTable, step: Step) -> None:
        """Shown dice are put out first. Refused or StoreError: the cups then stand as before."""
        if isinstance(step.event, DiceShown) or step.table.show is not None:
            self._put_out(table, step.table)
        if step.event is None:
            return
        try:
            self._journal.append(table.game_id, step.event, steps.note_beside(step, table))
        except StoreError:
            self.move_cups(table)
            raise
        self._unfinished.forget()

    def _put_out(self, table: DiceTable, after: DiceTable) -> None:
        """Refused for shown dice that are not under the simulated cup."""
        try:
            self.move_cups(after)
        except ValueError:
            if table.moment is Moment.CHECK:
                raise Refused(say("refused.other_dice_open")) from None
            raise Refused(say("refused.no_such_dice")) from None
