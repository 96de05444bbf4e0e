"""``--phones``: the server for players' phones, a process of its own beside the table (docs/phones.md)."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.scoreboard_here import KINDER, end_server, first_line, is_local
from companion.phones.desk import PhoneDesk
from companion.text.speech import say, spoken

ME = "companion play --phones"
HERE = "127.0.0.1:8038"
"""Where the server listens if nobody names another address."""
MOST_WAITING = 1_000
"""Lines that may wait for a server that does not read; then it is left alone."""


def add_phones(parser: argparse.ArgumentParser) -> None:
    """The option that this module answers for."""
    parser.add_argument(
        "--phones", nargs="?", const=HERE, metavar="ADDRESS", help=say("arg.play.phones", here=HERE)
    )


@contextmanager
def phones_of(args: argparse.Namespace) -> Iterator[PhoneDesk | None]:
    """The phones' desk, its server running; ``None`` where nobody asked for one, or it does not start."""
    if args.phones is None:
        yield None
        return
    desk = PhoneDesk(time.monotonic_ns, names=not args.no_names)
    process = _started(args.phones)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        told = json.loads(first_line(process.stdout) or "{}")
        if "url" not in told:
            complain(ME, say("phones.not_there", reason=told.get("refused") or say("scoreboard.no_start")))
            yield None
            return
        desk.url, desk.local = told["url"], is_local(told["url"])
        tell(say("phones.at", url=desk.url))
        if desk.local:
            tell(say("phones.only_here"))
        with _linked(desk, process.stdin, process.stdout):
            yield desk
    finally:
        end_server(process)


@contextmanager
def _linked(desk: PhoneDesk, to_server: IO[bytes], from_server: IO[bytes]) -> Iterator[None]:
    """Carry lines between the desk and its server, each way in a thread: the table waits for neither."""
    waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)

    def send(line: str) -> None:
        with contextlib.suppress(queue.Full):
            waiting.put_nowait(line)

    def write_all() -> None:
        with contextlib.suppress(OSError, ValueError):  # it has gone, or is closed
            while (line := waiting.get()) is not None:
                to_server.write(f"{line}\n".encode())
                to_server.flush()

    def hear_all() -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in from_server:
                desk.take(line.decode("utf-8", "replace"), send)

    desk.on_line = send
    send(desk.line())
    for each in (write_all, hear_all):
        threading.Thread(target=each, name=f"phones {each.__name__}", daemon=True).start()
    try:
        yield
    finally:
        desk.on_line = lambda _: None
        with contextlib.suppress(queue.Full):
            waiting.put_nowait(None)


def _started(address: str) -> subprocess.Popen[bytes]:
    python = [sys.executable, *(["-I"] if sys.flags.isolated else [])]
    process = subprocess.Popen(
        [*python, "-m", "companion.phones", spoken().language, address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + KINDER)
    return process
