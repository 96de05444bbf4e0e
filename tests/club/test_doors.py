"""What strangers, power cuts and long evenings bring to the doors: feeds, pages, brokers, clubs."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import stat
import urllib.request
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion.__main__ import main
from companion.cli.terminal.arguments import Parser
from companion.cli.wiring.feeds import NoFeed, examine_place, feeds_of
from companion.cli.wiring.options import add_events
from companion.club import Plan, trf_of
from companion.club.evening import Evening, say_heading
from companion.club.serving import keep_page
from companion.club.tournament import Kind, Round, amended, next_seating, standing
from companion.rules import BidMade, GameBegun, GameRecord
from companion.share.album.souvenirs import of_one_night, write_night
from companion.share.feed import Address, FeedReader, Happening, LinkState, MqttFeed, format_lines
from companion.share.web import SwitchedPhones, SwitchedScoreboard, SwitchedServers, servers
from companion.share.web.scoreboard import Board
from companion.share.web.sources import Read
from tests.browsing import NEEDS_CHROMIUM, browsing
from tests.club.brokers import HERE, Mosquitto, until
from tests.club.evenings import names
from tests.club.served_club import club_served
from tests.share.album.test_night_souvenir import game, played

BEGUN = GameBegun("milton-bradley", ("Ann", "Ben"), opener=0)


def happening(*events: object) -> Happening:
    record = GameRecord.begin(BEGUN)
    for each in events:
        record = record.apply(each)
    return Happening(1, datetime(2026, 11, 24, 20, tzinfo=UTC), record, record.events, None)


def asked(*words: str) -> argparse.Namespace:
    parser = Parser("cups-up play", None)
    add_events(parser)
    return parser.parse_args(words)


def test_a_feeds_file_goes_on_in_a_line_of_its_own_after_a_power_cut(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"
    for _ in range(2):
        with feeds_of(asked("--events", str(path))) as feeds:
            feeds.counts.on_event(happening(BidMade(0, 2, 4)))
        whole = path.read_bytes()
        os.truncate(path, len(whole) - 20)
    reader = FeedReader()
    read = [reader.read(each) for each in whole.decode().splitlines()]
    assert read[-1] is not None, "the second evening cannot be read"
    assert whole.count(b"\n") == 6


def test_a_feed_is_not_appended_to_a_file_that_holds_something_else(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"SQLite format 3\0")
    with pytest.raises(NoFeed, match="the file holds something else"), feeds_of(asked("--events", str(path))):
        pytest.fail("it was opened")
    assert "the file holds something else" in examine_place(str(path)).sentence
    assert path.read_bytes() == b"SQLite format 3\0"


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_the_organiser_is_told_when_nobody_answers(broker: Mosquitto, tmp_path: Path) -> None:
    with club_served(broker, tmp_path, role="organiser") as url, browsing() as browser:
        page = browser.new_page()
        page.goto(url)
        page.locator("#tables button").first.wait_for()
        page.context.set_offline(True)
        page.get_by_label("Name").fill("Ida")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("alert").wait_for()
        assert page.get_by_label("Name").input_value() == "Ida"


@pytest.mark.slow
def test_a_result_with_the_longest_names_is_taken(broker: Mosquitto, tmp_path: Path) -> None:
    eight = [f"{each}{'ж' * 59}" for each in "абвгдежз"]
    plan = f'name = "x"\nkind = "swiss"\nseats = 8\nplayers = {json.dumps(eight, ensure_ascii=False)}\n'
    with club_served(broker, tmp_path, plan, "organiser") as url:
        with urllib.request.urlopen(f"{url}events", timeout=60) as stream:
            next(line for line in stream if b'"round":1' in line)
        told = json.dumps({"do": "result", "names": eight}, ensure_ascii=False).encode()
        wanted = urllib.request.Request(f"{url}do", told, {"Content-Type": "application/json"})
        with urllib.request.urlopen(wanted, timeout=60) as answer:
            assert json.loads(answer.read()) == {"refused": None}


def test_a_claim_that_the_broker_keeps_silences_no_table(broker: Mosquitto) -> None:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    stranger = Client(CallbackAPIVersion.VERSION2)
    stranger.connect(HERE, broker.port)
    stranger.loop_start()
    claim = json.dumps({"held_ms": 10**9, "run": "x"})
    stranger.publish("cups-up/kitchen/claim", claim, 1, retain=True).wait_for_publish(20)
    stranger.disconnect()
    stranger.loop_stop()
    states: list[LinkState] = []
    feed = MqttFeed(Address(HERE, broker.port, "kitchen"), states.append)
    until(lambda: bool(states))
    feed.close()
    assert states == [LinkState.CONNECTED]


def test_who_left_before_the_final_of_a_knockout_shares_no_first_place() -> None:
    plan = Plan("x", Kind.KNOCKOUT, ("Ann", "Ben", "Cy", "Dee"), 2)
    seating = next_seating(plan, [])
    assert seating is not None
    rounds = (Round(seating, tuple(tuple((name,) for name in table) for table in seating.tables)),)
    winners = [table[0] for table in seating.tables]
    for gone, stays in (winners, winners[::-1]):
        left = amended(plan, [{"do": "remove", "name": gone}])
        assert next_seating(left, rounds) is None
        found = standing(left, rounds)
        assert [each.name for each in found if each.place == 1] == [stays]
        assert {each.name: each.points for each in found}[gone] == Fraction(10)
        assert stays in say_heading(Evening(left, rounds, found, 2, (), ()))


@pytest.mark.parametrize("seed", range(60))
def test_byes_go_round_also_while_players_come_and_go(seed: int) -> None:
    rng = Random(seed)
    plan, rounds, byes = Plan("x", Kind.ROUND_ROBIN, names(rng.choice((5, 7, 9))), 2), [], Counter[str]()
    while (seating := next_seating(plan, rounds)) is not None and len(rounds) < 40:
        if seating.bye is not None:
            assert byes[seating.bye] == min(byes[name] for name in plan.here)
            byes[seating.bye] += 1
        rounds.append(Round(seating, tuple(tuple((name,) for name in table) for table in seating.tables)))
        if len(rounds) < 6:
            change = {"do": "remove", "name": rng.choice(plan.here)}
            plan = amended(plan, [rng.choice((change, {"do": "add", "name": f"N{len(rounds)}"}))])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_server_that_dies_again_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "LOOK_EVERY_S", 0.2)
    phones = SwitchedPhones()
    phones.open("127.0.0.1:0")  # before its servers look: they would open it, too
    with contextlib.closing(SwitchedServers(SwitchedScoreboard(), phones)):
        for _ in range(2):
            child = phones._server
            assert child is not None
            os.kill(child._process.pid, signal.SIGKILL)
            child._process.wait()
            until(lambda: phones.url is not None)
    phones.shut()


def test_two_companies_of_one_day_have_a_page_each(tmp_path: Path) -> None:
    ours, theirs = ("Ann", "Ben", "Ada"), ("Cy", "Dee", "Don")
    games = [
        game(hour, played(hour, us)) for us, hours in ((ours, (0, 1)), (theirs, (2, 3))) for hour in hours
    ]
    for last in (games[1], games[3]):
        write_night(of_one_night(games, last), tmp_path)
    assert len([*tmp_path.glob("*-night.png")]) == 2


@pytest.mark.slow
def test_a_table_that_the_plan_names_no_more_is_offered_no_round(broker: Mosquitto, tmp_path: Path) -> None:
    from tests.share.feed.test_mqtt import Listener

    listener = Listener(broker)
    plan = 'name = "x"\nkind = "swiss"\nseats = 2\nplayers = ["Ann", "Ben", "Cy", "Dee"]\n'
    plan += 'tables = ["kitchen", "bar"]\n'
    with club_served(broker, tmp_path, plan):
        until(lambda: bool(listener.on("bar/seating")))
        (tmp_path / "plan.toml").write_text(plan.replace("bar", "garden"))
        until(lambda: bool(listener.on("garden/seating")))
        until(lambda: listener.on("bar/seating")[-1] == "")
    listener.close()


def test_a_page_for_a_web_server_is_not_for_its_owner_alone(tmp_path: Path) -> None:
    plan = Plan("x", Kind.SWISS, ("Ann", "Ben"), 2)
    keep_page(Evening(plan, (), standing(plan, ()), 0, (), ()), tmp_path / "page")
    assert stat.S_IMODE((tmp_path / "page").stat().st_mode) & 0o055 == 0o055


def test_a_report_has_room_for_a_bye_of_somebody_whom_the_plan_names_no_more() -> None:
    plan = Plan("x", Kind.SWISS, ("Ann", "Ben", "Cy"), 2)
    seating = next_seating(plan, [])
    assert seating is not None
    assert seating.bye == "Cy"
    rounds = (Round(seating, (None,)),)
    without = Plan("x", Kind.SWISS, ("Ann", "Ben"), 2)
    assert "Ann" in trf_of(Evening(without, rounds, standing(without, rounds), 0, (), ()))


def test_no_line_of_a_feed_ends_the_board() -> None:
    board = Board()
    lines = format_lines(happening(BidMade(0, 10**5_000, 3)))
    board.take(Read(lines))
    board.message().encode()
    told = json.loads(format_lines(happening(BidMade(0, 2, 3)))[-1])
    told["state"]["so_far"] = "\ud800"
    board.take(Read((*format_lines(happening(BidMade(0, 2, 3)))[:-1], json.dumps(told))))
    board.message().encode()


@pytest.mark.parametrize("word", ["a", "our club/2026", "geheim?x"])
def test_a_token_of_the_environment_must_be_one(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_SCOREBOARD_TOKEN", word)
    assert main(["scoreboard", "--listen", "127.0.0.1:0", "--from", "/nowhere/feed"]) == 1
    assert "a token has 8 to 64 letters" in capsys.readouterr().err


def test_a_record_of_more_lines_than_any_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text('{"event":"a"}\n' * 100_001)
    assert main(["club", "import", str(record), "--home", str(tmp_path)]) == 1
    refused = "100,000 events come before this line: a game may have no more"
    assert capsys.readouterr().err == f"{record}:100001: {refused}\n"


def test_a_name_that_a_spreadsheet_would_calculate_stays_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    told = {"event": "game", "format": 1, "rules": "rh", "players": ["=1+1", "Ben"], "opener": 0}
    record.write_text(json.dumps(told) + "\n")
    assert main(["import", str(record), "--home", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["stats", "--csv", "--home", str(tmp_path)]) == 0
    assert "\n'=1+1," in capsys.readouterr().out
