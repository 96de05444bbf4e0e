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
from collections.abc import Callable, Iterator
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


class NoPhones(Exception):
    """The server did not start; the message says why."""


class SwitchedPhones:
    """The phones' desk, and a server for it that can be switched on and off; it is off at first.

    Phones that are in stay the players' own: they come back by themselves when the server does.
    """

    def __init__(self, names: bool = True) -> None:
        """Without ``names`` the phones show players by their seats."""
        self.desk = PhoneDesk(time.monotonic_ns, names=names)
        self._process: subprocess.Popen[bytes] | None = None
        self._unlink: Callable[[], None] = lambda: None

    @property
    def url(self) -> str | None:
        """Where phones join; ``None`` while it is off, or where the server has died."""
        process = self._process
        return self.desk.url if process is not None and process.poll() is None else None

    def open(self, address: str) -> None:
        """Listen there and nowhere else. Raises ``NoPhones``; then it is off."""
        self.shut()
        process = _started(address)
        assert process.stdin is not None
        assert process.stdout is not None
        told = json.loads(first_line(process.stdout) or "{}")
        if "url" not in told:
            end_server(process)
            raise NoPhones(told.get("refused") or say("scoreboard.no_start"))
        self.desk.url, self.desk.local = told["url"], is_local(told["url"])
        self._unlink = _linked(self.desk, process.stdin, process.stdout)
        self._process = process

    def shut(self) -> None:
        """Nothing listens any more."""
        process, self._process = self._process, None
        if process is not None:
            self._unlink()
            end_server(process)


@contextmanager
def phones_of(args: argparse.Namespace) -> Iterator[SwitchedPhones]:
    """The phones, switched on where somebody asked for it; one that cannot start is said, and missed."""
    phones = SwitchedPhones(names=not args.no_names)
    try:
        if args.phones is not None:
            _switch_on(phones, args.phones)
        yield phones
    finally:
        phones.shut()


def _switch_on(phones: SwitchedPhones, address: str) -> None:
    try:
        phones.open(address)
    except NoPhones as fault:
        complain(ME, say("phones.not_there", reason=str(fault)))
        return
    tell(say("phones.at", url=phones.desk.url))
    if phones.desk.local:
        tell(say("phones.only_here"))


def _linked(desk: PhoneDesk, to_server: IO[bytes], from_server: IO[bytes]) -> Callable[[], None]:
    """Carry lines between the desk and its server, each way in a thread: the table waits for neither.

    Gives what ends that.
    """
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

    def unlink() -> None:
        desk.on_line = lambda _: None
        with contextlib.suppress(queue.Full):
            waiting.put_nowait(None)

    desk.on_line = send
    send(desk.line())
    for each in (write_all, hear_all):
        threading.Thread(target=each, name=f"phones {each.__name__}", daemon=True).start()
    return unlink


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
