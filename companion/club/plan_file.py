"""A club's plan of an evening, as a file that people write (docs/club.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import TypeVar

from companion.club import tournament
from companion.club.evening import Evening, same_name
from companion.club.standings import Ranking
from companion.core.on_disk import NotRead, NotToml, read_ordinary, toml_of
from companion.rules import one_form
from companion.text import printable, say

LARGEST = 256_000
"""Bytes of a plan."""
LONGEST_NAME = 60
MOST_PLAYERS = 400
"""A round robin of 400 players at tables of eight took 4 s to seat (one core of an AMD EPYC server)."""
MOST_ROUNDS = 100
OPEN_LEAGUE = tournament.Plan("club", tournament.Kind.LEAGUE, ())
"""Without a file: every game of anybody counts."""

_T = TypeVar("_T")
EXAMPLES = {
    "name": 'name = "Tuesday"',
    "kind": f"kind = {' | '.join(repr(each.value) for each in tournament.Kind)}".replace("'", '"'),
    "players": 'players = ["Ann", "Ben", "Cy"]',
    "seats": f"seats = {tournament.FEWEST_SEATS} … {tournament.MOST_SEATS}",
    "rounds": "rounds = 5",
    "tables": 'tables = ["kitchen", "bar"]',
    "since": "since = 2026-11-24",
    "first": f"first = {' | '.join(repr(each.value) for each in tournament.First)}".replace("'", '"'),
    "results": '[[results]] round = 2 ranking = ["Ann", ["Ben", "Cy"]]',
}
"""Entries of a plan, as examples for sentences."""


class PlanError(ValueError):
    """The message is a sentence."""


def plan_in(path: Path) -> tournament.Plan:
    """Raises ``PlanError``."""
    try:
        found = toml_of(read_ordinary(path, LARGEST).decode("utf-8-sig"))
    except (NotRead, NotToml) as fault:
        raise PlanError(str(fault)) from None
    except UnicodeDecodeError:
        raise PlanError(say("club.plan_encoding")) from None
    return plan_of(found)


def plan_of(found: dict[str, object]) -> tournament.Plan:
    for unknown in sorted(found.keys() - EXAMPLES.keys()):
        raise PlanError(say("club.plan_unknown", field=unknown[:LONGEST_NAME], known=", ".join(EXAMPLES)))

    def field(name: str, read: Callable[[object], _T], default: object = None) -> _T:
        try:
            return read(found.get(name, default))
        except (ValueError, TypeError, KeyError):
            raise PlanError(say("club.plan_field", field=name, example=EXAMPLES[name])) from None

    return tournament.Plan(
        name=field("name", _name, OPEN_LEAGUE.name),
        kind=field("kind", tournament.Kind),
        players=field("players", _players, []),
        seats=field("seats", lambda value: _whole(value, tournament.FEWEST_SEATS, tournament.MOST_SEATS), 4),
        rounds=field("rounds", lambda value: _whole(value, 0, MOST_ROUNDS), 0),
        tables=field("tables", _players, []),
        since=field("since", _moment),
        by_hand=field("results", _results, []),
        first=field("first", tournament.First, tournament.First.LISTED.value),
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
    names = tuple(map(_name, _list(value, MOST_PLAYERS)))
    if len({same_name(each) for each in names}) < len(names):
        raise ValueError
    return names


def _moment(value: object) -> datetime | None:
    """A day means the midnight before it; a moment without a zone is in this machine's."""
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
        tuple(map(_name, _list(each, tournament.MOST_SEATS))) if isinstance(each, list) else (_name(each),)
        for each in _list(value["ranking"], tournament.MOST_SEATS)
    )
    names = _players([name for group in ranking for name in group])
    if len(names) < tournament.FEWEST_SEATS or () in ranking:
        raise ValueError
    return _whole(value.get("round", 1), 1, MOST_ROUNDS), ranking


NAMES_OF = {"add": 1, "remove": 1, "rename": 2, "swap": 2, "draw": 0}
"""The organiser's changes besides results, and their number of names."""
UNDO = "undo"
CHANGES = ("result", *NAMES_OF, UNDO)


class NotChanged(ValueError):
    """The message is a sentence."""


def change_of(
    evening: Evening, do: str, names: Sequence[object], number: int | None = None
) -> tournament.Change:
    """A change for the database. Raises ``NotChanged``.

    ``names`` of a result go from the winner down, a list for a shared place; ``number``: its round, by
    default the newest.
    """
    if do == "result":
        return _result_by_hand(evening, names, number)
    try:
        given = tuple(map(_name, names))
    except ValueError:
        raise NotChanged(say("club.change_name")) from None
    if len(given) != NAMES_OF.get(do):
        raise NotChanged(say("club.change_names", do=do, count=NAMES_OF.get(do, 0)))
    if do in ("add", "remove"):
        return _come_or_gone(evening, do, given[0])
    if do == "rename":
        return _rename(evening, *given)
    seating = _newest(evening)
    if do == "swap":
        one, other = (_player(evening, each) for each in given)
        changed = _swapped(evening, seating, one, other)
    else:
        if evening.rounds[-1].played:
            raise NotChanged(say("club.change_played"))
        changed = tournament.next_seating(evening.plan, evening.rounds[:-1]) or seating
    if changed == seating:
        raise NotChanged(say("club.change_nothing"))
    return {"do": "seat", "round": len(evening.rounds), "tables": changed.tables, "bye": changed.bye}


def say_change(change: tournament.Change) -> str:
    """As the organiser typed it; swapped or drawn anew: the round."""
    match change["do"]:
        case "seat":
            return say("club.round", number=change["round"])
        case "result":
            names = [*map("=".join, change["ranking"])]
        case "rename":
            names = [change["given"], change["meant"]]
        case _:
            names = [change["name"]]
    return printable(" ".join((change["do"], *names)))


def _come_or_gone(evening: Evening, do: str, name: str) -> tournament.Change:
    known = {same_name(each): each for each in evening.plan.players}
    player = known.get(same_name(name), name) if do == "add" else _player(evening, name)
    change = {"do": do, "name": player}
    if tournament.amended(evening.plan, [change]) == evening.plan:
        raise NotChanged(say("club.change_nothing"))
    return change


def _newest(evening: Evening) -> tournament.Seating:
    if not evening.rounds or evening.rounds[-1].is_over:
        raise NotChanged(say("club.no_round"))
    return evening.rounds[-1].seating


def _player(evening: Evening, name: str) -> str:
    known = {same_name(each): each for each in evening.plan.players}
    if same_name(name) not in known:
        raise NotChanged(say("club.rename_whom", name=printable(name)))
    return known[same_name(name)]


def _rename(evening: Evening, given: str, meant: str) -> tournament.Change:
    players = {same_name(each) for each in evening.plan.players}
    if players and same_name(given) in players and same_name(given) != same_name(meant):
        raise NotChanged(say("club.rename_player", name=printable(given)))
    if same_name(given) == same_name(meant):
        meant = same_name(meant)  # takes an earlier renaming back
    elif players:
        meant = _player(evening, meant)
    return {"do": "rename", "given": same_name(given), "meant": meant}


def _swapped(evening: Evening, seating: tournament.Seating, one: str, other: str) -> tournament.Seating:
    """Two players change places; one may have the bye, or no place."""
    done = [
        table for table, ranking in zip(seating.tables, evening.rounds[-1].rankings, strict=True) if ranking
    ]
    if any({one, other} & set(table) for table in done):
        raise NotChanged(say("club.change_played"))
    change = {one: other, other: one}
    tables = tuple(tuple(change.get(name, name) for name in table) for table in seating.tables)
    bye = None if seating.bye is None else change.get(seating.bye, seating.bye)
    return tournament.Seating(tables, bye)


def _result_by_hand(evening: Evening, names: Sequence[object], number: int | None) -> tournament.Change:
    try:
        at, ranking = _result({"round": number or max(1, len(evening.rounds)), "ranking": list(names)})
    except (ValueError, TypeError):
        raise NotChanged(say("club.change_ranking")) from None
    named = (
        tuple(tuple(_player(evening, name) for name in group) for group in ranking)
        if evening.plan.players
        else ranking
    )
    players = {name for group in named for name in group}
    tables = [] if at > len(evening.rounds) else [set(each) for each in evening.rounds[at - 1].seating.tables]
    if evening.plan.kind is not tournament.Kind.LEAGUE and players not in tables:
        raise NotChanged(say("club.change_no_table", number=at))
    return {"do": "result", "round": at, "ranking": named}
