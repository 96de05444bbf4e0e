"""The feed read again gives what was told; a table without names tells none."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal import RecordError, replay_record
from companion.rules import GameRecord
from companion.share.feed import FeedReader, Follower, Happening, UnnamedFeed, format_lines


def _is_whole(path: Path) -> bool:
    with contextlib.suppress(RecordError):
        return replay_record(path.read_bytes()).length > 1
    return False


RECORDS = Path(__file__).resolve().parents[2] / "games" / "records"
GAMES = [path for path in sorted(RECORDS.glob("*.jsonl")) if _is_whole(path)]
NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


def told(path: Path) -> list[Happening]:
    found: list[Happening] = []
    for event in replay_record(path.read_bytes()).events:
        before = found[-1].record if found else None
        record = GameRecord.begin(event) if before is None else before.apply(event)
        found.append(Happening(3, NOW, record, (event,), None if before is None else before.game))
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_was_told_is_heard(path: Path) -> None:
    reader, happened = FeedReader(), told(path)
    found = [reader.read(line) for each in happened for line in format_lines(each)]
    assert [each for each in found if each is not None] == happened
    assert reader.language == "en"


def test_a_reader_who_comes_late_or_misses_a_line_waits_for_the_next_whole_game() -> None:
    happened = told(GAMES[0])
    lines = [line for each in happened for line in format_lines(each)]
    reader = FeedReader()
    assert [reader.read(line) for line in lines[3:]] == [None] * len(lines[3:])
    assert reader.read("no line at all") is None
    assert [reader.read(line) for line in (*lines[:2], *lines[4:])][2:] == [None] * len(lines[4:])
    whole = Happening(3, NOW, happened[-1].record, happened[-1].record.events, None)
    assert [reader.read(line) for line in format_lines(whole)][-1] == whole


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_line_of_a_table_without_names_has_a_name(path: Path) -> None:
    lines: list[str] = []

    class Pen(Follower):
        def on_event(self, happening: Happening) -> None:
            lines.extend(format_lines(happening))

        def close(self) -> None:
            lines.append("closed")

    feed, happened = UnnamedFeed((Pen(),)), told(path)
    for each in happened:
        feed.on_event(each)
    feed.on_event(Happening(4, NOW, happened[-1].record, happened[-1].record.events, None))
    feed.close()
    names = happened[-1].record.game.players
    assert not [line for line in lines for name in names if re.search(rf"\b{re.escape(name)}\b", line)]
    assert "Seat 1" in lines[0]
    assert lines[-1] == "closed"
