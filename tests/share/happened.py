"""What a table tells of a game, event by event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from companion.rules import AnyEvent, BidMade, Challenged, CupsRevealed, Event, GameBegun, GameRecord
from companion.share.feed import Happening

RECORDS = Path(__file__).resolve().parents[1] / "games" / "records"
WHOLE = tuple(path.with_suffix("").with_suffix(".jsonl") for path in sorted(RECORDS.glob("*.expected.json")))
"""The recorded games that are legal to their end."""
NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
HANDS = ((4, 4, 2, 3, 6), (5, 5, 2, 3, 6))
ROUND: tuple[Event, ...] = (
    GameBegun("milton-bradley", ("Ann", "Ben"), opener=0),
    BidMade(0, 2, 4),
    BidMade(1, 3, 4),
    Challenged(0),
    CupsRevealed(HANDS),
)


def happenings(
    events: Iterable[AnyEvent] = ROUND, game: int = 7, begun_at: datetime = NOW
) -> list[Happening]:
    """These events, one after the other."""
    found: list[Happening] = []
    for event in events:
        found.append(after(found[-1] if found else None, event, game, begun_at))
    return found


def after(last: Happening | None, event: AnyEvent, game: int = 7, begun_at: datetime = NOW) -> Happening:
    if last is None:
        return Happening(game, begun_at, GameRecord.begin(event), (event,), None)
    return Happening(game, begun_at, last.record.apply(event), (event,), last.record.game)
