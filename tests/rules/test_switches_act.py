"""A switch of house rules that is offered changes some game, whatever another one is set to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest

from companion.rules import (
    HOUSE,
    SWITCHES,
    Exact,
    FirstOpener,
    Game,
    GameBegun,
    Loss,
    OptionValue,
    Phase,
    RuleError,
    RuleSet,
    house_rules,
    legal_bids,
    legal_totals,
    matters,
    may_challenge,
    most_shown,
    referee,
    spot_on_callers,
    switches_of,
    what_matters,
)
from tests.rules.random_tables import NAMES, next_event

DICE = (1, 2, 5)
MOST_GAMES, IDLE_GAMES = 200, 4
SAME = {"bid-holds", "challenger"}
"""Where one die is lost, these two say the same of an exact bid in other words."""


def begun(rules: RuleSet, players: int, opener: int) -> Game:
    """A game of so many; where the highest roll opens, nobody is named."""
    rolls = rules.first_opener is FirstOpener.ROLL
    return referee.begin(GameBegun("house", NAMES[:players], switches_of(rules), None if rolls else opener))


def stands(game: Game) -> tuple[object, ...]:
    """All that a table could see of the rules in this game."""
    kept = (game.phase, game.dice, game.to_act, game.opener, game.chips, game.palafico, game.tie_breaker)
    may = (legal_bids(game), legal_totals(game), may_challenge(game), spot_on_callers(game), most_shown(game))
    return (*kept, game.winner, game.ones_wild, *may)


def differ(one: RuleSet, other: RuleSet, games: int, seed: int = 0) -> bool:
    """Whether random games of the first rules go otherwise by the second."""
    rng = Random(seed)
    for _ in range(games):
        players = rng.randint(2, 4)
        opener = rng.randrange(players)
        first, second = begun(one, players, opener), begun(other, players, opener)
        while stands(first) == stands(second) and first.phase is not Phase.OVER:
            event = next_event(rng, first)
            first = referee.apply(first, event)
            try:
                second = referee.apply(second, event)
            except RuleError:
                return True
        if stands(first) != stands(second):
            return True
    return False


def mixed_with(name: str, other: str) -> Iterator[tuple[RuleSet, RuleSet]]:
    """Two house rules that differ in one switch alone, for each accepted value of the other."""
    values: dict[str, tuple[OptionValue, ...]] = {each.name: each.values for each in SWITCHES}
    values["dice"] = DICE
    for now, pair in itertools.product(values[other], itertools.combinations(values[name], 2)):
        if {*pair} == SAME:
            continue
        try:
            one, two = (
                house_rules(tuple((dict(switches_of(HOUSE)) | {other: now, name: each}).items()), new=True)
                for each in pair
            )
        except RuleError:
            continue
        yield one, two


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in SWITCHES if each.values and each.name != "star_six"])
def test_a_switch_acts_exactly_where_it_is_offered(name: str) -> None:
    """The star on the six is left out: without a wild face it says what stands on the dice."""
    others = [each.name for each in SWITCHES if each.values and each.name != name]
    for one, two in itertools.chain.from_iterable(mixed_with(name, other) for other in others):
        if matters(name, one):
            acts = differ(one, two, MOST_GAMES) or differ(two, one, MOST_GAMES, seed=1)
            assert acts, switches_of(one)
        else:
            assert not differ(one, two, IDLE_GAMES), switches_of(one)


def random_rules(rng: Random) -> RuleSet:
    """House rules that can be played; those of one die are met often, where most switches are idle."""
    while True:
        switches = {
            each.name: rng.choice(each.values) for each in SWITCHES if each.values and rng.random() < 0.3
        }
        try:
            return house_rules(tuple((switches | {"star_six": False}).items()), new=True)
        except RuleError:
            continue


def same_game(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets play alike: names and switches that do not matter may differ."""
    return settings(one) == settings(other)


def settings(rules: RuleSet) -> dict[str, OptionValue]:
    what = dict(what_matters(rules))
    if rules.loss is Loss.ONE and rules.exact is Exact.CHALLENGER:
        what["exact"] = Exact.BID_HOLDS.value  # the challenger loses one die by either
    return what


@pytest.mark.slow
def test_rules_are_the_same_game_exactly_where_no_game_tells_them_apart() -> None:
    rng, alike = Random(3), 0
    for number in range(150):
        one = random_rules(rng)
        idle = [each for each in SWITCHES if each.values and not matters(each.name, one)]
        if idle and number % 2:
            each = rng.choice(idle)
            options = dict(switches_of(one)) | {each.name: rng.choice(each.values), "title": "Friday"}
            try:
                other = house_rules(tuple(options.items()), new=True)
            except RuleError:
                continue
        else:
            other = random_rules(rng)
        if same_game(one, other):
            alike += 1
            assert not differ(one, other, IDLE_GAMES), (switches_of(one), switches_of(other))
        elif one.first_opener is other.first_opener:
            told_apart = differ(one, other, MOST_GAMES) or differ(other, one, MOST_GAMES, seed=1)
            assert told_apart, (switches_of(one), switches_of(other))
    assert alike > 20
