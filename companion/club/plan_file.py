"""A club's plan of an evening, as a file that people write (docs/club.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path
from typing import TypeVar

from companion.club.evening import same_name
from companion.club.standings import Ranking
from companion.club.tournament import FEWEST_SEATS, MOST_SEATS, Kind, Plan
from companion.core.on_disk import NotRead, read_ordinary
from companion.core.toml_text import NotToml, toml_of
from companion.rules import one_form
from companion.text import say

LARGEST = 256_000
"""Bytes of a plan."""
LONGEST_NAME = 60
MOST_PLAYERS = 400
"""A round robin of 400 players at tables of eight took 4 s to seat (one core of an AMD EPYC server)."""
MOST_ROUNDS = 100
OPEN_LEAGUE = Plan("club", Kind.LEAGUE, ())
"""Without a file: every game of anybody counts."""

_T = TypeVar("_T")
EXAMPLES = {
    "name": 'name = "Tuesday"',
    "kind": f"kind = {' | '.join(repr(each.value) for each in Kind)}".replace("'", '"'),
    "players": 'players = ["Ann", "Ben", "Cy"]',
    "seats": f"seats = {FEWEST_SEATS} … {MOST_SEATS}",
    "rounds": "rounds = 5",
    "tables": 'tables = ["kitchen", "bar"]',
    "since": "since = 2026-11-24",
    "results": '[[results]] round = 2 ranking = ["Ann", ["Ben", "Cy"]]',
}
"""What may stand in a plan, each as an example that a sentence can show."""


class PlanError(ValueError):
    """The file is no plan; the message is a sentence."""


def plan_in(path: Path) -> Plan:
    """The plan in this file. Raises ``PlanError``."""
    try:
        found = toml_of(read_ordinary(path, LARGEST).decode("utf-8-sig"))
    except (NotRead, NotToml) as fault:
        raise PlanError(str(fault)) from None
    except UnicodeDecodeError:
        raise PlanError(say("club.plan_encoding")) from None
    return plan_of(found)


def plan_of(found: dict[str, object]) -> Plan:
    """The plan that these values say. Raises ``PlanError``."""
    for unknown in sorted(found.keys() - EXAMPLES.keys()):
        raise PlanError(say("club.plan_unknown", field=unknown[:LONGEST_NAME], known=", ".join(EXAMPLES)))

    def field(name: str, read: Callable[[object], _T], default: object = None) -> _T:
        try:
            return read(found.get(name, default))
        except (ValueError, TypeError, KeyError):
            raise PlanError(say("club.plan_field", field=name, example=EXAMPLES[name])) from None

    return Plan(
        name=field("name", _name, OPEN_LEAGUE.name),
        kind=field("kind", Kind),
        players=field("players", _players, []),
        seats=field("seats", lambda value: _whole(value, FEWEST_SEATS, MOST_SEATS), 4),
        rounds=field("rounds", lambda value: _whole(value, 0, MOST_ROUNDS), 0),
        tables=field("tables", _players, []),
        since=field("since", _moment),
        by_hand=field("results", _results, []),
    )


def _name(value: object) -> str:
    name = one_form(value) if isinstance(value, str) else ""
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise ValueError
    return name


def _whole(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError
    return value


def _list(value: object, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError
    return value


def _players(value: object) -> tuple[str, ...]:
    """Names, none of them twice."""
    names = tuple(map(_name, _list(value, MOST_PLAYERS)))
    if len({same_name(each) for each in names}) < len(names):
        raise ValueError
    return names


def _moment(value: object) -> datetime | None:
    """Midnight of a day; a moment without a zone is in this machine's."""
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.astimezone()
    if isinstance(value, date):
        return datetime.combine(value, time()).astimezone()
    raise ValueError


def _results(value: object) -> tuple[tuple[int, Ranking], ...]:
    return tuple(map(_result, _list(value, MOST_PLAYERS * MOST_ROUNDS)))


def _result(value: object) -> tuple[int, Ranking]:
    if not isinstance(value, dict) or value.keys() - {"round", "ranking"}:
        raise ValueError
    ranking = tuple(
        tuple(map(_name, _list(each, MOST_SEATS))) if isinstance(each, list) else (_name(each),)
        for each in _list(value["ranking"], MOST_SEATS)
    )
    names = _players([name for group in ranking for name in group])
    if len(names) < FEWEST_SEATS or () in ranking:
        raise ValueError
    return _whole(value.get("round", 1), 1, MOST_ROUNDS), ranking
