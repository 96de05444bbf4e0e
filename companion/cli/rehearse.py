"""``cups-up rehearse``: simulated people play evenings, and what goes wrong is counted."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from companion.cli import play
from companion.cli.terminal.arguments import ignores, lacks, one_of, plain_path, share, whole_number
from companion.cli.terminal.outlet import clear_bar, complain, draw_bar, tell
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.feeds import NoFeed, feeds_of
from companion.cli.wiring.options import add_events, add_seed, add_trouble
from companion.core.allocator import spare_memory
from companion.core.frame import CameraGone
from companion.core.reading import WeightsError
from companion.journal import StoreError
from companion.players import NAMES
from companion.recognition.cards.eye import CardEye
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.share.feed import Follower
from companion.simulator import Trouble, rehearsal
from companion.text import say, say_os_fault

ME = "cups-up rehearse"
FINE, AMISS, NOT_PLAYED = 0, 1, 2
SCREEN_SIZE = 800, 480
"""Pixels of the smallest screen."""
DEFAULT_EVENINGS, DEFAULT_SEED = 3, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--evenings",
        type=whole_number(1, 100_000),
        default=DEFAULT_EVENINGS,
        metavar="N",
        help=say("arg.rehearse.evenings"),
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(0, 100_000),
        default=0,
        metavar="R",
        help=say("arg.rehearse.rounds"),
    )
    add_seed(parser, say("arg.rehearse.seed"), DEFAULT_SEED, metavar="S")
    parser.add_argument(
        "--rules", type=one_of(rehearsal.GAMES), metavar="NAME", help=say("arg.rehearse.rules")
    )
    players = whole_number(2, len(NAMES))
    parser.add_argument("--players", type=players, metavar="N", help=say("arg.rehearse.players"))
    stage = parser.add_mutually_exclusive_group()
    stage.add_argument("--headless", action="store_true", help=say("arg.rehearse.headless"))
    stage.add_argument("--screen", action="store_true", help=say("arg.rehearse.screen"))
    stage.add_argument("--real-time", action="store_true", help=say("arg.rehearse.real_time"))
    parser.add_argument("--speed", type=share, default=1.0, metavar="SHARE", help=say("arg.rehearse.speed"))
    parser.add_argument("--last-cup", action="store_true", help=say("arg.rehearse.last_cup"))
    parser.add_argument("--report", type=plain_path, metavar="DIR", help=say("arg.rehearse.report"))
    parser.add_argument(
        "--camera",
        type=plain_path,
        metavar="PATH",
        help=say("arg.rehearse.camera"),
    )
    add_trouble(parser, say("arg.rehearse.trouble"))
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    add_events(parser)


def run(args: argparse.Namespace) -> int:
    if _without_effect(args):
        return NOT_PLAYED
    spare_memory()
    try:
        with feeds_of(args) as feeds:
            tally = _played(args, feeds.counts)
    except NoFeed as fault:
        complain(fault.place, say("feed.not_opened", reason=fault.reason))
        return NOT_PLAYED
    except (StoreError, WeightsError, rehearsal.RecordingError, CameraGone) as fault:
        complain(ME, str(fault))
        return NOT_PLAYED
    except BrokenPipeError:
        raise  # the reader of our lines has gone: no fault of the folder
    except OSError as fault:
        complain(str(args.report), say("rehearse.not_written", fault=say_os_fault(fault)))
        return NOT_PLAYED
    clear_bar()
    _tell(tally, as_json=args.json)
    return FINE if tally.fine else AMISS


def _without_effect(args: argparse.Namespace) -> bool:
    """Whether an option would change nothing, which it says; one with its usual value is not noticed."""
    option, given = "--camera", dict[str, object]()
    if args.real_time:
        option, given = "--real-time", {"--report": args.report, "--camera": args.camera}
        given |= {"--events": args.events, "--scoreboard": args.scoreboard}
    elif lacks(ME, "--real-time", {"--speed": args.speed != 1, "--last-cup": args.last_cup}):
        return True
    elif args.camera:
        given = {"--evenings": args.evenings != DEFAULT_EVENINGS, "--rounds": args.rounds}
        given |= {"--rules": args.rules, "--players": args.players, "--seed": args.seed != DEFAULT_SEED}
        given |= {"--trouble": args.trouble != Trouble.NONE.value}
    return ignores(ME, option, given)


def _played(args: argparse.Namespace, follower: Follower) -> rehearsal.Tally:
    if args.real_time:
        return _in_real_time(args)
    album = None if args.report is None else rehearsal.Album(args.report)
    reader, cards = Eye(), CardEye()
    eyes = rehearsal.Eyes(lambda: TableReader(reader), lambda: cards)
    room = _screen(args.report) if args.screen else rehearsal.Headless()
    with tempfile.TemporaryDirectory(prefix="cups-up-rehearsal-") as home:
        people = rehearsal.Rehearsal(
            eyes, Path(home), room, album, followers=(follower,), on_lift=_bar_of(args)
        )
        by_camera = args.camera is not None
        tally = _recorded(people, args.camera) if by_camera else people.play(_programmes(args, args.screen))
    if album is not None:
        album.close(tally)
    return tally


def _in_real_time(args: argparse.Namespace) -> rehearsal.Tally:
    with (
        tempfile.TemporaryDirectory(prefix="cups-up-rehearsal-") as home,
        rehearsal.slowed(args.speed) as slow,
    ):
        evenings = rehearsal.Evenings(Path(home), slow, play.__name__, _bar_of(args), args.last_cup)
        return evenings.play(_programmes(args, True))


def _programmes(args: argparse.Namespace, as_published: bool) -> tuple[rehearsal.Programme, ...]:
    seeds = range(args.seed, args.seed + args.evenings)
    wanted = (
        rehearsal.programme_of(seed, args.rules, args.rounds, as_published, args.players) for seed in seeds
    )
    return tuple(replace(each, trouble=Trouble(args.trouble)) for each in wanted)


def _bar_of(args: argparse.Namespace) -> Callable[[rehearsal.Tally], None]:
    def show(tally: rehearsal.Tally) -> None:
        words = say("rehearse.bar", evening=tally.evenings + 1, evenings=args.evenings, lifts=tally.lifts)
        draw_bar(tally.evenings, args.evenings, words)

    return show


def _recorded(people: rehearsal.Rehearsal, path: Path) -> rehearsal.Tally:
    """A round before each recorded lift; a failure's seed is its recording's number."""
    lifts = rehearsal.recorded_lifts(path)

    def opened(
        programme: rehearsal.Programme, clock: rehearsal.VirtualClock
    ) -> tuple[Opened, rehearsal.TrueTable]:
        table = rehearsal.RecordedTable(lifts[programme.seed - 1], clock)
        return table.opened, table

    before = replace(people, open_table=opened, people_of=rehearsal.RecordedPeople)
    return before.play(
        tuple(rehearsal.programme_for(number, lift) for number, lift in enumerate(lifts, start=1))
    )


def _screen(report: Path | None) -> rehearsal.Room:
    """The real screen; a ``report`` keeps a picture of each scene."""
    from companion.ui import prepare_rehearsal

    prepare_rehearsal(SCREEN_SIZE)
    return rehearsal.TouchedRoom(SCREEN_SIZE, None if report is None else report / "screens")


def _tell(tally: rehearsal.Tally, *, as_json: bool) -> None:
    told = tally.as_object()
    if as_json:
        tell(json.dumps(told, ensure_ascii=False))
        return
    del told["failures"]
    for failure in tally.failures:
        tell(_failure_line(failure))
    rows = list(_rows(told))
    widest = max(len(name) for name, _ in rows)
    for name, value in rows:
        tell(f"{name:<{widest}}  {value}".rstrip())


def _rows(told: Mapping[str, object], indent: str = "") -> Iterator[tuple[str, str]]:
    for name, value in told.items():
        words = indent + _named(name)
        if not isinstance(value, Mapping):
            yield words, "–" if value is None else str(value)
        elif any(isinstance(each, Mapping) for each in value.values()):
            yield words, ""
            yield from _rows(value, indent + "  ")
        elif value:
            yield words, ", ".join(f"{_named(each)} {_dashed(figure)}" for each, figure in value.items())


def _named(name: str) -> str:
    """A figure's name from the catalogue; touches and events keep their own names."""
    words = say(f"figure.{name}")
    return name.replace("_", " ") if words == f"figure.{name}" else words


def _dashed(figure: object) -> str:
    return "–" if figure is None else str(figure)


def _failure_line(failure: rehearsal.Failure) -> str:
    flaw = say(f"flaw.{failure.flaw.name.lower()}")
    return say(
        "rehearse.failure",
        evening=failure.evening,
        round=failure.round_number,
        seed=failure.seed,
        flaw=flaw,
        why=failure.why,
    )
