"""``companion rules [NAME]``: the rules of a game as the app plays them, every choice named as one."""

from __future__ import annotations

import argparse
import textwrap

from companion.commands.outlet import complain, tell
from companion.rules.house import HOUSE
from companion.rules.rulebook import chapters
from companion.rules.ruleset import RULESETS, RuleSet

HELP = "tell the rules of a game as the app plays them"
_COLUMNS = 88
_TOLD, _UNKNOWN = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a game; without it all are listed")


def run(args: argparse.Namespace) -> int:
    """Print one game's rules, or the list of games."""
    games = {**RULESETS, HOUSE.name: HOUSE}
    if args.name is None:
        tell("\n".join(f"{ruleset.name:16}{ruleset.title}" for ruleset in games.values()))
        return _TOLD
    if args.name not in games:
        complain(args.name, f"no such game: choose {', '.join(games)}")
        return _UNKNOWN
    tell(_page(games[args.name]))
    return _TOLD


def _page(ruleset: RuleSet) -> str:
    lines = [f"{ruleset.title} ({ruleset.name})"]
    for chapter in chapters(ruleset):
        lines += ["", chapter.heading]
        for sentence in chapter.sentences:
            lines += textwrap.wrap(sentence, _COLUMNS, initial_indent="  - ", subsequent_indent="    ")
    return "\n".join(lines)
