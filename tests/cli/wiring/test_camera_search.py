"""A camera that was late: looked for while it is missed, used by the running session, closed in the end."""

from __future__ import annotations

import queue
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.calibration import ProfileError
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, look_once, session_of
from companion.core.frame import CameraGone, Frame
from companion.devices import searching
from companion.journal import Store
from companion.play.base.commands import ResumeGame
from companion.play.modes.dice.views import RevealScene
from companion.play.views import TableView
from companion.rules import BidMade, Challenged, GameBegun
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
    session.misses_camera = False
    assert not look_once(session, lambda: answers.pop(0))
    assert len(answers) == 2
    session.misses_camera = True
    ended, looks = threading.Event(), []

    def look() -> bool:
        looks.append(look_once(session, lambda: answers.pop(0)))
        if looks[-1]:
            ended.set()
        return looks[-1]

    with searching(look, every_s=0.001):
        assert ended.wait(LIMIT_S)
        ended.wait(0.01)
    assert looks == [False, True]


def test_a_table_that_cannot_be_had_is_said_once() -> None:
    session = Misses()

    def look() -> bool:
        raise ProfileError("there is no table 'den'")

    assert look_once(session, look), "the search is over"
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
        waiting = until(views, lambda view: view.kind is RevealScene)
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
