"""The benchmark measures what it says; how long it takes is no test's business.

As a program it sets our events a second beside the actions a second of OpenSpiel's game for two, which is
written in C++ and plays a single round: ``python tests/rules/test_rules_benchmark.py``.
"""

from __future__ import annotations

from functools import reduce
from random import Random
from time import process_time

from companion.cli import bench
from companion.rules import (
    HOUSE,
    RULESETS,
    Event,
    Phase,
    RuleError,
    apply,
    begin,
    legal_moves,
)
from tests.rules.random_tables import beginning, next_event

GAMES, MOST_EVENTS, RUNS = 40, 400, 7


def test_the_replayed_game_has_sixty_events_or_a_few_more_and_stands_in_bidding() -> None:
    record = bench._game_of(bench.EVENTS)
    assert bench.EVENTS <= record.length <= bench.EVENTS + 2
    assert record.game.phase is Phase.BIDDING


def test_all_figures_are_measured() -> None:
    figures = bench.measure_rules()
    assert figures.keys() == {"replay_60_events_ms", "legal_bids_us", "events_a_second"}
    assert all(figure > 0 for figure in figures.values())


def a_game(rules_name: str, number: int) -> list[Event]:
    """A whole game at a random table, or its first events."""
    rng = Random(f"{rules_name} {number}")
    while True:
        events: list[Event] = [beginning(rng, rules_name)]
        try:
            game = begin(events[0])
        except RuleError:
            continue  # switches that contradict each other
        while game.phase is not Phase.OVER and len(events) < MOST_EVENTS:
            events.append(next_event(rng, game))
            game = apply(game, events[-1])
        return events


def seconds_for(work) -> float:
    """The least processor time of several runs."""
    spent = []
    for _ in range(RUNS):
        began = process_time()
        work()
        spent.append(process_time() - began)
    return min(spent)


def asked(games: list[list[Event]]) -> None:
    """Every game again, and before each event all that is legal."""
    for events in games:
        game = begin(events[0])
        for event in events[1:]:
            legal_moves(game)
            game = apply(game, event)


def measure_ours() -> None:
    every: list[list[Event]] = []
    for name in (*RULESETS, HOUSE.name):
        games = [a_game(name, number) for number in range(GAMES)]
        every += games
        tell(name, games)
    tell("all", every)
    count = sum(map(len, every))
    print(f"{'all, legal moves asked':24}{count / seconds_for(lambda: asked(every)):10,.0f} events a second")


def tell(name: str, games: list[list[Event]]) -> None:
    def replayed() -> None:
        for events in games:
            reduce(apply, events[1:], begin(events[0]))

    print(f"{name:24}{sum(map(len, games)) / seconds_for(replayed):10,.0f} events a second")


def measure_openspiel() -> None:
    import pyspiel

    game, rng = pyspiel.load_game("liars_dice(numdice=5)"), Random(1)
    rounds = []
    for _ in range(500):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        rounds.append(actions)

    def replayed() -> None:
        for actions in rounds:
            state = game.new_initial_state()
            for action in actions:
                state.apply_action(action)

    print(f"{'OpenSpiel':24}{sum(map(len, rounds)) / seconds_for(replayed):10,.0f} actions a second")


if __name__ == "__main__":
    measure_ours()
    measure_openspiel()
