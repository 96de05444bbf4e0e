"""The feed on this machine: a file or standard output, and the owner's Unix socket."""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import stat
import threading
from collections.abc import Callable
from pathlib import Path

from companion.share.feed.happening import Happening
from companion.share.feed.lines import format_lines
from companion.text import say, say_os_fault

MOST_WAITING = 10_000
"""Happenings that wait for a reader; beyond this the feed ends."""
GOODBYE_S = 2.0
"""How long the end of an evening waits for the reader."""


class WrittenFeed:
    """Writes a game to a file or standard output, unbuffered.

    ``complain`` is told once, on another thread, why nothing can be written any more.
    """

    def __init__(self, out: int, complain: Callable[[str], None]) -> None:
        """``out``: an open descriptor, which the caller closes after ``close``."""
        self._out, self._complain = out, complain
        self._waiting: queue.Queue[Happening | Callable[[], str] | None] = queue.Queue(MOST_WAITING)
        self._ended = False
        self._writer = threading.Thread(target=self._write_all, name="feed", daemon=True)
        self._writer.start()

    def on_event(self, happening: Happening) -> None:
        self._put(happening)

    def write_later(self, line: Callable[[], str]) -> None:
        """``line`` is called on the writing thread."""
        self._put(line)

    def _put(self, waiting: Happening | Callable[[], str]) -> None:
        if self._ended:
            return
        try:
            self._waiting.put_nowait(waiting)
        except queue.Full:
            self._ended = True
            _complain_later(self._complain, say("feed.stuck"))

    def close(self) -> None:
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            self._ended = True
        self._writer.join(GOODBYE_S)

    def _write_all(self) -> None:
        try:
            while (waiting := self._waiting.get()) is not None:
                lines = format_lines(waiting) if isinstance(waiting, Happening) else (waiting(),)
                left = "".join(line + "\n" for line in lines).encode()
                while left:
                    left = left[os.write(self._out, left) :]
        except OSError as fault:
            if not self._ended:
                self._ended = True
                self._complain(say_os_fault(fault))


def _complain_later(complain: Callable[[str], None], reason: str) -> None:
    """On another thread: the terminal may be what does not read."""
    threading.Thread(target=complain, args=(reason,), daemon=True).start()


MOST_CLIENTS = 32
MOST_WAITING_FOR_ONE = 1_000
"""Happenings that wait for one client; a slower client is disconnected."""


class SocketFeed:
    """Sends a game to every program that connects, first the whole game so far. Raises OSError without a
    socket.

    A dead program's socket is replaced; any other file of that name is kept (FileExistsError). ``complain``
    is told, on another thread, of each client that was too slow.
    """

    def __init__(self, path: Path, complain: Callable[[str], None] = lambda reason: None) -> None:
        self._path, self._complain = path, complain
        self._newest: Happening | None = None
        self._clients: set[_Client] = set()
        self._lock = threading.Lock()
        self._listening = _listen(path)
        threading.Thread(target=self._welcome, name="feed socket", daemon=True).start()

    def on_event(self, happening: Happening) -> None:
        with self._lock:
            self._newest = happening
            for each in tuple(self._clients):
                if not each.take(happening):
                    self._clients.discard(each)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            clients, self._clients = self._clients, set()
        for each in clients:
            each.end()
        self._path.unlink(missing_ok=True)

    def _welcome(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with self._lock:
                self._clients = {each for each in self._clients if each.is_there}
                if len(self._clients) >= MOST_CLIENTS:
                    connection.close()
                    continue
                client = _Client(connection, self._complain)
                if self._newest is not None:
                    client.take(self._newest.whole)
                self._clients.add(client)


class _Client:
    def __init__(self, connection: socket.socket, complain: Callable[[str], None]) -> None:
        self._connection, self._complain = connection, complain
        self._waiting: queue.Queue[Happening | None] = queue.Queue(MOST_WAITING_FOR_ONE)
        self._sender = threading.Thread(target=self._send_all, name="feed client", daemon=True)
        self._sender.start()

    @property
    def is_there(self) -> bool:
        return self._sender.is_alive()

    def take(self, happening: Happening) -> bool:
        """False if the client has gone, or was disconnected as too slow."""
        try:
            self._waiting.put_nowait(happening)
        except queue.Full:
            self._connection.close()
            _complain_later(self._complain, say("feed.slow"))
            return False
        return self.is_there

    def end(self) -> None:
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._sender.join(GOODBYE_S)
        self._connection.close()

    def _send_all(self) -> None:
        with contextlib.suppress(OSError), self._connection:
            while (happening := self._waiting.get()) is not None:
                self._connection.sendall("".join(f"{line}\n" for line in format_lines(happening)).encode())


def _listen(path: Path) -> socket.socket:
    if path.exists() or path.is_symlink():
        if not stat.S_ISSOCK(path.lstat().st_mode) or _answers(path):
            raise FileExistsError(f"{path} is there already")
        path.unlink()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        listening.bind(os.fspath(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(mask)
    listening.listen(MOST_CLIENTS)
    return listening


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(os.fspath(path))
        except OSError:
            return False
        return True
