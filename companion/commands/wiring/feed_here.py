"""``--events``: where the feed of a command's games goes (docs/feed.md)."""

from __future__ import annotations

import argparse
import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.commands.terminal.arguments import plain_path
from companion.commands.terminal.outlet import complain
from companion.feed.happening import Follower
from companion.feed.local_socket import SocketFeed
from companion.feed.unnamed import UnnamedFeed
from companion.feed.written import WrittenFeed
from companion.text.speech import say

SOCKET = "unix:"
"""What the address of a local socket begins with."""
BROKERS = ("mqtt://", "mqtts://")
"""What the address of a broker of MQTT begins with."""
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
    add_no_names(parser)


def add_no_names(parser: argparse.ArgumentParser) -> None:
    """The option of a table without names."""
    parser.add_argument("--no-names", action="store_true", help=say("arg.no_names"))


@contextmanager
def followers_of(places: list[str], *, names: bool = True) -> Iterator[tuple[Follower, ...]]:
    """Those who follow the games of this command; closed in the end. Raises ``NoFeed``.

    Without ``names`` the followers know players by their seats. With ``-`` the feed has standard output for
    itself, and what people read goes to standard error.
    """
    with ExitStack() as stack:
        followers = tuple(_follower(stack, place) for place in dict.fromkeys(places))
        if followers and not names:
            followers = (UnnamedFeed(followers),)
        try:
            yield followers
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
