"""``companion club``: many tables, one evening (docs/club.md)."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

from companion.club.database import DatabaseAway
from companion.club.evening import evening_in
from companion.club.imported import NotImported, lines_in
from companion.club.plan_file import PlanError
from companion.club.shown import lines_of, message_of
from companion.commands.replay import LARGEST_RECORD, unread
from companion.commands.terminal.arguments import plain_path
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.club_here import ME, PlanHere, club_at, make_ready, place_of
from companion.commands.wiring.feed_here import PASSWORD
from companion.commands.wiring.journal_here import add_home
from companion.commands.wiring.page_here import add_page, announce_page, listening_sockets, token_here
from companion.on_disk import NotRead, read_input
from companion.text.speech import say

DONE, FAILED = 0, 1
_PLAIN = re.compile(r"[\w-]{1,40}")
"""Names of tables and scorers (companion.feed.mqtt)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=("serve", "import", "standings"),
        default="standings",
        help=say("arg.club.what"),
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help=say("arg.club.files"))
    parser.add_argument("--plan", type=plain_path, metavar="FILE", help=say("arg.club.plan"))
    parser.add_argument("--store", metavar="WHERE", help=say("arg.club.store"))
    parser.add_argument("--broker", metavar="ADDRESS", help=say("arg.club.broker"))
    parser.add_argument("--scorer", type=_name, metavar="NAME", help=say("arg.club.scorer"))
    parser.add_argument("--table", type=_name, metavar="NAME", help=say("arg.club.table"))
    add_page(parser, say("arg.club.listen"))
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Score an evening, import files, or print how everybody stands."""
    try:
        plan, place = PlanHere(args.plan), place_of(args.store, args.home)
        if args.what == "import":
            return _import(args, place)
        return _serve(args, plan, place) if args.what == "serve" else _standings(args, plan, place)
    except PlanError as fault:
        complain(str(args.plan), str(fault))
    except (DatabaseAway, ValueError) as fault:
        complain(ME, str(fault))
    return FAILED


def _standings(args: argparse.Namespace, plan: PlanHere, place: str) -> int:
    with club_at(place, new=False) as club:
        club.rank_all()
        evening = evening_in(club, plan())
    tell(json.dumps(message_of(evening)) if args.json else "\n".join(lines_of(evening)))
    return DONE


def _import(args: argparse.Namespace, place: str) -> int:
    if not args.files:
        raise ValueError(say("club.no_files"))
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
            complain(f"{path}:{fault.line}", say("club.no_line"))
            return FAILED
    with club_at(place, new=True) as club:
        before, results = club.count(), len(club.results())
        club.keep(found)
        club.rank_all()
        new, games = club.count() - before, len(club.results()) - results
    tell(json.dumps({"new_lines": new, "new_results": games}) if args.json else _say_imported(new, games))
    return DONE


def _say_imported(lines: int, games: int) -> str:
    return say("club.imported", lines=lines, count=games)


def _table_of(path: str) -> str:
    """The name of a table by its file's."""
    return re.sub(r"[^\w-]", "-", Path(path).stem)[:40] or "table"


def _serve(args: argparse.Namespace, plan: PlanHere, place: str) -> int:
    if args.broker is None:
        raise ValueError(say("club.no_broker"))
    try:
        from companion.club.scorer import Scorer
        from companion.club.serving import drawing, serve
        from companion.feed.mqtt import address_of
    except ImportError:
        complain(ME, say("club.no_packages", python=sys.executable))
        return FAILED
    # The scorer follows all tables; an address of a feed ends in one.
    broker = address_of(f"{args.broker.rstrip('/')}/club", os.environ.get(PASSWORD))
    name = args.scorer or re.sub(r"[^\w-]", "-", socket.gethostname())[:40] or "club"
    make_ready(place, new=True)
    if not args.json:
        tell(say("club.scoring", broker=f"{broker.host}:{broker.port}", name=name))
    if not args.listen:
        Scorer(broker, place, name, drawing(plan)).run()
        return DONE
    with ExitStack() as stack:
        listening = listening_sockets(stack, args.listen, ME)
        if listening is None:
            return FAILED
        token = token_here(args.token)
        announce_page(listening, token, as_json=args.json)
        asyncio.run(serve(listening, token, plan, lambda changed: Scorer(broker, place, name, changed)))
    return DONE


def _name(text: str) -> str:
    if not _PLAIN.fullmatch(text):
        raise argparse.ArgumentTypeError(say("mqtt.no_table"))
    return text
