"""The club's database, on a real SQLite and a real PostgreSQL: every line once, results, rounds."""

from __future__ import annotations

import resource
import threading
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.club import OPEN_LEAGUE, Club, DatabaseAway, NotImported, Plan, evening_in, kept, lines_in
from companion.club.evening import Stranger, drawn_on, say_notes
from companion.club.kept import Missing
from companion.club.lines import GameKey, Line
from companion.club.standings import players_of
from companion.club.tournament import Kind, Seating
from companion.journal import Store
from tests.club.games_here import game_of, later, text_of
from tests.share.web.samples import feed_of

KEY = GameKey("kitchen", 1, later(0).isoformat())


def lines(seed: int = 1, key: GameKey = KEY, players: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> list[Line]:
    return [Line(key, number, text) for number, text in enumerate(text_of(game_of(seed, players)), 1)]


def test_lines_that_come_twice_in_any_order_are_there_once_and_ranked(place: str) -> None:
    club, told = Club(place), lines()
    shuffled = [*told, *told]
    Random(7).shuffle(shuffled)
    rest = iter(shuffled)
    while some := list(islice(rest, 9)):
        club.keep(some)
    club.rank_all()
    assert club.count() == len(told)
    assert club.lines_of(KEY) == [each.text for each in told]
    ((key, result),) = club.results()
    assert key == KEY
    assert sorted(players_of(result.ranking)) == ["Ann", "Ben", "Cy"]
    assert club.unranked() == club.holes() == []
    club.close()


def test_a_game_with_a_hole_is_named_and_has_no_result(place: str) -> None:
    club, told = Club(place), lines()
    club.keep([*told[:3], *told[5:]])
    club.rank_all()
    assert club.results() == []
    assert club.holes() == [(KEY, 2)]
    assert club.unranked() == [KEY]
    assert club.missing(KEY) == Missing(4, 5)
    club.keep(told)
    club.rank_all()
    assert len(club.results()) == 1
    club.close()


def test_an_undo_takes_the_result_away(place: str) -> None:
    club, told = Club(place), lines()
    club.keep(told)
    assert club.rank([KEY]) == {KEY}
    assert club.unranked() == []
    club.keep([Line(KEY, len(told) + 1, '{"event": "undo"}')])
    assert club.unranked() == [KEY]
    assert club.rank([KEY]) == set()
    assert club.results() == []
    club.close()


def test_lines_that_the_rules_forbid_rank_nobody(place: str) -> None:
    club = Club(place)
    club.keep([Line(KEY, 1, '{"event": "bid", "player": 0}'), Line(KEY, 2, '{"x\\u0000": NaN}')])
    club.rank_all()
    assert club.results() == []
    assert club.unranked() == []
    club.close()


def test_scorers_side_by_side_keep_every_line_once(place: str) -> None:
    told = [line for table in range(6) for line in lines(table, GameKey(f"t{table}", 1, KEY.begun))]
    faults: list[Exception] = []

    def score(seed: int) -> None:
        try:
            club, mine = Club(place), told.copy()
            Random(seed).shuffle(mine)
            rest = iter(mine)
            while some := list(islice(rest, 17)):
                club.keep(some)
            club.rank_all()
            club.close()
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=score, args=(seed,)) for seed in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert faults == []
    club = Club(place)
    assert club.count() == len(told)
    assert len(club.results()) == 6
    club.close()


def test_the_first_drawn_round_wins(place: str) -> None:
    club, first = Club(place), Seating((("Ann", "Ben"),), "Cy")
    club.keep_round("x", 1, first)
    club.keep_round("x", 1, Seating((("Ben", "Cy"),), "Ann"))
    assert club.rounds("x") == [first]
    assert club.rounds("y") == []
    club.close()


def test_a_mistyped_name_is_told_with_its_table_guessed_and_mended(place: str) -> None:
    club = Club(place)
    plan = Plan("x", Kind.SWISS, ("Ann", "Ben", "Cy", "Dee"), seats=2, rounds=1)
    assert drawn_on(club, plan).rounds[0].seating.tables == (("Ann", "Ben"), ("Cy", "Dee"))
    typed = {1: ("Ann", "Benn"), 2: ("Mickey", "Dee"), 3: ("Deee", "Gus")}
    for number, players in typed.items():
        club.keep(lines(number, GameKey("bar", number, later(number).isoformat()), players))
    club.rank_all()
    evening = drawn_on(club, plan)
    assert evening.strangers == (
        Stranger("bar", "Benn", "Ben"),
        Stranger("bar", "Mickey", "Cy"),
        Stranger("bar", "Deee", "Dee"),
        Stranger("bar", "Gus", None),
    )
    assert say_notes(evening)[1:] == [
        "bar: Benn is not in the plan; is this Ben?",
        "bar: Mickey is not in the plan; is this Cy?",
        "bar: Deee is not in the plan; is this Dee?",
        "bar: Gus is not in the plan.",
    ]
    rename(club, "benn", "Ben")
    rename(club, "mickey", "Cy")
    evening = drawn_on(club, plan)
    assert evening.is_over
    assert [key.game for key in evening.uncounted] == [3]
    assert {each.name: each.games for each in evening.standings} == dict.fromkeys(plan.players, 1)
    club.take_back("x")
    club.take_back("x")
    rename(club, "mickey", "Cy")
    assert not drawn_on(club, plan).is_over
    club.close()


def rename(club: Club, given: str, meant: str) -> None:
    club.change("x", {"do": "rename", "given": given, "meant": meant})


def test_an_evening_goes_from_round_to_round(place: str) -> None:
    club = Club(place)
    plan = Plan("x", Kind.SWISS, ("Ann", "Ben", "Cy", "Dee"), seats=2, rounds=2, tables=("kitchen", "bar"))
    evening = drawn_on(club, plan)
    assert evening.rounds[0].seating.tables == (("Ann", "Ben"), ("Cy", "Dee"))
    for number, table in enumerate(evening.rounds[0].seating.tables):
        club.keep(lines(number, GameKey("bar", number, later(number).isoformat()), table))
    club.keep(lines(9, GameKey("bar", 9, later(9).isoformat()), ("Ann", "Eve")))
    club.rank_all()
    evening = drawn_on(club, plan)
    assert [len(each.played) for each in evening.rounds] == [2, 0]
    assert {each.name: each.games for each in evening.standings} == dict.fromkeys(plan.players, 1)
    assert [key.game for key in evening.uncounted] == [9]
    second = evening.rounds[1].seating.tables
    assert drawn_on(club, plan) == evening
    for number, table in enumerate(second, start=20):
        club.keep(lines(number, GameKey("bar", number, later(number).isoformat()), table))
    club.rank_all()
    assert drawn_on(club, plan).is_over
    club.close()


def test_a_result_by_hand_goes_before_that_of_the_tables(place: str) -> None:
    club = Club(place)
    plan = Plan("x", Kind.KNOCKOUT, ("Ann", "Ben"), seats=2, by_hand=((1, (("Ben",), ("Ann",))),))
    evening = drawn_on(club, plan)
    assert evening.is_over
    assert [each.name for each in evening.standings] == ["Ben", "Ann"]
    club.close()


def test_a_game_that_a_result_by_hand_replaces_is_not_told_as_one_that_fits_no_table(place: str) -> None:
    club = Club(place)
    plan = Plan("x", Kind.KNOCKOUT, ("Ann", "Ben", "Cy"), seats=3)
    drawn_on(club, plan)
    club.keep(lines())
    club.rank_all()
    club.change("x", {"do": "result", "round": 1, "ranking": [["Cy"], ["Ben"], ["Ann"]]})
    evening = evening_in(club, plan)
    assert evening.rounds[0].rankings == ((("Cy",), ("Ben",), ("Ann",)),)
    assert evening.uncounted == ()
    club.close()


def test_a_league_counts_everybodys_games_once_wherever_they_come_from(place: str) -> None:
    club, told = Club(place), lines()
    club.keep(told)
    record = "".join(f"{line.text}\n" for line in told)
    club.keep(lines_in(record, "copy"))
    club.rank_all()
    evening = evening_in(club, OPEN_LEAGUE)
    assert evening.games == 1
    assert {each.name for each in evening.standings} == {"Ann", "Ben", "Cy"}
    club.close()


def test_games_before_the_plans_first_day_do_not_count(place: str) -> None:
    club = Club(place)
    club.keep(lines())
    club.rank_all()
    assert evening_in(club, Plan("x", Kind.LEAGUE, (), since=later(1))).games == 0
    assert evening_in(club, Plan("x", Kind.LEAGUE, (), since=later(-1))).games == 1
    club.close()


def test_a_table_whose_clock_is_behind_is_told_while_its_round_waits(place: str) -> None:
    club = Club(place)
    plan = Plan("x", Kind.SWISS, ("Ann", "Ben", "Cy"), seats=3, rounds=2, since=later(1))
    drawn_on(club, plan)
    club.keep(lines())
    club.keep(lines(2, GameKey("bar", 1, later(0).isoformat()), ("Ann", "Ben")))
    club.rank_all()
    evening = drawn_on(club, plan)
    assert (evening.games, evening.early) == (0, (KEY,))
    assert say_notes(evening) == [
        f"kitchen: a finished game does not count, as it began before {later(1):%Y-%m-%d}"
        " by the table's clock. If that clock is wrong, enter the result by hand."
    ]
    club.change("x", {"do": "result", "round": 1, "ranking": [["Cy"], ["Ben"], ["Ann"]]})
    assert evening_in(club, plan).early == ()
    club.close()


def test_games_of_an_old_database_may_lack_their_zone(place: str) -> None:
    club = Club(place)
    club.keep(lines(key=replace(KEY, begun="2026-11-24T12:00:00")))
    club.rank_all()
    assert evening_in(club, Plan("x", Kind.LEAGUE, (), since=later(-1))).games == 1
    club.close()


def test_names_count_without_their_capitals_and_spaces(place: str) -> None:
    club = Club(place)
    club.keep(lines(players=("ann ", "BEN")))
    club.rank_all()
    plan = Plan("x", Kind.LEAGUE, ("Ann", "Ben", "Cy"))
    assert {each.name: each.games for each in evening_in(club, plan).standings} == {
        "Ann": 1,
        "Ben": 1,
        "Cy": 0,
    }
    club.close()


def test_what_is_no_database_is_said() -> None:
    with pytest.raises(DatabaseAway, match=r"^/proc/nowhere/club.sqlite3: unable to open"):
        Club("/proc/nowhere/club.sqlite3")


def test_the_games_of_a_table_and_other_files_are_no_clubs_database_and_stay_as_they_are(
    tmp_path: Path,
) -> None:
    journal, text = tmp_path / "games.sqlite3", tmp_path / "text"
    Store(journal, lambda: later(0)).close()
    text.write_text("no database")
    for path in (journal, text):
        before = path.read_bytes()
        with pytest.raises(DatabaseAway, match=f"^{path} is not a club's database"):
            Club(str(path))
        assert path.read_bytes() == before


def test_a_full_disk_is_told_with_what_to_do(tmp_path: Path) -> None:
    database = kept.opened(str(tmp_path / "club.sqlite3"))
    database.rows("PRAGMA max_page_count = 1")
    with pytest.raises(DatabaseAway, match=r"^The disk is full\. Free some space, then try again\.$"):
        database.rows("CREATE TABLE events (line)")
    database.close()


def test_a_full_disk_is_told_without_waiting_for_another_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pytest.fail))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, limits[1]))
    try:
        with pytest.raises(DatabaseAway, match="I/O error"):
            Club(str(tmp_path / "club.sqlite3"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize(
    "text",
    [
        '{"event": "x", "a": ' + "[" * 2_000 + "]" * 2_000 + "}",
        "{}",
        "[]",
        "x",
        '{"state": {}}',
        '{"event": 3}',
        '{"event": "bid", "pla',
        '{"state": {"game": "x"}}',
    ],
)
def test_a_file_of_other_lines_is_refused_by_line(text: str) -> None:
    with pytest.raises(NotImported) as refused:
        lines_in(f'{{"event": "undo"}}\n\n{text}\n', "t")
    assert refused.value.line == 3


@pytest.mark.parametrize("whole_lines", [0, 5, 6])
def test_a_feed_goes_on_after_a_line_that_a_full_disk_tore(whole_lines: int) -> None:
    feed = feed_of()
    torn = feed.splitlines(keepends=True)[: whole_lines + 1]
    text = "".join(torn)[:-9] + "\n" + feed
    assert set(lines_in(text, "t")) == set(lines_in(feed, "t"))


def test_unfinished_games_say_which_line_comes_next_and_whether_they_were_refereed(place: str) -> None:
    club, told = Club(place), lines()
    whole, holed = replace(KEY, game=2), replace(KEY, game=3)
    club.keep(told)
    club.keep([replace(line, key=whole) for line in told[:4]])
    club.keep([replace(line, key=holed) for line in (told[0], told[5])])
    assert club.rank([whole, KEY, holed]) == {KEY}
    found = {each.key.game: (each.next_line, each.is_newer) for each in club.unfinished(["kitchen", "bar"])}
    assert found == {2: (5, False), 3: (6, True)}
    club.keep([replace(told[4], key=whole)])
    assert [each.is_newer for each in club.unfinished(["kitchen"]) if each.key == whole] == [True]
    assert club.unfinished(["bar"]) == []
    club.close()


def test_many_games_are_refereed_with_one_question(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club, keys, asked = Club(place), [replace(KEY, game=game) for game in range(40)], []
    club.keep(line for key in keys for line in lines(key=key))
    rows = club._there.rows
    monkeypatch.setattr(club._there, "rows", lambda *words: asked.append(words) or rows(*words))
    assert club.rank(keys) == set(keys)
    assert len(asked) == 1
    club.close()
