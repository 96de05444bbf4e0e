"""How long a club's questions take with many lines: ``many_lines.py PLACE LINES`` in this folder.

PLACE is a new file of SQLite, or the address of an empty database of PostgreSQL.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from companion.club import Club
from companion.club.lines import GameKey, Line
from tests.club.games_here import later

LINES_A_GAME = 70
TABLES = 50
TRIES = 7


def fill(club: Club, count: int) -> None:
    """Whole games of equal lines, each with a result."""
    for game in range(count // LINES_A_GAME):
        key = GameKey(f"table{game % TABLES}", game, later(game).isoformat())
        club.keep(Line(key, number, '{"event": "undo"}') for number in range(1, LINES_A_GAME + 1))
        ranking = '[["Ann"], ["Ben"]]'
        row = (key.table, key.game, key.begun, LINES_A_GAME, f"print {game}", ranking)
        with club._there.transaction():
            club._there.run("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", [row])


def shortest_ms(ask: Callable[[], object]) -> float:
    """The shortest time of some tries, in ms."""
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        ask()
        times.append(time.perf_counter() - began)
    return min(times) * 1000


if __name__ == "__main__":
    opened = Club(sys.argv[1])
    fill(opened, int(sys.argv[2]))
    for question in (opened.holes, opened.unranked, opened.results):
        print(f"{question.__name__}: {shortest_ms(question):.0f} ms")
    opened.close()
