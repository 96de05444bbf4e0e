"""Evenings of whole random games in a journal; also run by hand, to measure how fast they are counted.

python -m tests.journal.statistics.evenings HOME 1000
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from companion.journal import JOURNAL_NAME, Store, text_of
from companion.journal.statistics import CountedGame, Figures, PlayedGame, added_up, tally_of
from companion.rules import RULESETS, GameRecord, Phase, RevealCorrected, Undone, dice_game
from tests.rules.random_tables import beginning, hands, next_event

RULES = tuple(RULESETS)
MOST_EVENTS = 400


def random_game(seed: int, rules: str | None = None) -> GameRecord:
    """A game, often played to its end, with undos and corrections on the way."""
    rng = Random(seed)
    record = GameRecord.begin(beginning(rng, rules or RULES[seed % len(RULES)]))
    while record.length < MOST_EVENTS:
        game = dice_game(record.game)
        if record.may_undo and rng.random() < 0.05:
            record = record.apply(Undone())
        elif game.may_correct and rng.random() < 0.1 and game.before_reveal is not None:
            record = record.apply(RevealCorrected(hands(rng, game.before_reveal)))
        elif game.phase is Phase.OVER:
            break
        else:
            record = record.apply(next_event(rng, game))
    return record


def figures_of(games: Iterable[tuple[int, PlayedGame]], only: str | None = None) -> Figures:
    """Without a journal."""
    return added_up([CountedGame(at, each.ruleset, each.players, tally_of(each)) for at, each in games], only)


def write_journal(path: Path, records: tuple[GameRecord, ...]) -> None:
    """Put the games into a journal, one a day from the first of January 2026."""
    days = (datetime(2026, 1, 1, 20, tzinfo=UTC) + timedelta(days=day) for day in range(len(records)))
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    with Store(path, lambda: now[0]) as store:
        for day, record in zip(days, records, strict=True):
            now[0] = day
            store.import_record(text_of(record.events).encode())


if __name__ == "__main__":
    games = int(sys.argv[2])
    played = tuple(random_game(seed) for seed in range(games))
    write_journal(Path(sys.argv[1]) / JOURNAL_NAME, played)
    print(f"{games} games, {sum(each.length for each in played)} events")
