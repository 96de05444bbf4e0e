"""``cups-up demo``: a whole game at the simulated table, refereed in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from companion.cli.demonstration.card_game import CardDemonstration, CardTally
from companion.cli.demonstration.eyes import WatchedCardEye
from companion.cli.demonstration.game import Demonstration, Tally
from companion.cli.demonstration.teller import BAD, BOLD, GAME_ID, GOOD, Signs, Stuck, Teller
from companion.cli.terminal.arguments import ignores, lacks, one_of, plain_path, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.cameras import Opened, Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.feeds import NoFeed, feeds_of
from companion.cli.wiring.journal import time_of_day
from companion.cli.wiring.options import add_events, add_seed, add_trouble
from companion.core.on_disk import write_whole
from companion.core.reading import WeightsError
from companion.journal import JOURNAL_NAME, Store, StoreError, StoreTrouble
from companion.players import NAMES
from companion.recognition.cards.eye import CardEye
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.rules import FEWEST_PLAYERS, LIAR_LIAR, RULESETS
from companion.share.feed import Follower
from companion.simulator import SimulatedCardTable, SimulatedTable, Trouble
from companion.text import say, say_all, say_decimal, say_os_fault

ME = "cups-up demo"
RIGHT, WRONG, NOT_GIVEN = 0, 1, 2
DEFAULT_SEED, DEFAULT_PLAYERS, DEFAULT_RULES = 7, 3, "milton-bradley"
OUT = Path("out")
RECORD_NAME = "game.jsonl"
DEFAULT_TARGET, MOST_TARGET = 100, 10_000
"""Points: the default target takes one hand or two of Liar, Liar."""
GAMES = (*RULESETS, LIAR_LIAR.name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_seed(parser, say("arg.demo.seed"), DEFAULT_SEED)
    parser.add_argument(
        "--players",
        type=whole_number(0, 99),
        default=DEFAULT_PLAYERS,
        metavar="N",
        help=say("arg.demo.players", fewest=FEWEST_PLAYERS, most=len(NAMES)),
    )
    parser.add_argument("--rounds", type=whole_number(1, 9999), metavar="N", help=say("arg.demo.rounds"))
    parser.add_argument(
        "--rules",
        type=one_of(GAMES),
        default=DEFAULT_RULES,
        metavar="NAME",
        help=say("arg.demo.rules", games=", ".join(GAMES)),
    )
    parser.add_argument(
        "--out",
        type=plain_path,
        metavar="DIR",
        help=say("arg.demo.out"),
    )
    parser.add_argument("--fast", action="store_true", help=say("arg.demo.fast"))
    add_trouble(parser, say("arg.demo.trouble"))
    parser.add_argument(
        "--target",
        type=whole_number(1, MOST_TARGET),
        default=DEFAULT_TARGET,
        metavar="N",
        help=say("arg.demo.target", game=LIAR_LIAR.name, points=DEFAULT_TARGET),
    )
    add_events(parser)


def run(args: argparse.Namespace) -> int:
    ruleset = RULESETS.get(args.rules, LIAR_LIAR)
    most = min(len(NAMES), ruleset.most_players)
    if not FEWEST_PLAYERS <= args.players <= most:
        refused = say("demo.players", game=args.rules, fewest=FEWEST_PLAYERS, most=most, players=args.players)
        complain(ME, refused)
        return NOT_GIVEN
    if _without_effect(args):
        return NOT_GIVEN
    try:
        place = _folder(args.out)
        own = tempfile.TemporaryDirectory(prefix=".journal-", dir=place)
        with own as home, feeds_of(args) as feeds:
            give = _cards_given if args.rules == LIAR_LIAR.name else _given
            return give(args, place, Path(home) / JOURNAL_NAME, feeds.counts)
    except NoFeed as fault:
        complain(fault.place, say("feed.not_opened", reason=fault.reason))
    except StoreError as fault:
        if fault.trouble is not StoreTrouble.FULL:
            complain(ME, str(fault))
        else:  # nothing is kept of a demonstration's own journal
            complain(str(args.out or OUT), say("demo.not_written", fault=say("system.full")))
    except (WeightsError, Stuck) as fault:
        complain(ME, str(fault))
    except BrokenPipeError:
        raise  # the reader of our lines has gone: no fault of the folder
    except OSError as fault:
        place = args.out or OUT
        complain(str(place), say("demo.not_written", fault=say_os_fault(fault)))
    return NOT_GIVEN


def _without_effect(args: argparse.Namespace) -> bool:
    of_cards = f"--rules {LIAR_LIAR.name}"
    if args.rules == LIAR_LIAR.name:
        return ignores(ME, of_cards, {"--rounds": args.rounds})
    return lacks(ME, of_cards, {"--target": args.target != DEFAULT_TARGET})


def _folder(wanted: Path | None) -> Path:
    """The given folder, or the first demo-N in ``out`` that does not exist."""
    number = 1
    while wanted is None and (OUT / f"demo-{number}").exists():
        number += 1
    folder = wanted or OUT / f"demo-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _given(args: argparse.Namespace, folder: Path, journal: Path, follower: Follower) -> int:
    started, (opened, cups, _), teller = time.monotonic(), _opened(args), _teller(args)
    evening = Evening(journal, opened, TableReader(Eye()), args.seed, watch=False, followers=(follower,))
    with session_of(evening) as session, Store(journal, time_of_day, writing=False) as reader:
        demonstration = Demonstration(session, cups, reader, teller, folder, args.seed)
        tally = demonstration.play(args.rules, NAMES[: args.players], args.rounds)
        _write_record(folder, reader)
    return _summed_up(teller, tally, folder, time.monotonic() - started)


def _cards_given(args: argparse.Namespace, folder: Path, journal: Path, follower: Follower) -> int:
    started, (opened, _, cards), teller = time.monotonic(), _opened(args), _teller(args)
    eye = WatchedCardEye(CardEye(), cards.cards_in_view)
    evening = Evening(journal, opened, None, args.seed, watch=False, card_eye=eye, followers=(follower,))
    with session_of(evening) as session, Store(journal, time_of_day, writing=False) as reader:
        demonstration = CardDemonstration(session, eye, reader, teller, folder, args.seed)
        tally = demonstration.play(NAMES[: args.players], args.target)
        _write_record(folder, reader)
    return _cards_summed_up(teller, tally, folder, time.monotonic() - started)


def _opened(args: argparse.Namespace) -> tuple[Opened, SimulatedTable, SimulatedCardTable]:
    opened = open_camera("simulated", Simulation(args.players, args.seed, trouble=Trouble(args.trouble)))
    if opened.cups is None or opened.cards is None:
        raise Stuck(opened.sentence)
    return opened, opened.cups, opened.cards


def _teller(args: argparse.Namespace) -> Teller:
    tell("", end="")  # a closed output ends the demonstration here
    terminal = sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR")
    teller = Teller(colour=colour, signs=Signs.for_encoding(sys.stdout.encoding))
    if args.fast or not terminal:
        teller.rest = lambda _: None
    return teller


def _write_record(folder: Path, reader: Store) -> None:
    write_whole(folder / RECORD_NAME, reader.export(GAME_ID).encode())


def _summed_up(teller: Teller, tally: Tally, folder: Path, took_s: float) -> int:
    teller.end()
    if tally.winner:
        ended = say("demo.won", player=tally.winner, count=tally.rounds)
    else:
        ended = say("demo.stopped", count=tally.rounds)
    read = say("demo.dice_read", count=tally.dice, asked=tally.asked, wrong=tally.wrong)
    kept = say("demo.kept_reveals", record=RECORD_NAME, folder=str(folder))
    amiss = say("demo.wrong_verdicts", count=tally.wrong_verdicts) if tally.wrong_verdicts else None
    return _tell_end(teller, took_s, (ended, read, kept), amiss, say("demo.right"))


def _cards_summed_up(teller: Teller, tally: CardTally, folder: Path, took_s: float) -> int:
    won = say("demo.won_cards", player=tally.winner, count=tally.hands, quests=tally.quests)
    read = say(
        "demo.cards_read", count=tally.cards, right=tally.right, asked=tally.asked, missed=tally.missed
    )
    kept = say("demo.kept_readings", record=RECORD_NAME, folder=str(folder))
    amiss = say("demo.wrong_cards", count=tally.wrong) if tally.wrong else None
    return _tell_end(teller, took_s, (won, read, kept), amiss, say("demo.cards_right"))


def _tell_end(
    teller: Teller, took_s: float, told: tuple[str, str, str], wrong: str | None, right: str
) -> int:
    """The exit status. ``told``: how it ended, what was read, what is kept; ``wrong``: what went wrong, if
    anything.
    """
    ended, read, kept = told
    teller.line()
    teller.line(teller.painted(ended, GOOD, BOLD))
    teller.line(say_all(read, say("demo.seconds", seconds=say_decimal(took_s))))
    teller.line(kept)
    teller.line(right if wrong is None else teller.painted(wrong, BAD, BOLD))
    return RIGHT if wrong is None else WRONG
