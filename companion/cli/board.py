"""``cups-up board [--paper a4|letter] [--out DIR]``: write the sheets to print as PDF, at true size."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.calibration import Paper, printed_sheets
from companion.cli.terminal.arguments import plain_path
from companion.cli.terminal.outlet import complain, tell
from companion.core.on_disk import write_whole
from companion.text import say, say_os_fault

WRITTEN, CANNOT_WRITE = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = [paper.word for paper in Paper]
    parser.add_argument("--paper", choices=words, default=words[0], help=say("arg.board.paper"))
    parser.add_argument("--out", type=plain_path, default=Path(), metavar="DIR", help=say("arg.board.out"))


def run(args: argparse.Namespace) -> int:
    paper = next(each for each in Paper if each.word == args.paper)
    for name, pdf in printed_sheets(paper):
        path = args.out / name
        try:
            args.out.mkdir(parents=True, exist_ok=True)
            write_whole(path, pdf)
        except OSError as fault:
            there = path if args.out.is_dir() else args.out
            complain(str(there), say("board.not_written", fault=say_os_fault(fault)))
            return CANNOT_WRITE
        tell(str(path.absolute()))
    tell(say("board.print"))
    return WRITTEN
