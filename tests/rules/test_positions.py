"""A game from the middle on one line: what was written is read again and played on to the same end."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.rules import (
    HOUSE,
    PERUDO,
    RULESETS,
    BidMade,
    Challenged,
    Event,
    Game,
    Phase,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RuleError,
    apply,
    begin,
    new_game,
    why_not,
)
from tests.rules.playing import after, table
from tests.rules.random_tables import beginning, next_event

GAMES = 1000
MOST_EVENTS = 250
LEAVES, JOINS = 0.02, 0.1
EVERY_RULES = (*RULESETS, HOUSE.name)


def an_event(rng: Random, game: Game) -> Event:
    """A random event that is legal; now and then somebody leaves, comes back or sits down."""
    if rng.random() < LEAVES:
        return PlayerLeft(rng.choice(game.still_in))
    if game.is_between_rounds and rng.random() < JOINS:
        dice = rng.choice(game.joins_with)
        back = [PlayerReturned(seat, dice) for seat in game.left]
        joins = [*back, PlayerJoined("Zoe", rng.randint(0, len(game.players)), dice)]
        allowed = [event for event in joins if why_not(game, event) is None]
        if allowed:
            return rng.choice(allowed)
    return next_event(rng, game)


def a_game(number: int) -> list[Game]:
    """A random game by any rules, state by state."""
    rng, rules = Random(f"position {number}"), EVERY_RULES[number % len(EVERY_RULES)]
    while True:
        try:
            games = [begin(beginning(rng, rules))]
            break
        except RuleError:
            continue  # switches that contradict each other
    while games[-1].phase is not Phase.OVER and len(games) < MOST_EVENTS:
        games.append(apply(games[-1], an_event(rng, games[-1])))
    return games


def without_past(game: Game) -> Game:
    return Game.from_position(game.position())


def played_on(game: Game, seed: int) -> tuple[Game, list[Game]]:
    """The end of the game by random events that do not look at the past, and the states on the way."""
    rng, states = Random(f"on {seed}"), []
    while game.phase is not Phase.OVER and len(states) < MOST_EVENTS:
        game = apply(game, an_event(rng, game))
        states.append(game)
    return game, states


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_positions_of_random_games_are_read_again_and_come_to_the_same_end(part: int) -> None:
    met: set[str] = set()
    for number in range(part, GAMES, 10):
        games = a_game(number)
        game = games[Random(number).randrange(len(games))]
        read = without_past(game)
        assert read == game.but(rounds=(), before_reveal=None, seat_changes=read.seat_changes), number
        assert read.position() == game.position()
        (theirs, states), (ours, others) = played_on(game, number), played_on(read, number)
        assert [each.position() for each in states] == [each.position() for each in others], number
        assert theirs.winner == ours.winner
        assert theirs.rounds[len(game.rounds) :] == ours.rounds, number
        met |= json.loads(game.position()).keys()
    assert met >= {"left", "chips", "shown", "bid", "options", "call"}


@pytest.mark.slow
def test_every_state_of_random_games_could_come_up_in_play() -> None:
    palafico = 0
    for number in range(140):
        for game in a_game(number):
            assert game.status() == (), (number, game.position())
            palafico += game.palafico
    assert palafico > 20


def test_a_position_may_wait_for_a_roll() -> None:
    game = new_game("perudo", ["Ann", "Bob", "Cy"])
    assert without_past(game) == game


def test_a_puzzle_is_written_by_hand() -> None:
    game = Game.from_position(
        '{"rules":"perudo","players":["Ann","Bob","Cy"],"dice":[3,1,2],"opener":0,'
        '"bid":{"player":0,"quantity":2,"face":5}}'
    )
    assert (game.status(), game.phase, game.to_act) == ((), Phase.BIDDING, 1)
    assert apply(game, Challenged(1)).caller == 1


def test_a_position_names_only_what_is_not_as_at_the_beginning() -> None:
    game = after(table("rh", (2, 3), dice=4), BidMade(0, 1, 4))
    assert game.position() == (
        '{"rules":"rh","options":{"dice":4},"players":["Ann","Bob"],"dice":[2,3],"opener":0,'
        '"bid":{"player":0,"quantity":1,"face":4}}'
    )


PUZZLE = {
    "rules": "perudo",
    "players": ["Ann", "Bob", "Cy"],
    "dice": [3, 1, 2],
    "opener": 0,
    "bid": {"player": 0, "quantity": 2, "face": 5},
}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"dice": [3, 9, 2]}, ["seat 1 holds 9 dice: none to 5 are possible"]),
        ({"dice": [3, 1]}, ["dice are given for 2 seats of 3"]),
        ({"dice": [0, 0, 0]}, ["nobody holds dice"]),
        ({"opener": 7}, ["there is no seat 7"]),
        ({"opener": 1}, ["seat 1 opened and did not bid"]),
        ({"opener": None, "bid": None}, ["nobody opens"]),
        ({"bid": {"player": 0, "quantity": 2, "face": 1}}, ["perudo is not opened on the wild face"]),
        (
            {"bid": {"player": 0, "quantity": 0, "face": 7}},
            ["face 7 is bid: faces are 1 to 6", "0 dice are bid"],
        ),
        ({"bid": {"player": 0, "total": 5}}, ["a total is bid in a tie breaker, and nothing else there"]),
        ({"call": {"challenge": 2}}, ["seat 2 called out of turn"]),
        ({"call": {"spot_on": 0}}, ["seat 0 cannot call this bid"]),
        (
            {"palafico": True},
            [
                "who opens a Palafico holds one die",
                "seat 0 opens a Palafico and stands not among those who had one",
            ],
        ),
        ({"shown": [[5], [], []]}, ["perudo is played without showing dice"]),
        ({"chips": [50, 50, 50]}, ["perudo is played without chips here"]),
        ({"left": [1]}, ["seat 1 has left and holds dice"]),
        ({"bidders": [0, 1, 2], "bids": 2}, ["3 players made 2 bids"]),
        ({"rolling": [0, 1]}, ["nobody opens or bids before the opening roll"]),
    ],
)
def test_a_position_that_cannot_come_up_is_held_and_says_what_is_wrong(
    changes: dict, wrong: list[str]
) -> None:
    game = Game.from_position(json.dumps(PUZZLE | changes))
    assert list(game.status()) == wrong


@pytest.mark.parametrize(
    "line",
    [
        "", "[]", "3", "{}", '{"rules":"perudo"}', json.dumps(PUZZLE | {"more": 1}),
        json.dumps(PUZZLE | {"rules": "poker"}), json.dumps(PUZZLE | {"dice": [1.5, 1, 1]}),
        json.dumps(PUZZLE | {"bid": [2, 5]}), json.dumps(PUZZLE | {"call": {"shout": 1}}),
        json.dumps(PUZZLE | {"palafico": 1}), json.dumps(PUZZLE | {"options": {"dice": 99}}),
    ],
)  # fmt: skip
def test_what_is_no_position_is_a_value_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Game.from_position(line)


def test_what_is_no_json_is_told_what_a_position_is() -> None:
    with pytest.raises(ValueError, match="a position is one object of JSON on a line"):
        Game.from_position("perudo")


def test_rules_that_no_record_can_name_have_no_position() -> None:
    from dataclasses import replace

    game = new_game(replace(PERUDO, capped=True), ["Ann", "Bob"])
    with pytest.raises(ValueError, match="no record can name these rules: perudo"):
        game.position()
