"""The table after a reading that failed: as it was before, with the reason and what to do on the screen."""

from __future__ import annotations

from companion.play.cards.looking import before_look
from companion.play.cards.sentences import TAP_THEM
from companion.play.dice import steps
from companion.play.table import Table, with_cards
from companion.text.numbers import as_sentence

WHAT_TO_DO = "Read again, or enter the dice by hand."


def before_reading(table: Table, reason: str) -> Table:
    """Back to before the reading of dice or cards."""
    if table.cards is None:
        return steps.reading_failed(table, f"{as_sentence(reason)} {WHAT_TO_DO}")
    before = with_cards(table.number + 1, before_look(table.cards))
    return before.but(fault=f"{as_sentence(reason)} {TAP_THEM}")
