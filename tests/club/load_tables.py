"""Some of the tables of ``load.py``: each tells one event a second by the feed that a real table uses."""

from __future__ import annotations

import json
import resource
import sys
import time
from dataclasses import replace

from companion.share.feed import Address, MqttFeed
from tests.club.games_here import game_of, happenings, later

GAMES = 12
"""Different games; the tables play them over and over, each from another one on."""


def main(host: str, port: int, first: int, tables: int, seconds: float) -> None:
    """Play, say what was told, and answer questions until standard input ends."""
    played = [happenings(game_of(seed)) for seed in range(GAMES)]
    feeds = [MqttFeed(Address(host, port, f"t{number}")) for number in range(first, first + tables)]
    at = [(number % GAMES, 0, 1) for number in range(first, first + tables)]
    told: dict[str, int] = {}
    began, due, late_s = time.monotonic(), 0, 0.0
    while due < seconds * tables:
        number = due % tables
        wait = began + due / tables - time.monotonic()
        late_s = max(late_s, -wait)
        time.sleep(max(0.0, wait))
        seed, line, game = at[number]
        feeds[number].on_event(replace(played[seed][line], game_id=game, begun_at=later(game)))
        told[f"t{first + number} {game} {seed}"] = line + 1
        ended = line + 1 == len(played[seed])
        at[number] = ((seed + 1) % GAMES, 0, game + 1) if ended else (seed, line + 1, game)
        due += 1
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    print(json.dumps({"told": told, "processor_s": spent, "late_s": late_s}), flush=True)
    sys.stdin.read()
    for each in feeds:
        each._client.disconnect()


if __name__ == "__main__":
    port, first, count = map(int, sys.argv[2:5])
    main(sys.argv[1], port, first, count, float(sys.argv[5]))
