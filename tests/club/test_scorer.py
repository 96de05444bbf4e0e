"""Scorers on a real broker and real databases: every event counted once, whatever is killed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club import OPEN_LEAGUE, Club, DatabaseAway, DataRefused, Scorer, evening_in
from companion.club.evening import say_notes
from companion.club.lines import GameKey, Head, Line, asked_again, parse_message
from companion.club.scorer import _Message
from companion.club.standings import result_of
from companion.share.feed import Address, MqttFeed
from tests.club.brokers import HERE, Mosquitto, PostgreSql, until
from tests.club.games_here import game_of, happenings, later, text_of

GAME = game_of(1)
KEY = GameKey("kitchen", 1, later(0).isoformat())
HASTE = 4
"""The scorers' clock runs so many times as fast: what they wait for before they ask is here already."""


@contextmanager
def scoring(broker: Mosquitto, place: str, name: str = "a") -> Iterator[Scorer]:
    scorer = Scorer(Address(HERE, broker.port, "club"), place, name, clock=lambda: HASTE * time.monotonic())
    thread = threading.Thread(target=scorer.run)
    thread.start()
    until(lambda: scorer._listens_since > 0)
    yield scorer
    scorer.end()
    thread.join(60)
    assert not thread.is_alive()


@contextmanager
def table(broker: Mosquitto, name: str = "kitchen") -> Iterator[MqttFeed]:
    feed = MqttFeed(Address(HERE, broker.port, name))
    yield feed
    feed.close()


@contextmanager
def looking(place: str) -> Iterator[Club]:
    """The database by one connection; a server that has no time to let it in now is asked again."""
    found: list[Club] = []

    def let_in() -> bool:
        with suppress(DatabaseAway):
            found.append(Club(place))
        return bool(found)

    until(let_in)
    yield found[0]
    found[0].close()


def until_ranked(place: str, games: int = 1) -> None:
    with looking(place) as club:
        until(lambda: len(club.results()) == games)


def until_there(place: str, lines: int) -> None:
    with looking(place) as club:
        until(lambda: club.count() == lines)


def lines(place: str) -> int:
    with looking(place) as club:
        return club.count()


def play(feed: MqttFeed, until_line: int | None = None, after: int = 0) -> None:
    for each in happenings(GAME)[after:until_line]:
        feed.on_event(each)


@pytest.mark.slow
def test_two_scorers_count_every_event_of_two_tables_once(broker: Mosquitto, place: str) -> None:
    with (
        scoring(broker, place, "a"),
        scoring(broker, place, "b"),
        table(broker) as kitchen,
        table(broker, "bar") as bar,
    ):
        play(kitchen)
        for each in happenings(game_of(2), 5, later(1)):
            bar.on_event(each)
        until_ranked(place, 2)
    with looking(place) as club:
        assert club.count() == GAME.length + game_of(2).length
        assert club.lines_of(KEY) == text_of(GAME)
        assert evening_in(club, OPEN_LEAGUE).games == 2


@pytest.mark.slow
def test_what_was_told_while_no_scorer_was_there_is_counted_later(broker: Mosquitto, place: str) -> None:
    with scoring(broker, place):
        pass
    with table(broker) as feed:
        play(feed)
        with scoring(broker, place):
            until_ranked(place)
    assert lines(place) == GAME.length


@pytest.mark.slow
def test_a_table_tells_again_what_a_killed_broker_has_lost(broker: Mosquitto, place: str) -> None:
    """Mosquitto holds the messages for the scorer in memory: they die with it, and no table notices."""
    with scoring(broker, place):
        pass
    with table(broker) as feed:
        play(feed, 20)
        until(lambda: not feed._waiting.unfinished_tasks)
        broker.kill()
        broker.start()
        with scoring(broker, place):
            play(feed, after=20)
            until_ranked(place)
    assert lines(place) == GAME.length


def test_a_game_whose_last_state_was_lost_is_ranked_when_the_next_begins(
    broker: Mosquitto, place: str
) -> None:
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect(HERE, broker.port)
    client.loop_start()

    def tell(what: str, **fields: object) -> None:
        client.publish(f"cups-up/kitchen/{what}", json.dumps(fields), 1)

    with scoring(broker, place):
        tell("state", game=1, begun=KEY.begun, number=1, winner=None)
        for number, text in enumerate(text_of(GAME), start=1):
            tell("event", game=1, begun=KEY.begun, number=number, event=json.loads(text))
        until_there(place, GAME.length)
        tell("state", game=2, begun=later(1).isoformat(), number=1, winner=None)
        until_ranked(place)
    client.disconnect()
    client.loop_stop()


@pytest.mark.slow
def test_a_scorer_that_never_ran_gets_the_whole_evening(broker: Mosquitto, place: str) -> None:
    with table(broker) as feed:
        play(feed)
        until(lambda: not feed._waiting.unfinished_tasks)
        with scoring(broker, place):
            until_ranked(place)
    assert lines(place) == GAME.length


@pytest.mark.slow
def test_a_killed_database_costs_nothing(broker: Mosquitto, server: PostgreSql, place: str) -> None:
    if not place.startswith("postgres"):
        pytest.skip("only a server can be killed")
    with scoring(broker, place), table(broker) as feed:
        play(feed, 20)
        until_there(place, 20)
        server.kill()
        play(feed, after=20)
        server.start()
        until_ranked(place)
    assert lines(place) == GAME.length


@pytest.mark.slow
def test_nothing_is_acknowledged_before_it_is_committed(broker: Mosquitto, place: str) -> None:
    """A scorer that dies with messages in its hands leaves them to the broker, who tells the next one."""
    with scoring(broker, place):
        pass
    silent = Scorer(Address(HERE, broker.port, "club"), place, "a")  # takes messages, never commits
    until(lambda: silent._listens_since > 0)
    with table(broker) as feed:
        play(feed)
        until(lambda: silent._waiting.qsize() > 10)
        silent._client.loop_stop()
        silent._client.socket().close()
    with scoring(broker, place):
        until_ranked(place)
    assert lines(place) == GAME.length


def test_the_states_of_many_tables_are_one_question_to_the_database(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start all states come at once; one question each would hold up the events behind them."""
    club, asked = Club(place), []
    rows = club._there.rows
    monkeypatch.setattr(club._there, "rows", lambda *words: asked.append(words) or rows(*words))
    scorer = Scorer(Address(HERE, 1, "club"), place, "a")
    heads = [Head(GameKey(f"t{number}", 1, KEY.begun), 1, False) for number in range(400)]
    scorer._keep_all([_Message(head, 0, 0, 0) for head in heads], club)
    assert len(asked) == 1
    scorer._client.loop_stop()
    club.close()


def test_lines_that_a_broker_dropped_again_are_asked_for_again_soon(place: str) -> None:
    """Also of a game before the one that is played now, of which no state tells any more."""
    now, asked = [0.0], []
    club, scorer = Club(place), Scorer(Address(HERE, 1, "club"), place, "a", clock=lambda: now[0])
    scorer._client.publish = lambda at, text, qos: asked.append(now[0])
    former, current = replace(KEY, game=1), replace(KEY, game=2)
    texts = text_of(GAME)
    said = [Line(former, number, texts[number - 1]) for number in (1, 2, 5)]
    scorer._keep_all([_Message(each, 0, 0, 0) for each in (*said, Head(current, 1, False))], club)
    while now[0] < 300.0:
        now[0] += 1.0
        scorer._hear_states_again()
        scorer._look(club)
    waits = [after - before for before, after in pairwise(asked)]
    assert len(asked) >= 10
    assert max(waits) <= 31.0
    scorer._client.loop_stop()
    club.close()


def heard(at: str, **fields: object) -> Line | Head | None:
    return parse_message(at, json.dumps(fields).encode())


def test_messages_are_held_to_their_form() -> None:
    event = {"event": "bid", "player": 0, "quantity": 3, "face": 4}
    named = {"game": 1, "begun": KEY.begun, "number": 2}
    line = heard("cups-up/kitchen/event", event=event, **named)
    assert line == Line(KEY, 2, '{"event": "bid", "player": 0, "quantity": 3, "face": 4}')
    assert heard("cups-up/kitchen/state", winner=None, **named) == Head(KEY, 2, False)
    assert heard("cups-up/kitchen/state", winner=0, **named) == Head(KEY, 2, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"number": True},
        {"number": 10**9},
        {"game": "1"},
        {"game": -1},
        {"game": 2**80},
        {"begun": "soon"},
        {"begun": "2026-11-25\ud80020:00:00"},
        {"begun": "2026-11-25\x0020:00:00"},
        {"begun": "2026-11-25T20:00:00"},
        {"begun": "٢٠٢٦-11-25T20:00:00+00:00"},
        {"begun": 3},
        {"event": "bid"},
    ],
)
def test_other_messages_are_nothing(wrong: dict[str, object]) -> None:
    right = {"game": 1, "begun": KEY.begun, "number": 2, "event": {"event": "undo"}}
    assert heard("cups-up/kitchen/event", **(right | wrong)) is None


def test_topics_and_bytes_of_others_are_nothing() -> None:
    assert parse_message("cups-up/kitchen/status", b"online") is None
    assert parse_message("cups-up/a/b/event", b"{}") is None
    assert parse_message("cups-up/kitchen/event", b"\xff") is None
    assert parse_message("cups-up/kitchen/event", b"[" * 50_000) is None
    assert parse_message("cups-up/kitchen/event", b" " * 100_000) is None


def test_however_deep_a_message_is_it_is_a_line_or_nothing() -> None:
    """Python's reader of JSON goes deeper than its writer."""
    frame = '{"game": 1, "begun": "2026-11-25T20:00:00+00:00", "number": 2, "event": {"a": %s}}'
    for depth in range(1, 1_200):
        parse_message("cups-up/kitchen/event", (frame % ("[" * depth + "]" * depth)).encode())


POISON = (
    b'{"game":50,"begun":"2026-11-25\\ud80020:00:00","number":1,"event":{"event":"undo"}}',
    b'{"game":50,"begun":"2026-11-25\\u000020:00:00","number":1,"event":{"event":"undo"}}',
    b'{"game":50,"begun":"2026-11-25T20:00:00","number":1,"event":{"event":"undo"}}',
    b'{"game":50,"begun":"2026-11-25T20:00:00+00:00","number":1,"event":{"event":"\\ud800\\u0000"}}',
)


@pytest.mark.slow
def test_messages_that_no_database_can_store_hold_up_nothing(broker: Mosquitto, place: str) -> None:
    with scoring(broker, place), table(broker) as feed:
        for payload in POISON:
            feed._client.publish("cups-up/evil/event", payload, 1)
        play(feed)
        until_ranked(place)
    with looking(place) as club:
        assert club.lines_of(KEY) == text_of(GAME)
        since = replace(OPEN_LEAGUE, since=later(-1))
        assert evening_in(club, since).games == 1


@pytest.mark.slow
def test_a_table_that_the_database_has_no_letters_for_is_set_aside_and_the_others_go_on(
    broker: Mosquitto, server: PostgreSql
) -> None:
    import psycopg

    with psycopg.connect(server.place, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS latin")
        connection.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        )
    place = server.place.removesuffix("postgres") + "latin"
    with scoring(broker, place), table(broker, "台") as strange, table(broker) as feed:
        strange.on_event(happenings(GAME)[0])
        until(lambda: not strange._waiting.unfinished_tasks)
        play(feed)
        until_ranked(place)
    with looking(place) as club:
        ((name, count),) = evening_in(club, OPEN_LEAGUE).set_aside
        assert (name, count) == ("台", 2)
        assert club.lines_of(KEY) == text_of(GAME)
        assert any("台" in note for note in say_notes(evening_in(club, OPEN_LEAGUE)))


def test_of_many_messages_only_the_one_that_the_database_refuses_is_set_aside(place: str) -> None:
    """And kept once, however often the broker tells it again."""
    club, scorer = Club(place), Scorer(Address(HERE, 1, "club"), place, "a")
    bad = Line(replace(KEY, table="\ud800\0"), 1, '{"event": "undo"}')
    said = [Line(KEY, number, text) for number, text in enumerate(text_of(GAME), 1)]
    for _ in range(2):
        scorer._keep_all([_Message(each, 0, 0, 0) for each in (*said[:9], bad, *said[9:])], club)
    assert club.lines_of(KEY) == text_of(GAME)
    assert club.set_aside_by_table() == [("\ud800\0", 1)]
    with pytest.raises(DataRefused):
        club.keep([bad, *said])
    scorer._client.loop_stop()
    club.close()


def test_a_game_at_which_the_referee_fails_is_set_aside_and_the_others_have_their_results(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, scorer, falls = Club(place), Scorer(Address(HERE, 1, "club"), place, "a"), text_of(game_of(2))

    def fails(lines: list[str]) -> object:
        if lines == falls:
            raise ZeroDivisionError
        return result_of(lines)

    monkeypatch.setattr("companion.club.kept.result_of", fails)
    for key, texts in ((KEY, text_of(GAME)), (replace(KEY, game=2), falls)):
        club.keep(Line(key, number, text) for number, text in enumerate(texts, 1))
    scorer._begin(club)
    assert [key.game for key, _ in club.results()] == [1]
    assert club.set_aside_by_table() == [("kitchen", 1)]
    scorer._client.loop_stop()
    club.close()


@pytest.mark.parametrize("payload", [b"", b"[]", b"{}", b'{"game": [], "begun": 1, "after": 0}', b"\xff"])
def test_a_table_answers_no_nonsense(broker: Mosquitto, payload: bytes) -> None:
    got: list[bytes] = []
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda c, u, message: got.append(message.payload)
    client.connect(HERE, broker.port)
    client.subscribe("cups-up/kitchen/event", 1)
    client.loop_start()
    with table(broker) as feed:
        feed.on_event(happenings(GAME)[0])
        until(lambda: len(got) == 1)
        client.publish("cups-up/kitchen/again", payload, 1)
        client.publish("cups-up/kitchen/again", asked_again(KEY, 0), 1)
        until(lambda: len(got) == 2)
    assert got[0] == got[1]
    client.disconnect()
    client.loop_stop()
