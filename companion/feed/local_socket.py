"""The feed for other programs on this machine: a Unix socket that only its owner may open."""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import stat
import threading
from dataclasses import replace
from pathlib import Path

from companion.feed.happening import Happening
from companion.feed.lines import lines_of

MOST_CLIENTS = 32
MOST_WAITING = 1_000
"""Happenings that may wait for one client; a client that reads no faster is sent away."""
GOODBYE_S = 2.0


class SocketFeed:
    """Follows a game to every program that connects; each first gets the whole game as it stands.

    Raises OSError where the socket cannot be made. A socket that a dead program left is replaced; any other
    file of that name is kept and refused (FileExistsError).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._newest: Happening | None = None
        self._clients: set[_Client] = set()
        self._lock = threading.Lock()
        self._listening = _listen(path)
        threading.Thread(target=self._welcome, name="feed socket", daemon=True).start()

    def told(self, happening: Happening) -> None:
        """Send the happening to every client (``companion.feed.happening.Follower``)."""
        with self._lock:
            self._newest = happening
            for each in tuple(self._clients):
                if not each.take(happening):
                    self._clients.discard(each)

    def close(self) -> None:
        """Send what waits, then close the socket and remove its file."""
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
                client = _Client(connection)
                if self._newest is not None:
                    client.take(_whole(self._newest))
                self._clients.add(client)


class _Client:
    """One program that follows, and what still waits for it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._waiting: queue.Queue[Happening | None] = queue.Queue(MOST_WAITING)
        self._sender = threading.Thread(target=self._send_all, name="feed client", daemon=True)
        self._sender.start()

    @property
    def is_there(self) -> bool:
        return self._sender.is_alive()

    def take(self, happening: Happening) -> bool:
        """Have it sent; False where this client has gone, or reads too slowly and is sent away."""
        try:
            self._waiting.put_nowait(happening)
        except queue.Full:
            self._connection.close()
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
                self._connection.sendall("".join(f"{line}\n" for line in lines_of(happening)).encode())


def _whole(happening: Happening) -> Happening:
    """The game so far, for somebody who has seen none of it."""
    return replace(happening, fresh=happening.record.events, before=None)


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
    """Whether a living program listens there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(os.fspath(path))
        except OSError:
            return False
        return True
