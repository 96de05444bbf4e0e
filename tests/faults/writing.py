"""A table that writes a game event by event and says when each is kept.

Standard output has a line each time: ``kept K`` once event K is on disk, ``refused SENTENCE`` where the
journal did not take it. A refused event is tried again twice; then the table gives up.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from companion.journal import Store, StoreError
from companion.rules import (
    AnyEvent,
    BidMade,
    Challenged,
    CupsRevealed,
    GameBegun,
    GameRecord,
    Phase,
    dice_game,
)

TRIES = 3
BEGUN = GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 10),), 0)


def played(count: int) -> tuple[AnyEvent, ...]:
    """At most so many events of one game: each round a bid, a challenge and a reveal."""
    record = GameRecord.begin(BEGUN)
    while record.length < count and record.game.phase is not Phase.OVER:
        record = record.apply(BidMade(dice_game(record.game).acting, 1, 5))
        record = record.apply(Challenged(dice_game(record.game).acting))
        game = dice_game(record.game)
        hands = [(2,) * dice for dice in game.dice]
        bidder = game.last_bid.player
        hands[bidder] = (5, 5, *hands[bidder])[: len(hands[bidder])]
        record = record.apply(CupsRevealed(tuple(hands)))
    return record.events[:count]


def say(words: str) -> None:
    """One line, in one write."""
    os.write(1, f"{words}\n".encode())


def write(path: Path, count: int) -> int:
    """0 when all of the game is kept, 3 where the table gave up."""
    events, kept, refusals = played(count), 0, 0
    while kept < len(events) and refusals < TRIES:
        try:
            with Store(path, lambda: datetime(2026, 11, 24, 20, tzinfo=UTC)) as store:
                found = store.games()[0].events if store.games() else 0
                if found > kept:  # refused, for its fsync failed, but there when it was opened again
                    say(f"kept {found}")
                kept = found
                for event in events[kept:]:
                    store.append(1, event) if kept else store.begin_game(BEGUN)
                    kept += 1
                    say(f"kept {kept}")
        except StoreError as fault:
            refusals += 1
            say(f"refused {fault}")
    return 0 if kept == len(events) else 3
