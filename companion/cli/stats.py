"""``cups-up stats``: figures of each player in the kept games of dice."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from companion.cli.terminal.arguments import WRONG_WORDS, ignores, nearest_name, plain_path
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, open_to_read, open_to_write
from companion.cli.wiring.options import add_home
from companion.core.lettering import fonts
from companion.core.on_disk import shown_name, write_whole
from companion.journal import NOBODY, StoreError, TallyShelf, statistics
from companion.rules import one_form
from companion.text import printable, say, say_os_fault, use_letters

ME = "cups-up stats"
COUNTED, FAILED = 0, 1
DRAWN = (".png", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--player", type=one_form, metavar="NAME", help=say("arg.stats.player"))
    what.add_argument("--forget", type=one_form, metavar="NAME", help=say("arg.stats.forget"))
    parser.add_argument("--since", type=_day, metavar="DATE", help=say("arg.stats.since"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=say("arg.stats.csv"))
    form.add_argument("--plot", type=_drawn, metavar="FILE", help=say("arg.stats.plot"))
    form.add_argument("--json", action="store_true", help=say("arg.json"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    without_effect = {"--since": args.since, "--csv": args.csv, "--plot": args.plot}
    if args.forget is not None and ignores(ME, "--forget", without_effect):
        return WRONG_WORDS
    path = journal_path(args.home)
    return _forget(path, args) if args.forget is not None else _count(path, args)


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").astimezone()
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(say("given.no_day", given=shown_name(text))) from None


def _drawn(text: str) -> Path:
    path = plain_path(text)
    if path.suffix.lower() not in DRAWN:
        raise argparse.ArgumentTypeError(say("given.no_page", given=shown_name(text)))
    return path


def _count(path: Path, args: argparse.Namespace) -> int:
    counted = _counted(path, args.since)
    figures = statistics.added_up(counted, args.player)
    if args.player is not None and not figures.players:
        refused = say("figures.no_player", player=shown_name(args.player) or '""')
        names = {name for game in counted for name in game.players}
        near = nearest_name(args.player, names - {NOBODY})
        complain(ME, say("given.did_you_mean", refused=refused, name=near) if near else refused)
        return FAILED
    if args.plot is not None:
        return _plot(figures, args.plot)
    if args.json:
        tell(json.dumps(statistics.figures_object(figures)))
    elif args.csv:
        tell(_table([statistics.flat(each) for each in figures.players]), end="")
    else:
        tell("\n".join(statistics.say_figures(figures)))
    return COUNTED


def _plot(figures: statistics.Figures, path: Path) -> int:
    from companion.share.album import (
        figures_page,  # Pillow: counting does without it
        pdf_of,
        png_of,
    )

    use_letters(fonts().can_write)
    page = figures_page(figures)
    drawn = png_of(page) if path.suffix.lower() == ".png" else pdf_of(page, say("past.figures"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)  # not for the owner alone
        write_whole(path, drawn)
    except OSError as fault:
        complain(str(path), say("plot.unwritten", reason=say_os_fault(fault)))
        return FAILED
    tell(say("plot.written", path=str(path)))
    return COUNTED


def _counted(path: Path, since: datetime | None) -> tuple[statistics.CountedGame, ...]:
    store = open_to_read(path)
    if store is None:
        return ()
    with store:
        every = store.kept_games()
        games = [game for game in every if since is None or game.begun_at >= since]
        return statistics.counted_games(games, store, TallyShelf(path), every)


def _table(rows: Sequence[dict[str, object]]) -> str:
    if not rows:
        return ""
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow({key: _cell(each) if isinstance(each, str) else each for key, each in row.items()})
    return text.getvalue()


def _cell(words: str) -> str:
    """An apostrophe quotes a name that a spreadsheet would take for a formula."""
    return f"'{printable(words)}" if words[:1] in ("=", "+", "-", "@") else printable(words)


def _forget(path: Path, args: argparse.Namespace) -> int:
    from companion.cli.wiring.past import forget_souvenirs  # OpenCV: counting does without it

    if not path.exists():
        raise StoreError(say("terminal.no_journal", path=str(path)))
    with open_to_write(path) as store:
        games = store.forget_player(args.forget)
    forget_souvenirs(path.parent)
    if args.json:
        tell(json.dumps({"forgotten_in_games": games}))
    else:
        tell(say("forgotten.player", games=games))
    return COUNTED
