"""Dice that are not where the rules want them, on the real screen: a sentence, and keys that answer it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.play.modes.dice import watchers
from companion.play.modes.dice.views import CheckScene, OpeningRollScene, ReadingScene, VerdictScene
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from tests.awaited_time import AwaitedTime
from tests.careless_table import CarelessTable
from tests.ui.touched_evening import TouchedEvening, answer_doubts, begin, bid, lift_cups, roll_to_open

SEED, DICE_SEED = 11, 6
"""A table at which two of three roll the highest die of the opening roll."""


@pytest.fixture
def careless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TouchedEvening]:
    monkeypatch.setattr(watchers, "PATIENCE_S", 0.0)
    monkeypatch.setattr(watchers, "SQUARES_EVERY_S", 0.0)
    time = AwaitedTime()
    table = CarelessTable(3, SEED, clock=time.clock)
    eye = TableReader(Eye(threads=1))
    opened = Opened(table, table, "a careless table")
    parts = Evening(
        tmp_path / "games.sqlite", opened, eye, DICE_SEED, False, eye, clock=time.clock, inbox=time
    )
    with session_of(parts) as session:
        evening = TouchedEvening(session, table, time=time)
        try:
            yield evening
        finally:
            evening.close()


def told(evening: TouchedEvening) -> str:
    return evening.view.advice.sentence if evening.view.advice else ""


def challenged(evening: TouchedEvening) -> None:
    """A bid of one die too few is challenged, the cups go up, the dice are read."""
    matching = Counter(face for hand in evening.table.truth() for face in hand)
    bid(evening, matching[1] + matching[5] - 1, 5)
    evening.touch("Liar!")
    lift_cups(evening)


@pytest.mark.slow
def test_a_die_that_was_kept_is_told_between_rounds_and_at_the_reveal(careless: TouchedEvening) -> None:
    careless.table.forgets = True
    begin(careless)
    challenged(careless)
    if careless.view.kind is CheckScene:
        answer_doubts(careless)
    losers = [seat.name for seat in careless.view.scene.game.seats if seat.lost_now]
    careless.touch("Next round")
    careless.wait_for(lambda view: view.advice is not None)
    careless.picture("watch_owes")
    assert any(name in told(careless) for name in losers)
    assert "on the Lost Dice Squares." in told(careless)
    careless.table.forgets = False
    challenged(careless)
    careless.picture("watch_kept")
    assert told(careless) in {
        f"{name} still has the die that {name} lost: put it on the Lost Dice Squares, then look again."
        for name in losers
    }
    careless.table.pay()
    careless.touch("Look again", lambda view: view.kind is not ReadingScene and view.advice is None)
    assert careless.view.kind in (VerdictScene, CheckScene)


@pytest.mark.slow
def test_the_players_overrule_by_touch(careless: TouchedEvening) -> None:
    careless.table.pays = (1, 0, 0)
    begin(careless)
    careless.wait_for(lambda view: view.advice is not None)
    careless.picture("watch_spare")
    assert told(careless) == "The Lost Dice Squares hold 1 die, but none is lost. Take it away."
    careless.touch("The dice are right")
    assert told(careless) == ""


@pytest.mark.slow
def test_a_tie_of_the_opening_roll_is_rolled_again_without_a_touch(careless: TouchedEvening) -> None:
    begin(careless, "Cardinal")
    roll_to_open(careless)
    careless.picture("watch_roll")
    assert careless.view.message.endswith("roll again.")
    assert careless.view.kind is OpeningRollScene
    assert len(careless.view.scene.hands) == 2
