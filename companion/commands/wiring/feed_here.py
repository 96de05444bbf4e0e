"""``--events``, ``--scoreboard``, ``--no-names``: where the feed of a command's games goes (docs/feed.md)."""

from __future__ import annotations

import argparse
import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.commands.terminal.arguments import plain_path
from companion.commands.terminal.outlet import complain
from companion.commands.wiring.scoreboard_here import ME, NoScoreboard, SwitchedScoreboard, announce
from companion.feed.happening import Follower
from companion.feed.local_socket import SocketFeed
from companion.feed.unnamed import UnnamedFeed
from companion.feed.written import WrittenFeed
from companion.text.speech import say

SOCKET = "unix:"
"""What the address of a local socket begins with."""
BROKERS = ("mqtt://", "mqtts://")
"""What the address of a broker of MQTT begins with."""
HERE = "127.0.0.1:8037"
"""Where the scoreboard listens if nobody names another address."""
PASSWORD = "CUPS_UP_MQTT_PASSWORD"
"""The variable of the environment with the broker's password."""


class NoFeed(Exception):
    """The feed cannot be opened there: the place as it was given, and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason


def add_events(parser: argparse.ArgumentParser) -> None:
    """The option that this module answers for."""
    parser.add_argument(
        "--events", action="append", type=_place, default=[], metavar="WHERE", help=say("feed.help")
    )
    parser.add_argument(
        "--scoreboard", nargs="?", const=HERE, metavar="ADDRESS", help=say("arg.scoreboard", here=HERE)
    )
    add_no_names(parser)


def words_of(args: argparse.Namespace) -> list[str]:
    """What was said about the feed, for another command."""
    events = [f"--events={each}" for each in args.events]
    board = [] if args.scoreboard is None else [f"--scoreboard={args.scoreboard}"]
    return [*events, *board, *(["--no-names"] if args.no_names else [])]


def add_no_names(parser: argparse.ArgumentParser) -> None:
    """The option of a table without names."""
    parser.add_argument("--no-names", action="store_true", help=say("arg.no_names"))


@dataclass(frozen=True, slots=True)
class Feeds:
    """Those who follow the games of a command; the scoreboard is one of them, on or off."""

    followers: tuple[Follower, ...]
    scoreboard: SwitchedScoreboard


@contextmanager
def feeds_of(args: argparse.Namespace) -> Iterator[Feeds]:
    """Those who were asked for; closed in the end. Raises ``NoFeed``.

    Without names the followers know players by their seats. With ``-`` the feed has standard output for
    itself, and what people read goes to standard error. A scoreboard that cannot start is said, and missed.
    """
    with ExitStack() as stack:
        followers = tuple(_follower(stack, place) for place in dict.fromkeys(args.events))
        board = SwitchedScoreboard()
        if args.scoreboard is not None:
            _switch_on(board, args.scoreboard)
        followers = (*followers, board)
        if args.no_names:
            followers = (UnnamedFeed(followers),)
        try:
            yield Feeds(followers, board)
        finally:
            for each in followers:
                each.close()


def _follower(stack: ExitStack, place: str) -> Follower:
    try:
        if place.startswith(BROKERS):
            return _mqtt(place)
        if place.startswith(SOCKET):
            return SocketFeed(plain_path(place.removeprefix(SOCKET)))
        out = _standard_output(stack) if place == "-" else _appended(plain_path(place))
    except OSError as fault:
        raise NoFeed(place, fault.strerror or str(fault)) from None
    stack.callback(os.close, out)
    return WrittenFeed(out, lambda reason: complain(place, say("feed.ended", reason=reason)))


def _switch_on(board: SwitchedScoreboard, address: str) -> None:
    try:
        board.open(address)
    except NoScoreboard as fault:
        complain(ME, say("scoreboard.not_shown", reason=str(fault)))
    if board.url is not None:
        announce([board.url])


def _mqtt(place: str) -> Follower:
    """The feed for a broker. The password comes from the environment: nobody else may read it there."""
    try:
        from companion.feed.mqtt import MqttFeed, address_of
    except ImportError:
        raise NoFeed(place, say("mqtt.no_package", python=sys.executable)) from None
    try:
        return MqttFeed(address_of(place, os.environ.get(PASSWORD)))
    except ValueError as fault:
        raise NoFeed(place, str(fault)) from None


def _standard_output(stack: ExitStack) -> int:
    """Standard output, which from now on nobody else writes to."""
    if sys.stdout is None:
        raise OSError(say("feed.no_output"))
    sys.stdout.flush()
    out = os.dup(sys.stdout.fileno())
    stack.enter_context(contextlib.redirect_stdout(sys.stderr))
    return out


def _appended(path: Path) -> int:
    """The file, to write on at its end; what is no ordinary file is refused."""
    opened = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(say("feed.no_file"))
    return opened


def _place(text: str) -> str:
    if not text.startswith(BROKERS):
        plain_path(text.removeprefix(SOCKET))
    return text
