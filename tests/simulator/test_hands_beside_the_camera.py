"""While the simulated camera draws a picture, hands lay cards and move cups, and no touch waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.cli.wiring.calibrator import calibrator_of
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening
from companion.core.frame import Frame, NotYet
from companion.core.reading import CardsLying
from companion.devices.cameras import supervisor
from companion.play.modes.setup.views import MeasureLens, NameTable, SetUpTable
from companion.simulator import Scene, SimulatedCardTable, SimulatedTable

PATIENCE_S = 20.0
SMALL = (640, 360)


class Held:
    """Holds a drawing in its middle until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        assert self.let_go.wait(PATIENCE_S)


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], Held]:
    """Has a method wait in its middle."""

    def hold(owner: object, name: str) -> Held:
        held, method = Held(), getattr(owner, name)

        def slowly(*given: object) -> object:
            held()
            return method(*given)

        monkeypatch.setattr(owner, name, slowly)
        return held

    return hold


@pytest.fixture
def camera() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as camera:
        yield camera


@pytest.fixture
def hands() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as hands:
        yield hands


def done_meanwhile(
    drawing: Callable[[], Frame],
    act: Callable[[], None],
    held: Held,
    camera: ThreadPoolExecutor,
    hands: ThreadPoolExecutor,
) -> None:
    drawn = camera.submit(drawing)
    assert held.begun.wait(PATIENCE_S)
    acted = hands.submit(act)
    try:
        acted.result(PATIENCE_S / 2)
    finally:
        held.let_go.set()
    drawn.result(PATIENCE_S)


def test_cards_are_laid_while_a_picture_is_drawn_and_the_next_one_shows_them(
    camera: ThreadPoolExecutor, hands: ThreadPoolExecutor, hold: Callable[[object, str], Held]
) -> None:
    table, right = SimulatedCardTable(3, SMALL), SimulatedCardTable(3, SMALL)
    table.lay(CardsLying((), ("7S",), 3, 0, 1, 1))
    held = hold(table._faces, "picture")
    done_meanwhile(table.latest, lambda: table.lay(CardsLying((), ("KH",), 3, 0, 1, 1)), held, camera, hands)
    right.lay(CardsLying((), ("KH",), 3, 0, 1, 1))
    assert (table._seen(0).scene == right._seen(0).scene).all()


def test_cups_move_while_a_picture_is_drawn_and_the_next_one_shows_them(
    camera: ThreadPoolExecutor, hands: ThreadPoolExecutor, hold: Callable[[object, str], Held]
) -> None:
    table, right = SimulatedTable(2, 3, SMALL), SimulatedTable(2, 3, SMALL)
    for each in (table, right):
        each.deal((3, 3), (), 1)
    held = hold(table._scenery, "composed")
    done_meanwhile(table.latest, table.lift, held, camera, hands)
    right.lift()
    assert (table._seen(0).scene == right._seen(0).scene).all()


def test_a_touch_waits_no_longer_for_the_simulated_camera_than_for_a_real_one(
    tmp_path: Path, hold: Callable[[object, str], Held]
) -> None:
    opened = open_camera("simulated", Simulation(seed=3, size=SMALL))
    held = hold(opened.camera, "latest")
    camera = Evening(tmp_path / "games.sqlite3", opened, None).equipment.camera
    assert camera is not None
    assert camera.latest() is None, "it is still being drawn"
    held.let_go.set()
    camera.close()


def test_however_slow_the_machine_draws_its_picture_is_waited_for(
    tmp_path: Path, hold: Callable[[object, str], Held], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "ANSWER_TIMEOUT_S", 0.0)
    opened = open_camera("simulated", Simulation(seed=3, size=SMALL))
    held = hold(opened.camera, "capture")
    camera = Evening(tmp_path / "games.sqlite3", opened, None).equipment.camera
    assert camera is not None
    with pytest.raises(NotYet):
        camera.capture(0)
    held.let_go.set()
    camera.close()


def test_the_desk_is_drawn_while_a_name_is_chosen_and_no_touch_waits_for_a_board(
    tmp_path: Path, hold: Callable[[object, str], Held]
) -> None:
    the_table, a_board = hold(Scene, "table_picture"), hold(Scene, "board_picture")
    set_up = calibrator_of(open_camera("simulated", Simulation(seed=3, size=SMALL)), tmp_path)
    assert set_up is not None
    table = set_up.take(1, None, SetUpTable(0))
    assert the_table.begun.wait(PATIENCE_S)
    the_table.let_go.set()
    for command in (NameTable(1, "Den"), MeasureLens(2)):
        table = set_up.take(command.number + 1, table.calibration, command)
    assert a_board.begun.wait(PATIENCE_S)
    assert set_up.follow(table) is table, "it is still being drawn"
    a_board.let_go.set()
