"""What the page shows of a game: only what lies open, and the bids of this round alone."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from companion.journal import replay_record
from companion.rules import BidMade, GameRecord, Phase, PlayerJoined, PlayerLeft
from companion.share.feed import Happening, format_lines
from companion.share.web import Newest, source_of, why_never
from companion.share.web.board_view import Shown, shown
from companion.share.web.scoreboard import Board
from companion.share.web.sources import GONE, Read, Splitter
from tests.share.happened import HANDS, ROUND, WHOLE, happenings
from tests.share.web.samples import feed_of


def test_bids_stand_until_the_reveal_and_the_verdict_until_the_next_bid() -> None:
    two_bids, called, verdict = (shown(happenings()[at]) for at in (2, 3, 4))
    assert [each.words for each in two_bids.bids] == ["two 4s", "three 4s"]
    assert two_bids.bid is not None
    assert (two_bids.bid.who, two_bids.bid.quantity) == ("Ben", 3)
    assert not called.revealed
    assert called.verdict is None
    assert (verdict.revealed, verdict.bids) == (True, ())
    assert verdict.verdict is not None
    assert [tuple(die.face for die in hand) for hand in verdict.verdict.dice] == [*HANDS]
    assert [die.counted for die in verdict.verdict.dice[0]] == [True, True, False, False, False]
    again = shown(happenings((*ROUND, BidMade(0, 1, 2)))[-1])
    assert not again.revealed
    assert [each.words for each in again.bids] == ["one 2"]


def _open_faces(page: Shown) -> int:
    shown_dice = sum(len(each.shown) for each in page.players)
    return shown_dice + sum(map(len, page.verdict.dice if page.verdict else ()))


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_every_recorded_game_can_be_shown_and_shows_only_open_dice(path: Path) -> None:
    whole = replay_record(path.read_bytes())
    record = GameRecord.begin(whole.events[0])
    for event in (None, *whole.events[1:]):
        record = record if event is None else record.apply(event)
        page = shown(Happening(1, happenings()[0].begun_at, record, (), None))
        game = record.game
        json.dumps(asdict(page))
        if hasattr(game, "rounds"):
            last = sum(map(len, game.rounds[-1].dice)) if game.rounds else 0
            assert _open_faces(page) == last + sum(map(len, game.shown))
            assert bool(page.ranking) == (game.phase is Phase.OVER)


def test_who_left_is_said_on_the_plate_and_when_it_happens() -> None:
    events = *ROUND, PlayerJoined("Dee", 2, 5), PlayerLeft(1)
    page = shown(happenings(events)[-1])
    assert page.turn.startswith("Ben leaves the game.")
    assert (page.players[1].note, page.players[1].left, page.players[1].out) == ("left", True, True)
    bid = shown(happenings((*events, BidMade(0, 1, 2)))[-1])
    assert bid.players[1].note == "left"
    assert "leaves" not in bid.turn


def test_the_count_so_far_stands_there_until_the_verdict() -> None:
    board = Board()
    lines = feed_of(ROUND[:4]).splitlines()
    called = happenings(ROUND[:4])[-1]
    counted = replace(called, fresh=(), before=None, so_far="Two 4s so far.")
    board.take(Read((*lines, *format_lines(counted))))
    told = json.loads(board.message())["shown"]
    assert (told["so_far"], told["revealed"]) == ("Two 4s so far.", False)
    board.take(Read(tuple(feed_of(ROUND).splitlines()[len(lines) :])))
    told = json.loads(board.message())["shown"]
    assert (told["so_far"], told["revealed"]) == ("", True)


def test_there_are_recorded_games() -> None:
    assert WHOLE


def test_the_board_speaks_the_language_of_its_table() -> None:
    feed = feed_of().replace('"language": "en"', '"language": "de"')
    board = Board()
    board.take(Read(tuple(feed.splitlines())))
    told = json.loads(board.message())
    assert (told["language"], told["bids"]) == ("de", "Gebote dieser Runde")
    assert told["shown"]["verdict"]["headline"] == "Nur zwei Vieren!"


def test_a_table_that_has_gone_is_said_and_its_game_stays() -> None:
    board = Board()
    board.take(Read(tuple(feed_of().splitlines())))
    board.take(GONE)
    told = json.loads(board.message())
    assert told["notice"] == "The table is not playing now."
    assert told["shown"]["players"][1]["held"] == 4


def test_a_slow_reader_gets_the_newest_message_and_not_those_between() -> None:
    async def read() -> list[bytes]:
        newest = Newest("first")
        stream = newest.events(beat_s=0.01)
        got = [await anext(stream), await anext(stream)]
        newest.publish("second")
        newest.publish("third")
        got += [await anext(stream), await anext(stream)]
        newest.close()
        return [*got, *[each async for each in stream]]

    told = asyncio.run(read())
    assert told == [
        b"retry: 2000\n\n",
        b"id: 1\ndata: first\n\n",
        b"id: 3\ndata: third\n\n",
        b"event: beat\ndata: .\n\n",
    ]


def test_lines_are_put_together_whole() -> None:
    splitter = Splitter()
    assert splitter.split(b'{"a"') == ()
    assert splitter.split(b": 1}\n\nb\nc") == ('{"a": 1}', "b")
    assert splitter.split(b"x" * 2_000_000) == ()
    assert splitter.split(b"d\n") == ("d",)


def test_a_file_that_grows_and_is_replaced_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"

    async def follow() -> list[Read]:
        source = source_of(str(path))
        got = [await anext(source)]
        path.write_text("one\n")
        got.append(await anext(source))
        with path.open("a") as more:
            more.write("two\n")
        got.append(await anext(source))
        path.unlink()
        path.write_text("anew\n")
        return [*got, await anext(source)]

    assert asyncio.run(follow()) == [GONE, Read(("one",)), Read(("two",)), Read(("anew",))]


def test_a_named_pipe_is_followed_and_who_writes_may_come_again(tmp_path: Path) -> None:
    path = tmp_path / "feed"
    os.mkfifo(path)

    async def follow() -> list[Read]:
        source, got = source_of(str(path)), []
        for text in ("one\n", "two\n"):
            got.append(await anext(source))
            with path.open("w") as writing:
                writing.write(text)
                writing.flush()
                got += [await anext(source), await anext(source)]
        return got

    quiet = Read(())
    assert asyncio.run(follow()) == [GONE, Read(("one",)), quiet, GONE, Read(("two",)), quiet]


@pytest.mark.slow
def test_what_a_folder_or_a_device_took_the_place_of_is_gone_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "feed"
    path.write_text("one\n")

    async def follow() -> list[Read]:
        source = source_of(str(path))
        got = [await anext(source)]
        path.unlink()
        path.mkdir()
        got.append(await anext(source))
        path.rmdir()
        path.symlink_to("/dev/zero")
        got.append(await anext(source))
        path.unlink()
        path.write_text("anew\n")
        return [*got, await anext(source)]

    assert asyncio.run(follow()) == [Read(("one",)), GONE, GONE, Read(("anew",))]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("", "is a folder"),
        ("/dev/null", "is not a regular file"),
        ("unix:", "is not a socket"),
        (f"unix:/{'a' * 200}", "is not a file name"),
        ("a\0b", "is not a file name"),
        ("a" * 300, "cannot be read: File name too long"),
        ("none", None),
        ("unix:/none", None),
    ],
)
def test_a_place_from_which_no_feed_can_come_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, reason: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    here = {"": str(tmp_path), "unix:": f"unix:{tmp_path}"}
    assert why_never(here.get(place, place)) == reason


PHOTOGRAPH = b"\xff\xd8\xff\xe0\0\x10JFIF\0\n{\0\n\xff\xd9"


@pytest.mark.parametrize("content", [PHOTOGRAPH, b"# Notes\n", WHOLE[0].read_bytes()])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert why_never(str(path)) == "is not the feed of a game: cups-up play --events writes one"


@pytest.mark.parametrize("before", ["", "half a line\n"])
def test_a_feed_is_taken_and_so_is_one_that_only_begins_or_was_torn(tmp_path: Path, before: str) -> None:
    path = tmp_path / "feed.jsonl"
    torn = "".join(feed_of().splitlines(keepends=True)[:1])[:-9] + "\n"
    for content in (before + feed_of() + "\n", '{"event": "ga', "", torn):
        path.write_text(content)
        assert why_never(str(path)) is None
