"""The picture of a reveal on the scoreboard: only with its verdict, and only while that stands."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play.modes.dice.views import BiddingScene, SeatView
from companion.rules import BidMade
from companion.share.web.board_view import JPEG, Picture, picture_in, picture_line, times_line
from companion.share.web.scoreboard import Board
from companion.share.web.servers import RevealsOnBoard
from companion.share.web.sources import Read
from tests.made_views import made
from tests.share.happened import ROUND
from tests.share.web.samples import feed_of, message_in, served

pytestmark = pytest.mark.slow

GAME, REVEAL = 7, len(ROUND)
SHOT = Picture(GAME, REVEAL, JPEG + b"the dice")


def told_by(board: Board, *lines: str) -> object:
    """What the page is told of the picture after these lines."""
    board.take(Read(lines))
    return json.loads(board.message())["picture"]


def test_a_picture_is_shown_with_its_verdict_and_goes_with_the_next_bid() -> None:
    board = Board()
    assert told_by(board, *feed_of().splitlines()) is None
    assert told_by(board, picture_line(SHOT)) == "reveal-7-5.jpg"
    assert board.picture == SHOT
    assert told_by(board, *feed_of((*ROUND, BidMade(0, 1, 2))).splitlines()) is None
    assert board.picture is None


def test_no_picture_is_shown_while_dice_are_covered_or_of_another_reveal() -> None:
    bidding = Board()
    assert told_by(bidding, *feed_of(ROUND[:3]).splitlines(), picture_line(Picture(GAME, 3, JPEG))) is None
    other = Board()
    for wrong in (Picture(GAME, REVEAL - 1, JPEG), Picture(GAME + 1, REVEAL, JPEG)):
        assert told_by(other, *feed_of().splitlines(), picture_line(wrong)) is None


@pytest.mark.parametrize(
    "line",
    [
        '{"picture": ',
        '{"picture": 3}',
        '{"picture": {"game": 7, "number": 5, "jpeg": "!"}}',
        '{"picture": {"game": 1e999, "number": 5, "jpeg": "/9j/"}}',
        '{"picture": {"game": 7, "number": "x", "jpeg": "/9j/"}}',
        '{"picture": {"game": 7, "number": 5, "jpeg": "PGh0bWw+"}}',
        json.dumps({"picture": {"game": 7, "number": 5, "jpeg": base64.b64encode(JPEG * 300_000).decode()}}),
    ],
)
def test_what_is_no_small_jpeg_is_no_picture_and_the_feed_goes_on(line: str) -> None:
    board = Board()
    assert picture_in(line) is None
    assert told_by(board, *feed_of().splitlines(), line) is None
    assert told_by(board, picture_line(SHOT)) == SHOT.name


def test_the_players_clocks_are_told_and_go_where_there_are_none() -> None:
    board = Board()
    board.take(Read((*feed_of().splitlines(), times_line(("4:59", "10:00")))))
    assert json.loads(board.message())["times"] == ["4:59", "10:00"]
    board.take(Read(('{"times": 3}',)))
    assert json.loads(board.message())["times"] == []


def test_a_page_is_told_the_clocks_each_time_that_they_change_and_once_it_is_switched_on() -> None:
    class Board:
        url: str | None = "http://here/"

        def __init__(self) -> None:
            self.lines: list[str] = []

        def show_later(self, line: Callable[[], str]) -> None:
            self.lines.append(line())

    board = Board()
    told = RevealsOnBoard(board)
    view = made(1, BiddingScene)
    seat = SeatView(0, "Ann", 5, 0, (), True, False, False, None, False, time="4:59")
    clocks = replace(view, scene=replace(view.scene, game=replace(view.scene.game, seats=(seat, seat))))
    told.show(view)
    told.show(clocks)
    told.show(clocks)
    assert board.lines == [times_line(("4:59", "4:59"))]
    board.url = "http://elsewhere/"
    told.show(clocks)
    told.show(view)
    assert board.lines[1:] == [board.lines[0], times_line(())]


def test_the_picture_is_there_for_those_who_know_the_token_until_the_game_goes_on() -> None:
    with served() as running:
        running.feed(feed_of() + picture_line(SHOT) + "\n")
        with running.events() as stream:
            while json.loads(message_in(stream))["picture"] is None:
                pass
        status, _, headers = running.get(SHOT.name)
        assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "image/jpeg", "no-store")
        assert running.get(f"/guess-this-one/{SHOT.name}")[0] == 404
        running.feed(feed_of((*ROUND, BidMade(0, 1, 2))))
        with running.events() as stream:
            while json.loads(message_in(stream))["picture"] is not None:
                pass
        assert running.get(SHOT.name)[0] == 404
