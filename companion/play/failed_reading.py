"""The table after a reading that failed: as it was before, with the reason and what to do on the screen."""

from __future__ import annotations

from companion.play.cards.looking import before_look
from companion.play.dice import steps
from companion.play.table import Table, with_cards
from companion.text.numbers import as_sentence, say_all
from companion.text.speech import say


def before_reading(table: Table, reason: str) -> Table:
    """Back to before the reading of dice or cards."""
    if table.cards is None:
        return steps.reading_failed(table, say_all(as_sentence(reason), say("reading.failed")))
    before = with_cards(table.number + 1, before_look(table.cards))
    return before.but(fault=say_all(as_sentence(reason), say("reading.failed_cards")))
