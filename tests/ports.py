"""Ports of this machine for other programs' servers, or for nobody: handed out by the kernel, and kept."""

from __future__ import annotations

import atexit
import socket

HERE = "127.0.0.1"


def kept_port() -> int:
    """A port that only a server which is given it can take, until this process ends.

    Its socket never listens. Servers set SO_REUSEADDR, so they share it; the kernel hands it to nobody else.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind((HERE, 0))
    atexit.register(kept.close)
    return int(kept.getsockname()[1])
