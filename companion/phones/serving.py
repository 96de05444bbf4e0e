"""The phones' server: a process of its own, which only the table that started it can tell anything."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket

import uvicorn

from companion.phones.house import House
from companion.phones.site import MOST_READERS, PhoneSite
from companion.phones.table_line import TableLine
from companion.scoreboard.addresses import address_of, hosts_of, listen, listening_at
from companion.scoreboard.impatient import ImpatientProtocol
from companion.text.speech import use_language

PORT = 8038
GOODBYE_S = 1
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
    server = _Server(house, _config(site))
    hearing = asyncio.create_task(_hear(line, server))
    try:
        await server.serve(sockets=[listening])
    finally:
        hearing.cancel()


async def _hear(line: TableLine, server: uvicorn.Server) -> None:
    await line.listen()
    server.should_exit = True


def _config(site: PhoneSite) -> uvicorn.Config:
    return uvicorn.Config(
        site.app,
        http=ImpatientProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_REQUESTS,
        timeout_graceful_shutdown=GOODBYE_S,
    )


class _Server(uvicorn.Server):
    """Ends the streams first: they would never end by themselves."""

    def __init__(self, house: House, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.close()
        await super().shutdown(sockets)
