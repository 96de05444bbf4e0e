"""Whole games, and tables that tell them by the feed that a table uses."""

from __future__ import annotations

import functools
from datetime import UTC, datetime, timedelta
from random import Random

from companion.journal import line_of
from companion.rules import GameBegun, GameRecord, dice_game
from companion.share.feed import Happening
from tests.rules.random_tables import next_event
from tests.share import happened

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
PEOPLE = ("Ann", "Ben", "Cy", "Dee")


@functools.cache
def game_of(seed: int, players: tuple[str, ...] = PEOPLE) -> GameRecord:
    """A game that is played at random to its end."""
    rng = Random(seed)
    record = GameRecord.begin(GameBegun("milton-bradley", players, opener=0))
    while record.game.winner is None:
        record = record.apply(next_event(rng, dice_game(record.game)))
    return record


def happenings(record: GameRecord, game: int = 1, begun: datetime = NOON) -> list[Happening]:
    """The game as its table tells it, event by event."""
    return happened.happenings(record.events, game, begun)


def text_of(record: GameRecord) -> list[str]:
    return [line_of(event) for event in record.events]


def later(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)
