"""The eye of an evening keeps in mind how flat dice look, for its camera stands still."""

from __future__ import annotations

import pytest

from companion.core.reading import ConfirmedDie, Doubt, Expectation
from companion.recognition.classify import classifier
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator import DiceKind, SimulatedTable, Trouble

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
def test_of_three_dice_the_cocked_one_is_mostly_asked_about_when_more_were_seen_before() -> None:
    eye = Eye()
    assert cocked_in_doubt(eye, one_evening=False)[1:] == [0, 0, 0]
    assert sum(cocked_in_doubt(eye, one_evening=True)[1:]) >= 2


def test_an_evening_has_one_symbol_reader_for_all_that_it_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    eye, opened, really = Eye(), [], classifier.open_session
    monkeypatch.setattr(classifier, "open_session", lambda *args: opened.append(1) or really(*args))
    table = SimulatedTable(2, seed=3, clock=lambda: 0)
    table.deal((1, 1), (), 500)
    frame, bounds = table.latest(), (600.0, 300.0, 660.0, 360.0)
    TableReader(eye).confirm((0, 1), frame, [ConfirmedDie(bounds, 5, by_player=True)])
    assert opened == [1]
