"""How long the kept games take to open, by the processor's time: ``tests/ui/measure_history.py HOME``.

With ``--at-once`` a player's figures are opened before anything was counted ahead.

HOME holds a journal, for instance one of ``python -m tests.journal.statistics.evenings HOME 1000``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import tests.ui.screenless  # noqa: F401  (a window without a display)
from companion.cli.wiring.past import KeptPast
from companion.journal import JOURNAL_NAME, Store
from companion.play.base.commands import Command
from companion.play.modes.history.views import (
    BackToGames,
    HistoryScene,
    LoadGames,
    LookBack,
    OpenFigures,
    OpenGame,
)
from companion.play.tables import Services
from companion.ui.environment import configure_window
from tests.play.driven import Driven

STEPS = 300
"""Of scrolling, one line each."""


def spent_ms(act: Callable[[], object]) -> float:
    """The processor's time for it, in ms."""
    before = time.process_time()
    act()
    return (time.process_time() - before) * 1000


def measure(path: Path) -> None:
    """Open the list, a page of it, a game and a player's figures, and scroll."""
    configure_window((800, 480), fullscreen=False)
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.ui.art.theme import THEME
    from companion.ui.stage import Stage

    THEME.motion = 0.0
    EventLoop.ensure_window()
    with Store(path, lambda: datetime.now(UTC)) as journal:
        table = Driven(Services(journal, lambda: 0, past=KeptPast(journal, path)))
        stage = Stage(send=lambda command: None, leave=lambda: None)
        Window.add_widget(stage)
        stage.show(table.view)
        EventLoop.idle()

        def draw() -> None:
            stage.show(table.view)
            EventLoop.idle()

        def do(kind: type[Command], **fields: object) -> None:
            spent = spent_ms(lambda: table.do(kind, **fields))
            screen = spent_ms(draw)
            print(f"{kind.__name__:12} {spent:5.0f} ms off the screen, {screen:4.0f} ms on it")

        def count_ahead() -> None:
            """Nobody touches anything until all games are counted."""
            turns = []
            while table.controller.wait_s is not None:
                turns.append(spent_ms(table.controller.idle))
            print(f"counted ahead: {sum(turns):.0f} ms in {len(turns)} portions, at most {max(turns):.0f} ms")

        do(LookBack)
        if "--at-once" not in sys.argv:
            count_ahead()
        for kind, fields in (
            (LoadGames, {"at": 500}), (OpenGame, {"game_id": 500}), (BackToGames, {}),
            (OpenFigures, {"name": "Ann"}), (BackToGames, {}),
        ):  # fmt: skip
            do(kind, **fields)
        games = stage.screen.ids.games
        steps, rows = [], len(table.view.of(HistoryScene).scene.rows)
        for step in range(STEPS):
            games.scroll_y = 1 - step / rows
            steps.append(spent_ms(EventLoop.idle))
        print(f"scrolling by a line: {sum(steps) / STEPS:.0f} ms, at most {max(steps):.0f} ms")


if __name__ == "__main__":
    measure(Path(sys.argv[1]) / JOURNAL_NAME)
