"""What a table tells over MQTT, held to docs/feed.md; what does not fit is nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime

ROOT = "cups-up"
EVENT, STATE, AGAIN = "event", "state", "again"
LARGEST = 64_000
"""Bytes of a message; a line of a game with ten players has under one thousand."""
MOST_LINES = 100_000
"""Of one game: the highest number that is believed."""
MOST_GAMES = 2**53
_TOPIC = re.compile(rf"{ROOT}/([\w-]{{1,40}})/({EVENT}|{STATE})")
_LONGEST_MOMENT = 40
NO_MOMENT = "1970-01-01T00:00:00+00:00"
"""When a game began whose record does not say it."""


@dataclass(frozen=True, slots=True, order=True)
class GameKey:
    """Names a game among those of all tables."""

    table: str
    game: int
    begun: str


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """One line of a game's record and its number, from 1."""

    key: GameKey
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Head:
    """How many lines a game has by now, as its table says, and whether it is over with them."""

    key: GameKey
    number: int
    is_over: bool


def topic(table: str, what: str) -> str:
    """The topic of a table; ``+`` is any."""
    return f"{ROOT}/{table}/{what}"


def told(at: str, payload: bytes) -> Line | Head | None:
    """What the message says; ``None`` for one that no table sends."""
    found = _TOPIC.fullmatch(at)
    if found is None or len(payload) > LARGEST:
        return None
    try:
        fields = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    head = head_of(found[1], fields)
    if head is None or found[2] == STATE:
        return head
    event = fields.get("event")
    return Line(head.key, head.number, json.dumps(event)) if isinstance(event, dict) else None


def head_of(table: str, state: object) -> Head | None:
    """How far a game is, by the fields of a state; ``None`` where they name no game."""
    if not isinstance(state, dict):
        return None
    key, number = _key(table, state), state.get("number")
    if key is None or type(number) is not int or not 1 <= number <= MOST_LINES:
        return None
    return Head(key, number, state.get("winner") is not None)


def asked_again(key: GameKey, after: int, to: int | None = None) -> str:
    """The message that asks a table for the lines of a game after this number, and up to that."""
    return json.dumps({"game": key.game, "begun": key.begun, "after": after, "to": to})


def _key(table: str, fields: dict[str, object]) -> GameKey | None:
    game, begun = fields.get("game"), fields.get("begun")
    if type(game) is not int or not 0 <= game < MOST_GAMES or not isinstance(begun, str):
        return None
    try:
        datetime.fromisoformat(begun)
    except ValueError:
        return None
    return GameKey(table, game, begun) if len(begun) <= _LONGEST_MOMENT else None
