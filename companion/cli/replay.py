"""``cups-up replay FILE…``: adjudicate recorded games anew.

If a file is faulty nothing is printed on standard output: an object names no file, so the n-th line must be
the n-th file's.
"""

from __future__ import annotations

import argparse
import os

from companion.cli.terminal.outlet import complain, tell
from companion.core.on_disk import NotRead, read_input
from companion.journal import RecordError, match_summary, replay_record, summary_of, write_json
from companion.rules import AnyGame, Game, Match, MatchPhase
from companion.text import (
    capital,
    printable,
    say,
    say_hand,
    say_list,
    say_match_turn,
    say_meld,
    say_player,
    say_quest,
    say_turn,
    say_verdict,
)

LARGEST_RECORD = 16_000_000
"""Bytes: a thousand times a long evening."""
REPLAYED, FAULTY, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("arg.record"))
    parser.add_argument("--json", action="store_true", help=say("arg.replay.json"))


def run(args: argparse.Namespace) -> int:
    records = []
    for path in args.files:
        try:
            records.append((path, read_input(path, LARGEST_RECORD)))
        except NotRead as fault:
            complain(path, unread(fault))
            return UNREADABLE
    games = [(path, _replayed(path, record)) for path, record in records]
    sound = [(path, game) for path, game in games if game is not None]
    if len(sound) < len(games):
        return FAULTY
    for path, game in sound:
        tell(_as_json(game) if args.json else _as_story(os.path.basename(path), game))
    return REPLAYED


def unread(fault: NotRead) -> str:
    return say("replay.record", fault=str(fault))


def _as_json(game: AnyGame) -> str:
    return write_json(match_summary(game) if isinstance(game, Match) else summary_of(game))


def _as_story(title: str, game: AnyGame) -> str:
    return story_of_match(title, game) if isinstance(game, Match) else story_of(title, game)


def _replayed(path: str, record: bytes) -> AnyGame | None:
    try:
        return replay_record(record).game
    except RecordError as fault:
        complain(f"{path}:{fault.line}", fault.reason)
        return None


def story_of(title: str, game: Game) -> str:
    players = [say_player(game.players, seat) for seat in range(len(game.players))]
    head = say("replay.players", title=printable(title), players=say_list(players), game=game.ruleset.title)
    lines = [head]
    for number, ended in enumerate(game.rounds, start=1):
        verdict = say_verdict(ended, game.players, game.ruleset)
        palafico = ended.palafico
        lines.append(say("replay.palafico" if palafico else "replay.round", round=number, verdict=verdict))
    lines += [say("replay.dice", held=_each(players, game.dice)), *_chips(players, game), say_turn(game), ""]
    return "\n".join(lines)


def _chips(players: list[str], game: Game) -> list[str]:
    if game.chips is None:
        return []
    held = _each(players, game.chips)
    return [say("replay.chips", held=held, round_pot=str(game.round_pot), game_pot=str(game.game_pot))]


def story_of_match(title: str, match: Match) -> str:
    players = [say_player(match.players, seat) for seat in range(len(match.players))]
    head = say(
        "replay.match",
        title=printable(title),
        players=say_list(players),
        game=match.ruleset.title,
        count=match.ruleset.target,
    )
    lines = [head, *_hands(match)]
    if match.phase not in (MatchPhase.HAND, MatchPhase.OVER):
        lines += [say("replay.meld", meld=say_meld(meld)) for meld in match.melds]
        lines.append(say("replay.match_chips", held=_each(players, match.chips), bank=match.bank))
        lines.append(say("replay.cards", held=_each(players, match.cards), stock=match.stock))
    lines += [say("replay.scores", scores=_each(players, match.scores)), capital(say_match_turn(match)), ""]
    return "\n".join(lines)


def _hands(match: Match) -> list[str]:
    lines = []
    for number in range(1, match.hand + 1):
        quests = (quest for quest in match.quests if quest.hand == number)
        lines += [_of_hand(number, say_quest(quest, match.players)) for quest in quests]
        if number <= len(match.hands):
            lines.append(_of_hand(number, say_hand(match.hands[number - 1], match.players)))
    if match.quest is not None:
        lines.append(_of_hand(match.hand, say_quest(match.quest, match.players)))
    return lines


def _of_hand(number: int, told: str) -> str:
    return say("replay.hand", hand=number, told=told)


def _each(players: list[str], numbers: tuple[int, ...]) -> str:
    pairs = zip(players, numbers, strict=True)
    listed, *rest = (say("hand.points", player=player, points=number) for player, number in pairs)
    for each in rest:
        listed = say("list.more", list=listed, item=each)
    return listed
