"""An evening as it stands: rounds, results, standings, and what does not count."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from companion.club.kept import Club
from companion.club.lines import NO_MOMENT, GameKey, is_table, moment_of
from companion.club.standings import WIN, Ranking, Result, Standing, players_of, points_of
from companion.club.tournament import (
    Kind,
    Plan,
    Round,
    Seating,
    Table,
    amended,
    as_seated,
    circle,
    next_seating,
    renamed,
    standing,
)
from companion.rules import one_form
from companion.share.feed import format_seating
from companion.text import printable, say, say_decimal, say_list, spoken

Finished = tuple[GameKey, Result]
LEAST_ALIKE = 0.6
MOST_STRANGERS = 5
"""Lines about them on the page."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A name outside the plan, in a game that fits no table; ``guess``: a player of the plan."""

    table: str
    name: str
    guess: str | None


@dataclass(frozen=True, slots=True)
class Evening:
    """All that page and terminal say.

    ``uncounted``: games that fit no table of any round; ``strangers``: names in them outside the plan.
    ``playing``: tables with rolled dice and no result. ``set_aside``: refused messages by table.
    ``early``: games of tables that wait for a result, begun before the plan's ``since`` by their clock.
    """

    plan: Plan
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    games: int
    uncounted: tuple[GameKey, ...]
    holes: tuple[tuple[GameKey, int], ...]
    set_aside: tuple[tuple[str, int], ...] = ()
    playing: frozenset[frozenset[str]] = frozenset()
    strangers: tuple[Stranger, ...] = ()
    early: tuple[GameKey, ...] = ()

    @property
    def is_over(self) -> bool:
        done = bool(self.rounds) and self.rounds[-1].is_over
        return done and next_seating(self.plan, self.rounds) is None


def evening_in(club: Club, plan: Plan, *, foresee: bool = False) -> Evening:
    """The evening with the organiser's changes. Raises ``DatabaseAway``. ``foresee``: draw the next round,
    too.
    """
    changes = club.changes(plan.name)
    plan, names, drawn = amended(plan, changes), renamed(changes), as_seated(club.rounds(plan.name), changes)
    results = [(key, _renamed(result, names)) for key, result in club.results()]
    found = _assembled(plan, drawn, results, tuple(club.holes()))
    if foresee and (seating := next_seating(plan, found.rounds)) is not None and seating.tables:
        found = _assembled(plan, [*drawn, seating], results, found.holes)
    waits = bool(found.rounds) and not found.rounds[-1].is_over
    begun = [
        (key, Result(tuple((name,) for name in players), ""))
        for key, players in (club.playing() if waits else ())
    ]
    playing = frozenset(
        frozenset(players_of(_as_planned(plan, _renamed(each, names).ranking)))
        for key, each in begun
        if _is_of(plan, key)
    )
    return replace(found, set_aside=tuple(club.set_aside_by_table()), playing=playing)


def drawn_on(club: Club, plan: Plan) -> Evening:
    found = evening_in(club, plan)
    seating = next_seating(found.plan, found.rounds)
    if seating is None or not seating.tables:
        return found
    club.keep_round(plan.name, len(found.rounds) + 1, seating)
    return evening_in(club, plan)


def _assembled(
    plan: Plan, drawn: Sequence[Seating], results: Sequence[Finished], holes: tuple[tuple[GameKey, int], ...]
) -> Evening:
    spelled = [(key, replace(result, ranking=_as_planned(plan, result.ranking))) for key, result in results]
    fitting = [(key, result) for key, result in spelled if _is_of(plan, key)]
    if plan.kind is Kind.LEAGUE:
        free = [*(result.ranking for _, result in fitting), *(ranking for _, ranking in plan.by_hand)]
        return Evening(plan, (), standing(plan, (), free), len(free), (), holes)
    rounds, left = _with_results(plan, drawn, fitting)
    played = sum(len(each.played) for each in rounds)
    uncounted, strangers = tuple(key for key, _ in left), tuple(_strangers(plan, rounds, left))
    waiting = _waiting(rounds)
    early = tuple(
        key for key, result in spelled if not _is_of(plan, key) and set(players_of(result.ranking)) in waiting
    )
    return Evening(
        plan, rounds, standing(plan, rounds), played, uncounted, holes, strangers=strangers, early=early
    )


def _is_of(plan: Plan, key: GameKey) -> bool:
    return plan.since is None or key.begun == NO_MOMENT or moment_of(key.begun) >= plan.since


def _renamed(result: Result, names: Mapping[str, str]) -> Result:
    """The result with the meant names, unless two players would share one."""
    meant = tuple(tuple(names.get(same_name(name), name) for name in group) for group in result.ranking)
    everybody = players_of(meant)
    return replace(result, ranking=meant) if len(set(everybody)) == len(everybody) else result


def _strangers(plan: Plan, rounds: Sequence[Round], left: Iterable[Finished]) -> Iterator[Stranger]:
    waiting, seen = _waiting(rounds), set()
    for key, result in left:
        there = set(players_of(result.ranking))
        for name in sorted(there.difference(plan.players)):
            if (key.table, name) not in seen:
                seen.add((key.table, name))
                yield Stranger(key.table, name, _guess(name, there, plan, waiting))


def _waiting(rounds: Sequence[Round]) -> list[set[str]]:
    """The players of each table without a result."""
    return [
        set(table)
        for each in rounds
        for table, ranking in zip(each.seating.tables, each.rankings, strict=True)
        if ranking is None
    ]


def _guess(name: str, there: Set[str], plan: Plan, waiting: Iterable[Set[str]]) -> str | None:
    """The one player a waiting table lacks, else the one with the most similar name."""
    for table in waiting:
        lacking = table - there
        if len(lacking) == 1 and there - table == {name}:
            return next(iter(lacking))
    spelled = {same_name(each): each for each in plan.players if each not in there}
    alike = get_close_matches(same_name(name), spelled, n=1, cutoff=LEAST_ALIKE)
    return spelled[alike[0]] if alike else None


def _with_results(
    plan: Plan, drawn: Sequence[Seating], results: Iterable[Finished]
) -> tuple[tuple[Round, ...], list[Finished]]:
    """Rounds with each table's result, by hand or its first game left; and games left over.

    A result by hand takes that game's place.
    """
    left = list(results)
    rounds = []
    for number, seating in enumerate(drawn, start=1):
        by_hand = [ranking for at, ranking in plan.by_hand if at == number]
        told = [_first(table, left) for table in seating.tables]
        rankings = tuple(
            _given(table, by_hand) or ranking for table, ranking in zip(seating.tables, told, strict=True)
        )
        rounds.append(Round(seating, rankings))
        if None in rankings:
            break
    return tuple(rounds), left


def _given(table: Table, by_hand: Sequence[Ranking]) -> Ranking | None:
    return next((each for each in by_hand if set(players_of(each)) == set(table)), None)


def _first(table: Table, left: list[Finished]) -> Ranking | None:
    for each in left:
        if set(players_of(each[1].ranking)) == set(table):
            left.remove(each)
            return each[1].ranking
    return None


def same_name(name: str) -> str:
    """A key that is equal for names that differ only in capitals, spaces or Unicode form."""
    return " ".join(one_form(name).split()).casefold()


def _as_planned(plan: Plan, ranking: Ranking) -> Ranking:
    """The ranking with the plan's spelling, unless two players would share a name."""
    known = {same_name(name): name for name in plan.players}
    spelled = tuple(tuple(known.get(same_name(name), name) for name in group) for group in ranking)
    names = players_of(spelled)
    return spelled if len(set(names)) == len(names) else ranking


Object = dict[str, object]


@dataclass(frozen=True, slots=True)
class TableShown:
    name: str
    players: Table
    state: str
    done: bool
    ranking: Ranking | None


def message_of(evening: Evening) -> Object:
    """The evening for the page and ``cups-up club standings --json``."""
    number = len(evening.rounds)
    columns = ("player", "points", "wins", "opponents", "games")
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
        "columns": [say(f"club.column.{each}") for each in columns],
        "rounds": [
            {
                "heading": say("club.round", number=at),
                "bye": None if each.seating.bye is None else say("club.bye", player=each.seating.bye),
                "tables": [asdict(table) for table in _tables_of(evening, each)],
            }
            for at, each in enumerate(evening.rounds, start=1)
        ],
        "cross": [
            {"name": name, "cells": [_say_cell(cell) for cell in cells]}
            for name, cells in cross_table(evening)
        ],
        "standings_heading": say("club.standings"),
        "holes": [
            {"table": key.table, "game": key.game, "missing": missing} for key, missing in evening.holes
        ],
        "set_aside": [{"table": table, "messages": count} for table, count in evening.set_aside],
        "uncounted": [{"table": key.table, "game": key.game} for key in evening.uncounted],
        "strangers": [asdict(each) for each in evening.strangers],
    }


def seatings_of(evening: Evening) -> dict[str, str]:
    seated = dict.fromkeys(filter(is_table, evening.plan.tables), "")
    for table in () if evening.is_over else _tables(evening):
        if table.name in seated and not table.done:
            seated[table.name] = format_seating(len(evening.rounds), table.players)
    return seated


def say_heading(evening: Evening) -> str:
    if evening.is_over:
        first = [each.name for each in evening.standings if each.place == 1]
        return say("club.over", players=say_list(first), count=len(first))
    if evening.plan.kind is Kind.LEAGUE:
        return say("club.league_games", count=evening.games)
    return say("club.round", number=len(evening.rounds)) if evening.rounds else say("club.no_round")


def say_notes(evening: Evening) -> list[str]:
    notes = []
    if evening.rounds and not evening.is_over and evening.rounds[-1].seating.bye is not None:
        notes.append(say("club.bye", player=evening.rounds[-1].seating.bye))
    if evening.holes:
        notes.append(say("club.holes", tables=say_list(sorted({key.table for key, _ in evening.holes}))))
    if evening.set_aside:
        tables, counts = zip(*evening.set_aside, strict=True)
        notes.append(say("club.set_aside", tables=say_list(tables), messages=sum(counts)))
    if evening.uncounted:
        notes.append(say("club.uncounted", count=len(evening.uncounted)))
    if evening.early and evening.plan.since is not None:
        behind, since = sorted({key.table for key in evening.early}), f"{evening.plan.since:%Y-%m-%d}"
        notes.append(say("club.early", tables=say_list(behind), since=since))
    notes += map(_say_stranger, evening.strangers[:MOST_STRANGERS])
    return notes


def _say_stranger(each: Stranger) -> str:
    name = printable(each.name)
    if each.guess is None:
        return say("club.stranger", table=each.table, name=name)
    return say("club.stranger_guess", table=each.table, name=name, guess=each.guess)


def say_points(standing: Standing) -> str:
    return _say_number(standing.points)


def _say_number(points: Fraction) -> str:
    return say_decimal(float(points), 0 if round(points * 10) % 10 == 0 else 1)


def lines_of(evening: Evening) -> list[str]:
    said = [f"{evening.plan.name}: {say(f'club.kind.{evening.plan.kind.value}')}", say_heading(evening)]
    if not evening.is_over:
        said += [f"  {each.name}: {', '.join(each.players)} – {each.state}" for each in _tables(evening)]
    said += [*say_notes(evening), "", say("club.standings")]
    width = max((len(printable(each.name)) for each in evening.standings), default=0)
    said += [
        f"{each.place:4}. {printable(each.name):{width}}  {say_points(each):>6}  "
        + say("club.wins_of_games", wins=each.wins, count=each.games)
        + f"  {say('club.column.opponents')} {_say_number(each.opponents)}"
        for each in evening.standings
    ]
    return said


def _tables(evening: Evening) -> list[TableShown]:
    return _tables_of(evening, evening.rounds[-1]) if evening.rounds else []


def _tables_of(evening: Evening, newest: Round) -> list[TableShown]:
    names = evening.plan.tables
    return [
        TableShown(
            names[at] if at < len(names) else say("club.table", number=at + 1),
            table,
            _state(ranking, frozenset(table) in evening.playing),
            ranking is not None,
            ranking,
        )
        for at, (table, ranking) in enumerate(zip(newest.seating.tables, newest.rankings, strict=True))
    ]


def _state(ranking: Ranking | None, plays: bool) -> str:
    if ranking is None:
        return say("club.playing" if plays else "club.ready")
    return say("club.won", players=say_list(ranking[0]), count=len(ranking[0]))


def rounds_in_words(evening: Evening) -> list[str]:
    said = []
    for number, each in enumerate(evening.rounds, start=1):
        said += ["", say("club.round", number=number)]
        for table in _tables_of(evening, each):
            groups = table.ranking or tuple((name,) for name in table.players)
            said.append(f"  {table.name}: {', '.join(' = '.join(group) for group in groups)} – {table.state}")
        said += [] if each.seating.bye is None else [f"  {say('club.bye', player=each.seating.bye)}"]
    return said


@dataclass(frozen=True, slots=True)
class Cell:
    """``place`` and ``size`` are 0 for a bye."""

    table: str
    place: int
    size: int
    points: Fraction


def cross_table(evening: Evening) -> list[tuple[str, list[Cell | None]]]:
    rounds = evening.rounds
    return [(each.name, [_cell(evening, one, each.name) for one in rounds]) for each in evening.standings]


def _cell(evening: Evening, played: Round, name: str) -> Cell | None:
    if played.seating.bye == name:
        return Cell("", 0, 0, WIN)
    for table in _tables_of(evening, played):
        if table.ranking is not None and name in table.players:
            at = next(number for number, group in enumerate(table.ranking) if name in group)
            before = sum(map(len, table.ranking[:at]))
            return Cell(table.name, before + 1, len(table.players), points_of(table.ranking)[name])
    return None


def _say_cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return _say_number(cell.points) if not cell.place else f"{_say_number(cell.points)} ({cell.place})"


def csv_of(evening: Evening) -> str:
    """Standings with the points of each round (RFC 4180)."""
    rounds = [f"round {number}" for number in range(1, len(evening.rounds) + 1)]
    cells = dict(cross_table(evening))
    rows: list[list[object]] = [["place", "name", "points", "wins", "opponents", "games", *rounds]]
    for each in evening.standings:
        points = ["" if cell is None else _plain(cell.points) for cell in cells[each.name]]
        told = (_plain(each.points), each.wins, _plain(each.opponents), each.games)
        rows.append([each.place, each.name, *told, *points])
    return _written_as_csv(rows)


def rounds_csv(evening: Evening) -> str:
    rows: list[list[object]] = [["round", "table", "place", "name", "points"]]
    cells = cross_table(evening)
    for number in range(len(evening.rounds)):
        there = [(cell, name) for name, row in cells if (cell := row[number]) is not None]
        for cell, name in sorted(there, key=lambda each: (not each[0].place, each[0].table, each[0].place)):
            rows.append([number + 1, cell.table or "bye", cell.place or "", name, _plain(cell.points)])
    return _written_as_csv(rows)


def _written_as_csv(rows: Sequence[Sequence[object]]) -> str:
    """An apostrophe quotes a name that a spreadsheet would take for a formula."""
    out = io.StringIO()
    csv.writer(out).writerows(
        [f"'{each}" if isinstance(each, str) and each[:1] in ("=", "+", "-", "@") else each for each in row]
        for row in rows
    )
    return out.getvalue()


def _plain(number: Fraction) -> str:
    return f"{float(number):.4g}"


def trf_of(evening: Evening) -> str:
    """A tournament report (FIDE's TRF16); a table of more than two becomes games of each with each."""
    seats = {each.name: number for number, each in enumerate(evening.standings, start=1)}
    blocks: dict[str, list[str]] = {name: [] for name in seats}
    scores = dict.fromkeys(seats, Fraction(0))
    for played in evening.rounds:
        longest = max((len(table) - 1 + len(table) % 2 for table in played.seating.tables), default=1)
        found = {name: [_NO_GAME] * longest for name in seats}
        for ranking in played.played:
            place = {name: at for at, group in enumerate(ranking) for name in group}
            for at in range(len(place) - 1 + len(place) % 2):
                for pair in circle(tuple(place), at).tables:
                    for one, other in (pair, pair[::-1]):
                        won = (place[one] < place[other]) - (place[one] > place[other])
                        found[one][at] = f"  {seats[other]:4} - {'=10'[won]}"
                        scores[one] += Fraction(1 + won, 2)
        if played.seating.bye in seats:
            found[played.seating.bye][0] = "  0000 - U"
            scores[played.seating.bye] += 1
        for name, of_round in found.items():
            blocks[name] += of_round
    lines = [f"012 {evening.plan.name}", f"062 {len(seats)}", f"092 {evening.plan.kind.value}"]
    lines += [
        f"001 {seats[each.name]:4}{'':6}{each.name[:33]:33}{'':33}"
        f"{float(scores[each.name]):4.1f} {each.place:4}{''.join(blocks[each.name])}"
        for each in evening.standings
    ]
    return "\n".join(lines) + "\n"


_NO_GAME = "          "


def _standing(each: Standing) -> Object:
    return {
        "place": each.place,
        "name": each.name,
        "points": round(float(each.points), 3),
        "shown": say_points(each),
        "games": each.games,
        "wins": each.wins,
        "opponents": round(float(each.opponents), 3),
        "opponents_shown": _say_number(each.opponents),
    }
