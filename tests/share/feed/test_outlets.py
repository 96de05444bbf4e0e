"""Where the feed goes: a file, standard output, a local socket; and what goes wrong there."""

from __future__ import annotations

import json
import os
import queue
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.share.feed import Happening, SocketFeed, WrittenFeed, format_lines
from companion.share.feed.outlets import MOST_CLIENTS
from companion.text import say
from tests.share.happened import ROUND, happenings

BEGINNING, BID = happenings(ROUND[:2])


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[SocketFeed]:
    opened = SocketFeed(tmp_path / "feed")
    yield opened
    opened.close()


def connected(path: Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(20)
    client.connect(os.fspath(path))
    return client


def written(path: str | Path, *happenings: Happening) -> list[str]:
    """Has these written there; what was complained of."""
    faults: list[str] = []
    out = os.open(path, os.O_WRONLY | os.O_CREAT)
    feed = WrittenFeed(out, faults.append)
    for each in happenings:
        feed.on_event(each)
    feed.close()
    feed.on_event(BID)
    os.close(out)
    return faults


def test_a_file_gets_every_line(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"
    assert written(path, BEGINNING, BID) == []
    assert path.read_text(encoding="utf-8").splitlines() == [*format_lines(BEGINNING), *format_lines(BID)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_the_feed_with_one_reason() -> None:
    assert written("/dev/full", BID, BID, BID) == ["No space left on device"]


def test_a_reader_that_does_not_read_holds_nobody_up_and_is_told_of_once() -> None:
    reading, writing = os.pipe()
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    feed = WrittenFeed(writing, told.put)
    for _ in range(12_000):
        feed.on_event(BID)
    assert told.get(timeout=20) == say("feed.stuck")
    os.close(reading)
    feed.close()
    assert told.empty()
    os.close(writing)


def test_a_client_gets_the_game_so_far_and_then_what_happens(tmp_path: Path, feed: SocketFeed) -> None:
    feed.on_event(BEGINNING)
    feed.on_event(BID)
    with connected(tmp_path / "feed") as client, client.makefile(encoding="utf-8") as lines:
        caught_up = [json.loads(next(lines)) for _ in range(3)]
        feed.on_event(BID)
        live = [json.loads(next(lines)) for _ in range(2)]
    assert [each.get("event") for each in caught_up] == ["game", "bid", None]
    assert caught_up[-1]["state"]["number"] == 2
    assert live[0]["event"] == "bid"


def test_only_the_owner_may_open_it_and_it_goes_with_the_evening(tmp_path: Path) -> None:
    feed = SocketFeed(tmp_path / "feed")
    assert stat.S_IMODE((tmp_path / "feed").stat().st_mode) == 0o600
    feed.close()
    assert not (tmp_path / "feed").exists()


def test_a_client_that_never_reads_is_sent_away_and_told_of(tmp_path: Path) -> None:
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    feed = SocketFeed(tmp_path / "feed", told.put)
    feed.on_event(BEGINNING)
    with connected(tmp_path / "feed") as client:
        assert client.recv(1)
        began = time.monotonic()
        for _ in range(5_000):
            feed.on_event(BID)
        assert told.get(timeout=20) == say("feed.slow")
        assert time.monotonic() - began < 20
    feed.close()


def test_there_is_room_for_so_many_and_places_come_free_again(tmp_path: Path, feed: SocketFeed) -> None:
    feed.on_event(BEGINNING)
    clients = [connected(tmp_path / "feed") for _ in range(MOST_CLIENTS)]
    for client in clients:
        assert client.recv(1)
    with connected(tmp_path / "feed") as one_more:
        assert one_more.recv(1) == b""
    for client in clients:
        client.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        feed.on_event(BID)
        with connected(tmp_path / "feed") as client:
            if client.recv(1):
                return
    pytest.fail("no place came free")


def test_what_a_dead_program_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(os.fspath(tmp_path / "feed"))
    left.close()
    SocketFeed(tmp_path / "feed").close()


def test_a_file_and_a_living_feed_stay(tmp_path: Path, feed: SocketFeed) -> None:
    with pytest.raises(FileExistsError):
        SocketFeed(tmp_path / "feed")
    (tmp_path / "letter").write_text("kept", encoding="utf-8")
    with pytest.raises(FileExistsError):
        SocketFeed(tmp_path / "letter")
    assert (tmp_path / "letter").read_text(encoding="utf-8") == "kept"
