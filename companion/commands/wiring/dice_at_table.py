"""The dice of the house at the table that is played at: read when it is chosen, kept after each lift."""

from __future__ import annotations

from companion.calibration.profile import key_of
from companion.commands.terminal.outlet import complain
from companion.commands.wiring.table_here import ME, TableInUse
from companion.recognition.errors import WeightsError
from companion.recognition.evening.house_dice import HouseDice
from companion.recognition.evening.kept_dice import (
    ORDINARY,
    KeptDiceError,
    keep_dice,
    kept_dice,
    shipped_reader,
)
from companion.text.speech import say


class DiceAtTable:
    """What the dice of one set have taught at the table in use; nothing is kept without a profile.

    A file that cannot be read or written is named once, and the game goes on.
    """

    def __init__(self, table: TableInUse | None, set_name: str = ORDINARY) -> None:
        self._table, self._set = table, set_name
        self._at: str | None = None
        self._kept: HouseDice | None = None
        self._complained: set[str] = set()

    def of_another_table(self) -> HouseDice | None:
        """The dice of the table that is played at now; ``None`` if it is the one of the last time."""
        profile = None if self._table is None else self._table.profile
        at = None if profile is None else key_of(profile.name)
        if at == self._at:
            return None
        self._at, self._kept = at, self._read()
        return self._kept

    def keep(self, house: HouseDice) -> None:
        """Write what is known now, if that is new."""
        path = None if self._table is None else self._table.dice_file
        if path is None or house is self._kept:
            return
        try:
            keep_dice(path, shipped_reader(), self._set, house)
        except (KeptDiceError, WeightsError) as fault:
            self._complain(say("play.dice_not_kept", fault=str(fault)))
        self._kept = house

    def _read(self) -> HouseDice:
        path = None if self._table is None else self._table.dice_file
        try:
            kept = {} if path is None else kept_dice(path, shipped_reader())
        except (KeptDiceError, WeightsError) as fault:
            self._complain(say("play.dice_left_out", fault=str(fault)))
            kept = {}
        return kept.get(self._set, HouseDice())

    def _complain(self, sentence: str) -> None:
        if sentence not in self._complained:
            self._complained.add(sentence)
            complain(ME, sentence)
