"""An evening of sixteen at four real tables' feeds, on a real broker: nobody types a name twice."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.club import Club, Scorer, drawing, evening_in, message_of, plan_in
from companion.share.feed import Address, MqttFeed
from tests.club.brokers import HERE, Mosquitto, until
from tests.club.games_here import game_of, happenings, later

TABLES = ("kitchen", "bar", "garden", "attic")
PEOPLE = (
    *("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"),
    *("Ida", "Jon", "Kim", "Lou", "Max", "Noa", "Ole", "Pia"),
)
PLAN = f"""
name = "Tuesday"
kind = "swiss"
seats = 4
rounds = 3
players = {list(PEOPLE)}
tables = {list(TABLES)}
"""
MISTYPED = "Jony"


@dataclass
class Seated:
    """A table whose players touch what the club offers."""

    name: str
    broker: Mosquitto
    round: int = 0
    players: tuple[str, ...] = ()
    games: int = 0
    feed: MqttFeed = field(init=False)

    def __post_init__(self) -> None:
        self.feed = MqttFeed(Address(HERE, self.broker.port, self.name), on_seating=self._seat)

    def _seat(self, number: int, players: tuple[str, ...]) -> None:
        self.round, self.players = number, players

    def play(self, players: tuple[str, ...], lines: slice = slice(None)) -> None:
        """A game of theirs, or some lines of it; the next one is another game."""
        record = game_of(10 * TABLES.index(self.name) + self.games, players)
        for each in happenings(record, self.games + 1, later(self.games))[lines]:
            self.feed.on_event(each)
        self.games += lines.stop is None


@contextmanager
def evening(broker: Mosquitto, home: Path) -> Iterator[list[Seated]]:
    """The scorer and all tables."""
    plan = home / "plan.toml"
    plan.write_text(PLAN)
    scorer = Scorer(Address(HERE, broker.port, "club"), str(place(home)), "a", drawing(lambda: plan_in(plan)))
    thread = threading.Thread(target=scorer.run)
    thread.start()
    with ExitStack() as stack:
        stack.callback(thread.join, 60)
        stack.callback(scorer.end)
        tables = [Seated(name, broker) for name in TABLES]
        for each in tables:
            stack.callback(each.feed.close)
        yield tables
    assert not thread.is_alive()


def place(home: Path) -> Path:
    return home / "club.sqlite3"


def states(home: Path) -> dict[str, str]:
    """What the page says of each table of the newest round."""
    club = Club(str(place(home)))
    try:
        told = message_of(evening_in(club, plan_in(home / "plan.toml")))
    finally:
        club.close()
    return {each["name"]: each["state"] for each in told["tables"]}


@pytest.mark.slow
def test_sixteen_play_three_rounds_by_the_seating_that_reaches_the_tables(
    broker: Mosquitto, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(broker, tmp_path) as tables:
        kitchen, bar, *_ = tables
        until(lambda: [each.round for each in tables] == [1] * 4)
        assert sorted(name for each in tables for name in each.players) == sorted(PEOPLE)
        assert states(tmp_path) == dict.fromkeys(TABLES, "ready")
        bar.play(bar.players, slice(0, 1))
        kitchen.play(kitchen.players, slice(0, 3))
        until(lambda: states(tmp_path)["kitchen"] == "playing")
        assert states(tmp_path)["bar"] == "ready", "names stand there, and no die was rolled"
        mistaken = next(each for each in tables if "Jon" in each.players)
        for each in tables:
            as_typed = tuple(MISTYPED if name == "Jon" else name for name in each.players)
            each.play(as_typed if each is mistaken else each.players, slice(0, None))
        until(lambda: [state == "ready" for state in states(tmp_path).values()].count(True) == 1)
        noted = f"{mistaken.name}: {MISTYPED} is not in the plan; is this Jon?"

        def is_noted() -> bool:
            assert main(["club", "--plan", str(tmp_path / "plan.toml"), "--home", str(tmp_path)]) == 0
            return noted in capsys.readouterr().out.splitlines()

        until(is_noted)
        words = ["rename", MISTYPED, "Jon", "--plan", str(tmp_path / "plan.toml"), "--home", str(tmp_path)]
        assert main(["club", *words]) == 0
        for number in (2, 3):
            until(lambda number=number: [each.round for each in tables] == [number] * 4)
            for each in tables:
                each.play(each.players)
        until(lambda: [each.players for each in tables] == [()] * 4)
    capsys.readouterr()
    assert main(["club", "--plan", str(tmp_path / "plan.toml"), "--home", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "It is over" in told
    assert told.count(" of 3  Opponents") == len(PEOPLE)
    where = ["--plan", str(tmp_path / "plan.toml"), "--home", str(tmp_path)]
    assert main(["club", "standings", "--csv", *where]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sorted(each["name"] for each in rows) == sorted(PEOPLE)
    assert {each["games"] for each in rows} == {"3"}
    assert main(["club", "standings", "--rounds", "--csv", *where]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3 * len(PEOPLE)
    assert main(["club", "standings", "--rounds", *where]) == 0
    assert capsys.readouterr().out.count("kitchen: ") == 3
    assert main(["club", "standings", "--trf", *where]) == 0
    assert sum(line.startswith("001 ") for line in capsys.readouterr().out.splitlines()) == len(PEOPLE)
    assert main(["club", "standings", "--out", str(tmp_path / "page"), *where]) == 0
    assert {"index.html", "club.css", "club.js", "wire.js"} <= {
        each.name for each in (tmp_path / "page").iterdir()
    }
    assert MISTYPED not in (tmp_path / "page" / "index.html").read_text()
