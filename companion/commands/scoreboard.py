"""``companion scoreboard``: how a game stands, as one page for browsers (docs/scoreboard.md)."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import sys
from contextlib import ExitStack

from companion.commands.terminal.arguments import plain_path
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.feed_here import add_no_names
from companion.commands.wiring.scoreboard_here import ME, TOKEN, announce
from companion.text.speech import say

SERVED, NOT_SERVED = 0, 1
_TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--from", dest="source", type=_place, default="-", metavar="WHERE", help=say("arg.scoreboard.from")
    )
    parser.add_argument(
        "--listen", action="append", default=[], metavar="ADDRESS", help=say("arg.scoreboard.listen")
    )
    parser.add_argument("--token", type=_token, metavar="WORD", help=say("arg.scoreboard.token"))
    add_no_names(parser)
    parser.add_argument("--json", action="store_true", help=say("arg.json"))


def run(args: argparse.Namespace) -> int:
    """Serve until the feed on standard input ends, or somebody ends the command."""
    try:
        from companion.scoreboard.guard import new_token
        from companion.scoreboard.serving import serve
        from companion.scoreboard.sources import source_of
    except ImportError:
        complain(ME, say("scoreboard.no_package", python=sys.executable))
        return NOT_SERVED
    with ExitStack() as stack:
        listening = _listening(stack, args.listen or [""])
        if listening is None:
            return NOT_SERVED
        token = args.token or os.environ.get(TOKEN) or new_token()
        _announce(listening, token, as_json=args.json)
        asyncio.run(serve(listening, token, source_of(args.source), names=not args.no_names))
    return SERVED


def _listening(stack: ExitStack, places: list[str]) -> list[socket.socket] | None:
    """Sockets that listen at these places; ``None`` where one of them cannot be had."""
    from companion.scoreboard.addresses import address_of, listen

    found = []
    for place in dict.fromkeys(places):
        try:
            found.append(stack.enter_context(listen(address_of(place))))
        except ValueError as fault:
            complain(place, str(fault))
            return None
        except OSError as fault:
            complain(place or ME, fault.strerror or str(fault))
            return None
    return found


def _announce(listening: list[socket.socket], token: str, *, as_json: bool) -> None:
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


def _place(text: str) -> str:
    plain_path(text.removeprefix("unix:"))
    return text
