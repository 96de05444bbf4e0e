"""The rules' objections in the sentence that the table reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.rules.cards import legal as card_legal
from companion.rules.cards.events import CardEvent
from companion.rules.cards.match import Match
from companion.rules.errors import RulesError
from companion.rules.events import Event
from companion.rules.families import AnyGame
from companion.rules.legal import why_not as objection
from companion.text.refusals import reason_if, reason_of


def why_not(game: AnyGame, event: Event | CardEvent) -> str | None:
    """Why the rules refuse this event now; ``None`` where they allow it."""
    found = card_legal.why_not(game, event) if isinstance(game, Match) else objection(game, event)
    return reason_if(found)


@contextmanager
def refused(kind: type[RulesError], reason: str) -> Iterator[None]:
    """The rules must object in here, in a sentence that holds this pattern."""
    with pytest.raises(kind) as objected:
        yield
    assert re.search(reason, reason_of(objected.value))
