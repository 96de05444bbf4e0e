"""A club on three nodes of a real clustered broker: a node dies, and every event is counted once."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.club import Club, Scorer
from companion.club.lines import GameKey
from companion.share.feed import Address, MqttFeed
from tests.club.brokers import until
from tests.club.cluster import HOSTS, NATS, Nats
from tests.club.games_here import game_of, happenings, later, text_of

pytestmark = pytest.mark.slow
CLUSTER = "brokers.test"
TABLES = 6
LINES_BEFORE = 12


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nats]:
    """Three nodes, all of them the addresses of one name, as a name server would give them."""
    if NATS is None:
        pytest.skip("nats-server is not installed (Debian's package nats-server)")
    real = socket.getaddrinfo

    def with_cluster(host: str, *words: Any, **named: Any) -> list[Any]:
        hosts = HOSTS if host == CLUSTER else (host,)
        return [found for each in hosts for found in real(each, *words, **named)]

    monkeypatch.setattr(socket, "getaddrinfo", with_cluster)
    nodes = Nats(tmp_path)
    nodes.start()
    yield nodes
    nodes.kill()


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)  # which of both counts is tested elsewhere
def test_a_node_that_dies_for_good_takes_no_event_with_it(cluster: Nats, place: str) -> None:
    """The scorer and a third of the tables lose their node, and find the next one by the cluster's name."""
    games = {GameKey(f"t{at}", 1, later(0).isoformat()): game_of(at) for at in range(TABLES)}
    scorer = Scorer(Address(CLUSTER, cluster.port, "club"), place, "a")
    scoring = threading.Thread(target=scorer.run)
    scoring.start()
    with ExitStack() as stack:
        stack.callback(scoring.join, 60)
        stack.callback(scorer.end)
        until(lambda: scorer._listens_since > 0)
        feeds = []
        for at in range(TABLES):
            host = CLUSTER if at % len(HOSTS) == 0 else HOSTS[at % len(HOSTS)]
            feeds.append(MqttFeed(Address(host, cluster.port, f"t{at}")))
            stack.callback(feeds[-1].close)
        club = Club(place)
        stack.callback(club.close)
        for feed, game in zip(feeds, games.values(), strict=True):
            for each in happenings(game)[:LINES_BEFORE]:
                feed.on_event(each)
        until(lambda: club.count() == TABLES * LINES_BEFORE)
        cluster.kill_node(0)
        for feed, game in zip(feeds, games.values(), strict=True):
            for each in happenings(game)[LINES_BEFORE:]:
                feed.on_event(each)
        until(lambda: len(club.results()) == TABLES)
        for key, game in games.items():
            assert club.lines_of(key) == text_of(game)
        assert club.count() == sum(game.length for game in games.values())
    assert not scoring.is_alive()
