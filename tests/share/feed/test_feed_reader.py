"""The feed read again gives what was told; a table without names tells none."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import replay_record
from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, GameView, LiftView, RevealScene
from companion.play.views import TableView
from companion.share.feed import FeedReader, Follower, Happening, UnnamedFeed, format_lines
from companion.share.feed.mqtt import moments_of
from companion.share.web import LiftCounts
from tests.share.happened import ROUND, WHOLE, after, happenings


def told(path: Path) -> list[Happening]:
    return happenings(replay_record(path.read_bytes()).events)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_what_was_told_is_heard(path: Path) -> None:
    reader, happened = FeedReader(), told(path)
    found = [reader.read(line) for each in happened for line in format_lines(each)]
    assert [each for each in found if each is not None] == happened
    assert reader.language == "en"


class Pen(Follower):
    def __init__(self) -> None:
        self.told: list[Happening] = []

    def on_event(self, happening: Happening) -> None:
        self.told.append(happening)

    def close(self) -> None: ...


GAME = GameView("Milton Bradley, 1987", 1, 1, ())


def lifted(so_far: str) -> TableView:
    lift = LiftView("Ben lifts", "Ann's cup is last.", False, so_far, f"{so_far} Ben lifts.")
    return View(7, RevealScene(GAME, lift), "Ann challenges three 4s.")


@pytest.mark.parametrize("names", [True, False])
def test_each_count_while_cups_go_up_in_turn_is_told_once_and_names_nobody(names: bool) -> None:
    pen = Pen()
    counts = LiftCounts((pen,) if names else (UnnamedFeed((pen,)),))
    *before, challenge = happenings(ROUND[:4])
    for each in before:
        counts.on_event(each)
    counts.show(lifted("Two 4s so far."))
    assert len(pen.told) == 3, "nothing is counted before a challenge"
    counts.on_event(challenge)
    for so_far in ("", "One 4 so far.", "One 4 so far.", "", "Two 4s so far."):
        counts.show(lifted(so_far))
    counts.show(View(8, BiddingScene(GAME), "Ben: make the first bid."))
    assert [(each.so_far, each.fresh) for each in pen.told[4:]] == [
        ("One 4 so far.", ()), ("Two 4s so far.", ()),
    ]  # fmt: skip
    reader = FeedReader()
    heard = [reader.read(line) for each in pen.told for line in format_lines(each)]
    assert [each.so_far for each in heard if each] == [""] * 4 + ["One 4 so far.", "Two 4s so far."]
    lines = [line for each in pen.told[4:] for line in format_lines(each)]
    assert len(lines) == 2
    assert all(("Ann" in line) is names for line in lines)
    assert list(moments_of(pen.told[-1])) == [], "no lamp flashes again"
    counts.on_event(after(challenge, ROUND[4]))
    assert pen.told[-1].so_far == ""


def test_a_reader_who_comes_late_or_misses_a_line_waits_for_the_next_whole_game() -> None:
    happened = told(WHOLE[0])
    lines = [line for each in happened for line in format_lines(each)]
    reader = FeedReader()
    assert [reader.read(line) for line in lines[3:]] == [None] * len(lines[3:])
    assert reader.read("no line at all") is None
    assert [reader.read(line) for line in (*lines[:2], *lines[4:])][2:] == [None] * len(lines[4:])
    whole = replace(happened[-1], fresh=happened[-1].record.events, before=None)
    assert [reader.read(line) for line in format_lines(whole)][-1] == whole


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
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
    feed.on_event(replace(happened[-1], game_id=8, fresh=happened[-1].record.events, before=None))
    feed.close()
    names = happened[-1].record.game.players
    assert not [line for line in lines for name in names if re.search(rf"\b{re.escape(name)}\b", line)]
    assert "Seat 1" in lines[0]
    assert lines[-1] == "closed"
