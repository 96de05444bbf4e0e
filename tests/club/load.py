"""Many tables at one event a second each, and what is killed meanwhile costs nothing.

    nice -n 10 .venv/bin/python tests/club/load.py [--tables 500] [--seconds 120] [--cluster]

A real Mosquitto, a real PostgreSQL and ``cups-up club serve``, all on this machine. Broker, scorer and
database are killed (SIGKILL) in turn, each down for three seconds. With ``--cluster`` the broker is three
nodes of nats-server with the tables spread over them, and first of all one node is killed. In the end every
line that was told must be in the database, once, and every game that ended must have its result.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import psycopg

from companion.club import Club
from companion.club.lines import GameKey
from tests.club.brokers import Mosquitto, PostgreSql
from tests.club.cluster import HOSTS, Nats
from tests.club.games_here import game_of, later, text_of
from tests.club.load_tables import GAMES
from tests.club.meters import Meter, Meters
from tests.ports import HERE

ROOT = Path(__file__).resolve().parents[2]
A_PROCESS = 125
"""Tables of one process."""
DOWN_S = 3.0
PATIENCE_S = 900.0

Told = dict[GameKey, list[str]]


@dataclass
class Scoring:
    """``cups-up club serve``, killed and started at will."""

    broker: Mosquitto | Nats
    database: PostgreSql
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        where = ["--broker", f"mqtt://{HERE}:{self.broker.port}", "--store", self.database.place]
        words = [sys.executable, "-m", "companion", "club", "serve", *where, "--scorer", "load"]
        self.running = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None

    def processes(self) -> list[int]:
        return [] if self.running is None else [self.running.pid]


def tables(hosts: Sequence[str], port: int, count: int, seconds: float) -> list[subprocess.Popen[str]]:
    """The tables, spread over the broker's nodes."""
    program, pipe = str(Path(__file__).with_name("load_tables.py")), subprocess.PIPE
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return [
        subprocess.Popen(
            [sys.executable, program, *map(str, (host, port, first, min(A_PROCESS, count - first), seconds))],
            env=env,
            stdin=pipe,
            stdout=pipe,
            text=True,
        )
        for first, host in zip(range(0, count, A_PROCESS), cycle(hosts), strict=False)
    ]


def everything_told(playing: list[subprocess.Popen[str]]) -> Told:
    """All lines of all games, as the tables have told them; what the tables took is printed."""
    found: Told = {}
    for each in playing:
        assert each.stdout is not None
        said = json.loads(each.stdout.readline())
        print(f"tables: {said['processor_s']:.0f} s of a core, at most {said['late_s']:.1f} s late")
        for name, lines in said["told"].items():
            table, game, seed = name.split()
            key = GameKey(table, int(game), later(int(game)).isoformat())
            found[key] = text_of(game_of(int(seed)))[:lines]
    return found


def main(count: int, seconds: float, clustered: bool) -> int:
    """Play; the exit status is 1 where something is lost."""
    folder = Path(tempfile.mkdtemp(prefix="cups-up-load-"))
    broker = Nats(folder) if clustered else Mosquitto(folder)
    database = PostgreSql(Path(tempfile.mkdtemp(prefix="cups-up-pg-")))
    broker.start()
    database.start()
    scoring, written = Scoring(broker, database), log_position(database)
    scoring.start()
    meters = (
        Meter("scorer", scoring.processes),
        Meter("broker", lambda: _processes_of(broker)),
        Meter("database", lambda: _processes_of(database)),
    )
    with Meters(*meters):
        playing = tables(HOSTS if clustered else (HERE,), broker.port, count, seconds)
        all_killed_in_turn(_victims(broker, scoring, database), seconds)
        lost = settled(database, everything_told(playing))
    for meter in meters:
        print(meter)
    print(sizes(database, written))
    for table in playing:
        table.communicate("")
    scoring.kill()
    broker.kill()
    database.kill()
    for each in (folder, database.folder):
        shutil.rmtree(each)
    return lost


@dataclass(frozen=True, slots=True)
class Victim:
    """What is killed, and how it is started again."""

    name: str
    kill: Callable[[], None]
    start: Callable[[], None]


def _victims(broker: Mosquitto | Nats, scoring: Scoring, database: PostgreSql) -> list[Victim]:
    """Of a cluster first a node, at which tables are but not the scorer; then all nodes at once."""
    others = [
        Victim("scorer", scoring.kill, scoring.start),
        Victim("database", database.kill, database.start),
    ]
    if isinstance(broker, Mosquitto):
        return [Victim("broker", broker.kill, broker.start), *others]
    node = Victim("a node", lambda: broker.kill_node(1), lambda: broker.start_node(1))
    return [node, Victim("broker", broker.kill, broker.start_nodes), *others]


def all_killed_in_turn(victims: Sequence[Victim], seconds: float) -> None:
    """Each is down for three seconds, with the same time between."""
    began = time.monotonic()
    for number, victim in enumerate(victims, start=1):
        time.sleep(max(0.0, began + number * seconds / (len(victims) + 1) - time.monotonic()))
        victim.kill()
        time.sleep(DOWN_S)
        victim.start()
        print(f"after {time.monotonic() - began:.0f} s {victim.name} is back", flush=True)


def _processes_of(server: Mosquitto | Nats | PostgreSql) -> list[int]:
    if isinstance(server, Nats):
        return [each.pid for each in list(server.running.values())]
    return [] if server.running is None else [server.running.pid]


def log_position(database: PostgreSql) -> float:
    """How many bytes the database has written to its log (WAL) by now."""
    with psycopg.connect(database.place) as connection:
        found = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')").fetchone()
    assert found is not None
    return float(found[0])


def sizes(database: PostgreSql, written: float) -> str:
    """What the lines take on disk; ``written`` is the log's position before them."""
    with psycopg.connect(database.place) as connection:
        found = connection.execute(
            "SELECT count(*), avg(length(line)), pg_total_relation_size('events') FROM events"
        ).fetchone()
    assert found is not None
    lines, letters, table = map(float, found)
    log = log_position(database) - written
    return (
        f"a line: {letters:.0f} bytes as text, {table / lines:.0f} in the table with its index, "
        f"{log / lines:.0f} in the database's log"
    )


def settled(database: PostgreSql, told: Told) -> int:
    """Wait until the database has all; 1 where something is lost, wrong or there too often."""
    due, began = sum(map(len, told.values())), time.monotonic()
    club = Club(database.place)
    while club.count() < due and time.monotonic() - began < PATIENCE_S:
        time.sleep(0.5)
    print(f"told: {due} lines of {len(told)} games; in the database: {club.count()}, ", end="")
    print(f"{time.monotonic() - began:.1f} s after the last was told")
    wrong = [key for key, lines in told.items() if club.lines_of(key) != lines]
    whole = {tuple(text_of(game_of(seed))) for seed in range(GAMES)}
    ended = {key for key, lines in told.items() if tuple(lines) in whole}
    while unranked(database) & ended and time.monotonic() - began < PATIENCE_S:
        time.sleep(0.5)
    print(f"games that ended: {len(ended)}; without a result: {len(unranked(database) & ended)}")
    print(f"games with other lines than told: {len(wrong)}; holes: {len(club.holes())}")
    return int(club.count() != due or bool(wrong) or bool(unranked(database) & ended))


def unranked(database: PostgreSql) -> set[GameKey]:
    """The games without a ranking."""
    with psycopg.connect(database.place) as connection:
        rows = connection.execute(
            "SELECT tab, game, begun FROM events EXCEPT"
            " SELECT tab, game, begun FROM results WHERE ranking IS NOT NULL"
        ).fetchall()
    return {GameKey.of_row(*row) for row in rows}


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--seconds", type=float, default=120.0)
    words.add_argument("--cluster", action="store_true")
    given = words.parse_args()
    raise SystemExit(main(given.tables, given.seconds, given.cluster))
