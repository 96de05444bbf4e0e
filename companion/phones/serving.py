"""The phones' server: a process of its own, which only the table that started it can tell anything."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket

from companion.phones.house import House
from companion.phones.site import MOST_READERS, PhoneSite
from companion.phones.table_line import TableLine
from companion.scoreboard.addresses import address_of, hosts_of, listen, listening_at
from companion.scoreboard.server import serve_app
from companion.text.speech import use_language

PORT = 8038
MOST_REQUESTS = MOST_READERS + 60


def main() -> int:
    """Listen at an address, say where in one line, then serve until the table has gone."""
    parser = argparse.ArgumentParser(prog="companion.phones")
    parser.add_argument("language")
    parser.add_argument("listen")
    args = parser.parse_args()
    use_language(args.language)
    try:
        listening = listen(address_of(args.listen, PORT))
    except ValueError as fault:
        reason: str | None = str(fault)
    except OSError as fault:
        reason = fault.strerror or str(fault)
    else:
        with listening:
            address = listening_at(listening)
            print(json.dumps({"url": f"http://{address.shown_host}:{address.port}/"}), flush=True)
            asyncio.run(_serve(listening))
        return 0
    print(json.dumps({"refused": reason}), flush=True)
    return 1


async def _serve(listening: socket.socket) -> None:
    house = House()
    line = TableLine(house.take)
    site = PhoneSite(house, line, hosts_of((listening_at(listening),)))
    await serve_app(site.app, (listening,), line.listen(), house.close, MOST_REQUESTS)
