"""The eye of an evening keeps in mind how flat dice look, for its camera stands still."""

from __future__ import annotations

import pytest

from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, Expectation
from companion.recognition.classify import classifier
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator import DiceKind, SimulatedTable, Trouble
from tests.recognition.drawn import draw_die, drawn_table

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


def test_boxes_of_a_look_without_doubts_are_read_once_more_if_nothing_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    eye, camera, searched = Eye(), CameraMemory(), []
    search = eye._detector.detect
    monkeypatch.setattr(eye._detector, "detect", lambda *asked: searched.append(1) or search(*asked))
    table = SimulatedTable(2, seed=3, dice=DiceKind.PLAIN, clock=lambda: 0)
    table.deal((2, 3), (), 1)
    table.lift()
    first, *others = [eye.read(table.capture(at), None, camera) for at in range(3)]
    assert len(searched) == 2, "the second look reads the boxes of the first, the third looks anew"
    assert [die.box for die in others[0].dice] == [die.box for die in first.dice]
    assert {tuple(sorted(die.face for die in each.dice)) for each in (first, *others)} == {(2, 3, 5, 5, 6)}
    assert not any(die.doubts for die in first.dice)
    table.deal((3, 3), (), 2)
    table.lift()
    assert len(eye.read(table.capture(9), None, camera).dice) == len(first.dice) + 1
    assert len(searched) == 3, "dice have moved"


def test_after_a_doubt_the_next_look_searches_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    eye, camera, searched = Eye(), CameraMemory(), []
    search = eye._detector.detect
    monkeypatch.setattr(eye._detector, "detect", lambda *asked: searched.append(1) or search(*asked))
    table = drawn_table([2, 5])
    draw_die(table, (8, 300), 64, 4)
    for _ in range(2):
        assert any(die.doubts for die in eye.read(Frame(table, 0), None, camera).dice)
    assert len(searched) == 2
