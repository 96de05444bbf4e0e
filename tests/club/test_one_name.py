"""Two tables with one name at a real broker: one tells its games, the other says so and waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club import OPEN_LEAGUE, Club, Scorer, evening_in
from companion.club.lines import GameKey, Line, asked_again
from companion.journal import table_id_in
from companion.journal.home import TABLE_ID_NAME
from companion.share.feed import Address, LinkState, MqttFeed
from companion.share.feed.mqtt import Claim, NameAtBroker, parse_claim
from tests.club.brokers import HERE, Mosquitto, until
from tests.club.games_here import game_of, happenings, later, text_of

IDS = ("0123456789abcdef", "fedcba9876543210")


class Table:
    """A table called kitchen, and what it was told of its link."""

    def __init__(self, broker: Mosquitto, table_id: str) -> None:
        self.links: list[LinkState] = []
        self.table_id = table_id
        self.feed = MqttFeed(Address(HERE, broker.port, "kitchen"), self.links.append)

    def play(self, seed: int) -> None:
        for each in happenings(game_of(seed)):
            self.feed.on_event(replace(each, table_id=self.table_id))

    def is_now(self, state: LinkState) -> Callable[[], bool]:
        return lambda: self.links[-1:] == [state]


class Scoring:
    """A scorer in a thread."""

    def __init__(self, broker: Mosquitto, place: str, name: str = "a") -> None:
        self.links: list[LinkState] = []
        at = Address(HERE, broker.port, "club")
        self.scorer = Scorer(at, place, name, on_link=self.links.append)
        self.thread = threading.Thread(target=self.scorer.run)
        self.thread.start()
        until(lambda: self.scorer._listens_since > 0)

    def end(self) -> None:
        self.scorer.end()
        self.thread.join(60)


@pytest.mark.slow
def test_the_second_table_keeps_away_until_the_first_has_left_and_both_games_count(
    broker: Mosquitto, place: str
) -> None:
    """Both games are the first of their journals and begin in the same second."""
    scoring = Scoring(broker, place)
    first = Table(broker, IDS[0])
    until(first.is_now(LinkState.CONNECTED))
    second = Table(broker, IDS[1])
    until(second.is_now(LinkState.NAME_TAKEN))
    second.play(2)
    first.play(1)
    club = Club(place)
    until(lambda: len(club.results()) == 1)
    assert first.links == [LinkState.CONNECTED]
    assert second.links == [LinkState.NAME_TAKEN]
    assert club.count() == game_of(1).length
    first.feed.close()
    until(lambda: len(club.results()) == 2)
    assert second.links == [LinkState.NAME_TAKEN, LinkState.CONNECTED]
    for seed, table_id in ((1, IDS[0]), (2, IDS[1])):
        key = GameKey("kitchen", 1, later(0).isoformat(), table_id)
        assert club.lines_of(key) == text_of(game_of(seed))
    assert evening_in(club, OPEN_LEAGUE).games == 2
    assert club.holes() == []
    second.feed.close()
    scoring.end()
    club.close()


@pytest.mark.slow
def test_a_table_that_dies_leaves_its_name_and_one_that_waits_and_dies_takes_none(broker: Mosquitto) -> None:
    statuses: list[str] = []
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda c, u, message: statuses.append(message.payload.decode())
    client.connect(HERE, broker.port)
    client.subscribe("cups-up/kitchen/status", 1)
    client.loop_start()
    first = Table(broker, IDS[0])
    until(first.is_now(LinkState.CONNECTED))
    second = Table(broker, IDS[1])
    until(second.is_now(LinkState.NAME_TAKEN))
    died = second.feed._client
    died.loop_stop()
    died.socket().close()
    until(lambda: "offline" in statuses and statuses[-1] == "online")
    third = Table(broker, IDS[1])
    until(third.is_now(LinkState.NAME_TAKEN))
    first.feed._client.loop_stop()
    first.feed._client.socket().close()
    until(third.is_now(LinkState.CONNECTED))
    for each in (first, second, third):
        each.feed.close()
    client.disconnect()
    client.loop_stop()


@pytest.mark.slow
def test_a_broker_that_comes_back_finds_the_name_where_it_was(broker: Mosquitto) -> None:
    first = Table(broker, IDS[0])
    until(first.is_now(LinkState.CONNECTED))
    second = Table(broker, IDS[1])
    until(second.is_now(LinkState.NAME_TAKEN))
    broker.kill()
    until(first.is_now(LinkState.NO_ANSWER))
    until(second.is_now(LinkState.NO_ANSWER))
    broker.start()
    until(first.is_now(LinkState.CONNECTED))
    until(second.is_now(LinkState.NAME_TAKEN))
    for each in (first, second):
        each.feed.close()


def test_a_table_is_asked_for_its_own_games_only(broker: Mosquitto) -> None:
    got: list[bytes] = []
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda c, u, message: got.append(message.payload)
    client.connect(HERE, broker.port)
    client.subscribe("cups-up/kitchen/event", 1)
    client.loop_start()
    table, key = Table(broker, IDS[0]), GameKey("kitchen", 1, later(0).isoformat())
    table.feed.on_event(replace(happenings(game_of(1))[0], table_id=IDS[0]))
    until(lambda: len(got) == 1)
    for table_id in (IDS[1], IDS[0], ""):
        client.publish("cups-up/kitchen/again", asked_again(replace(key, table_id=table_id), 0), 1)
    until(lambda: len(got) == 3)
    assert set(got) == {got[0]}
    table.feed.close()
    client.disconnect()
    client.loop_stop()


@pytest.mark.slow
def test_two_scorers_with_one_name_say_so(broker: Mosquitto, tmp_path: Path) -> None:
    scorers = [Scoring(broker, str(tmp_path / "club.sqlite3")) for _ in range(2)]
    until(lambda: any(LinkState.NAME_TAKEN in each.links for each in scorers))
    for each in scorers:
        each.end()


@pytest.mark.parametrize("claims", [2, 3, 5])
def test_of_all_who_claim_a_name_at_once_one_has_it(claims: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody hears everybody, in one order, as at one broker."""
    monkeypatch.setattr("companion.share.feed.mqtt.ANSWER_S", 0.01)
    said: list[str] = []
    tables = [
        NameAtBroker(said.append, lambda mine, at=at: has.update({at: mine}), lambda: 0.0)
        for at in range(claims)
    ]
    has = dict.fromkeys(range(claims), False)
    for each in tables:
        each.claim()
    for number in count():
        if number == len(said):
            break
        for each in tables:
            each.hear(said[number].encode())
    until(lambda: sum(has.values()) == 1)
    assert has[max(range(claims), key=lambda at: tables[at].run)]


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"\xff", b'{"held_ms": true, "run": "a"}', b'{"held_ms": 1}', b"[" * 9_000]
)
def test_what_is_no_claim_is_nothing(payload: bytes) -> None:
    assert parse_claim(payload) is None


def test_a_longer_hold_goes_before_any_shorter() -> None:
    assert Claim(2, "a") > Claim(1, "b") > Claim(1, "a")


def test_a_table_has_one_identity_for_good(tmp_path: Path) -> None:
    made = table_id_in(tmp_path / "a")
    assert table_id_in(tmp_path / "a") == made
    assert table_id_in(tmp_path / "b") != made
    (tmp_path / "a" / TABLE_ID_NAME).write_text("x")
    again = table_id_in(tmp_path / "a")
    assert again not in (made, "x")
    assert table_id_in(tmp_path / "a") == again
    assert len(table_id_in(Path("/proc/nowhere"))) == 16


def test_an_old_database_has_its_games_by_the_table_alone(tmp_path: Path) -> None:
    club = Club(str(tmp_path / "club.sqlite3"))
    old = GameKey("kitchen", 1, later(0).isoformat())
    new = replace(old, table_id=IDS[0])
    assert (old.tab, new.tab) == ("kitchen", f"kitchen#{IDS[0]}")
    for key, seed in ((old, 1), (new, 2)):
        club.keep(Line(key, number, text) for number, text in enumerate(text_of(game_of(seed)), 1))
    club.rank_all()
    assert {key for key, _ in club.results()} == {old, new}
    assert {each.key for each in club.unfinished([old.tab, new.tab])} == set()
    club.close()
