"""``cups-up scoreboard``: a game's score as a page for browsers (docs/scoreboard.md)."""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import ExitStack

from companion.cli.terminal.arguments import plain_path
from companion.cli.terminal.outlet import complain
from companion.cli.wiring.options import add_no_names
from companion.cli.wiring.pages import SCOREBOARD as ME
from companion.cli.wiring.pages import (
    add_page,
    announce_page,
    kept_token,
    listening_sockets,
    refuse_in_json,
)
from companion.text import say

SERVED, NOT_SERVED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="source", type=_place, default="-", metavar="WHERE", help=say("arg.scoreboard.from")
    )
    add_page(parser, say("arg.scoreboard.listen"))
    add_no_names(parser)
    parser.add_argument("--json", action="store_true", help=say("arg.json"))


def run(args: argparse.Namespace) -> int:
    """Serves until the feed on standard input ends, or the command is stopped."""
    refuse = refuse_in_json if args.json else complain
    try:
        from companion.share.web import INPUT, is_there, serve, source_of, why_never
    except ImportError:
        refuse(ME, say("scoreboard.no_package", python=sys.executable))
        return NOT_SERVED
    with ExitStack() as stack:
        listening = listening_sockets(stack, args.listen or [""], ME, refuse)
        if listening is None:
            return NOT_SERVED
        place, never = ME if args.source == INPUT else args.source, why_never(args.source)
        if never is not None:
            refuse(place, never)
            return NOT_SERVED
        try:
            token = kept_token(args.token)
        except ValueError as fault:
            refuse(ME, str(fault))
            return NOT_SERVED
        announce_page(listening, token, as_json=args.json)
        if not is_there(args.source):
            complain(place, say("scoreboard.not_yet"))
        asyncio.run(serve(listening, token, source_of(args.source), names=not args.no_names))
    return SERVED


def _place(text: str) -> str:
    plain_path(text.removeprefix("unix:"))
    return text
