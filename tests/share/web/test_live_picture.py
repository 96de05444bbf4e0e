"""The table's live picture for a stream: dice that lie open, and never what is there while cups are down.

As a program it measures what the picture takes: ``python tests/share/web/test_live_picture.py``.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.play.base.commands import (
    CallChallenge,
    Command,
    CorrectReading,
    EnterByHand,
    LeaveGame,
    NextRound,
    PlaceBid,
    PlayerLeaves,
    SetFace,
    Undo,
)
from companion.play.base.ports import Live
from companion.play.modes.dice.views import BiddingScene, CheckScene, OverScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import BackToTable, OpenSettings, PauseTable
from companion.share.web.board_view import NO_TABLE, table_in, table_line
from companion.share.web.page import BEAT_S
from companion.share.web.scoreboard import LIVE, MOST_ONLOOKERS
from companion.share.web.servers import LIVE_WIDEST_PX, OPEN_FOR_NS, TableOnBoard
from tests.play.evening import SIZE, Evening
from tests.share.web.samples import Served, served

pytestmark = pytest.mark.slow

COVERED, OPEN, EMPTY = 250, 140, 90
"""The greys of what the camera sees: cups over dice, open dice, no game."""
PATIENCE_S = 20.0


class Onlooker:
    """A client that reads the stream as OBS does: part after part, each a JPEG."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._link = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE_S)
        self._link.request("GET", f"{parts.path}{LIVE}")
        self.answer = self._link.getresponse()
        self.greys: list[int] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        if self.answer.status == 200:
            self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):  # it was closed
            self._read_parts()

    def _read_parts(self) -> None:
        if self.answer.readline() != b"--picture\r\n":
            return
        while self.answer.readline() == b"Content-Type: image/jpeg\r\n":
            length = int(self.answer.readline().partition(b":")[2])
            assert self.answer.readline() == b"\r\n"
            jpeg = self.answer.read(length)
            assert self.answer.readline() + self.answer.readline() == b"\r\n--picture\r\n"
            self.greys.append(grey_of(jpeg))

    def wait_for(self, grey: int) -> None:
        """Until the newest picture is of this grey."""
        until = time.monotonic() + PATIENCE_S
        while not self.greys or not self.is_like(self.greys[-1], grey):
            assert time.monotonic() < until, self.greys
            time.sleep(0.01)

    @staticmethod
    def is_like(grey: int, other: int) -> bool:
        return abs(grey - other) < 8

    def close(self) -> None:
        """Go away, and wait until nothing more is read."""
        if self._link.sock is not None:
            self._link.sock.shutdown(socket.SHUT_RDWR)
        if self._thread.ident is not None:
            self._thread.join(PATIENCE_S)
        self.answer.close()
        self._link.close()


def grey_of(jpeg: bytes) -> int:
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert pixels is not None
    return round(float(pixels.mean()))


class Board:
    """A scoreboard that is on: a real server, which gets each line at once."""

    def __init__(self, running: Served | None = None) -> None:
        self.url: str | None = "http://here/"
        self.lines: list[str] = []
        self._running = running

    def show_later(self, line: Callable[[], str]) -> None:
        self.lines.append(line())
        if self._running is not None:
            self._running.feed(self.lines[-1] + "\n")


class Servers:
    """What a table knows of its servers."""

    brokers, club_round = (), None

    def __init__(self, table: TableOnBoard) -> None:
        self.onlookers = table


class Watched:
    """An evening with a camera whose picture says what lies on the table, and somebody who looks on."""

    def __init__(self, path: Path, board: Board, live: Live = Live.DICE) -> None:
        self.table = TableOnBoard(board)
        self.evening = Evening(path / "games.sqlite3", servers=Servers(self.table))
        self.lies = EMPTY
        assert self.evening.camera is not None
        self.evening.camera.latest = self._latest  # type: ignore[method-assign]
        self.table.switch(live)

    def _latest(self) -> Frame:
        self.evening.clock.ns += 250_000_000
        return Frame(np.full((SIZE[1], SIZE[0], 3), self.lies, np.uint8), self.evening.clock())

    def look(self) -> None:
        """The camera's next pictures."""
        for _ in range(3):
            self.evening.controller.idle()

    def begin(self) -> None:
        self.evening.begin()
        self.lies = COVERED
        self.look()

    def reveal(self) -> None:
        self.evening.bid(4, 4)
        self.look()
        self.evening.challenge(1)
        self.look()
        self.lies = OPEN
        self.evening.lift((4, 4, 2, 3, 6), (5, 5, 2, 3, 6))
        self.look()


@pytest.fixture
def watched_at(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    sat: list[Watched] = []

    def sit_down(board: Board, live: Live = Live.DICE) -> Watched:
        sat.append(Watched(tmp_path, board, live))
        return sat[-1]

    yield sit_down
    for each in sat:
        each.evening.close()


SitDown = Callable[..., Watched]


@pytest.fixture
def running() -> Iterator[Served]:
    with served() as found:
        yield found


def test_a_stream_shows_the_open_dice_and_is_dark_while_cups_are_down(
    watched_at: SitDown, running: Served
) -> None:
    watched = watched_at(Board(running))
    watched.begin()
    onlooker = until_there(running)
    watched.reveal()
    onlooker.wait_for(OPEN)
    watched.evening.do(NextRound)
    watched.lies = COVERED
    watched.look()
    onlooker.wait_for(24)
    assert not [grey for grey in onlooker.greys if onlooker.is_like(grey, COVERED)]
    assert onlooker.answer.headers["Content-Type"] == "multipart/x-mixed-replace; boundary=picture"
    assert onlooker.answer.headers["Cache-Control"] == "no-store"
    onlooker.close()


def until_there(running: Served) -> Onlooker:
    """Who comes as soon as the server has a picture."""
    until = time.monotonic() + PATIENCE_S
    while (onlooker := Onlooker(running.url)).answer.status != 200:
        assert time.monotonic() < until
        onlooker.close()
        time.sleep(0.05)
    return onlooker


@pytest.mark.parametrize("live", [Live.DICE, Live.BOARD])
def test_whatever_is_touched_no_picture_of_lowered_cups_leaves(
    live: Live, watched_at: SitDown, running: Served
) -> None:
    chance, watched = random.Random(f"{live} 50"), watched_at(Board(running), live)
    watched.look()
    onlooker = until_there(running)
    for _ in range(150):
        touch_something(watched, chance)
        watched.look()
    onlooker.wait_for(round(float(grey_of(table_in(watched.table._board.lines[-1]) or b""))))
    sent = {round(each, -1) for each in map(sent_grey, watched.table._board.lines) if each is not None}
    assert OPEN in sent
    assert sent <= {OPEN, EMPTY if live is Live.BOARD else 20, 20}
    assert not [grey for grey in onlooker.greys if onlooker.is_like(grey, COVERED)]
    onlooker.close()


def sent_grey(line: str) -> int | None:
    jpeg = table_in(line)
    return None if jpeg is None else grey_of(jpeg)


def touch_something(watched: Watched, chance: random.Random) -> None:
    """A touch, and what the players do with their cups: down after *Next round*, up after a challenge."""
    evening = watched.evening
    scene, game = evening.view.scene, None
    commands: list[tuple[type[Command], dict[str, object]]] = [
        (Undo, {}),
        (PauseTable, {}),
        (OpenSettings, {}),
    ]
    match scene:
        case WelcomeScene():
            watched.lies = EMPTY
            watched.look()
            watched.begin()
            return
        case BiddingScene():
            game = scene.game
            quantity = 1 if game.bid is None else 40
            commands += [(PlaceBid, {"quantity": quantity, "face": 2})]
            callers = [seat.seat for seat in game.seats if seat.may_challenge]
            commands += [(CallChallenge, {"players": tuple(callers[:1])})] * 3 if callers else []
            commands += [(PlayerLeaves, {"player": 1})] if chance.random() < 0.1 else []
        case RevealScene():
            if chance.random() < 0.5:
                watched.lies = OPEN
                hands = [tuple(chance.choices(range(1, 7), k=seat.dice)) for seat in scene.game.seats]
                evening.lift(*hands)
                return
            commands += [(EnterByHand, {})]
        case CheckScene():
            commands += [(SetFace, {"seat": 0, "slot": 0, "face": 3})]
        case VerdictScene():
            commands += [(NextRound, {})] * 4 + [(CorrectReading, {})]
        case OverScene():
            commands += [(LeaveGame, {})]
        case _:
            commands += [(BackToTable, {})] * 5
    kind, fields = chance.choice(commands)
    evening.do(kind, **fields)
    if isinstance(evening.view.scene, BiddingScene):
        watched.lies = COVERED


def test_the_empty_board_is_a_still_of_before_the_game(watched_at: SitDown) -> None:
    board = Board()
    watched = watched_at(board, Live.BOARD)
    watched.look()
    assert sent_grey(board.lines[-1]) == EMPTY
    watched.begin()
    watched.reveal()
    assert sent_grey(board.lines[-1]) == OPEN
    watched.evening.do(NextRound)
    watched.lies = COVERED
    watched.look()
    assert sent_grey(board.lines[-1]) == EMPTY


def test_some_seconds_after_a_reveal_the_last_picture_stays() -> None:
    board = Board()
    table = TableOnBoard(board, Live.DICE)
    frame = np.full((48, 64, 3), OPEN, np.uint8)
    assert table.want(5)
    table.see(Frame(frame, 1), 5)
    assert table.want(5)
    table.see(Frame(frame, 1 + OPEN_FOR_NS), 5)
    assert not table.want(5)
    assert table.want(7), "dice of the next reveal"
    assert len(board.lines) == 2


def test_nothing_is_wanted_while_it_or_the_scoreboard_is_off() -> None:
    board = Board()
    assert not TableOnBoard(board).want(5)
    table = TableOnBoard(board, Live.DICE)
    table.switch(Live.OFF)
    assert board.lines == [NO_TABLE]
    assert not table.want(5)
    table.switch(Live.DICE)
    board.url = None
    assert not table.want(5)


def test_a_picture_that_waits_gives_way_to_the_newest_and_to_lowered_cups() -> None:
    waiting: list[Callable[[], str]] = []

    class Slow:
        url = "http://here/"

        def show_later(self, line: Callable[[], str]) -> None:
            waiting.append(line)

    table = TableOnBoard(Slow(), Live.DICE)
    for grey in (OPEN, OPEN + 40):
        table.see(Frame(np.full((48, 64, 3), grey, np.uint8), 1), 5)
    assert len(waiting) == 1
    assert sent_grey(waiting[0]()) == OPEN + 40
    table.see(Frame(np.full((48, 64, 3), OPEN, np.uint8), 2), 5)
    table.see_nothing()
    assert [sent_grey(line()) for line in waiting[1:]] == [24, 24]


def test_a_picture_is_small_whatever_the_camera_gives() -> None:
    board = Board()
    noise = np.random.default_rng(1).integers(0, 255, (2592, 4608, 3), np.uint8)
    TableOnBoard(board, Live.DICE).see(Frame(cv2.GaussianBlur(noise, (0, 0), 9), 1), 5)
    jpeg = table_in(board.lines[0])
    assert jpeg is not None
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    assert pixels.shape == (540, LIVE_WIDEST_PX, 3)


def test_it_needs_the_token_and_has_few_places_and_ends_when_it_is_switched_off(running: Served) -> None:
    assert running.get(LIVE)[0] == 404, "nothing is shown yet"
    running.feed(table_line(cv2.imencode(".jpg", np.full((9, 16, 3), OPEN, np.uint8))[1].tobytes()) + "\n")
    looking = [until_there(running) for _ in range(MOST_ONLOOKERS)]
    assert running.get(f"/guess-this-one/{LIVE}")[0] == 404
    assert running.get(LIVE)[0] == 503
    assert running.get(LIVE, "POST")[0] == 405
    running.feed(NO_TABLE + "\n")
    for each in looking:
        each._thread.join(PATIENCE_S)
        assert not each._thread.is_alive()
        each.close()
    assert running.get(LIVE)[0] == 404
    assert BEAT_S < PATIENCE_S


SECONDS = 20


def measure() -> None:
    """Four pictures a second of a full HD camera for 20 s, two onlookers: each side's share of a core."""
    photo = cv2.imread("docs/pictures/table.jpg")
    assert photo is not None
    pixels = cv2.resize(photo, (1920, 1080))
    with served() as running:
        table = TableOnBoard(Board(running), Live.DICE)
        table.see(Frame(pixels, 1), 1)
        onlookers = [until_there(running) for _ in range(2)]
        began, here, there = time.monotonic(), time.process_time(), seconds_of(running.process.pid)
        for turn in range(4 * SECONDS):
            table.see(Frame(np.roll(pixels, turn, 1), turn * 250_000_000), turn // 8)
            time.sleep(max(0.0, began + turn / 4 - time.monotonic()))
        spent = time.process_time() - here, seconds_of(running.process.pid) - there
        took = time.monotonic() - began
        size = len(table_in(table._board.lines[-1]) or b"") // 1000
        print(f"a picture {size} kB; table {spent[0] / took:.1%}, server {spent[1] / took:.1%}")
        for each in onlookers:
            each.close()


def seconds_of(process: int) -> float:
    """Processor time that it has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    measure()
