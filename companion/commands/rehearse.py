"""``companion rehearse``: whole evenings played by simulated people, and what went wrong."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import replace
from pathlib import Path

from companion.commands.terminal.arguments import one_of, plain_path, whole_number
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.evening import TableReader
from companion.commands.wiring.feed_here import NoFeed, add_events, feeds_of
from companion.commands.wiring.simulation_here import add_seed, add_trouble
from companion.commands.wiring.thrift import spare_memory
from companion.feed.happening import Follower
from companion.frame import CameraGone
from companion.hardware.choose import Opened
from companion.hardware.simulated import Trouble
from companion.journal.errors import StoreError
from companion.recognition.cards.card_eye import CardEye
from companion.recognition.errors import WeightsError
from companion.recognition.eye import Eye
from companion.rehearsal.album import Album
from companion.rehearsal.evenings import Eyes, Headless, Rehearsal, Room
from companion.rehearsal.pace import VirtualClock
from companion.rehearsal.people import TrueTable
from companion.rehearsal.programme import GAMES, Programme, programme_of
from companion.rehearsal.recorded_lifts import RecordedTable, RecordingError, recorded_lifts
from companion.rehearsal.recorded_people import RecordedPeople, programme_for
from companion.rehearsal.tally import Failure, Tally
from companion.text.speech import say

ME = "companion rehearse"
FINE, AMISS, NOT_PLAYED = 0, 1, 2
SCREEN_SIZE = 800, 480
"""Pixels of the smallest screen."""
DEFAULT_EVENINGS, DEFAULT_SEED = 3, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
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
    parser.add_argument("--rules", type=one_of(GAMES), metavar="NAME", help=say("arg.rehearse.rules"))
    stage = parser.add_mutually_exclusive_group()
    stage.add_argument("--headless", action="store_true", help=say("arg.rehearse.headless"))
    stage.add_argument("--screen", action="store_true", help=say("arg.rehearse.screen"))
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
    """Play the evenings and tell what they came to."""
    spare_memory()
    try:
        with feeds_of(args) as feeds:
            tally = _played(args, feeds.followers)
    except NoFeed as fault:
        complain(fault.place, say("feed.not_opened", reason=fault.reason))
        return NOT_PLAYED
    except (StoreError, WeightsError, RecordingError, CameraGone) as fault:
        complain(ME, str(fault))
        return NOT_PLAYED
    except BrokenPipeError:
        raise  # who reads our lines has gone: no fault of the folder
    except OSError as fault:
        complain(str(args.report), say("rehearse.not_written", fault=fault.strerror or str(fault)))
        return NOT_PLAYED
    _tell(tally, as_json=args.json)
    return FINE if tally.fine else AMISS


def _played(args: argparse.Namespace, followers: tuple[Follower, ...]) -> Tally:
    album = None if args.report is None else Album(args.report)
    reader, cards = Eye(), CardEye()
    eyes = Eyes(lambda: TableReader(reader), lambda: cards)
    room = _screen(args.report) if args.screen else Headless()
    with tempfile.TemporaryDirectory(prefix="cups-up-rehearsal-") as home:
        rehearsal = Rehearsal(eyes, Path(home), room, album, followers=followers)
        tally = _simulated(rehearsal, args) if args.camera is None else _recorded(rehearsal, args.camera)
    if album is not None:
        album.close(tally)
    return tally


def _simulated(rehearsal: Rehearsal, args: argparse.Namespace) -> Tally:
    """Evenings at the simulated table, one a seed."""
    seeds = range(args.seed, args.seed + args.evenings)
    programmes = (programme_of(seed, args.rules, args.rounds, args.screen) for seed in seeds)
    return rehearsal.play(tuple(replace(each, trouble=Trouble(args.trouble)) for each in programmes))


def _recorded(rehearsal: Rehearsal, path: Path) -> Tally:
    """A round before each recorded lift; a failure's seed is the number of its recording."""
    lifts = recorded_lifts(path)

    def opened(programme: Programme, clock: VirtualClock) -> tuple[Opened, TrueTable]:
        table = RecordedTable(lifts[programme.seed - 1], clock)
        return table.opened, table

    before = replace(rehearsal, open_table=opened, people_of=RecordedPeople)
    return before.play(tuple(programme_for(number, lift) for number, lift in enumerate(lifts, start=1)))


def _screen(report: Path | None) -> Room:
    """The real screen; with a report a picture of each scene is kept in it."""
    from companion.rehearsal.window import prepare_window

    prepare_window(SCREEN_SIZE)
    from companion.rehearsal.screen import TouchedRoom

    return TouchedRoom(SCREEN_SIZE, None if report is None else report / "screens")


def _tell(tally: Tally, *, as_json: bool) -> None:
    told = tally.told()
    if as_json:
        tell(json.dumps(told, ensure_ascii=False))
        return
    del told["failures"]
    for failure in tally.failures:
        tell(_failure_line(failure))
    for name, value in told.items():
        tell(say("rehearse.figure", name=say(f"figure.{name}"), value=str(value)))


def _failure_line(failure: Failure) -> str:
    flaw = say(f"flaw.{failure.flaw.name.lower()}")
    return say(
        "rehearse.failure",
        evening=failure.evening,
        round=failure.round_number,
        seed=failure.seed,
        flaw=flaw,
        why=failure.why,
    )
