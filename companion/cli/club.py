"""``cups-up club``: many tables, one evening (docs/club.md)."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from companion.cli.replay import LARGEST_RECORD, unread
from companion.cli.terminal.arguments import WRONG_WORDS, ignores, lacks, plain_path
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, time_of_day
from companion.cli.wiring.options import PASSWORD, add_home
from companion.cli.wiring.pages import add_page, announce_page, kept_token, listening_sockets
from companion.club import (
    CHANGES,
    MOST_LINES,
    OPEN_LEAGUE,
    POSTGRESQL,
    UNDO,
    Club,
    DatabaseAway,
    DataRefused,
    Evening,
    NotImported,
    Plan,
    PlanError,
    change_of,
    csv_of,
    evening_in,
    lines_in,
    lines_of,
    message_of,
    plan_in,
    rounds_csv,
    rounds_in_words,
    say_change,
    trf_of,
)
from companion.core.on_disk import (
    NotRead,
    make_private_folder,
    need_place_for_file,
    possible_path,
    read_input,
    shown_name,
)
from companion.journal import default_folder
from companion.share.feed import LinkState, say_scorers_link
from companion.share.web import ORGANISERS, PageToken
from companion.text import say, say_os_fault, say_whole

ME = "cups-up club"
FILE_NAME = "club.sqlite3"
NOWHERE = ":memory:"
"""A temporary SQLite database."""


class PlanInUse:
    """The plan in a file, read again when the file changes. Raises ``PlanError`` at first."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._plan, self._written = path, OPEN_LEAGUE, self._stamp(path)
        if path is not None:
            self._plan = plan_in(path)

    def __call__(self) -> Plan:
        """Reports a file that became invalid once, and keeps the last plan."""
        written = self._stamp(self._path)
        if self._path is not None and written != self._written:
            self._written = written
            try:
                self._plan = plan_in(self._path)
            except PlanError as fault:
                complain(str(self._path), str(fault))
        return self._plan

    @staticmethod
    def _stamp(path: Path | None) -> tuple[int, int] | None:
        try:
            found = None if path is None else path.stat()
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_size)


def place_of(store: str | None, home: Path | None) -> str:
    """Raises ValueError for an address with a password."""
    if store is None:
        return str(journal_path(home).with_name(FILE_NAME))
    if store.startswith(POSTGRESQL) and _names_password(store):
        raise ValueError(say("club.password_seen"))
    return store if store.startswith(POSTGRESQL) else str(possible_path(store))


def _names_password(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return parts.password is not None or "password=" in parts.query


@contextmanager
def club_at(place: str, *, new: bool) -> Iterator[Club]:
    """``new``: make a file that does not exist. After ``DatabaseAway`` a file just made is gone."""
    made = make_ready(place, new=new)
    try:
        with closing(Club(place)) as club:
            yield club
    except DatabaseAway:
        for suffix in ("", "-wal", "-shm") if made else ():
            Path(place + suffix).unlink(missing_ok=True)
        raise


def make_ready(place: str, *, new: bool) -> bool:
    """Whether the file was made, which the owner alone can open. Raises ``DatabaseAway``."""
    if place.startswith(POSTGRESQL) or place == NOWHERE:
        return False
    path = Path(place)
    if not new and not path.exists():
        raise DatabaseAway(say("club.no_database", path=place))
    try:
        need_place_for_file(path)
        if path.exists():
            return False
        make_private_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as fault:
        why = say_os_fault(fault)
        raise DatabaseAway(say("wiring.in_file", file=place, fault=why)) from None
    return True


DONE, FAILED = 0, 1


class NotNamed(ValueError):
    """A word is missing."""


_PLAIN = re.compile(r"[\w-]{1,40}")
"""Names of tables and scorers (companion.share.feed.mqtt)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("serve", "import", "standings", *CHANGES, "forget"),
        default="standings",
        help=say("arg.club.what"),
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help=say("arg.club.files"))
    parser.add_argument("--round", type=int, metavar="N", help=say("arg.club.round"))
    parser.add_argument("--plan", type=plain_path, metavar="FILE", help=say("arg.club.plan"))
    parser.add_argument("--store", metavar="WHERE", help=say("arg.club.store"))
    parser.add_argument("--broker", metavar="ADDRESS", help=say("arg.club.broker"))
    parser.add_argument("--scorer", type=_name, metavar="NAME", help=say("arg.club.scorer"))
    parser.add_argument("--table", type=_name, metavar="NAME", help=say("arg.club.table"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=say("arg.club.csv"))
    form.add_argument("--trf", action="store_true", help=say("arg.club.trf"))
    form.add_argument("--json", action="store_true", help=say("arg.json"))
    parser.add_argument("--rounds", action="store_true", help=say("arg.club.rounds"))
    parser.add_argument("--out", type=plain_path, metavar="FOLDER", help=say("arg.club.out"))
    add_page(parser, say("arg.club.listen"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    names = {shown_name(each): True for each in args.files[:1]}
    if args.what in ("serve", "standings", UNDO) and ignores(ME, args.what, names):
        return WRONG_WORDS
    if args.what != "result" and lacks(ME, "result", {"--round": args.round}):
        return WRONG_WORDS
    try:
        plan, place = PlanInUse(args.plan), place_of(args.store, args.home)
        if args.what == "import":
            return _import(args, place)
        if args.what == "forget":
            return _forget(args.files)
        if args.what in CHANGES:
            return _change(args, plan(), place)
        return _serve(args, plan, place) if args.what == "serve" else _standings(args, plan, place)
    except NotNamed as fault:
        complain(ME, str(fault))
        return WRONG_WORDS
    except PlanError as fault:
        complain(str(args.plan), str(fault))
    except (DatabaseAway, DataRefused, ValueError) as fault:
        complain(ME, str(fault))
    return FAILED


def _standings(args: argparse.Namespace, plan: PlanInUse, place: str) -> int:
    """Prints standings and the next round, before a scorer has run with this plan."""
    there = place.startswith(POSTGRESQL) or Path(place).exists() or not plan().players
    with club_at(place if there else NOWHERE, new=False) as club:
        club.rank_all()
        evening = evening_in(club, plan(), foresee=not (args.csv or args.trf or args.out))
    if args.out is not None:
        try:
            from companion.club import keep_page
        except ImportError:
            raise ValueError(say("club.no_packages", python=sys.executable)) from None
        try:
            keep_page(evening, args.out)
        except OSError as fault:
            raise ValueError(f"{args.out}: {say_os_fault(fault)}") from None
        tell(say("club.page_written", path=args.out))
    elif args.trf:
        tell(trf_of(evening).rstrip("\n"))
    elif args.csv:
        tell((rounds_csv if args.rounds else csv_of)(evening).replace("\r\n", "\n").rstrip("\n"))
    else:
        _show(evening, args.json)
        if args.rounds and not args.json:
            tell("\n".join(rounds_in_words(evening)))
    return DONE


def _show(evening: Evening, as_json: bool) -> None:
    tell(json.dumps(message_of(evening)) if as_json else "\n".join(lines_of(evening)))


def _change(args: argparse.Namespace, plan: Plan, place: str) -> int:
    names = [each.split("=") if "=" in each else each for each in args.files]
    with club_at(place, new=False) as club:
        if args.what == UNDO:
            taken = club.take_back(plan.name)
            if taken is None:
                raise ValueError(say("club.nothing_to_undo"))
            if not args.json:
                tell(say("club.taken_back", change=say_change(taken)))
        else:
            club.rank_all()
            club.change(plan.name, change_of(evening_in(club, plan), args.what, names, args.round))
        _show(evening_in(club, plan), args.json)
    return DONE


def _forget(tables: list[str]) -> int:
    """Delete what brokers keep of tables that are gone or renamed."""
    if not tables:
        raise NotNamed(say("club.forget_which"))
    try:
        from companion.share.feed import broker_address, forgotten
    except ImportError:
        raise ValueError(say("club.no_packages", python=sys.executable)) from None
    done = DONE
    for each in tables:
        address = broker_address(each, os.environ.get(PASSWORD))
        state = forgotten(address)
        if state is LinkState.CONNECTED:
            tell(say("club.forgotten", table=address.table))
            continue
        if state is LinkState.NAME_TAKEN:
            complain(ME, say("club.forget_online", table=address.table))
        elif state in (LinkState.REFUSED, LinkState.UNTRUSTED):
            complain(ME, say_scorers_link(state, address.broker, address.table))
        else:
            complain(ME, say("doctor.broker.silent", broker=address.broker))
        done = FAILED
    return done


def _import(args: argparse.Namespace, place: str) -> int:
    if not args.files:
        raise NotNamed(say("club.no_files"))
    found = []
    for path in args.files:
        try:
            text = read_input(path, LARGEST_RECORD).decode("utf-8-sig")
            found += lines_in(text, args.table or _table_of(path))
        except NotRead as fault:
            complain(path, unread(fault))
            return FAILED
        except UnicodeDecodeError:
            complain(path, say("club.plan_encoding"))
            return FAILED
        except NotImported as fault:
            many = say("record.many_events", most=say_whole(MOST_LINES))
            complain(f"{path}:{fault.line}", many if fault.too_many else say("club.no_line"))
            return FAILED
    with club_at(place, new=True) as club:
        before, results = club.count(), len(club.results())
        club.keep(club.dated(found, time_of_day()))
        club.rank_all()
        new, games = club.count() - before, len(club.results()) - results
    told = {"new_lines": new, "new_results": games}
    tell(json.dumps(told) if args.json else say("club.imported", lines=new, count=games))
    return DONE


def _table_of(path: str) -> str:
    return re.sub(r"[^\w-]", "-", Path(path).stem)[:40] or "table"


def _serve(args: argparse.Namespace, plan: PlanInUse, place: str) -> int:
    if args.broker is None:
        raise NotNamed(say("club.no_broker"))
    try:
        from companion.club import Scorer, drawing, serve
        from companion.share.feed import broker_address
    except ImportError:
        complain(ME, say("club.no_packages", python=sys.executable))
        return FAILED
    # The scorer follows all tables; an address of a feed ends in one.
    broker = broker_address(f"{args.broker.rstrip('/')}/club", os.environ.get(PASSWORD))
    name = args.scorer or re.sub(r"[^\w-]", "-", socket.gethostname())[:40] or "club"
    token = kept_token(args.token, args.home) if args.listen else ""
    make_ready(place, new=True)
    if _goes_on(place, plan()):
        complain(ME, say("club.goes_on", name=plan().name))
    if not args.json:
        tell(say("club.scoring", broker=broker.broker, name=name))
    if not args.listen:
        Scorer(broker, place, name, drawing(plan), on_link=_told(broker.broker, name)).run()
        return DONE
    with ExitStack() as stack:
        listening = listening_sockets(stack, args.listen, ME)
        if listening is None:
            return FAILED
        organiser = PageToken(args.home or default_folder(os.environ), ORGANISERS).read()
        announce_page(listening, token, as_json=args.json, organiser=organiser)

        def begin(changed: Callable[[Club], dict[str, str]], notice: Callable[[str], None]) -> Scorer:
            return Scorer(broker, place, name, changed, _told(broker.broker, name, notice))

        asyncio.run(serve(listening, token, plan, begin, (organiser, place)))
    return DONE


def _goes_on(place: str, plan: Plan) -> bool:
    """False while the database is away, for which the scorer waits."""
    with suppress(DatabaseAway), club_at(place, new=True) as club:
        return bool(club.rounds(plan.name))
    return False


def _told(
    broker: str, name: str, notice: Callable[[str], None] = lambda sentence: None
) -> Callable[[LinkState], None]:
    def changed(state: LinkState) -> None:
        sentence = say_scorers_link(state, broker, name)
        complain(ME, sentence)
        notice("" if state is LinkState.CONNECTED else sentence)

    return changed


def _name(text: str) -> str:
    if not _PLAIN.fullmatch(text):
        raise argparse.ArgumentTypeError(say("mqtt.no_table"))
    return text
