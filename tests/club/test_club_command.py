"""``cups-up club`` as a person starts it: import, standings, serve with its page."""

from __future__ import annotations

import json
import os
import resource
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.club import Club, Scorer
from companion.club.tournament import Seating
from companion.share.feed import Address, MqttFeed, format_lines
from tests.club.brokers import HERE, Mosquitto
from tests.club.games_here import game_of, happenings, text_of
from tests.club.served_club import SWISS, TOKEN, club_served, message

CONNECTED = f"Connected to {HERE}:{{}}."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "plan.toml").write_text(SWISS)
    (tmp_path / "game.jsonl").write_text("\n".join(text_of(game_of(1))))
    feed = [line for each in happenings(game_of(2), 4) for line in format_lines(each)]
    (tmp_path / "bar.jsonl").write_text("\n".join(feed))
    return tmp_path


def club(home: Path, *words: object) -> int:
    return main(["club", *map(str, words), "--home", str(home)])


def standings(home: Path, capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, object]:
    assert club(home, "standings", "--json", *words) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_files_are_imported_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = game_of(1).length + game_of(2).length
    assert club(home, "import", home / "game.jsonl", home / "bar.jsonl") == 0
    assert capsys.readouterr().out == f"{new} new lines, 2 new results\n"
    assert club(home, "import", home / "bar.jsonl", home / "game.jsonl", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"new_lines": 0, "new_results": 0}
    told = standings(home, capsys)
    assert told["games"] == 2
    assert {each["name"]: each["games"] for each in told["standings"]} == dict.fromkeys(
        ("Ann", "Ben", "Cy", "Dee"), 2
    )
    assert sum(each["points"] for each in told["standings"]) == pytest.approx(40, abs=0.01)
    assert (home / "club.sqlite3").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("room", [512, 20_000])
def test_an_import_onto_a_full_disk_leaves_no_database(
    home: Path, capsys: pytest.CaptureFixture[str], room: int
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        assert club(home, "import", home / "game.jsonl") == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert capsys.readouterr().err.startswith("cups-up club: ")
    assert not list(home.glob("club.sqlite3*"))


def test_a_record_that_was_imported_before_an_evening_decides_none_of_its_tables(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(home, "import", home / "game.jsonl")
    capsys.readouterr()
    plan = home / "plan.toml"
    for day, games in (("2020-01-01", 1), ("2999-01-01", 0)):
        plan.write_text(f"{SWISS}since = {day}")
        assert standings(home, capsys, "--plan", plan)["games"] == games


def test_a_name_is_mended_by_command(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club(home, "import", home / "game.jsonl")
    capsys.readouterr()
    plan = ("--plan", home / "plan.toml")
    assert club(home, "rename", "Jony", *plan) == 1
    assert "rename takes 2 names" in capsys.readouterr().err
    assert club(home, "rename", "Jony", "Jon", *plan) == 1
    assert "Jon is not in the plan" in capsys.readouterr().err
    assert club(home, "rename", "Ann", "Ben", *plan) == 1
    assert "Ann is a player of the plan" in capsys.readouterr().err
    assert club(home, "rename", "Jony", "ben", *plan) == 0
    assert capsys.readouterr().out.startswith("Tuesday: Swiss tournament")


def test_the_terminal_says_who_stands_where(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club(home, "import", home / "game.jsonl")
    capsys.readouterr()
    assert club(home, "standings", "--plan", home / "plan.toml") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["Tuesday: Swiss tournament", "It is over: Cy won!"]
    assert sorted(line.split()[1] for line in told[-4:]) == ["Ann", "Ben", "Cy", "Dee"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("standings",), "there is no database of a club at"),
        (("import", "/proc/nowhere"), "/proc/nowhere"),
        (("standings", "--store", "postgresql://ann:secret@host/club"), "PGPASSWORD"),
        (("standings", "--store", f"postgresql://ann@{HERE}:1/club"), "Connection refused"),
        (("serve", "--broker", "http://host"), "a broker is written like"),
        (
            ("serve", "--broker", "mqtt://host", "--listen", f"{HERE}:0", "--token", "x"),
            "a token has 8 to 64 letters",
        ),
        (("serve", "--broker", "mqtt://host/a"), "the table's name must be"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert club(tmp_path, *words) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert "secret" not in told.err
    assert "\\n" not in told.err


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("serve", "serve needs --broker"),
        ("import", "import needs one file at least"),
        ("forget", "forget needs the address of a table"),
    ],
)
def test_a_missing_word_is_said(
    what: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert club(tmp_path, what) == 2
    assert sentence in capsys.readouterr().err


def test_forget_tries_once_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert club(tmp_path, "forget", f"mqtt://{HERE}:1/kitchen") == 1
    assert capsys.readouterr() == ("", f"cups-up club: No answer from {HERE}:1.\n")


def test_a_database_that_cannot_be_made_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert club(home, "import", home / "game.jsonl", "--store", "/proc/club") == 1
    assert capsys.readouterr() == ("", "cups-up club: /proc/club: No such file or directory\n")


def test_a_folder_or_a_pipe_is_no_database(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(home / "pipe")
    for place, fault in (
        (home, "a folder is there, so name a file"),
        (home / "pipe", "it is not an ordinary file"),
    ):
        for words in (("standings",), ("import", home / "game.jsonl")):
            assert club(home, *words, "--store", place) == 1
            assert capsys.readouterr() == ("", f"cups-up club: {place}: {fault}\n")


@pytest.mark.parametrize(
    "line",
    [
        'kind = "chess"',
        "seats = 9",
        'players = ["Ann", "ann "]',
        "rounds = true",
        'tables = "kitchen"',
        "since = 3",
        'colour = "red"',
        '[[results]]\nranking = ["Ann"]',
        '[[results]]\nround = 0\nranking = ["Ann", "Ben"]',
        "x",
    ],
)
def test_a_plan_that_is_none_is_refused(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.toml").write_text(line)
    assert club(tmp_path, "standings", "--plan", tmp_path / "plan.toml") == 1
    assert "plan.toml: " in capsys.readouterr().err


def test_a_plans_name_that_has_rounds_already_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Scorer, "run", lambda _: None)
    serve = ("serve", "--broker", f"mqtt://{HERE}", "--plan", home / "plan.toml")
    assert club(home, *serve) == 0
    assert "goes on" not in capsys.readouterr().err  # that no broker answers may be told already
    with closing(Club(str(home / "club.sqlite3"))) as there:
        there.keep_round("Tuesday", 1, Seating((("Ann", "Ben"), ("Cy", "Dee")), None))
    assert club(home, *serve) == 0
    assert "“Tuesday” goes on: rounds of it are kept." in capsys.readouterr().err


@pytest.mark.slow
def test_the_page_shows_the_round_and_then_the_winner(broker: Mosquitto, home: Path) -> None:
    with club_served(broker, home) as url:
        feed = MqttFeed(Address(HERE, broker.port, "kitchen"))
        try:
            assert "club.js" in read(url)
            assert "EventSource" in read(f"{url}wire.js")
            with pytest.raises(urllib.error.HTTPError):
                read(url.replace(TOKEN, "guess"))
            with urllib.request.urlopen(f"{url}events", timeout=60) as stream:
                told = message(stream, heading="Round 1")
                (table,) = told["tables"]
                assert (table["name"], table["players"]) == ("kitchen", ["Ann", "Ben", "Cy", "Dee"])
                for each in happenings(game_of(1)):
                    feed.on_event(each)
                told = message(stream, over=True)
            assert told["standings"][0]["points"] == 10
        finally:
            feed.close()


@pytest.mark.slow
def test_page_and_terminal_say_that_the_broker_does_not_answer(
    broker: Mosquitto, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lost = f"No answer from {HERE}:{broker.port}; trying again."
    with (
        club_served(broker, home) as url,
        urllib.request.urlopen(f"{url}events", timeout=60) as stream,
    ):
        message(stream, notice="", name="Tuesday")
        broker.kill()
        assert message(stream, notice=lost)["heading"] == "Round 1"
        broker.start()
        message(stream, notice="")
    told = capfd.readouterr().err.splitlines()
    assert told == [f"cups-up club: {each}" for each in (CONNECTED.format(broker.port), lost) * 2][:3]


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        return str(answer.read().decode())


def test_standings_have_one_form(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        club(home, "standings", "--csv", "--json")
    assert "--json: not allowed with argument --csv" in capsys.readouterr().err
