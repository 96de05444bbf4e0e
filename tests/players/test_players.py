"""Bots play whole games and see only what their seat may know; the one that bluffs wins most."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from functools import reduce
from pathlib import Path
from random import Random

import pytest

from companion.__main__ import main
from companion.players import Bluffing, Bot, ByChance, ByOdds, Score, Table, View, contest, dealt, played
from companion.players.bots import shipped
from companion.players.solving import Solver
from companion.rules import (
    PERUDO,
    RULESETS,
    BidMade,
    Challenged,
    DiceShown,
    Event,
    FirstOpener,
    Game,
    Phase,
    TotalBid,
    apply,
    new_game,
)

VIEWS = 10_000
POLICY = Path(__file__).parents[2] / "companion" / "players" / "policy.json"
MOST_BYTES = 200_000


class Mixed(ByChance):
    """By the odds, with shows and calls as chance has it: games come to their end, and everything happens."""

    def move(self, view: View, luck: Random):
        return ByOdds().move(view, luck)


def begun(rules: str, players: int, number: int, **options: object) -> Game:
    rolled = RULESETS[rules].first_opener is FirstOpener.ROLL
    names = [f"Seat {seat}" for seat in range(players)]
    return new_game(rules, names, options, None if rolled else number % players)


def tables(number: int, bot: Bot) -> tuple[Game, list[tuple[Event, Table]]]:
    """A game by some rules for two to six, and every event with the table after it."""
    rules = [*RULESETS][number % len(RULESETS)]
    players = 2 + number % (min(6, RULESETS[rules].most_players) - 1)
    game = begun(rules, players, number)
    return game, [*played(game, [bot] * players, Random(f"tables {number}"))]


def other_lies(table: Table, seat: int, luck: Random) -> Table:
    """The same table with other dice under all cups but this seat's."""
    hands = [
        hand if each == seat else shown + tuple(luck.choices(range(1, 7), k=len(hand) - len(shown)))
        for each, (hand, shown) in enumerate(zip(table.hands, table.game.shown, strict=True))
    ]
    return Table(table.game, tuple(hands))


def test_a_view_is_the_same_whatever_lies_under_the_other_cups() -> None:
    luck, seen, differed = Random(7), 0, 0
    for number in range(10_000):
        begun_with, course = tables(number, Mixed())
        events = []
        for event, table in course:
            events.append(event)
            for seat in range(len(table.hands)):
                other = other_lies(table, seat, luck)
                view = table.view(seat)
                assert view == other.view(seat)
                assert view.hand == table.hands[seat]
                differed += other != table
                seen += 1
            if len(events) % 10 == 0:
                # what is public is all that the game of a view holds: the rules give it without the dealer
                assert table.view(0).game == reduce(apply, events, begun_with)
        if seen >= VIEWS:
            break
    assert seen >= VIEWS
    assert differed > VIEWS / 2


def parts(value: object) -> list[object]:
    """All that can be reached from a value."""
    if is_dataclass(value):
        return [value, *(part for field in fields(value) for part in parts(getattr(value, field.name)))]
    return [value, *(part for each in value for part in parts(each))] if isinstance(value, tuple) else [value]


def test_no_table_hides_in_a_view() -> None:
    _, course = tables(3, Mixed())
    for _, table in course:
        assert not any(isinstance(part, Table) for part in parts(table.view(1)))


def test_a_bot_does_the_same_whatever_lies_under_the_other_cups() -> None:
    luck = Random(8)
    for number in range(12):
        for _, table in tables(number, Mixed())[1]:
            if table.game.phase is not Phase.BIDDING:
                continue
            seat, other = table.game.acting, other_lies(table, table.game.acting, luck)
            for bot in (ByChance(), ByOdds(), Bluffing()):
                assert bot.move(table.view(seat), Random(1)) == bot.move(other.view(seat), Random(1))


def test_who_shows_keeps_what_was_shown_and_rolls_the_rest_again() -> None:
    table = Table(apply(begun("milton-bradley", 2, 0), BidMade(0, 2, 6)), ((6, 6, 1, 2, 3), (4, 4, 4, 4, 4)))
    after = table.after(DiceShown(0, (6, 1)), Random(1))
    assert after.hands[0][:2] == (6, 1)
    assert after.hands[1] == table.hands[1]
    assert after.view(0).covered == after.hands[0][2:]
    with pytest.raises(ValueError, match="not in list"):
        table.after(DiceShown(0, (5,)), Random(1))


def test_cups_are_rolled_anew_as_a_round_begins_and_at_no_other_time() -> None:
    table = dealt(begun("rh", 3, 0), Random(3))
    bid = table.after(BidMade(0, 1, 2), Random(4))
    called = bid.after(Challenged(1), Random(5))
    assert table.hands == bid.hands == called.hands


@pytest.mark.parametrize("bot", [ByChance, ByOdds, Bluffing])
def test_every_bot_plays_every_game_to_its_end(bot: type[Bot]) -> None:
    for number in range(len(RULESETS) * 5):
        game, course = tables(number, bot())
        end = course[-1][1].game
        assert end.phase is Phase.OVER
        assert end.status() == ()
        assert reduce(apply, (event for event, _ in course), game) == end


def test_a_tie_breaker_is_played_too() -> None:
    totals = 0
    for bot in (ByChance(), ByOdds(), Bluffing()):
        for number in range(4):
            game = begun("rh", 2, number, tie_breaker=True, dice=1)
            totals += sum(
                isinstance(event, TotalBid) for event, _ in played(game, [bot, bot], Random(number))
            )
    assert totals > 10


@pytest.mark.slow
def test_the_one_that_bluffs_beats_the_one_by_the_odds_in_sixty_of_a_hundred_games_of_four() -> None:
    scores = [
        contest(Bluffing(), ByOdds(), rules, 4, 100, Random(f"arena {name}"))
        for name, rules in RULESETS.items()
    ]
    won = sum(each.won for each in scores)
    assert won / 600 >= 0.6, [each.won for each in scores]


def test_the_one_by_the_odds_beats_chance() -> None:
    assert contest(ByOdds(), ByChance(), PERUDO, 4, 40, Random(1)).share > 0.9


def test_a_score_has_an_error_though_all_games_were_won() -> None:
    assert Score(50, 100).error == pytest.approx(0.0961, abs=1e-4)
    assert 0.01 < Score(100, 100).error < 0.05


def test_the_policy_is_small_and_its_shares_are_whole() -> None:
    assert POLICY.stat().st_size < MOST_BYTES
    assert len(shipped()) > 300
    assert all(0.96 < sum(shares) < 1.04 and len(shares) == 6 for shares in shipped().values())


def test_the_same_rounds_are_learned_from_in_the_same_way() -> None:
    policies = []
    for _ in range(2):
        solver = Solver(Random(5))
        for _ in range(40):
            solver.one_round()
        policies.append(solver.policy())
    assert policies[0] == policies[1]
    assert all(set(shares) <= set(range(101)) for shares in policies[0].values())


def test_the_arena_prints_a_share_and_its_error_for_each_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "bluff", "chance", "--games", "4", "--rules", "rh"]) == 0
    head, pairs, row = capsys.readouterr().out.splitlines()
    assert "rules: 4;" in head
    assert pairs.split() == ["bluff", "–", "chance"]
    assert row.split()[0] == "rh"
    assert row.endswith("%")
    assert main(["arena", "bluff", "chance", "--games", "4", "--rules", "rh", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert (result["bot"], result["against"], result["games"]) == ("bluff", "chance", 4)


def test_one_bot_alone_meets_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "odds"]) == 2
    assert "two" in capsys.readouterr().err
