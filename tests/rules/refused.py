"""The rules' objections in the sentence that the table reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.rules import AnyGame, CardEvent, Event, Match, Refusal, RulesError, card_legal
from companion.rules import why_not as objection
from companion.text import reason_if, reason_of


def why_not(game: AnyGame, event: Event | CardEvent) -> str | None:
    """Why the rules refuse this event now; ``None`` where they allow it."""
    return reason_if(_objection(game, event))


def refusal(game: AnyGame, event: Event | CardEvent) -> Refusal | None:
    """Which refusal meets this event now, whatever its sentence; ``None`` where the rules allow it."""
    found = _objection(game, event)
    return None if found is None else found.code


def _objection(game: AnyGame, event: Event | CardEvent) -> RulesError | None:
    return card_legal.why_not(game, event) if isinstance(game, Match) else objection(game, event)


@contextmanager
def refused(kind: type[RulesError], reason: str | Refusal) -> Iterator[None]:
    """The rules must object in here: with this refusal, or in a sentence that holds this pattern."""
    with pytest.raises(kind) as objected:
        yield
    if isinstance(reason, Refusal):
        assert objected.value.code is reason
        return
    assert re.search(reason, reason_of(objected.value))
