"""A camera that was late: looked for while it is missed, used by the running session, closed in the end."""

from __future__ import annotations

import queue
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.calibration.errors import ProfileError
from companion.commands.wiring.camera_search import CameraSearch
from companion.commands.wiring.evening import Evening, session_of
from companion.frame import CameraGone, Frame
from companion.hardware.choose import Opened
from companion.journal.store import Store
from companion.play.commands import ResumeGame
from companion.play.views import Scene, TableView
from companion.rules.events import BidMade, Challenged, GameBegun
from companion.text import say

LIMIT_S = 20.0


class LateCamera:
    """A real camera's shape; grey pictures."""

    name = "late camera"

    def __init__(self) -> None:
        self.closed = False

    def latest(self) -> Frame | None:
        return None if self.closed else Frame(np.full((48, 64, 3), 90, np.uint8), 1)

    def capture(self, after_ns: int) -> Frame:
        raise CameraGone("no picture is wanted here")

    def close(self) -> None:
        self.closed = True


class Misses:
    """A session as the search knows it."""

    def __init__(self) -> None:
        self.misses_camera = True
        self.told: list[str] = []

    def tell(self, sentence: str) -> None:
        self.told.append(sentence)


def test_it_looks_only_while_a_camera_is_missed_and_until_one_is_found() -> None:
    session, answers = Misses(), [False, True]
    search = CameraSearch(session, lambda: answers.pop(0), every_s=None)
    session.misses_camera = False
    search.look_once()
    assert len(answers) == 2
    session.misses_camera = True
    for left in (1, 0, 0):
        search.look_once()
        assert len(answers) == left


def test_a_table_that_cannot_be_had_is_said_once() -> None:
    session = Misses()

    def look() -> bool:
        raise ProfileError("there is no table 'den'")

    search = CameraSearch(session, look, every_s=None)
    search.look_once()
    search.look_once()
    assert session.told == ["there is no table 'den'"]


def test_a_game_of_real_dice_takes_its_camera_without_a_restart(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite3"
    with Store(journal, lambda: datetime.now(UTC)) as store:
        game_id = store.begin_game(GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 2),), opener=0))
        store.append(game_id, BidMade(0, 2, 5))
        store.append(game_id, Challenged(1))
    camera, plugged_in = LateCamera(), [False]
    found = Evening(journal, Opened(camera, None, "late camera"), None)
    evening = Evening(journal, Opened(None, None, "no camera"), None)
    views: queue.SimpleQueue[TableView] = queue.SimpleQueue()
    with session_of(with_search(evening, lambda: found if plugged_in[0] else None)) as session:
        session.on_view = views.put
        session.tell("the table is set")
        welcome = until(views, lambda view: view.fault == "The table is set.")
        session.send(ResumeGame(welcome.number, game_id))
        waiting = until(views, lambda view: view.scene is Scene.REVEAL)
        assert (waiting.fault, waiting.has_camera) == (say("table.waiting"), False)
        plugged_in[0] = True
        assert until(views, lambda view: view.has_camera).fault == "The late camera is back."
        assert not camera.closed
    assert camera.closed


def with_search(evening: Evening, look_again: object) -> Evening:
    return replace(evening, look_again=look_again, look_every_s=0.01)


def until(views: queue.SimpleQueue[TableView], wanted: object) -> TableView:
    while not wanted(view := views.get(timeout=LIMIT_S)):
        pass
    return view
