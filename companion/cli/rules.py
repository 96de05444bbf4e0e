"""``cups-up rules [NAME]``: the rules of a game as the app plays them, with every choice marked."""

from __future__ import annotations

import argparse
import json
import textwrap

from companion.cli.terminal.arguments import no_such
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import house_shelf
from companion.cli.wiring.options import add_home
from companion.journal import HouseRulesError, KeptHouseRules
from companion.play.modes.house_rules.views import say_all
from companion.rules import HOUSE, LIAR_LIAR, RULESETS, MatchRules, RuleSet
from companion.text import Chapter, chapters, match_chapters, say

_COLUMNS = 88
_TOLD, _UNKNOWN = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("arg.rules.name"))
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    games: dict[str, RuleSet | MatchRules] = {**RULESETS, HOUSE.name: HOUSE, LIAR_LIAR.name: LIAR_LIAR}
    wanted = None if args.name is None else games.get(args.name.casefold())
    kept = KeptHouseRules(()) if wanted is not None else _kept(args)
    if args.name is None:
        tell(_listed_json(games, kept) if args.json else _listed(games, kept))
        return _TOLD
    saved = kept.named(args.name)
    wanted = saved.ruleset if saved is not None else wanted
    if wanted is None:
        there = (*games, *(rules.title for rules in kept.rules))
        complain(args.name, no_such(say("rules.no_game"), args.name, there))
        return _UNKNOWN
    told = match_chapters(wanted) if isinstance(wanted, MatchRules) else chapters(wanted)
    tell(_page_json(wanted, told) if args.json else _page(wanted, told))
    return _TOLD


def _listed(games: dict[str, RuleSet | MatchRules], kept: KeptHouseRules) -> str:
    published = (f"{each.name:16}{each.title}" for each in games.values())
    house = (f'{"house":16}"{each.title}": {say_all(each.switches)}' for each in kept.rules)
    return "\n".join((*published, *house))


def _listed_json(games: dict[str, RuleSet | MatchRules], kept: KeptHouseRules) -> str:
    published = [{"name": each.name, "title": each.title} for each in games.values()]
    house = [{"title": each.title, "switches": dict(each.switches)} for each in kept.rules]
    return json.dumps({"games": published, "house_rules": house}, ensure_ascii=False)


def _page_json(ruleset: RuleSet | MatchRules, told: tuple[Chapter, ...]) -> str:
    said = [{"heading": each.heading, "sentences": list(each.sentences)} for each in told]
    return json.dumps({"name": ruleset.name, "title": ruleset.title, "chapters": said}, ensure_ascii=False)


def _kept(args: argparse.Namespace) -> KeptHouseRules:
    try:
        kept = house_shelf(args.home).read()
    except HouseRulesError as fault:
        kept = KeptHouseRules((), (str(fault),))
    for sentence in kept.faults:
        complain("cups-up rules", sentence)
    return kept


def _page(ruleset: RuleSet | MatchRules, told: tuple[Chapter, ...]) -> str:
    lines = [f"{ruleset.title} ({ruleset.name})"]
    for chapter in told:
        lines += ["", chapter.heading]
        for sentence in chapter.sentences:
            lines += textwrap.wrap(sentence, _COLUMNS, initial_indent="  - ", subsequent_indent="    ")
    return "\n".join(lines)
