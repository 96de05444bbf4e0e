"""``--events``, ``--scoreboard``, ``--phones``, ``--no-names``: who follows a game (docs/feed.md)."""

from __future__ import annotations

import argparse
import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.cli.terminal.arguments import plain_path
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.findings import Finding, State
from companion.cli.wiring.options import BROKERS, PASSWORD, SOCKET
from companion.cli.wiring.pages import SCOREBOARD, announce
from companion.core.on_disk import holds_other, shown_name
from companion.play.base.ports import Broker, ClubRound
from companion.share.feed import Follower, LinkState, SocketFeed, UnnamedFeed, WrittenFeed, say_link
from companion.share.web import LiftCounts, NoServer, PageToken, SwitchedPhones, SwitchedScoreboard, is_local
from companion.text import say, say_list, say_os_fault, without_secrets

PHONES = "cups-up play --phones"
"""Its name in complaints."""
FEED = "feed"
"""The name in findings; a game does not need a feed."""
MQTT = "MQTT"
"""Comes before messages about a broker."""
MISSING = frozenset(LinkState) - {LinkState.TRYING, LinkState.CONNECTED}
"""In these states a broker gets nothing from the table."""


class NoFeed(Exception):
    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = without_secrets(place), reason
        super().__init__(f"{self.place}: {reason}")


def words_of(args: argparse.Namespace) -> list[str]:
    events = [f"--events={each}" for each in args.events]
    board = [] if args.scoreboard is None else [f"--scoreboard={args.scoreboard}"]
    return [*events, *board, *(["--no-names"] if args.no_names else [])]


@dataclass(frozen=True, slots=True)
class Feeds:
    """``counts`` hands events on to every feed."""

    counts: LiftCounts
    scoreboard: SwitchedScoreboard
    links: LinksInUse


class LinksInUse:
    def __init__(self) -> None:
        self.on_news: Callable[[str], None] = lambda _: None
        """Called on another thread with a sentence: what goes wrong, or that all is well again."""
        self.club_round: ClubRound | None = None
        """The players whom a club last seated here, by any broker."""
        self._newest: dict[tuple[str, str], tuple[LinkState, str]] = {}

    def heard_of(self, broker: str, table: str) -> Callable[[LinkState], None]:
        def changed(state: LinkState) -> None:
            (before, _), sentence = self._newest[broker, table], say_link(state, broker, table)
            self._newest[broker, table] = state, sentence
            complain(MQTT, sentence)
            if (before, state) != (LinkState.TRYING, LinkState.CONNECTED):
                self.on_news(sentence)

        self._newest[broker, table] = LinkState.TRYING, say_link(LinkState.TRYING, broker, table)
        return changed

    def seat(self, number: int, players: tuple[str, ...]) -> None:
        """A club's players; nobody: there are no more rounds."""
        seated = ClubRound(number, players) if players else None
        if seated == self.club_round:
            return
        self.club_round = seated
        self._tell_club_round()

    def _tell_club_round(self) -> None:
        seated = self.club_round
        if seated is not None:
            title, players = say("home.club_round", number=seated.number), say_list(seated.players)
            self.on_news(say("mqtt.seated", title=title, players=players))

    def tell_table(self, on_news: Callable[[str], None]) -> None:
        """The present troubles, and each change from now on."""
        self.on_news = on_news
        for state, sentence in self._newest.values():
            if state in MISSING:
                on_news(sentence)
        self._tell_club_round()

    @property
    def brokers(self) -> tuple[Broker, ...]:
        return tuple(
            Broker(broker, say(f"link.short.{state.value}"), state in MISSING)
            for (broker, _), (state, _) in self._newest.items()
        )


@contextmanager
def feeds_of(args: argparse.Namespace, token: PageToken | None = None) -> Iterator[Feeds]:
    """The followers, closed at the end. Raises ``NoFeed``.

    Without names they know players by their seats. With ``-`` the feed alone has standard output; text for
    people goes to standard error. A scoreboard that cannot start is reported, and the game goes on.
    """
    with ExitStack() as stack:
        links = LinksInUse()
        board = SwitchedScoreboard(lambda reason: complain(SCOREBOARD, reason), token)
        stack.callback(board.close)
        if args.scoreboard is not None:
            _switch_on(board, args.scoreboard)
        followers = tuple(_follower(stack, place, links, board) for place in dict.fromkeys(args.events))
        followers = (*followers, board)
        if args.no_names:
            followers = (UnnamedFeed(followers),)
        counts = LiftCounts(followers)
        try:
            yield Feeds(counts, board, links)
        finally:
            counts.close()


def _follower(stack: ExitStack, place: str, links: LinksInUse, board: SwitchedScoreboard) -> Follower:
    try:
        if place.startswith(BROKERS):
            return _mqtt(place, links, board)
        if place.startswith(SOCKET):
            path = plain_path(place.removeprefix(SOCKET))
            return SocketFeed(path, lambda reason: complain(place, reason))
        out = _standard_output(stack) if place == "-" else _appended(plain_path(place))
        if place != "-":
            _end_torn_line(plain_path(place), out)
    except OSError as fault:
        raise NoFeed(place, say_os_fault(fault)) from None
    stack.callback(os.close, out)
    return WrittenFeed(out, lambda reason: complain(place, say("feed.ended", reason=reason)))


def _switch_on(board: SwitchedScoreboard, address: str) -> None:
    try:
        board.open(address)
    except NoServer as fault:
        complain(SCOREBOARD, say("scoreboard.not_shown", reason=str(fault)))
    if board.url is not None:
        announce([board.url])


@contextmanager
def phones_of(args: argparse.Namespace) -> Iterator[SwitchedPhones]:
    """Players bid from their own phones, if ``--phones`` is given; the menu can switch it later."""
    phones = SwitchedPhones(names=not args.no_names)
    try:
        if args.phones is not None:
            _switch_phones_on(phones, args.phones)
        yield phones
    finally:
        phones.shut()


def _switch_phones_on(phones: SwitchedPhones, address: str) -> None:
    try:
        phones.open(address)
    except NoServer as fault:
        complain(PHONES, say("phones.not_there", reason=str(fault)))
        return
    tell(say("phones.at", url=phones.gateway.url))
    if phones.gateway.local:
        tell(say("phones.only_here"))


def _mqtt(place: str, links: LinksInUse, board: SwitchedScoreboard) -> Follower:
    """The password comes from the environment, where nobody else may read it."""
    try:
        from companion.share.feed import MqttFeed, broker_address
    except ImportError:
        raise NoFeed(place, say("mqtt.no_package", python=sys.executable)) from None
    try:
        address = broker_address(place, os.environ.get(PASSWORD))
    except ValueError as fault:
        raise NoFeed(place, str(fault)) from None

    def page() -> str | None:
        url = board.url
        return None if url is None or is_local(url) else url

    return MqttFeed(address, links.heard_of(address.broker, address.table), page=page, on_seating=links.seat)


def examine_place(place: str) -> Finding:
    """Writes nothing."""
    if place.startswith(BROKERS):
        return _examine_broker(place)
    shown = shown_name(place)
    try:
        if place.startswith(SOCKET):
            SocketFeed(plain_path(place.removeprefix(SOCKET))).close()
        elif place != "-":
            _try_file(plain_path(place))
    except OSError as fault:
        reason = without_secrets(say_os_fault(fault))
        sentence = f"{shown}: {say('feed.not_opened', reason=reason)}"
        return Finding(FEED, State.FAULT, sentence, say("doctor.feed.elsewhere"))
    return Finding(FEED, State.OK, say("doctor.feed.there", place=shown))


def _try_file(path: Path) -> None:
    is_new = not os.path.lexists(path)
    os.close(_appended(path))
    if is_new:
        path.unlink()


def _examine_broker(place: str) -> Finding:
    try:
        from companion.share.feed import broker_address, tried
    except ImportError:
        told = say("mqtt.no_package", python=sys.executable)
        return Finding(FEED, State.FAULT, told, say("doctor.model.set_up"))
    try:
        address = broker_address(place, os.environ.get(PASSWORD))
    except ValueError as fault:
        return Finding(FEED, State.FAULT, str(fault), say("doctor.broker.write"))
    state = tried(address)
    sentence = say_link(state, address.broker, address.table)
    if state is LinkState.CONNECTED:
        return Finding(FEED, State.OK, sentence)
    if state is LinkState.REFUSED:
        return Finding(FEED, State.FAULT, sentence, say("doctor.broker.password", variable=PASSWORD))
    if state is LinkState.UNTRUSTED:
        return Finding(FEED, State.FAULT, sentence, say("doctor.broker.certificate"))
    silent = say("doctor.broker.silent", broker=address.broker)
    return Finding(FEED, State.FAULT, silent, say("doctor.broker.start"))


def _standard_output(stack: ExitStack) -> int:
    """Nobody else writes to it from now on."""
    if sys.stdout is None:
        raise OSError(say("feed.no_output"))
    sys.stdout.flush()
    out = os.dup(sys.stdout.fileno())
    nowhere = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (the stack does)
    stack.enter_context(contextlib.redirect_stdout(sys.stderr or nowhere))
    return out


def _end_torn_line(path: Path, out: int) -> None:
    """A power cut or a full disk leaves part of a line; the next game's first line must not follow it."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        file.seek(-1, os.SEEK_END)  # an empty file has no last byte: OSError
        if file.read(1) != b"\n":
            os.write(out, b"\n")


def _appended(path: Path) -> int:
    opened = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(say("system.no_file"))
    if holds_other(path, b"{"):
        os.close(opened)
        raise OSError(say("feed.other_file"))
    return opened
