"""``cups-up arena``: bots play each other; a table shows who wins how often."""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from random import Random

from companion.cli.terminal.arguments import one_of, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.options import add_seed
from companion.players import Bluffing, Bot, ByChance, ByOdds, Score, contest
from companion.rules import RULESETS
from companion.text import say

ME = "cups-up arena"
BOTS: dict[str, type[Bot]] = {"bluff": Bluffing, "odds": ByOdds, "chance": ByChance}
DEFAULT_GAMES, DEFAULT_PLAYERS, DEFAULT_SEED = 100, 4, 1
MOST_GAMES, MOST_PLAYERS = 1_000_000, 6
SCORED, NOT_GIVEN = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(BOTS)
    parser.add_argument(
        "bots", nargs="*", metavar="BOT", type=one_of(BOTS), help=say("arg.arena.bots", bots=names)
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=DEFAULT_GAMES,
        metavar="N",
        help=say("arg.arena.games", games=str(DEFAULT_GAMES)),
    )
    parser.add_argument(
        "--players",
        type=whole_number(2, MOST_PLAYERS),
        default=DEFAULT_PLAYERS,
        metavar="N",
        help=say("arg.arena.players", players=str(DEFAULT_PLAYERS)),
    )
    parser.add_argument("--rules", type=one_of(RULESETS), metavar="NAME", help=say("arg.rehearse.rules"))
    add_seed(parser, say("arg.arena.seed"), DEFAULT_SEED)
    parser.add_argument("--json", action="store_true", help=say("arg.json"))


def run(args: argparse.Namespace) -> int:
    names = [*dict.fromkeys(args.bots)] or [*BOTS]
    if len(names) < 2:
        complain(ME, say("arena.alone"))
        return NOT_GIVEN
    rules = [args.rules] if args.rules else [*RULESETS]
    pairs = [*combinations(names, 2)]
    if not args.json:
        tell(say("arena.head", games=str(args.games), players=str(args.players)))
        tell("".join(f"{word:>18}" for word in ("", *(f"{one} – {other}" for one, other in pairs))))
    scores: dict[str, list[Score]] = {}
    for name in rules:
        scores[name] = [_score(args, name, one, other) for one, other in pairs]
        if not args.json:
            tell(_line(name, scores[name]))
    if args.json:
        tell(json.dumps(_object(args, pairs, scores)))
    elif len(rules) > 1:
        tell(_line(say("arena.all"), [_added(each) for each in zip(*scores.values(), strict=True)]))
    return SCORED


def _score(args: argparse.Namespace, name: str, one: str, other: str) -> Score:
    luck, ruleset = Random(f"{args.seed} {name} {one} {other}"), RULESETS[name]
    players = min(args.players, ruleset.most_players)
    return contest(BOTS[one](), BOTS[other](), ruleset, players, args.games, luck)


def _added(scores: tuple[Score, ...]) -> Score:
    return Score(sum(each.won for each in scores), sum(each.games for each in scores))


def _line(name: str, scores: list[Score]) -> str:
    shares = (f"{100 * each.share:.1f} ± {100 * each.error:.1f} %" for each in scores)
    return f"{name:18}" + "".join(f"{share:>18}" for share in shares)


def _object(
    args: argparse.Namespace, pairs: list[tuple[str, str]], scores: dict[str, list[Score]]
) -> dict[str, object]:
    results = [
        {"rules": name, "bot": one, "against": other, "won": score.won, "games": score.games}
        for name, of_rules in scores.items()
        for (one, other), score in zip(pairs, of_rules, strict=True)
    ]
    return {"players": args.players, "seed": args.seed, "results": results}
