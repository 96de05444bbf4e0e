"""``--scoreboard``: a server of its own beside the table, which goes with the table and holds nothing up."""

from __future__ import annotations

import argparse
import json
import socket
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.commands.terminal.arguments import Parser
from companion.commands.wiring.feed_here import add_events, feeds_of, words_of
from companion.commands.wiring.scoreboard_here import is_local
from companion.feed.happening import Happening
from companion.rules.events import BidMade, GameBegun
from companion.rules.record import GameRecord

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = GameBegun("milton-bradley", ("Ann", "Ben"), opener=0), BidMade(0, 2, 4)
BEGINNING = Happening(7, datetime(2026, 11, 24, tzinfo=UTC), GameRecord.begin(FIRST), (FIRST,), None)
PATIENCE_S = 60


@pytest.fixture(autouse=True)
def _from_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def _asked(*words: str) -> argparse.Namespace:
    parser = Parser("companion play", None)
    add_events(parser)
    return parser.parse_args(words)


def _until(url: str, words: str) -> str:
    """The first message of the page with these words."""
    until = time.monotonic() + PATIENCE_S
    with urllib.request.urlopen(f"{url}events", timeout=PATIENCE_S) as stream:
        for line in stream:
            assert time.monotonic() < until
            if words in line.decode():
                return line.decode()
    raise AssertionError("the stream has ended")


def test_what_is_told_is_on_the_page_and_the_server_ends_with_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with feeds_of(_asked("--scoreboard", "127.0.0.1:0")) as feeds:
        url = feeds.scoreboard.url
        assert url is not None
        assert f"Scoreboard: {url}" in capsys.readouterr().out
        (board,) = feeds.followers
        board.told(BEGINNING)
        told = json.loads(_until(url, "Ben").removeprefix("data: "))
        assert told["shown"]["turn"] == "Ann: make the first bid."
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=PATIENCE_S)


def test_without_names_the_page_has_none() -> None:
    with feeds_of(_asked("--scoreboard=127.0.0.1:0", "--no-names")) as feeds:
        assert feeds.scoreboard.url is not None
        feeds.followers[0].told(BEGINNING)
        assert "Ann" not in _until(feeds.scoreboard.url, "Seat 2")


def test_a_place_that_is_taken_is_said_and_the_game_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        with feeds_of(_asked("--scoreboard", place)) as feeds:
            assert feeds.scoreboard.url is None
    told = capfd.readouterr().err
    assert "Address already in use" in told
    assert "the game goes on without the scoreboard" in told


def test_a_server_that_has_died_holds_nobody_up(capfd: pytest.CaptureFixture[str]) -> None:
    with feeds_of(_asked("--scoreboard", "127.0.0.1:0")) as feeds:
        (board,) = feeds.followers
        board._feed._process.kill()
        board._feed._process.wait()
        assert board.url is None
        began = time.monotonic()
        for _ in range(1000):
            board.told(BEGINNING)
        assert time.monotonic() - began < 5
    assert "Traceback" not in capfd.readouterr().err


def test_the_words_go_on_to_another_command() -> None:
    words = ["--events=-", "--scoreboard=lan", "--no-names"]
    assert words_of(_asked(*words)) == words
    assert words_of(_asked("--scoreboard")) == ["--scoreboard=127.0.0.1:8037"]
    assert words_of(_asked()) == []


def test_phones_reach_what_is_not_this_machine_alone() -> None:
    assert is_local("http://127.0.0.1:8037/word/")
    assert is_local("http://[::1]:8037/word/")
    assert not is_local("http://192.168.1.20:8037/word/")
