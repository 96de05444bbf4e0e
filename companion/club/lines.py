"""Tables' messages, over MQTT (docs/feed.md) and in files; anything else is passed over."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

ROOT = "cups-up"
EVENT, STATE, AGAIN, SEATING = "event", "state", "again", "seating"
LARGEST = 64_000
"""Bytes of a message; a line of a game with ten players has under one thousand."""
MOST_LINES = 100_000
"""Highest credible line number of a game."""
MOST_GAMES = 2**53
_TABLE_ID = re.compile(r"[0-9a-f]{8,32}")
_TABLE = re.compile(r"[\w-]{1,40}")
_TOPIC = re.compile(rf"{ROOT}/({_TABLE.pattern})/({EVENT}|{STATE})")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
NO_MOMENT = "1970-01-01T00:00:00+00:00"
"""For a record without its beginning."""


@dataclass(frozen=True, slots=True, order=True)
class GameKey:
    """A game among all tables; ``table_id`` tells tables of one name apart, "" in version 0.1."""

    table: str
    game: int
    begun: str
    table_id: str = ""

    @property
    def tab(self) -> str:
        """The table as the database names it: ``NAME#ID``."""
        return f"{self.table}#{self.table_id}" if self.table_id else self.table

    @classmethod
    def of_row(cls, tab: str, game: int, begun: str) -> GameKey:
        table, _, table_id = tab.partition("#")
        return cls(table, game, begun, table_id)


@dataclass(frozen=True, slots=True, order=True)
class Line:
    key: GameKey
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Head:
    key: GameKey
    number: int
    is_over: bool


def is_table(name: str) -> bool:
    return _TABLE.fullmatch(name) is not None


def topic(table: str, what: str) -> str:
    """``+``: any table."""
    return f"{ROOT}/{table}/{what}"


def parse_message(at: str, payload: bytes) -> Line | Head | None:
    """None for any other message."""
    found = _TOPIC.fullmatch(at)
    if found is None or len(payload) > LARGEST:
        return None
    try:
        return _said(found[1], found[2], json.loads(payload))
    except (ValueError, RecursionError):
        return None


def _said(table: str, what: str, fields: object) -> Line | Head | None:
    head = head_of(table, fields)
    if head is None or what == STATE or not isinstance(fields, dict):
        return head
    event = fields.get("event")
    return Line(head.key, head.number, json.dumps(event)) if isinstance(event, dict) else None


def head_of(table: str, state: object) -> Head | None:
    """None if the state names no game."""
    if not isinstance(state, dict):
        return None
    key, number = _key(table, state), state.get("number")
    if key is None or type(number) is not int or not 1 <= number <= MOST_LINES:
        return None
    return Head(key, number, state.get("winner") is not None)


def asked_again(key: GameKey, after: int, to: int | None = None) -> str:
    """A request for the lines of a game after ``after``, up to ``to``."""
    asked = {"game": key.game, "begun": key.begun, "after": after, "to": to}
    return json.dumps(asked | ({"table_id": key.table_id} if key.table_id else {}))


def _key(table: str, fields: dict[str, object]) -> GameKey | None:
    game, begun, table_id = fields.get("game"), fields.get("begun"), fields.get("table_id", "")
    if type(game) is not int or not 0 <= game < MOST_GAMES or not isinstance(begun, str):
        return None
    if not _MOMENT.fullmatch(begun) or not isinstance(table_id, str):
        return None
    if table_id and not _TABLE_ID.fullmatch(table_id):
        return None
    try:
        moment_of(begun)
    except ValueError:
        return None
    return GameKey(table, game, begun, table_id)


def moment_of(begun: str) -> datetime:
    """When a game began; a moment without a zone (databases of version 0.1) counts as UTC."""
    moment = datetime.fromisoformat(begun)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


_KEY_DIGITS = 12
"""Of SHA-256 in hexadecimal: 48 bits, a whole number in every database."""


class NotImported(ValueError):
    """No line of a feed or record, or one after more than any game has; ``line`` from 1."""

    def __init__(self, line: int, too_many: bool = False) -> None:
        super().__init__(f"line {line}")
        self.line, self.too_many = line, too_many


def lines_in(text: str, table: str) -> list[Line]:
    """Of feeds and records. After a torn line a feed goes on, without the events that lack a state line."""
    found: list[Line] = []
    events: list[str] = []
    torn, is_feed = 0, False
    for number, fields in _objects(text):
        if not fields:
            torn, events = torn or number, []
            continue
        head = head_of("file", fields.get("state"))
        if head is None:
            if fields["event"] == "game" and events:
                found += _record(events, table)
                events = []
            events.append(_written(fields, number))
            if len(events) > MOST_LINES:
                raise NotImported(number, too_many=True)
            continue
        found += _fed(events, head, table)
        events, is_feed = [], True
    if torn and not is_feed:
        raise NotImported(torn)
    return [*found, *_record(events, table)]


def _written(fields: dict[str, object], number: int) -> str:
    try:
        return json.dumps(fields)
    except RecursionError:
        raise NotImported(number) from None


_TORN = re.compile(r'\{"(event|state)".*[^}\s]\s*$')


def _objects(text: str) -> Iterator[tuple[int, dict[str, object]]]:
    """With their lines' numbers; nothing in one stands for a torn line."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as fault:
            if isinstance(fault, RecursionError) or not _TORN.match(line):
                raise NotImported(number) from None
            yield number, {}
            continue
        state = fields.get("state") if isinstance(fields, dict) else None
        if state is None and not (isinstance(fields, dict) and isinstance(fields.get("event"), str)):
            raise NotImported(number)
        if state is not None and head_of("file", state) is None:
            raise NotImported(number)
        yield number, fields


def _fed(events: Sequence[str], head: Head, table: str) -> list[Line]:
    key, first = replace(head.key, table=table), head.number - len(events) + 1
    return [Line(key, number, text) for number, text in enumerate(events, first) if number > 0]


def _record(events: Sequence[str], table: str) -> list[Line]:
    """A record has no game number: part of its hash serves."""
    if not events:
        return []
    game = int(hashlib.sha256("\n".join(events).encode()).hexdigest()[:_KEY_DIGITS], 16)
    return [Line(GameKey(table, game, NO_MOMENT), number, text) for number, text in enumerate(events, 1)]
