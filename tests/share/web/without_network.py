"""A reader whose network goes, in a network of its own: ``unshare --user --map-root-user --net`` starts this.

The network is switched off below both ends, so no end of the connection is ever told. Prints whether the
reader had read, and whether the server held its connection just then and later.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import socket
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from companion.share.web import Newest, addresses, serve_page
from companion.share.web.scoreboard import BOARD

TOKEN = "for-the-tests"
PATIENCE_S = 90.0
SIOCSIFFLAGS, UP = 0x8914, 1
ESTABLISHED = "01"
HERE = "127.0.0.1"


def switch(on: bool) -> None:
    """The loopback of this network (netdevice(7))."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        fcntl.ioctl(asked, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP if on else 0))


def held(port: int) -> bool:
    """Whether the server has a connection (proc(5), net/tcp)."""
    rows = [line.split() for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    return any(row[1].endswith(f":{port:04X}") and row[3] == ESTABLISHED for row in rows)


async def _vanish() -> dict[str, bool]:
    listening = addresses.listen(addresses.Address(HERE, 0))
    address = addresses.listening_at(listening)
    newest, ended = Newest("first"), asyncio.Event()

    async def feed() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            newest.publish(str(number))
            await asyncio.sleep(0.05)

    serving = asyncio.create_task(serve_page([listening], TOKEN, newest, BOARD, feed()))
    reader, writer = await asyncio.open_connection(HERE, address.port)
    writer.write(f"GET /{TOKEN}/events HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
    read = b"data:" in await reader.readuntil(b"data:")
    switch(False)
    told = {"read": read, "held_at_once": held(address.port)}
    until = time.monotonic() + PATIENCE_S
    while held(address.port) and time.monotonic() < until:
        await asyncio.sleep(0.1)
    told["held_later"] = held(address.port)
    ended.set()
    writer.transport.abort()
    await serving
    return told


if __name__ == "__main__":
    addresses.DEAD_AFTER_MS = 2_000
    switch(True)
    print(json.dumps(asyncio.run(_vanish())))
