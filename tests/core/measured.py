"""Commands that read pictures, each in a process of its own whose memory is measured.

``getrusage`` would count the memory of the process that it is forked from, too.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

from companion.cli.wiring.cameras import Chooser
from companion.core.frame import CameraGone
from companion.devices import Cameras
from companion.devices.cameras.supervisor import Openings
from tests.forked import FORKED

MOST_KB = 400_000
MOST_ADDRESSES = 3_000_000_000
"""It only keeps a fault from taking the machine: libraries reserve far more than they use."""
TOO_MUCH = 99
PATIENCE_S = 300.0


def status_of(command: Callable[[list[str]], int], words: list[str]) -> int | None:
    """What it gives; ``TOO_MUCH`` where it held more than 400 MB at once."""
    child = FORKED.Process(target=_measured, args=(command, words, dict(os.environ)))
    child.start()
    child.join()
    return child.exitcode


def _measured(command: Callable[[list[str]], int], words: list[str], environment: dict[str, str]) -> None:
    os.environ.update(environment)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    status = command(words)
    held = int(Path("/proc/self/status").read_text(encoding="ascii").partition("VmHWM:")[2].split()[0])
    sys.exit(status if held < MOST_KB else TOO_MUCH)


def folder_as_camera(words: list[str]) -> int:
    """Asks for one picture more than there are; how many were not to be had."""
    chooser = Chooser(cameras=Cameras(openings=Openings(PATIENCE_S)))
    camera, refused = chooser.open(words[0]).camera, 0
    assert camera is not None
    for _ in range(3):
        try:
            camera.capture(0)
        except CameraGone:
            refused += 1
    return refused
