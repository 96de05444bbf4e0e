"""A process that plays the same evening again and again, killed by SIGKILL at its first step, its second, …

Life number N plays on FOLDER/N.sqlite3 and writes what it has come to into FOLDER/N.log, a line each time.
The last life is not killed; it writes ``whole``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MOST_SECONDS = 120.0
MOST_LIVES = 1000


class Life:
    """Counts its steps and ends at the one it is told, by kill -9."""

    def __init__(self, folder: Path, number: int) -> None:
        self.path = folder / f"{number}.sqlite3"
        self._last_step, self._steps = number, 0
        self._log = os.open(folder / f"{number}.log", os.O_WRONLY | os.O_CREAT)

    def play(self) -> None:
        """The evening, from its first step to its last."""
        raise NotImplementedError(f"{type(self).__name__} plays nothing")

    def step(self) -> None:
        self._steps += 1
        if self._steps == self._last_step:
            os.kill(os.getpid(), signal.SIGKILL)

    def write(self, words: str) -> None:
        """A line of the log; what is written outlives the process."""
        os.write(self._log, f"{words}\n".encode())


def live(kind: type[Life], folder: Path) -> None:
    """Live until a life ends by itself; one that ends otherwise than by kill -9 ends all with an error."""
    for number in range(1, MOST_LIVES):
        child = os.fork()
        if child == 0:
            life = kind(folder, number)
            life.play()
            life.write("whole")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            sys.exit(os.WEXITSTATUS(status))
        if os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(1)


def live_through(script: str, folder: Path) -> None:
    """Run a script beside this one, which calls ``live``, to its end: ``python SCRIPT FOLDER``."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(
        [sys.executable, str(HERE / script), str(folder)],
        env=environment,
        timeout=MOST_SECONDS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def logs_of(folder: Path) -> list[Path]:
    """The log of each life, the first life's first."""
    return sorted(folder.glob("*.log"), key=lambda path: int(path.stem))
