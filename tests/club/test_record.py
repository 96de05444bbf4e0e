"""The evening's record: all rounds, cross table, CSV, the tournament report, and the page as files."""

from __future__ import annotations

import csv
import functools
import http.server
import io
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion.club import Plan, csv_of, message_of, rounds_csv, rounds_in_words, trf_of
from companion.club.evening import Evening
from companion.club.serving import keep_page
from companion.club.tournament import Kind, standing
from tests.browsing import NEEDS_CHROMIUM, browsing
from tests.club.evenings import names, played


def an_evening(players: int, seats: int, kind: Kind = Kind.SWISS, rounds: int = 3, seed: int = 1) -> Evening:
    plan = Plan("Tuesday", kind, names(players), seats, rounds, ("kitchen", "bar"))
    found = tuple(played(plan, Random(seed)))
    games = sum(len(each.played) for each in found)
    return Evening(plan, found, standing(plan, found), games, (), ())


@pytest.mark.parametrize(("players", "seats"), [(8, 2), (9, 2), (16, 4), (10, 4)])
def test_the_points_of_all_rounds_add_up_to_those_of_the_standings(players: int, seats: int) -> None:
    evening = an_evening(players, seats)
    rows = list(csv.DictReader(io.StringIO(csv_of(evening))))
    assert [each["name"] for each in rows] == [each.name for each in evening.standings]
    for each in rows:
        of_rounds = sum(float(each[f"round {number}"]) for number in (1, 2, 3))
        assert of_rounds == pytest.approx(float(each["points"]), abs=0.01)
    told = list(csv.DictReader(io.StringIO(rounds_csv(evening))))
    assert len(told) == 3 * players
    assert sum(float(each["points"]) for each in told) == pytest.approx(
        sum(float(each.points) for each in evening.standings), abs=0.1
    )


def test_a_name_that_a_spreadsheet_would_calculate_stays_a_name() -> None:
    plan = Plan("x", Kind.ROUND_ROBIN, ("=1+1", "Ben"), 2)
    rounds = tuple(played(plan, Random(1)))
    evening = Evening(plan, rounds, standing(plan, rounds), 1, (), ())
    assert "'=1+1" in csv_of(evening)


@pytest.mark.parametrize(("players", "seats"), [(8, 2), (9, 2), (16, 4), (10, 4), (15, 5)])
def test_the_report_has_each_meeting_twice_and_its_points_are_those_of_its_games(
    players: int, seats: int
) -> None:
    lines = trf_of(an_evening(players, seats)).splitlines()
    told = {int(line[4:8]): line for line in lines if line.startswith("001")}
    assert len(told) == players
    worth = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0), "U": Fraction(1)}
    met = 0
    for number, line in told.items():
        games = [line[at : at + 10] for at in range(89, len(line), 10)]
        assert all(len(each) == 10 for each in games)
        results = [each[9] for each in games if each.strip()]
        assert sum(worth[each] for each in results) == Fraction(line[80:84].strip())
        for at, each in enumerate(games):
            if each[9] in "10=":
                other = told[int(each[2:6])][89 + 10 * at :][:10]
                assert int(other[2:6]) == number
                assert {each[9], other[9]} in ({"1", "0"}, {"="})
                met += 1
    evening = an_evening(players, seats)
    pairs = sum(len(t) * (len(t) - 1) for each in evening.rounds for t in each.seating.tables)
    assert met == pairs


def test_all_rounds_are_said_with_their_tables() -> None:
    said = rounds_in_words(an_evening(9, 2))
    assert [line for line in said if line.startswith("Round")] == ["Round 1", "Round 2", "Round 3"]
    assert sum("sits out this round" in line for line in said) == 3
    cross = message_of(an_evening(16, 4))["cross"]
    assert len(cross) == 16
    assert all(len(each["cells"]) == 3 for each in cross)


@contextmanager
def on_a_web_server(folder: Path) -> Iterator[str]:
    """The folder's address at a server that knows nothing of clubs."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    serving.join(20)
    server.server_close()


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_the_page_left_on_a_web_server_shows_all_and_prints_on_paper(tmp_path: Path) -> None:
    evening = an_evening(16, 4)
    keep_page(evening, tmp_path)
    assert "</script><" not in json.dumps(message_of(evening))
    with on_a_web_server(tmp_path) as url, browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        wrong: list[str] = []
        page.on("pageerror", lambda fault: wrong.append(str(fault)))
        page.on("requestfailed", lambda asked: wrong.append(asked.url))
        page.goto(url)
        page.wait_for_selector("#rows tr")
        assert page.locator("#rows tr").count() == page.locator("#cross tbody tr").count() == 16
        assert page.locator("#rounds section").count() == 3
        assert page.get_by_text("Opponents").is_visible()
        assert not page.locator("#organise").is_visible()
        if "CUPS_UP_SHOW" in os.environ:
            page.screenshot(path=os.environ["CUPS_UP_SHOW"], full_page=True)
        pages = page.pdf(format="A4")
        assert pages.count(b"/Type /Page\n") in (1, 2)
        if "CUPS_UP_SHOW" in os.environ:
            Path(os.environ["CUPS_UP_SHOW"]).with_suffix(".pdf").write_bytes(pages)
        assert wrong == []
