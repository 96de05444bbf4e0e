"""What the whole app takes at the table: memory, and processor time while it waits for bids.

``measure`` starts the real app in its own process, at the simulated table. It plays a round to its verdict,
then waits for the next bid.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.measuring.this_machine import of_lines, python_words
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.core.allocator import spare_memory
from companion.play.base import commands
from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, CheckScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.session import Session
from companion.play.views import TableView
from companion.recognition.table.table_eye import TableReader
from companion.text import say

if TYPE_CHECKING:  # it opens a window
    from companion.ui import OpeningApp

MOST_MB, MOST_IDLE_PERCENT = 250.0, 10.0
"""Issue 6: of memory, and of one core while waiting for bids."""
SETTLE_S, IDLE_S = 3.0, 20.0
STEP_S = 0.25
READY = "waiting for bids with textures of"
"""What the app prints when it waits, followed by the bytes of its textures."""
RENDERERS = ("libLLVM", "swrast", "libgallium", "libz3")
"""Mesa's renderer for machines without a graphics chip, and its libraries."""
SIZE = (800, 480)
SEED = 5
DESKTOP = "the desktop's"
"""The figures' word for a display that is not drawn off screen."""


@dataclass(frozen=True, slots=True)
class TableCost:
    """Megabytes (10^6 bytes) of resident memory now and at most, percent of one core, and the time.

    ``renderer_mb``: a software renderer's libraries. ``textures_mb``: pictures on the screen, in this memory
    without a graphics chip. ``own_mb``: the app's own on any machine, by a second run without drawing, less
    those libraries; ``None`` if it failed. The rest of ``now_mb`` is the renderer's.
    """

    now_mb: float
    peak_mb: float
    renderer_mb: float
    textures_mb: float
    own_mb: float | None
    idle_percent: float
    over_s: float
    display: str

    @property
    def within(self) -> bool:
        return self.peak_mb <= MOST_MB and self.idle_percent <= MOST_IDLE_PERCENT


class BenchError(RuntimeError): ...


def measure() -> TableCost:
    """One round in a fresh process, then again without drawing. Raises ``BenchError``."""
    environment = dict(os.environ)
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        environment.setdefault("SDL_VIDEODRIVER", "offscreen")
    with _played(environment) as (app, textures_mb):
        began_s, began = cpu_seconds(app), time.monotonic()
        time.sleep(IDLE_S)
        over_s = time.monotonic() - began
        share = 100 * (cpu_seconds(app) - began_s) / over_s
        now_mb, peak_mb = status_mb(app, "VmRSS"), status_mb(app, "VmHWM")
        renderer_mb = mapped_mb(app, RENDERERS)
    display = environment.get("SDL_VIDEODRIVER") or DESKTOP
    own_mb = _own_mb(environment)
    return TableCost(now_mb, peak_mb, renderer_mb, textures_mb, own_mb, share, over_s, display)


def _own_mb(environment: dict[str, str]) -> float | None:
    """Memory of a run without drawing, less a software renderer's libraries."""
    try:
        with _played(environment | {"KIVY_GL_BACKEND": "mock"}, complaints=subprocess.DEVNULL) as (app, _):
            return status_mb(app, "VmRSS") - mapped_mb(app, RENDERERS)
    except BenchError:
        return None


@contextmanager
def _played(environment: dict[str, str], complaints: int | None = None) -> Iterator[tuple[int, float]]:
    """Waits after its round: process id, and textures in 10^6 bytes."""
    words = python_words("from companion.cli.measuring.whole_app import main; sys.exit(main())")
    with subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True
    ) as app:
        try:
            said = app.stdout.readline().strip() if app.stdout else ""
            ready, _, textures = said.rpartition(" ")
            if ready != READY:
                raise BenchError(say("bench.not_measured", said=said) if said else say("bench.ended"))
            time.sleep(SETTLE_S)
            yield app.pid, int(textures) / 1e6
        finally:
            app.kill()


def story(cost: TableCost) -> str:
    display = say("bench.desktop") if cost.display == DESKTOP else cost.display
    now, peak, limit = f"{cost.now_mb:.0f}", f"{cost.peak_mb:.0f}", f"{MOST_MB:.0f}"
    percent, most = f"{cost.idle_percent:.1f}", f"{MOST_IDLE_PERCENT:.0f}"
    return "\n".join(
        (
            say("bench.app", now=now, peak=peak, limit=limit, display=display),
            say("bench.renderer", mb=f"{cost.renderer_mb:.0f}", textures=f"{cost.textures_mb:.0f}"),
            say("bench.no_own") if cost.own_mb is None else say("bench.own", mb=f"{cost.own_mb:.0f}"),
            say("bench.idle", percent=percent, seconds=f"{cost.over_s:.0f}", limit=most),
        )
    )


def cpu_seconds(process: int, proc: Path = Path("/proc")) -> float:
    """User and system (proc(5), fields 14 and 15 of stat)."""
    after_name = (proc / str(process) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def status_mb(process: int, name: str, proc: Path = Path("/proc")) -> float:
    """10^6 bytes; Linux gives KiB."""
    return int(of_lines(proc / str(process) / "status", ":")[name].split()[0]) * 1024 / 1e6


def mapped_mb(process: int, libraries: tuple[str, ...], proc: Path = Path("/proc")) -> float:
    """Resident pages of files with one of these words in their path, 10^6 bytes (proc(5), smaps)."""
    kib, counts = 0, False
    for line in (proc / str(process) / "smaps").read_text(encoding="utf-8", errors="replace").splitlines():
        first, _, rest = line.partition(" ")
        if "-" in first and not first.endswith(":"):
            counts = any(library in rest for library in libraries)
        elif counts and first == "Rss:":
            kib += int(rest.split()[0])
    return kib * 1024 / 1e6


# --- the process that is measured ---------------------------------------------------------------


def next_command(view: TableView) -> commands.Command | None:
    """The next touch; ``None`` when the second round's first bid is due."""
    number = view.number
    match view.scene:
        case WelcomeScene():
            return commands.NewGame(number, "milton-bradley", ("Ann", "Bob", "Cy", "Dee"), (("dice", 5),), 0)
        case BiddingScene() if view.scene.game.round_number == 1:
            return (
                commands.PlaceBid(number, 6, 5)
                if view.scene.game.bid is None
                else commands.CallChallenge(number, (1,))
            )
        case RevealScene():
            return commands.CupsAreUp(number)
        case CheckScene():
            return tapped(view.of(CheckScene))
        case VerdictScene():
            return commands.NextRound(number)
    return None


def tapped(view: View[CheckScene]) -> commands.Command:
    """A face for the first doubt; all dice by hand if a hand is impossible; else takes them."""
    for hand in view.scene.hands:
        for slot, die in enumerate(hand.slots):
            if die.face is None:
                return commands.SetFace(view.number, hand.seat, slot, 3)
    return commands.AcceptReading(view.number) if view.scene.may_accept else commands.EnterByHand(view.number)


class _Player:
    def __init__(self, session: Session) -> None:
        self._session, self._asked, self._said = session, -1, False

    def step(self) -> None:
        view = self._session.view
        command = next_command(view)
        if command is not None and view.number != self._asked:
            self._asked = view.number
            self._session.send(command)
        elif _is_second_round(view) and not self._said:
            self._said = True
            from companion.ui import texture_bytes

            print(READY, texture_bytes(), flush=True)


def _is_second_round(view: TableView) -> bool:
    return isinstance(view.scene, BiddingScene) and view.scene.game.round_number > 1


def main() -> int:
    return _run(lambda session: (_Player(session).step, STEP_S))


def touched() -> int:
    """Prints how long a finger's press takes, as a JSON object."""
    from companion.simulator.rehearsal import Pressing

    pressing = Pressing()
    _run(lambda _: None, pressing.sees)
    if pressing.told is None:
        return 1
    print(json.dumps(pressing.told), flush=True)
    return 0


def _run(
    beat: Callable[[Session], tuple[Callable[[], None], float] | None],
    on_app: Callable[[OpeningApp], None] | None = None,
) -> int:
    spare_memory()
    from companion.recognition.pipeline.eye import Eye
    from companion.ui import AtTable, run_app

    opened = open_camera("simulated", Simulation(seed=SEED))
    with tempfile.TemporaryDirectory() as home:
        evening = Evening(Path(home) / "games.sqlite3", opened, TableReader(Eye()), SEED)
        with session_of(evening) as session:
            at = AtTable(session, on_beat=beat(session))
            return run_app(lambda: lambda: at, size=SIZE, on_app=on_app)
