"""Kill -9 at every step of a Quest: the match goes on with what was on the screen, or one event more."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.play.base.commands import ResumeGame
from companion.play.modes.cards.views import CardsScene
from companion.rules import (
    Answered,
    CardShown,
    Decided,
    GameBegun,
    HandDealt,
    MeldLaid,
    Quested,
    Undone,
    card_of,
    replay,
    wanted_of,
)
from tests.play.evening import Evening
from tests.play.many_lives import live_through, logs_of

FEWEST_STEPS = 30
"""Nine events, each with a transaction of three statements or more and a view."""

PLAYED = (
    GameBegun("liar-liar", ("Ann", "Bob")),
    HandDealt(),
    Quested(0, 1, wanted_of("7")),
    Answered(1, True),
    Decided(0, False),
    Undone(),
    Decided(0, True),
    CardShown(1, card_of("KH")),
    MeldLaid(0, tuple(map(card_of, ("8S", "9S", "10S")))),
)


@pytest.mark.slow
def test_a_match_killed_at_any_step_is_taken_up_where_its_journal_ends(tmp_path: Path) -> None:
    live_through("killed_matches.py", tmp_path)
    logs = logs_of(tmp_path)
    assert len(logs) >= FEWEST_STEPS
    assert logs[-1].read_text().endswith("whole\n")
    more = {resume_life(log) for log in logs}
    assert more == {0, 1}


def resume_life(log: Path) -> int:
    """Take this life's match up again; how many events were written that had not been shown."""
    shown = max((int(line.split()[1]) for line in log.read_text().splitlines() if line != "whole"), default=0)
    evening = Evening(log.with_suffix(".sqlite3"))
    try:
        written = evening.store.games()[0].events if evening.view.scene.saved else 0
        if written:
            assert evening.store.load(1).events == PLAYED[:written]
            view = evening.do(ResumeGame, game_id=1)
            match = replay(PLAYED[:written]).game
            assert view.kind is CardsScene
            assert [(seat.cards, seat.chips) for seat in view.scene.cards.seats] == list(
                zip(match.cards, match.chips, strict=True)
            )
        return written - shown
    finally:
        evening.close()
