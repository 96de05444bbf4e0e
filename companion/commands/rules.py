"""``companion rules [NAME]``: the rules of a game as the app plays them, every choice named as one.

A table's saved house rules are told like the published games, by the name under which they were saved.
"""

from __future__ import annotations

import argparse
import textwrap

from companion.commands.journal_here import add_home, house_shelf
from companion.commands.outlet import complain, tell
from companion.journal.errors import HouseRulesError
from companion.journal.house_rules import HouseRules
from companion.journal.house_shelf import Kept
from companion.play.mix_views import say_all
from companion.rules.cards.liar_liar import LIAR_LIAR, MatchRules
from companion.rules.cards.rulebook import match_chapters
from companion.rules.house import HOUSE
from companion.rules.rulebook import Chapter, chapters
from companion.rules.ruleset import RULESETS, RuleSet

HELP = "tell the rules of a game as the app plays them"
_COLUMNS = 88
_TOLD, _UNKNOWN = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a game or saved house rules; without it all are listed"
    )
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Print one game's rules, or the list of games."""
    games = {**RULESETS, HOUSE.name: HOUSE}
    if args.name in games:
        tell(_page(games[args.name], chapters(games[args.name])))
        return _TOLD
    if args.name == LIAR_LIAR.name:
        tell(_page(LIAR_LIAR, match_chapters(LIAR_LIAR)))
        return _TOLD
    kept = _kept(args)
    if args.name is None:
        tell("\n".join((*map(_line, (*games.values(), LIAR_LIAR)), *map(_saved_line, kept.rules))))
        return _TOLD
    saved = kept.named(args.name)
    if saved is None:
        titles = [*games, LIAR_LIAR.name, *(f'"{rules.title}"' for rules in kept.rules)]
        complain(args.name, f"no such game: choose {', '.join(titles)}")
        return _UNKNOWN
    tell(_page(saved.ruleset, chapters(saved.ruleset)))
    return _TOLD


def _kept(args: argparse.Namespace) -> Kept:
    """The saved house rules; what cannot be read is complained of and left out."""
    try:
        kept = house_shelf(args.home).read()
    except HouseRulesError as fault:
        kept = Kept((), (str(fault),))
    for fault in kept.faults:
        complain("companion rules", fault)
    return kept


def _line(ruleset: RuleSet | MatchRules) -> str:
    return f"{ruleset.name:16}{ruleset.title}"


def _saved_line(rules: HouseRules) -> str:
    return f'{"house":16}"{rules.title}": {say_all(rules.switches)}'


def _page(ruleset: RuleSet | MatchRules, told: tuple[Chapter, ...]) -> str:
    lines = [f"{ruleset.title} ({ruleset.name})"]
    for chapter in told:
        lines += ["", chapter.heading]
        for sentence in chapter.sentences:
            lines += textwrap.wrap(sentence, _COLUMNS, initial_indent="  - ", subsequent_indent="    ")
    return "\n".join(lines)
