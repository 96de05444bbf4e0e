"""``--scoreboard``: a server of its own beside the table, which goes with the table and holds nothing up."""

from __future__ import annotations

import argparse
import json
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli.terminal.arguments import Parser
from companion.cli.wiring.feeds import feeds_of, words_of
from companion.cli.wiring.options import add_events
from companion.play.modes.dice.views import BiddingScene
from companion.share.web import PageToken, RevealsOnBoard, is_local
from companion.text import use_language
from tests.made_views import made
from tests.share.happened import happenings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BEGINNING, *_ = happenings()
PATIENCE_S = 60


@pytest.fixture(autouse=True)
def _from_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def _asked(*words: str) -> argparse.Namespace:
    parser = Parser("cups-up play", None)
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
        feeds.counts.on_event(BEGINNING)
        told = json.loads(_until(url, "Ben").removeprefix("data: "))
        assert told["shown"]["turn"] == "Ann: make the first bid."
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=PATIENCE_S)


def test_another_language_is_on_the_page_before_anything_happens() -> None:
    with feeds_of(_asked("--scoreboard", "127.0.0.1:0")) as feeds:
        assert feeds.scoreboard.url is not None
        reveals, view = RevealsOnBoard(feeds.scoreboard), made(1, BiddingScene)
        feeds.counts.on_event(BEGINNING)
        reveals.show(view)
        _until(feeds.scoreboard.url, "Ann: make the first bid.")
        use_language("de")
        reveals.show(view)
        _until(feeds.scoreboard.url, "Ann eröffnet.")


def test_an_address_is_the_same_tomorrow_until_a_new_one_is_wanted(tmp_path: Path) -> None:
    def page(token: PageToken) -> str:
        with feeds_of(_asked("--scoreboard=127.0.0.1:0"), token) as feeds:
            assert feeds.scoreboard.url is not None
            return urlsplit(feeds.scoreboard.url).path

    first = page(PageToken(tmp_path))
    assert page(PageToken(tmp_path)) == first
    assert (tmp_path / "page-token").stat().st_mode & 0o077 == 0
    with feeds_of(_asked("--scoreboard=127.0.0.1:0"), PageToken(tmp_path)) as feeds:
        feeds.scoreboard.renew()
        assert feeds.scoreboard.url is not None
        there = urlsplit(feeds.scoreboard.url)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://{there.netloc}{first}", timeout=PATIENCE_S)
    assert page(PageToken(tmp_path)) == there.path != first


@pytest.mark.parametrize("kept", [b"", b"short", b"\xff" * 20, b"x" * 5000])
def test_a_damaged_token_is_made_anew(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "page-token").write_bytes(kept)
    made = PageToken(tmp_path).read()
    assert len(made) == 12
    assert PageToken(tmp_path).read() == made


def test_a_token_that_cannot_be_kept_is_good_for_this_start(tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"no folder")
    token = PageToken(tmp_path / "home")
    assert token.read() == token.read() != ""


def test_without_names_the_page_has_none() -> None:
    with feeds_of(_asked("--scoreboard=127.0.0.1:0", "--no-names")) as feeds:
        assert feeds.scoreboard.url is not None
        feeds.counts.on_event(BEGINNING)
        assert "Ann" not in _until(feeds.scoreboard.url, "Seat 2")


def test_a_place_that_is_taken_is_said_once_and_the_game_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        with feeds_of(_asked("--scoreboard", place)) as feeds:
            assert feeds.scoreboard.url is None
    told = capfd.readouterr().err
    assert told.count("Address already in use") == 1
    assert "the game goes on without the scoreboard" in told


def test_a_server_that_has_died_holds_nobody_up(capfd: pytest.CaptureFixture[str]) -> None:
    with feeds_of(_asked("--scoreboard", "127.0.0.1:0")) as feeds:
        board = feeds.scoreboard
        board._running[0]._process.kill()
        board._running[0]._process.wait()
        assert board.url is None
        began = time.monotonic()
        for _ in range(1000):
            feeds.counts.on_event(BEGINNING)
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
