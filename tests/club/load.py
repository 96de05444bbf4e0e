"""Many tables at one event a second each, and what is killed meanwhile costs nothing.

    nice -n 10 .venv/bin/python tests/club/load.py [--tables 500] [--seconds 120] [--cluster]

A real Mosquitto, a real PostgreSQL and ``companion club serve``, all on this machine. Broker, scorer and
database are killed (SIGKILL) in turn, each down for three seconds. With ``--cluster`` the broker is three
nodes of nats-server, of which one is killed. In the end every line that was told must be in the database,
once, and every game that ended must have its result.
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
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import psycopg
from brokers import HERE, Mosquitto, PostgreSql
from cluster import Nats
from games_here import game_of, later, text_of
from load_tables import GAMES

from companion.club.kept import Club
from companion.club.told import GameKey

ROOT = Path(__file__).resolve().parents[2]
A_PROCESS = 125
"""Tables of one process."""
DOWN_S = 3.0
PATIENCE_S = 300.0
TICKS = os.sysconf("SC_CLK_TCK")

Told = dict[GameKey, list[str]]


def scorer(port: int, database: PostgreSql) -> subprocess.Popen[bytes]:
    where = ["--broker", f"mqtt://{HERE}:{port}", "--store", database.place]
    words = [sys.executable, "-m", "companion", "club", "serve", *where, "--scorer", "load"]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL)


def processor_s(process: int) -> float:
    """What a process, and those of its children that have ended, took by now."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def tables(ports: Sequence[int], count: int, seconds: float) -> list[subprocess.Popen[str]]:
    """The tables, spread over the broker's nodes."""
    program, pipe = str(Path(__file__).with_name("load_tables.py")), subprocess.PIPE
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return [
        subprocess.Popen(
            [sys.executable, program, *map(str, (port, first, min(A_PROCESS, count - first), seconds))],
            env=env,
            stdin=pipe,
            stdout=pipe,
            text=True,
        )
        for first, port in zip(range(0, count, A_PROCESS), cycle(ports), strict=False)
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
    ports = broker.ports if isinstance(broker, Nats) else [broker.port]
    scoring = scorer(ports[0], database)
    playing = tables(ports, count, seconds)
    spent = 0.0
    for number, victim in enumerate(("broker", "scorer", "database"), start=1):
        time.sleep(seconds / 4)
        print(f"after {number * seconds / 4:.0f} s: {victim} killed for {DOWN_S:.0f} s", flush=True)
        if victim == "scorer":
            spent += processor_s(scoring.pid)
            scoring.kill()
            scoring.wait()
            time.sleep(DOWN_S)
            scoring = scorer(ports[0], database)
        else:
            away(broker if victim == "broker" else database)
    lost = settled(database, everything_told(playing))
    print(f"scorer: {spent + processor_s(scoring.pid):.1f} s of a core")
    for each in playing:
        each.communicate("")
    scoring.terminate()
    scoring.wait()
    broker.kill()
    database.kill()
    for each in (folder, database.folder):
        shutil.rmtree(each)
    return lost


def away(server: Mosquitto | Nats | PostgreSql) -> None:
    """Kill it and start it again; of a cluster one node, at which tables are but not the scorer."""
    if isinstance(server, Nats):
        server.kill_node(1)
        time.sleep(DOWN_S)
        server.start_node(1)
    else:
        server.kill()
        time.sleep(DOWN_S)
        server.start()


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
    return {GameKey(*row) for row in rows}


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--seconds", type=float, default=120.0)
    words.add_argument("--cluster", action="store_true")
    given = words.parse_args()
    raise SystemExit(main(given.tables, given.seconds, given.cluster))
