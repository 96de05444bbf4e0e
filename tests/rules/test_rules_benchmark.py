"""The benchmark measures what it says; how long it takes is no test's business."""

from __future__ import annotations

from companion.cli.measuring import rules
from companion.rules import Phase


def test_the_replayed_game_has_sixty_events_or_a_few_more_and_stands_in_bidding() -> None:
    record = rules._game_of(rules.EVENTS)
    assert rules.EVENTS <= record.length <= rules.EVENTS + 2
    assert record.game.phase is Phase.BIDDING


def test_both_figures_are_measured() -> None:
    figures = rules.measure()
    assert figures.keys() == {"replay_60_events_ms", "legal_bids_us"}
    assert all(figure > 0 for figure in figures.values())
