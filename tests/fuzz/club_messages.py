"""Messages to the club's scorer, changed, through a real broker: ``python -m tests.fuzz.club_messages``.

Each is followed by a sound line, which must be in the database before the next one is sent.
"""

from __future__ import annotations

import json
import random
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club import OPEN_LEAGUE, Club, Scorer, drawing
from companion.club.lines import GameKey, Line, parse_message, topic
from companion.share.feed import Address, format_state
from tests.club.brokers import Mosquitto, PostgreSql, until
from tests.club.games_here import game_of, happenings, later, text_of
from tests.fuzz.campaign import MOST_S, Case, by_command, mutated
from tests.fuzz.sets import WILD
from tests.ports import HERE

HAPPENINGS = happenings(game_of(1))
EVENTS = [json.loads(text) for text in text_of(game_of(1))]
BEGUN = later(0).isoformat()
MOMENTS = (
    "2026-11-25\ud80020:00:00",
    "2026-11-25\x0020:00:00",
    "2026-11-25T20:00:00",
    "0001-01-01",
    "\ud800",
)
TABLES = ("evil", "kitchen", "Küche", "台", "\U0001f3b2", "x" * 41, "a b", "a/b", "\u0301", "")


def message(rng: random.Random) -> tuple[str, bytes]:
    """A topic, and a message on it with one field of another value, or with bytes changed."""
    at = rng.randrange(len(EVENTS))
    event = {"game": rng.randrange(9), "begun": BEGUN, "number": at + 1, "event": dict(EVENTS[at])}
    state = json.loads(format_state(HAPPENINGS[at]))["state"]
    messages: tuple[tuple[str, dict[str, Any]], ...] = (("event", event), ("event", event), ("state", state))
    what, fields = rng.choice(messages)
    if rng.random() < 0.5:
        place = rng.choice((fields, fields.get("event", fields)))
        place[rng.choice(list(place))] = rng.choice((*WILD, *MOMENTS, "\0", 2**60, 100_000, {"\0": "\ud800"}))
    text = json.dumps(fields).encode()
    table = rng.choice(TABLES) if rng.random() < 0.2 else "evil"
    return topic(table, what), mutated(text, rng) if rng.random() < 0.6 else text


@contextmanager
def scored(broker: Mosquitto, place: str) -> Iterator[Case]:
    """The case for a scorer into this database, which also makes the club's page."""
    scorer = Scorer(
        Address(HERE, broker.port, "club"),
        place,
        Path(place).name.split(".")[0],
        drawing(lambda: OPEN_LEAGUE),
    )
    scoring = threading.Thread(target=scorer.run, daemon=True)
    scoring.start()
    until(lambda: scorer._listens_since > 0)
    sender, club, numbers = Client(CallbackAPIVersion.VERSION2), Club(place), count()
    sender.connect(HERE, broker.port)
    sender.loop_start()

    def case(rng: random.Random) -> str:
        where, payload = message(rng)
        sender.publish(where, payload, rng.randrange(3)).wait_for_publish(MOST_S)
        game, after = divmod(next(numbers), 100)
        sound = {"game": game, "begun": BEGUN, "number": after + 1, "event": EVENTS[0]}
        sender.publish(topic("sound", "event"), json.dumps(sound), 1)
        until(lambda: len(club.lines_of(GameKey("sound", game, BEGUN))) > after)
        assert scoring.is_alive()
        said = parse_message(where, payload)
        return "nothing" if said is None else "a line" if isinstance(said, Line) else "a state"

    try:
        yield case
    finally:
        sender.disconnect()
        sender.loop_stop()
        club.close()
        scorer.end()
        scoring.join(60)


@contextmanager
def servers() -> Iterator[tuple[Mosquitto, PostgreSql]]:
    """A broker and a database server, each in a folder of its own."""
    with ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory(prefix="cups-up-")) for _ in range(2)]
        broker, server = Mosquitto(Path(folders[0])), PostgreSql(Path(folders[1]))
        for each in (broker, server):
            each.start()
            stack.callback(each.kill)
        yield broker, server


if __name__ == "__main__":
    with servers() as (here, there), ExitStack() as both:
        sqlite = both.enter_context(scored(here, str(here.folder / "club.sqlite3")))
        by_command(
            {"SQLite": sqlite, "PostgreSQL": both.enter_context(scored(here, there.place))}, usual=10_000
        )
