"""``cups-up games``: the games in the journal, the newest first."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli.export import MOST_GAMES
from companion.cli.terminal.arguments import whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import (
    games_of_damaged,
    journal_path,
    open_kept,
    open_to_read,
    open_to_write,
)
from companion.cli.wiring.options import add_home
from companion.cli.wiring.past import forget_pictures
from companion.journal import SavedGame, StoreError, StoreTrouble
from companion.journal.statistics import game_object, is_of_dice, played_game, say_game
from companion.play.modes.welcome.mode import say_saved
from companion.text import say

ME = "cups-up games"
LISTED, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    one = parser.add_mutually_exclusive_group()
    number = whole_number(1, MOST_GAMES)
    one.add_argument("--show", type=number, metavar="GAME", help=say("arg.games.show"))
    one.add_argument("--forget", type=number, metavar="GAME", help=say("arg.games.forget"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    path = journal_path(args.home)
    if args.show is not None:
        return _show(path, args.show, args.json)
    if args.forget is not None:
        return _forget(path, args.forget, args.json)
    games, status = _games(path)
    if args.json:
        tell(json.dumps({"games": [_object(game) for game in games]}))
        return status
    nothing = say("games.none" if status == LISTED else "games.unreadable")
    tell("\n".join(_line(game) for game in games) or nothing)
    return status


def _games(path: Path) -> tuple[tuple[SavedGame, ...], int]:
    try:
        store = open_to_read(path)
    except StoreError as fault:
        if fault.trouble is not StoreTrouble.DAMAGED:
            raise
        complain(ME, str(fault))
        return games_of_damaged(path), FAILED
    if store is None:
        return (), LISTED
    with store:
        for sentence in store.noticed:
            complain(ME, sentence)
        return store.games(), LISTED


def _show(path: Path, number: int, as_json: bool) -> int:
    with open_kept(path) as store:
        record, damage = store.good_part(number)
    if damage is not None:
        complain(ME, damage)
    if not is_of_dice(record.live_events):
        complain(ME, say("history.cards", game=number))
        return FAILED
    game = played_game(record.live_events)
    tell(json.dumps({"id": number, **game_object(game)}) if as_json else "\n".join(say_game(game)))
    return LISTED if damage is None else FAILED


def _forget(path: Path, number: int, as_json: bool) -> int:
    if not path.exists():
        raise StoreError(say("terminal.no_journal", path=str(path)))
    with open_to_write(path) as store:
        store.forget_game(number)
    forget_pictures(path.parent, number)
    tell(json.dumps({"forgotten": number}) if as_json else say("forgotten.game", game=number))
    return LISTED


def _object(game: SavedGame) -> dict[str, object]:
    return {
        "id": game.id, "begun_at": game.begun_at.isoformat(), "rules": game.rules,
        "events": game.events, "state": say_saved(game), "damage": game.fault, "goes_on_as": game.goes_on_as,
    }  # fmt: skip


def _line(game: SavedGame) -> str:
    begun = game.begun_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = say("games.state", state=say_saved(game), count=game.events)
    return f"{game.id:>4}  {begun}  {game.rules:14}  {state}"
