"""``companion demo``: a whole game at the simulated table, refereed in the terminal without a display.

Simulated players bid by what they see under their own cups; the eye reads composed pictures; journal,
session and rules are those of a real game. Pictures with their marks and the record (game.jsonl) are
left in a folder. Exit status 0; 1 when a verdict differs from what really lay on the table; 2 when the
demonstration cannot be given.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.commands.demo_game import Demonstration, Stuck, Tally
from companion.commands.demo_players import NAMES
from companion.commands.demo_teller import BAD, BOLD, GOOD, Signs, Teller
from companion.commands.evening import Evening, EyeOfTheTable, session_of
from companion.commands.journal_here import time_of_day
from companion.commands.outlet import complain
from companion.hardware.choose import Simulation, open_camera
from companion.hardware.simulated import Trouble
from companion.journal.errors import StoreError
from companion.journal.home import JOURNAL_NAME
from companion.journal.store import Store
from companion.play.choices import FEWEST_PLAYERS
from companion.recognition.errors import WeightsError
from companion.recognition.eye import Eye
from companion.rules.ruleset import RULESETS

HELP = "a whole game at the simulated table, in the terminal"
RIGHT, WRONG, NOT_GIVEN = 0, 1, 2
DEFAULT_SEED, DEFAULT_PLAYERS, DEFAULT_RULES = 7, 3, "milton-bradley"
OUT = Path("out")
RECORD_NAME = "game.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--seed", type=int, default=DEFAULT_SEED, metavar="N", help="the same seed, the same game"
    )
    parser.add_argument(
        "--players", type=int, default=DEFAULT_PLAYERS, metavar="N", help=f"{FEWEST_PLAYERS} to {len(NAMES)}"
    )
    parser.add_argument("--rules", choices=list(RULESETS), default=DEFAULT_RULES, help="which game")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder for pictures and record (default: a new one in out)"
    )
    parser.add_argument("--fast", action="store_true", help="no pauses for the eyes of a person")
    parser.add_argument(
        "--trouble",
        choices=[each.value for each in Trouble],
        default=Trouble.NONE.value,
        help="what goes wrong with the dice, to see how it is asked about",
    )


def run(args: argparse.Namespace) -> int:
    """Play the demonstration game to its winner."""
    most = RULESETS[args.rules].most_players
    if not FEWEST_PLAYERS <= args.players <= most:
        players = f"{FEWEST_PLAYERS} to {most} players, not {args.players}"
        complain("companion demo", f"{args.rules} is for {players}")
        return NOT_GIVEN
    try:
        folder = _folder(args.out)
        with tempfile.TemporaryDirectory(prefix=".journal-", dir=folder) as own:
            return _given(args, folder, Path(own) / JOURNAL_NAME)
    except (StoreError, WeightsError, Stuck) as fault:
        complain("companion demo", str(fault))
    except OSError as fault:
        place = args.out or OUT
        complain(str(place), f"pictures and record cannot be written there: {fault.strerror or fault}")
    return NOT_GIVEN


def _folder(wanted: Path | None) -> Path:
    """The folder asked for, or the first demo-N in ``out`` that is not there yet."""
    number = 1
    while wanted is None and (OUT / f"demo-{number}").exists():
        number += 1
    folder = wanted or OUT / f"demo-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _given(args: argparse.Namespace, folder: Path, journal: Path) -> int:
    started = time.monotonic()
    simulation = Simulation(args.players, args.seed, trouble=Trouble(args.trouble))
    opened = open_camera("simulated", simulation)
    if opened.cups is None:
        raise Stuck(opened.sentence)
    evening = Evening(journal, opened, EyeOfTheTable(Eye()), args.seed, watch=False)
    terminal = sys.stdout.isatty()
    teller = Teller(colour=terminal, signs=Signs.for_encoding(sys.stdout.encoding))
    if args.fast or not terminal:
        teller.rest = lambda _: None
    with session_of(evening) as session, Store(journal, time_of_day, writing=False) as reader:
        demonstration = Demonstration(session, opened.cups, reader, teller, folder, args.seed)
        tally = demonstration.play(args.rules, NAMES[: args.players])
        (folder / RECORD_NAME).write_text(reader.export(tally.game_id), encoding="utf-8", newline="\n")
    return _summed_up(teller, tally, folder, time.monotonic() - started)


def _summed_up(teller: Teller, tally: Tally, folder: Path, took_s: float) -> int:
    teller.end()
    teller.line()
    teller.line(teller.painted(f"{tally.winner} wins after {tally.rounds} rounds!", GOOD, BOLD))
    asked = f"{tally.asked} asked about, {tally.wrong} taken wrongly"
    teller.line(f"{tally.dice} dice were revealed: {asked}. {took_s:.1f} seconds.")
    teller.line(f"The record {RECORD_NAME} and a picture of every reveal are in {folder}.")
    if tally.wrong_verdicts == 0:
        teller.line("Every verdict is the one that the dice on the table demand.")
        return RIGHT
    teller.line(teller.painted(f"{tally.wrong_verdicts} verdicts were wrong!", BAD, BOLD))
    return WRONG
