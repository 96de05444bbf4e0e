"""A page for browsers, as the commands that serve one begin: where it listens, its token, its address."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
from collections.abc import Callable
from contextlib import ExitStack

from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.scoreboard_here import TOKEN, announce
from companion.text.speech import say

_TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)


def add_page(parser: argparse.ArgumentParser, listen: str) -> None:
    """The options of a page; ``listen`` explains where it is served."""
    parser.add_argument("--listen", action="append", default=[], metavar="ADDRESS", help=listen)
    parser.add_argument("--token", type=_token, metavar="WORD", help=say("arg.scoreboard.token"))


Refuse = Callable[[str, str], None]
"""Is told a place and why it cannot be had."""


def listening_sockets(
    stack: ExitStack, places: list[str], me: str, refuse: Refuse = complain
) -> list[socket.socket] | None:
    """Sockets that listen at these places; ``None`` where one of them cannot be had, which is said."""
    from companion.scoreboard.addresses import address_of, listen

    found = []
    for place in dict.fromkeys(places):
        try:
            found.append(stack.enter_context(listen(address_of(place))))
        except ValueError as fault:
            refuse(place, str(fault))
            return None
        except OSError as fault:
            refuse(place or me, fault.strerror or str(fault))
            return None
    return found


def token_here(given: str | None) -> str:
    """The token of the page's address: the given one, that of the environment, or a new one."""
    from companion.scoreboard.guard import new_token

    return given or os.environ.get(TOKEN) or new_token()


def complain_in_json(place: str, reason: str) -> None:
    """The reason for people, and for whoever reads the lines of ``--json``."""
    complain(place, reason)
    tell(json.dumps({"refused": reason}))


def announce_page(listening: list[socket.socket], token: str, *, as_json: bool) -> None:
    """Say where the page is."""
    from companion.scoreboard.addresses import listening_at

    urls = [listening_at(each).url(token) for each in listening]
    if as_json:
        tell(json.dumps({"urls": urls}))
    else:
        announce(urls)


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise argparse.ArgumentTypeError(say("scoreboard.no_token"))
    return text
