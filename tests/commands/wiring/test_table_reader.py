"""The eye of an evening keeps in mind how flat dice look, for its camera stands still."""

from __future__ import annotations

import pytest

from companion.commands.wiring.evening import TableReader
from companion.hardware.simulated.shaking import Trouble
from companion.hardware.simulated.sprites import DiceKind
from companion.hardware.simulated.table import SimulatedTable
from companion.reading import Doubt, Expectation
from companion.recognition.eye import Eye

LIFTS = ((5, 5), (2, 1), (1, 2), (2, 1))


def cocked_in_doubt(eye: Eye, *, one_evening: bool) -> list[int]:
    """Of each lift of a table how many dice are doubted as cocked; one of each is."""
    table = SimulatedTable(2, seed=3, trouble=Trouble.COCKED, dice=DiceKind.PLAIN, clock=lambda: 0)
    evening, counts = TableReader(eye), []
    for number, dice in enumerate(LIFTS):
        table.cover()
        table.deal(dice, (), 500 + number)
        table.lift()
        evening = evening if one_evening else TableReader(eye)
        reading = evening.read_table([table.latest()], Expectation(dice, ((), ())))
        counts.append(sum(Doubt.COCKED in die.die.doubts for die in reading.dice))
    return counts


@pytest.mark.slow
def test_of_three_dice_the_cocked_one_is_asked_about_when_more_were_seen_before() -> None:
    eye = Eye()
    assert cocked_in_doubt(eye, one_evening=False)[1:] == [0, 0, 0]
    assert cocked_in_doubt(eye, one_evening=True)[1:] == [1, 1, 1]
