"""``cups-up count``: an object a roll, from photographs or as soon as dice lie still before the camera."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.cli import count
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.core.frame import CameraGone, Frame
from companion.play.looking import AGAIN_S
from companion.play.modes.counting.views import CountingScene, CountRolls
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import RollEye, TableReader
from companion.rules import FACES
from companion.simulator import SimulatedTable, Throws
from tests.clocks import ManualClock


def _photo(table: SimulatedTable) -> bytes:
    encoded: np.ndarray = cv2.imencode(".png", table.capture(0).pixels)[1]
    return encoded.tobytes()


@pytest.fixture(scope="module")
def thrown() -> SimulatedTable:
    table = SimulatedTable(seed=4)
    Throws(table).throw(6)
    return table


@pytest.fixture
def photo(thrown: SimulatedTable, tmp_path: Path) -> str:
    path = tmp_path / "würfe.png"
    path.write_bytes(_photo(thrown))
    return str(path)


def _truth(table: SimulatedTable) -> dict[str, int]:
    faces = [face for seat in table.truth() for face in seat]
    return {str(face): faces.count(face) for face in FACES}


def test_a_photograph_is_an_object_with_the_keys_that_were_agreed(
    photo: str, thrown: SimulatedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", photo, "--json", "--at-least", "4"]) == 0
    faces = _truth(thrown)
    assert json.loads(capsys.readouterr().out) == {
        "image": photo,
        "dice": 6,
        "unread": 0,
        "faces": faces,
        "stars": 0,
        "sum": sum(int(face) * number for face, number in faces.items()),
        "at_least": {"face": 4, "count": faces["4"] + faces["5"] + faces["6"]},
    }


def test_standard_input_is_a_photograph_and_nothing_is_counted_unasked(
    thrown: SimulatedTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(_photo(thrown))))
    assert main(["count", "-", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["image"], told["dice"], told["at_least"]) == ("-", 6, None)


def test_a_file_that_is_no_photograph_is_one_line_and_the_others_are_counted(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing")
    assert main(["count", str(broken), photo]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{photo}: 6 dice, ")
    assert (told.err.count("\n"), told.err.startswith(str(broken))) == (1, True)


@pytest.mark.parametrize("words", [["--watch"], ["--camera", "simulated"]])
def test_a_photograph_and_the_camera_are_not_counted_together(
    photo: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", photo, *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("wrong", ["0", "7", "four", "-1"])
def test_at_least_is_a_face(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["count", "--at-least", wrong])
    assert ended.value.code == 2
    assert "from 1 to 6" in capsys.readouterr().err


def test_a_camera_or_a_set_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--camera", "none"], ["--camera", "/no/such.mp4"], ["--camera", str(tmp_path)]):
        assert main(["count", *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["count", "--set", "no-such-set"]) == 2


@pytest.mark.slow
def test_the_camera_is_read_once_as_soon_as_dice_lie_still(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--camera", "simulated", "--json", "--dice", "7", "--seed", "2"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["image"], each["dice"]) for each in told] == [("simulated table", 7)]


@pytest.mark.slow
def test_forty_dice_are_counted_within_a_second_throw_after_throw_and_none_wrongly() -> None:
    clock = ManualClock(1)
    table = SimulatedTable(seed=11, clock=clock)
    throws = Throws(table)
    throws.throw(40)
    thrown_ns = clock.ns
    for seen in islice(count.rolls(table, RollEye(Eye()), clock.wait), 3):
        true = _truth(table)
        missing = sum(true[str(face)] - number for face, number in zip(FACES, seen.roll.counts, strict=True))
        assert all(number <= true[str(face)] for face, number in zip(FACES, seen.roll.counts, strict=True))
        assert (seen.roll.dice, seen.roll.unread) == (40, missing)
        assert missing <= 2
        assert clock.ns - thrown_ns < 1e9
        clock.wait(2)
        throws.throw(40)
        thrown_ns = clock.ns


class Pulled:
    """The simulated table's camera, which is gone for the looks in ``gone``."""

    name, live_is_small = "USB camera 0", False

    def __init__(self, table: SimulatedTable, gone: range) -> None:
        self._table, self._gone, self._looks = table, gone, 0

    def latest(self) -> Frame | None:
        self._looks += 1
        if self._looks in self._gone:
            raise CameraGone("USB camera 0 is gone: check its cable")
        return self._table.latest()


@pytest.mark.slow
def test_a_camera_that_was_pulled_is_waited_for_only_if_roll_after_roll_is_counted() -> None:
    clock = ManualClock(1)
    table = SimulatedTable(seed=11, clock=clock)
    Throws(table).throw(5)
    waited = count.rolls(Pulled(table, range(1, 9)), RollEye(Eye()), clock.wait, waits=True)
    assert next(waited).roll.dice == 5
    assert clock.ns > 8 * AGAIN_S * 1e9
    with pytest.raises(CameraGone):
        next(count.rolls(Pulled(table, range(1, 9)), RollEye(Eye()), clock.wait))


@pytest.mark.slow
def test_the_first_screen_of_an_evening_counts_what_its_table_throws(tmp_path: Path) -> None:
    opened = open_camera("simulated", Simulation(2, 4))
    views: list[TableView] = []
    evening = Evening(tmp_path / "games.sqlite3", opened, TableReader(Eye()), 4, viewers=(views.append,))
    with session_of(evening) as session:

        def waited_for(what: Callable[[TableView], object]) -> TableView:
            until = time.monotonic() + 30
            while not (views and what(views[-1])) and time.monotonic() < until:
                time.sleep(0.05)
            return views[-1]

        first = waited_for(lambda view: view.kind is WelcomeScene)
        session.send(CountRolls(first.number))
        rolled = waited_for(lambda view: view.kind is CountingScene and view.scene.rolls)
        lying = [face for hand in opened.cups.truth() for face in hand]
    assert {each.face: each.count for each in rolled.scene.tallies[0].faces} == {
        face: lying.count(face) for face in FACES
    }
