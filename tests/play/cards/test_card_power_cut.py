"""Kill -9 at every step of a Quest: the match goes on with what was on the screen, or one event more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.play.base.commands import ResumeGame, Undo
from companion.play.modes.cards.views import CardSheetScene, CardsScene, CloseSheet
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
from tests.play.card_evening import CardEvening, code_of_face
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
            assert view.kind in (CardsScene, CardSheetScene)
            assert [(seat.cards, seat.chips) for seat in view.scene.cards.seats] == list(
                zip(match.cards, match.chips, strict=True)
            )
        return written - shown
    finally:
        evening.close()


def test_the_cards_picked_on_a_sheet_are_still_picked_after_a_power_cut(
    sit_down: Callable[..., Evening],
) -> None:
    table = CardEvening(sit_down())
    table.touch("The cards are dealt", "Ann draws", "Lay a meld")
    table.tap("9S", "8S")
    table = resumed(sit_down())
    assert picked(table) == ["9S", "8S"]
    table.send(Undo(table.view.number))
    table = resumed(sit_down())
    assert picked(table) == ["9S"]
    table.send(CloseSheet(table.view.number))
    assert resumed(sit_down()).view.kind is CardsScene


@pytest.mark.parametrize(
    "entered",
    [
        "",
        "[]",
        '{"sheet":"meld","other":null,"taps":[["ZZ"]]}',
        '{"sheet":"hand","other":null,"taps":[[]]}',
        '{"sheet":"quest","other":9,"taps":[[]]}',
    ],
)
def test_a_kept_sheet_that_cannot_be_read_is_left_out(sit_down: Callable[..., Evening], entered: str) -> None:
    first = sit_down()
    CardEvening(first).touch("The cards are dealt", "Ann draws")
    first.store.keep_unfinished(1, entered)
    assert resumed(sit_down()).view.kind is CardsScene


def resumed(evening: Evening) -> CardEvening:
    return CardEvening(evening, goes_on=True)


def picked(table: CardEvening) -> list[str]:
    assert table.sheet is not None
    return [code_of_face(card) for card in table.sheet.picked]
