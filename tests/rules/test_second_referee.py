"""Random games of Perudo and Bluff, allowed and forbidden events alike, judged by two referees.

The second one is written from the rules in words. A long comparison:
``python tests/rules/test_second_referee.py 20000``.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from companion.journal import event_of, write_json
from companion.rules import Game, GameRecord, Phase, RuleError, dice_game
from tests.rules.second_referee import SecondReferee

Line = dict[str, Any]
GAMES_IN_THE_SUITE = 150
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "perudo": {
        "dice": (1, 2, 3, 5),
        "ones_open": (False, True),
        "spot_on": (False, "nothing", "win-back", "others-lose", "everybody-else"),
        "spot_on_anyone": (False, True),
    },
    "bluff": {"dice": (1, 2, 3, 5), "exact": ("all-but-bidder", "challenger")},
}
MOST = {"perudo": 10, "bluff": 6}
LONGEST = 3_000
"""Lines within which a random game ends, forbidden ones counted."""


def first_line(rng: Random, rules: str) -> Line:
    players = rng.randint(2, MOST[rules])
    options = {name: rng.choice(values) for name, values in OPTIONS[rules].items() if rng.random() < 0.6}
    line: Line = {
        "event": "game", "format": 1, "rules": rules,
        "players": [f"P{seat}" for seat in range(players)], "options": options,
    }  # fmt: skip
    return line if rules == "perudo" else line | {"opener": rng.randrange(players)}


def any_line(rng: Random, second: SecondReferee) -> Line:
    """A line that may be allowed or not, by what the second referee waits for."""
    seats = len(second.held)
    wild_seat = rng.randrange(seats)
    seat = second.turn if second.turn is not None and rng.random() < 0.85 else wild_seat
    kind = {"roll": "opening_roll", "bid": "bid", "reveal": "reveal", "nothing": "bid"}[second.waits]
    if second.waits == "bid" and second.bid is not None and rng.random() < 0.45:
        kind = rng.choice(("challenge", "challenge", "spot_on", "show"))
    if rng.random() < 0.06:
        kind = rng.choice(("opening_roll", "bid", "reveal", "challenge", "spot_on", "show", "left", "joined"))
    elif second.waits != "nothing" and second.bid is None and rng.random() < 0.12:
        kind = rng.choice(("left", "joined"))
    return _LINES[kind](rng, second, seat)


def _roll(rng: Random, second: SecondReferee, seat: int) -> Line:
    seats = second.rolling if rng.random() < 0.9 else [*second.rolling, seat]
    return {"event": "opening_roll", "rolls": {str(each): rng.randint(1, 6) for each in seats}}


def _bid(rng: Random, second: SecondReferee, seat: int) -> Line:
    before = 0 if second.bid is None else second.bid["quantity"]
    quantity = rng.choice(
        (before, before + 1, before + 2, (before + 1) // 2, before // 2, 2 * before + 1, 2 * before)
    )
    return {
        "event": "bid",
        "player": seat,
        "quantity": quantity,
        "face": rng.randint(0 if rng.random() < 0.02 else 1, 6),
    }


def _show(rng: Random, second: SecondReferee, seat: int) -> Line:
    bidder = seat if second.bid is None else second.bid["player"]
    return {"event": "show", "player": bidder, "dice": [rng.randint(1, 6) for _ in range(rng.randint(0, 4))]}


def _reveal(rng: Random, second: SecondReferee, seat: int) -> Line:
    few = (
        (1, 6, rng.randint(2, 5))
        if second.bid is None
        else (second.wild, 7 - second.wild, second.bid["face"])
    )
    faces = few if rng.random() < 0.5 else (1, 2, 3, 4, 5, 6)
    dice = [
        [*shown, *(rng.choice(faces) for _ in range(held - len(shown)))]
        for held, shown in zip(second.held, second.shown, strict=True)
    ]
    if rng.random() < 0.05:
        dice[seat] = [*dice[seat], 1]
    return {"event": "reveal", "dice": dice}


def _joined(rng: Random, second: SecondReferee, seat: int) -> Line:
    at = rng.randint(-1 if rng.random() < 0.02 else 0, len(second.held))
    held = [dice for dice in second.held if dice]
    dice = rng.choice((min(held), second.most, rng.randint(0, 6)))
    if rng.random() < 0.3:
        return {"event": "joined", "player": rng.choice([seat, *second.gone]), "dice": dice}
    return {"event": "joined", "name": f"N{len(second.held)}", "seat": at, "dice": dice}


_LINES = {
    "left": lambda rng, second, seat: {"event": "left", "player": rng.randrange(len(second.held))},
    "joined": _joined,
    "opening_roll": _roll,
    "bid": _bid,
    "show": _show,
    "reveal": _reveal,
    "challenge": lambda rng, second, seat: {"event": "challenge", "player": seat},
    "spot_on": lambda rng, second, seat: {
        "event": "spot_on",
        "player": rng.randrange(len(second.held)) if rng.random() < 0.5 else seat,
    },
}


def ours(game: Game) -> tuple[object, ...]:
    bid = None if game.bid is None else (game.bid.player, game.bid.claim)
    waits = {Phase.OPENING_ROLL: "roll", Phase.BIDDING: "bid", Phase.REVEAL: "reveal", Phase.OVER: "nothing"}
    turn = game.to_act if game.phase is Phase.BIDDING else None
    shown = [list(faces) for faces in game.shown]
    palafico = game.palafico and game.phase is not Phase.OVER
    assert sum(game.dice) + sum(game.lost) == game.ruleset.dice * len(game.players)
    return list(game.dice), waits[game.phase], turn, bid, game.winner, shown, palafico


def theirs(second: SecondReferee) -> tuple[object, ...]:
    bid = None if second.bid is None else (second.bid["player"], second.bid["quantity"])
    turn = second.turn if second.waits == "bid" else None
    over = second.waits == "nothing"
    shown = [[] for _ in second.held] if over else second.shown
    return second.held, second.waits, turn, bid, second.winner, shown, second.palafico and not over


def compared(seed: int, rules: str) -> tuple[int, int]:
    """Plays one random game; how many events both allowed, and how many both refused."""
    rng = Random(seed)
    begun = first_line(rng, rules)
    record, second, allowed, refused = (
        GameRecord.begin(event_of(write_json(begun))),
        SecondReferee(begun),
        0,
        0,
    )
    while second.waits != "nothing" and allowed + refused < LONGEST:
        line = any_line(rng, second)
        objection = second.take(line)
        mine = None
        try:
            record = record.apply(event_of(write_json(line)))
        except RuleError as refusal:
            mine = str(refusal)
        agree = (objection is None) == (mine is None)
        assert agree, f"seed {seed}: {line}: the app says {mine}, the second referee {objection}"
        allowed, refused = allowed + (mine is None), refused + (mine is not None)
        assert ours(dice_game(record.game)) == theirs(second), f"seed {seed}: {line}"
    return allowed, refused


@pytest.mark.slow
@pytest.mark.parametrize("rules", OPTIONS)
def test_two_referees_agree_on_every_event_of_random_games(rules: str) -> None:
    counted = [compared(seed, rules) for seed in range(GAMES_IN_THE_SUITE)]
    assert min(map(sum, zip(*counted, strict=True))) > GAMES_IN_THE_SUITE


if __name__ == "__main__":
    for name in OPTIONS:
        totals = [compared(seed, name) for seed in range(int(sys.argv[1]))]
        print(name, *map(sum, zip(*totals, strict=True)))
