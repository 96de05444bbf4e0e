"""What the organiser changes during an evening: by command, and on the page in a real browser."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from random import Random

import pytest

from companion.__main__ import main
from companion.club import Plan
from companion.club.tournament import First, Kind, amended, next_seating
from companion.text import say
from tests.browsing import NEEDS_CHROMIUM, browsing
from tests.club.brokers import Mosquitto
from tests.club.evenings import names
from tests.club.played_evening import PAIRS, tables_of
from tests.club.served_club import TOKEN, club_served, message

EIGHT = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "plan.toml").write_text(PAIRS)
    return tmp_path


def club(home: Path, *words: str) -> int:
    return main(["club", *words, "--plan", str(home / "plan.toml"), "--home", str(home)])


def shown(home: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert club(home, *words, "--json") == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_seating_can_be_looked_at_before_a_scorer_ran(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = shown(home, capsys)
    assert told["heading"] == "Round 1"
    assert tables_of(told) == [["Ann", "Ben"], ["Cy", "Dee"], ["Eve", "Flo"], ["Gus", "Hal"]]
    assert {each["state"] for each in told["tables"]} == {"ready"}
    assert not (home / "club.sqlite3").exists()


def test_an_evening_is_led_by_command(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored(home)
    assert tables_of(shown(home, capsys, "swap", "ann", "Cy"))[:2] == [["Cy", "Ben"], ["Ann", "Dee"]]
    assert tables_of(shown(home, capsys, "undo"))[0] == ["Ann", "Ben"]
    shown(home, capsys, "add", "Ida")
    told = shown(home, capsys, "draw")
    assert (len(told["tables"]), told["bye"]) == (4, "Ida")
    shown(home, capsys, "remove", "Hal")
    told = shown(home, capsys, "draw")
    assert tables_of(told)[3] == ["Gus", "Ida"]
    assert told["bye"] is None
    told = shown(home, capsys, "result", "Ben", "Ann")
    assert told["tables"][0]["state"] == "Ben won"
    told = shown(home, capsys, "result", "Ann=Ben")
    assert told["tables"][0]["state"] == "Ann and Ben tied"
    for pair in (("Cy", "Dee"), ("Eve", "Flo"), ("Gus", "Ida")):
        shown(home, capsys, "result", *pair, "--round", "1")
    scored(home)
    told = shown(home, capsys)
    assert told["heading"] == "Round 2"
    assert sorted(name for table in tables_of(told) for name in table) == sorted({*EIGHT, "Ida"} - {"Hal"})
    for wrong, sentence in {
        ("swap", "Ann"): "swap takes 2 names",
        ("swap", "Ann", "Zoe"): "Zoe is not in the plan",
        ("result", "Ann", "Zoe"): "Zoe is not in the plan",
        ("result", "Ann", "Hal"): "no table of round 2 has just these players",
        ("result", "Ann"): "result takes the players from the winner down",
        ("add", " "): "a name has 1 to 60 letters",
        ("add", "ida"): "that would change nothing",
        ("remove", "Hal"): "that would change nothing",
        ("swap", "Ann", "ann"): "that would change nothing",
        ("draw",): "that would change nothing",
    }.items():
        assert club(home, *wrong) == 1
        assert sentence in capsys.readouterr().err


def test_undo_says_what_it_took_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored(home)
    asked = [("add", "Ida"), ("swap", "Ann", "Cy"), ("rename", "Jo", "Ann"), ("result", "Eve", "Flo")]
    for each in asked:
        shown(home, capsys, *each)
    told = [club(home, "undo") or capsys.readouterr().out.splitlines()[0] for _ in asked]
    assert told == [
        "Taken back: result Eve Flo",
        "Taken back: rename jo Ann",
        "Taken back: Round 1",
        "Taken back: add Ida",
    ]
    assert club(home, "undo") == 1
    assert "there is no change to take back" in capsys.readouterr().err


def scored(home: Path) -> None:
    """What a scorer does that looks once."""
    from companion.club import Club, drawing, plan_in

    there = Club(str(home / "club.sqlite3"))
    drawing(lambda: plan_in(home / "plan.toml"))(there)
    there.close()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_first_round_by_lot_is_the_same_wherever_it_is_drawn_and_another_each_evening(seats: int) -> None:
    def drawn(name: str, players: tuple[str, ...]) -> list[tuple[str, ...]]:
        plan = Plan(name, Kind.SWISS, players, seats, first=First.SHUFFLED)
        seating = next_seating(plan, [])
        assert seating is not None
        assert sorted(name for table in seating.tables for name in table) == sorted(players)
        return list(seating.tables)

    players = names(24)
    mixed = tuple(Random(1).sample(players, len(players)))
    assert drawn("Tuesday", players) == drawn("Tuesday", mixed)
    assert drawn("Tuesday", players) != drawn("Wednesday", players)


@pytest.mark.parametrize(("players", "seats"), [(8, 2), (9, 2), (16, 4), (10, 4)])
def test_a_seeded_first_round_spreads_the_best(players: int, seats: int) -> None:
    order = names(players)
    seating = next_seating(Plan("x", Kind.SWISS, order, seats, first=First.SEEDED), [])
    assert seating is not None
    assert seating.bye == (order[-1] if players == 9 else None)
    assert {table[0] for table in seating.tables} == set(order[: len(seating.tables)])


def test_who_has_left_is_seated_no_more_and_comes_back_when_added() -> None:
    plan = Plan("x", Kind.ROUND_ROBIN, EIGHT[:4], 2)
    left = amended(plan, [{"do": "remove", "name": "Dee"}])
    seating = next_seating(left, [])
    assert seating is not None
    assert "Dee" not in {name for table in seating.tables for name in table} | {seating.bye}
    back = amended(plan, [{"do": "remove", "name": "Dee"}, {"do": "add", "name": "Dee"}])
    assert back == plan


@pytest.mark.slow
def test_only_the_organisers_address_changes_anything(broker: Mosquitto, home: Path) -> None:
    with club_served(broker, home, PAIRS, "organiser") as url:
        with urllib.request.urlopen(f"{url}events", timeout=60) as stream:
            message(stream, heading="Round 1")
            assert post(url, {"do": "swap", "names": ["Ann", "Cy"]}) == {"refused": None}
            told = message(stream, round=1)
            while tables_of(told)[0] != ["Cy", "Ben"]:
                told = message(stream, round=1)
        assert post(url, {"do": "swap", "names": ["Ann", "Zoe"]}) == {"refused": "Zoe is not in the plan"}
        for unknown in ({"do": "swap"}, {"do": "shuffle", "names": []}, {"names": []}):
            with pytest.raises(urllib.error.HTTPError, match="400") as refusal:
                post(url, unknown)
            assert refusal.value.read().decode() == say("phone.not_understood")
        readers = url.replace(url.rstrip("/").rpartition("/")[2], TOKEN)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            post(readers, {"do": "undo", "names": []})
        with urllib.request.urlopen(readers, timeout=60) as page:
            assert 'class="page"' in page.read().decode()


def post(url: str, fields: dict[str, object]) -> dict[str, object]:
    asked = urllib.request.Request(
        f"{url}do", json.dumps(fields).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        found: dict[str, object] = json.loads(answer.read())
        return found


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_the_organiser_touches_names_on_the_page(broker: Mosquitto, home: Path) -> None:
    with club_served(broker, home, PAIRS, "organiser") as url, browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(url)
        page.get_by_role("button", name="Ann", exact=True).click()
        page.get_by_role("button", name="Dee", exact=True).click()
        first = page.locator(".table").first
        first.get_by_text("Dee").wait_for()
        first.get_by_role("button", name="Result").click()
        page.get_by_text("Tap the players from the winner down.").wait_for()
        first.get_by_role("button", name="Ben").click()
        first.get_by_role("button", name="Dee").click()
        first.get_by_text("Ben won").wait_for()
        page.get_by_label("Name").fill("Ida")
        page.get_by_role("button", name="Add").click()
        page.locator("#rows td.name", has_text="Ida").wait_for()
        page.get_by_role("button", name="Draw the round anew").click()
        page.get_by_role("alert").get_by_text("there is a result already").wait_for()
        if "CUPS_UP_SHOW" in os.environ:
            page.screenshot(path=os.environ["CUPS_UP_SHOW"])
