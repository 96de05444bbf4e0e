"""An evening in words: for the page, and for the terminal."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from companion.club.evening import Evening
from companion.club.seating import Table
from companion.club.standings import Ranking, Standing
from companion.club.tournament import Kind
from companion.text.numbers import say_decimal, say_list
from companion.text.speech import say, spoken

Object = dict[str, object]


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of the newest round; ``ranking`` is ``None`` while it plays."""

    name: str
    players: Table
    state: str
    done: bool
    ranking: Ranking | None


def message_of(evening: Evening) -> Object:
    """All that the page needs; also ``companion club standings --json``."""
    number = len(evening.rounds)
    return {
        "language": spoken().language,
        "name": evening.plan.name,
        "kind": evening.plan.kind.value,
        "title": say(f"club.kind.{evening.plan.kind.value}"),
        "round": number,
        "heading": say_heading(evening),
        "over": evening.is_over,
        "tables": [asdict(each) for each in _tables(evening)],
        "bye": None if not number or evening.is_over else evening.rounds[-1].seating.bye,
        "notes": say_notes(evening),
        "games": evening.games,
        "standings": [_standing(each) for each in evening.standings],
        "columns": [say(f"club.column.{each}") for each in ("player", "points", "wins", "games")],
        "standings_heading": say("club.standings"),
        "holes": [
            {"table": key.table, "game": key.game, "missing": missing} for key, missing in evening.holes
        ],
        "uncounted": [{"table": key.table, "game": key.game} for key in evening.uncounted],
    }


def say_heading(evening: Evening) -> str:
    """What is played now, in one line."""
    if evening.is_over:
        first = [each.name for each in evening.standings if each.place == 1]
        return say("club.over", players=say_list(first), count=len(first))
    if evening.plan.kind is Kind.LEAGUE:
        return say("club.league_games", count=evening.games)
    return say("club.round", number=len(evening.rounds)) if evening.rounds else say("club.no_round")


def say_notes(evening: Evening) -> list[str]:
    """What else is to be known: a bye, games that lack lines, games that fit no table."""
    notes = []
    if evening.rounds and not evening.is_over and evening.rounds[-1].seating.bye is not None:
        notes.append(say("club.bye", player=evening.rounds[-1].seating.bye))
    if evening.holes:
        notes.append(say("club.holes", tables=say_list(sorted({key.table for key, _ in evening.holes}))))
    if evening.uncounted:
        notes.append(say("club.uncounted", count=len(evening.uncounted)))
    return notes


def say_points(standing: Standing) -> str:
    """Points with one decimal where they have any."""
    return say_decimal(float(standing.points), 0 if round(standing.points * 10) % 10 == 0 else 1)


def lines_of(evening: Evening) -> list[str]:
    """The same for the terminal."""
    said = [f"{evening.plan.name}: {say(f'club.kind.{evening.plan.kind.value}')}", say_heading(evening)]
    if not evening.is_over:
        said += [f"  {each.name}: {', '.join(each.players)} – {each.state}" for each in _tables(evening)]
    said += [*say_notes(evening), "", say("club.standings")]
    width = max((len(each.name) for each in evening.standings), default=0)
    said += [
        f"{each.place:4}. {each.name:{width}}  {say_points(each):>6}  "
        + say("club.wins_of_games", wins=each.wins, count=each.games)
        for each in evening.standings
    ]
    return said


def _tables(evening: Evening) -> list[TableShown]:
    if not evening.rounds:
        return []
    newest, names = evening.rounds[-1], evening.plan.tables
    return [
        TableShown(
            names[at] if at < len(names) else say("club.table", number=at + 1),
            table,
            _state(ranking),
            ranking is not None,
            ranking,
        )
        for at, (table, ranking) in enumerate(zip(newest.seating.tables, newest.rankings, strict=True))
    ]


def _state(ranking: Ranking | None) -> str:
    if ranking is None:
        return say("club.playing")
    return say("club.won", players=say_list(ranking[0]), count=len(ranking[0]))


def _standing(each: Standing) -> Object:
    return {
        "place": each.place,
        "name": each.name,
        "points": round(float(each.points), 3),
        "shown": say_points(each),
        "games": each.games,
        "wins": each.wins,
        "opponents": round(float(each.opponents), 3),
    }
