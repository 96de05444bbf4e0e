"""The table's own screen beside a crowd: ``crowd_at_screen.py [READERS] [ROUNDS]``.

Starts ``cups-up play`` with scoreboard, its pictures and phones, and touches its real screen. The rounds
take turns: alone, with a crowd, with the crowd and unruly visitors. Every frame is drawn, also while nothing
moves. Says frames a second, the time between two frames and from a touch to its answer on the screen, and
their ratios. Where others use the machine, ``nice -n -10`` before it keeps them out of the figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import tests.ui.screenless  # noqa: F401  (a window without a display)
from companion.__main__ import main as companion
from companion.play.base.commands import Command
from companion.play.session import Session
from companion.ui.app import OpeningApp
from companion.ui.environment import configure_window

if TYPE_CHECKING:
    from tests.share.web.played_screen import Played

Told = dict[str, object]
ARMS = ("alone", "crowd", "unruly")
SIZE = 800, 480
READERS, ROUNDS = 100, 8


@dataclass
class Times:
    """What the rounds of one kind came to, in seconds."""

    gaps: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    readers: list[Told] = field(default_factory=list)
    processor: dict[str, float] = field(default_factory=lambda: {"table": 0.0, "servers": 0.0})

    def figures(self) -> dict[str, float]:
        gaps, answers = sorted(self.gaps), sorted(self.answers)
        whole = sum(gaps)
        return {
            "frames a second": len(gaps) / whole,
            "gap, 99 % (ms)": 1000 * gaps[int(0.99 * len(gaps))],
            "longest gap (ms)": 1000 * gaps[-1],
            "touch to answer, median (ms)": 1000 * median(answers),
            "touch to answer, 90 % (ms)": 1000 * answers[int(0.9 * len(answers))],
            "touch to answer, longest (ms)": 1000 * answers[-1],
            "the table's processor (% of a core)": 100 * self.processor["table"] / whole,
            "the servers' processor (% of a core)": 100 * self.processor["servers"] / whole,
        }


class Readers:
    """The crowd's process."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        call = [sys.executable, str(Path(__file__).with_name("readers.py"))]
        self.process = subprocess.Popen(call, stdin=pipe, stdout=pipe, text=True)
        self.heard()

    def tell(self, told: Told) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()

    def heard(self) -> Told:
        assert self.process.stdout is not None
        found: Told = json.loads(self.process.stdout.readline())
        return found


def main() -> int:
    """Measure."""
    given = tuple(map(int, sys.argv[1:3]))
    readers, rounds = (*given, *(READERS, ROUNDS)[len(given) :])
    crowd, times = Readers(), {arm: Times() for arm in ARMS}
    playing: list[Played] = []
    sending = Session.send

    def send(session: Session, command: Command) -> None:
        for each in playing:
            each.sent(command)
        sending(session, command)

    def run(app: OpeningApp) -> None:
        from tests.share.web.played_screen import on_screen

        with on_screen(app) as played:
            playing.append(played)
            try:
                _play(played, crowd, times, readers, rounds)
            except Exception:  # the command has one sentence for it
                traceback.print_exc()
                raise

    Session.send = send  # type: ignore[method-assign, assignment]  # each command is told
    OpeningApp.run = run
    configure_window(SIZE, fullscreen=False)
    free = "127.0.0.1:0"
    with crowd.process, tempfile.TemporaryDirectory() as home:
        words = ["--language", "en", "play", "--camera", "simulated", "--home", home, "--seed", "3"]
        size = ["--size", "x".join(map(str, SIZE))]
        status = companion([*words, *size, "--scoreboard", free, "--scoreboard-pictures", "--phones", free])
        crowd.process.terminate()
    if status == 0:
        _tell(times)
    return status


def _play(played: Played, crowd: Readers, times: dict[str, Times], readers: int, rounds: int) -> None:
    played.round()  # the first one warms everything up
    for number in range(rounds * len(ARMS)):
        turn, place = divmod(number, len(ARMS))
        arm = ARMS[place] if turn % 2 else ARMS[-1 - place]
        if arm != "alone":
            crowd.tell({**played.invitation(), "readers": readers, "unruly": arm == "unruly"})
        played.measure(times[arm], but=crowd.process.pid)
        if arm != "alone":
            crowd.tell({"leave": True})
            times[arm].readers.append(crowd.heard())
        print(f"{number + 1} of {rounds * len(ARMS)}: {arm}", file=sys.stderr)


def _tell(times: dict[str, Times]) -> None:
    found = {arm: each.figures() for arm, each in times.items()}
    print(f"{'':38}" + "".join(f"{arm:>9}" for arm in ARMS) + "   to alone")
    for name, alone in found["alone"].items():
        ratios = "  ".join(f"{found[arm][name] / alone:.2f}" for arm in ARMS[1:]) if alone else ""
        print(f"{name:38}" + "".join(f"{found[arm][name]:9.1f}" for arm in ARMS) + f"   {ratios}")
    for arm in ARMS[1:]:
        print(arm, times[arm].readers)


if __name__ == "__main__":
    sys.exit(main())
