"""How fast the rules are on this machine: a part of ``cups-up bench``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter_ns

from companion.journal import replay_record, text_of
from companion.rules import (
    AnyEvent,
    AnyGame,
    Challenged,
    CupsRevealed,
    Event,
    Game,
    GameBegun,
    GameRecord,
    Phase,
    apply,
    dice_game,
    legal_bids,
    lowest_raise,
)

EVENTS = 60
"""Events of the replayed game; the aim is less than 2 ms on a laptop core."""
BIDS_A_ROUND = 6
REPEATS = 300
"""Runs whose median is reported: enough to see past other work on the machine."""
SEED = 1987
_NS_A_SECOND, _NS_A_MS, _NS_A_US = 1_000_000_000, 1_000_000, 1_000


def measure() -> dict[str, float]:
    """Medians.

    ``replay_60_events_ms`` starts from the record's bytes: reading, refereeing, verdicts. ``legal_bids_us``
    gives one range of quantities a face. ``events_a_second`` takes events as values, as bots make them.
    """
    record = _game_of(EVENTS)
    events = record.events[1:]
    text = text_of(record.events).encode()
    bidding, start = dice_game(record.game), record.live_states[0][1]
    return {
        "replay_60_events_ms": _median_ns(lambda: replay_record(text)) / _NS_A_MS,
        "legal_bids_us": _median_ns(lambda: legal_bids(bidding)) / _NS_A_US,
        "events_a_second": _NS_A_SECOND * len(events) / _median_ns(lambda: _refereed(start, events)),
    }


def _refereed(game: AnyGame, events: tuple[AnyEvent, ...]) -> AnyGame:
    for event in events:
        game = apply(game, event)
    return game


def _game_of(events: int) -> GameRecord:
    """Four players of milton-bradley, a few bids a round; the last event is a bid."""
    rng = Random(SEED)
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Bob", "Cy", "Dee"), (), 0))
    while record.length < events or dice_game(record.game).bid is None:
        record = record.apply(_next(rng, dice_game(record.game)))
    return record


def _next(rng: Random, game: Game) -> Event:
    if game.phase is Phase.REVEAL:
        return CupsRevealed(tuple(tuple(rng.choices(range(1, 7), k=held)) for held in game.dice))
    raised = lowest_raise(game)
    return Challenged(game.acting) if raised is None or game.bids == BIDS_A_ROUND else raised


def _median_ns(work: Callable[[], object]) -> int:
    spent = []
    for _ in range(REPEATS):
        started = perf_counter_ns()
        work()
        spent.append(perf_counter_ns() - started)
    return sorted(spent)[len(spent) // 2]
