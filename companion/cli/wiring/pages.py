"""Pages for browsers, as commands start them: where a page listens, its token, its address."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from companion.cli.terminal.outlet import complain, tell
from companion.journal import default_folder
from companion.share.web import TOKEN, PageToken, is_local, is_token
from companion.text import say, say_os_fault

SCOREBOARD = "cups-up scoreboard"
"""Its name in complaints."""


def add_page(parser: argparse.ArgumentParser, listen: str) -> None:
    parser.add_argument("--listen", action="append", default=[], metavar="ADDRESS", help=listen)
    parser.add_argument("--token", metavar="WORD", help=say("arg.scoreboard.token"))


Refuse = Callable[[str, str], None]
"""Takes a place and why it cannot be had."""


LOOK_EVERY_S = 10.0
"""Between two looks whether a network has come, as at the table."""


def listening_sockets(
    stack: ExitStack,
    places: list[str],
    me: str,
    refuse: Refuse = complain,
    wait: Callable[[float], None] = time.sleep,
) -> list[socket.socket] | None:
    """``None`` after reporting a place that cannot be had.

    Waits for a late network, but for readers of JSON: the table starts a page again itself.
    """
    found = []
    for place in dict.fromkeys(places):
        try:
            found.append(stack.enter_context(_listening(place, wait if refuse is complain else None)))
        except ValueError as fault:
            refuse(place, str(fault))
            return None
        except OSError as fault:
            refuse(place or me, say_os_fault(fault))
            return None
    return found


def _listening(place: str, wait: Callable[[float], None] | None) -> socket.socket:
    from companion.share.web import NoNetwork, address_of, listen

    told = ""
    while True:
        try:
            return listen(address_of(place))
        except NoNetwork as fault:
            if wait is None:
                raise
            if not told:
                told = str(fault)
                complain(place, told)
                complain(place, say("scoreboard.not_yet"))
            wait(LOOK_EVERY_S)


def kept_token(given: str | None, home: Path | None = None) -> str:
    """The given one, the environment's, or the kept one. Raises ValueError for an unusable word."""
    chosen = given if given is not None else os.environ.get(TOKEN) or None
    if chosen is not None and not is_token(chosen):
        raise ValueError(say("scoreboard.no_token"))
    return chosen or PageToken(home or default_folder(os.environ)).read()


def refuse_in_json(_: str, reason: str) -> None:
    """For readers of ``--json``, who tell people themselves."""
    tell(json.dumps({"refused": reason}))


def announce_page(
    listening: list[socket.socket], token: str, *, as_json: bool, organiser: str | None = None
) -> None:
    """Prints the address, and the organiser's, which has another token."""
    from companion.share.web import listening_at

    urls = [listening_at(each).url(token) for each in listening]
    theirs = [] if organiser is None else [listening_at(each).url(organiser) for each in listening]
    if as_json:
        tell(json.dumps({"urls": urls, **({"organiser": theirs} if theirs else {})}))
        return
    announce(urls)
    for each in theirs:
        tell(say("club.organiser_at", url=each))


def announce(urls: Sequence[str]) -> None:
    """Prints addresses, on a terminal with a code for phones."""
    for url in urls:
        tell(say("scoreboard.at", url=url))
    reachable = next((url for url in urls if not is_local(url)), None)
    if reachable is None:
        tell(say("scoreboard.only_here"))
    elif sys.stdout is not None and sys.stdout.isatty():
        import segno  # only where a page is served

        segno.make(reachable, error="m", micro=False).terminal(sys.stdout, compact=True)
