"""Players who leave and join: what becomes of dice, turns, rounds, chips and places.

Twenty thousand random games of all rules: ``python tests/rules/test_leaving_and_joining.py 20000``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from companion.journal import replay_record, text_of
from companion.journal.statistics import dice_after_each, played_game, ranking_of
from companion.rules import (
    RULESETS,
    AnyEvent,
    BidMade,
    Challenged,
    CupsRevealed,
    Game,
    GameBegun,
    GameRecord,
    HandDealt,
    MatchPhase,
    OpeningRolled,
    Phase,
    PlayedOut,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RuleError,
    Undone,
    apply,
    card_match,
    dice_game,
    new_game,
)
from tests.rules.playing import after, table
from tests.rules.random_tables import beginning, next_event
from tests.rules.refused import why_not

GAMES_IN_THE_SUITE = 40
"""Of each rule set."""
LONGEST = 400


def change(rng: Random, game: Game) -> AnyEvent | None:
    """Somebody who leaves or joins, where the table lets them."""
    if game.phase is not Phase.OVER and rng.random() < 0.04:
        return PlayerLeft(rng.choice(game.still_in))
    if not game.is_between_rounds or rng.random() < 0.8:
        return None
    if len(game.still_in) >= game.ruleset.most_players:
        return None
    dice = rng.choice(game.joins_with)
    if game.left and rng.random() < 0.5:
        seat = rng.choice(game.left)
        return PlayerReturned(seat, dice)
    if len(game.players) >= 12:
        return None
    return PlayerJoined(f"N{len(game.players)}", rng.randint(0, len(game.players)), dice)


def begun(rng: Random, rules: str) -> GameRecord:
    """A random game that can begin: house rules may clash."""
    while True:
        with suppress(RuleError):
            return GameRecord.begin(beginning(rng, rules))


def checked(rules: str, seed: int) -> int:
    """Plays a random game; how many players left or joined. No die appears or is lost but by a rule."""
    rng = Random(seed)
    record, changes = begun(rng, rules), 0
    while (game := dice_game(record.game)).phase is not Phase.OVER and record.length < LONGEST:
        event = change(rng, game)
        record = record.apply(next_event(rng, game) if event is None else event)
        now = dice_game(record.game)
        changes += event is not None
        came = event.dice if isinstance(event, PlayerJoined | PlayerReturned) else 0
        went = game.dice[event.player] if isinstance(event, PlayerLeft) else 0
        lost = sum(now.rounds[-1].losses) if len(now.rounds) > len(game.rounds) else 0
        assert sum(now.dice) == sum(game.dice) + came - went - lost, (rules, seed, event)
        assert now.chips is None or event is not None or _chips(now) == _chips(game), (rules, seed, event)
        per_seat = (now.dice, now.shown, *(each.dice for each in now.rounds), *(r.losses for r in now.rounds))
        assert {len(each) for each in per_seat} == {len(now.players)}, (rules, seed, event)
    _told_alike(record)
    return changes


def _chips(game: Game) -> int:
    return sum(game.chips or ()) + game.round_pot + game.game_pot


def _told_alike(record: GameRecord) -> None:
    """Record, figures and ranking tell the same game."""
    game = dice_game(record.game)
    assert replay_record(text_of(record.events).encode()) == record
    played = played_game(record.live_events)
    assert tuple(each.ended for each in played.rounds if each.ended) == game.rounds
    assert (played.players, played.seat_changes) == (game.players, game.seat_changes)
    held = dice_after_each(game)
    assert tuple(each[-1] for each in held) == game.dice
    places = ranking_of(game)
    if game.winner is not None:
        assert places[0].seat == game.winner


@pytest.mark.parametrize("rules", [*RULESETS, "house"])
def test_no_die_appears_or_is_lost_but_by_a_rule(rules: str) -> None:
    assert sum(checked(rules, seed) for seed in range(GAMES_IN_THE_SUITE)) > GAMES_IN_THE_SUITE


def stars(*events: AnyEvent, dice: Sequence[int] = (5, 5, 5)) -> Game:
    return after(table("milton-bradley", dice), *events)


def test_the_next_in_turn_opens_for_an_opener_who_leaves() -> None:
    game = stars(PlayerLeft(0))
    assert (game.dice, game.lost, game.opener, game.to_act) == ((0, 5, 5), (5, 0, 0), 1, 1)
    assert (game.left, game.still_in) == ((0,), (1, 2))


def test_a_round_that_had_begun_is_void_when_somebody_leaves() -> None:
    called = stars(BidMade(0, 2, 3), BidMade(1, 3, 3), Challenged(2))
    game = after(called, PlayerLeft(1))
    assert (game.phase, game.opener, game.bid, game.bidders, game.caller) == (
        Phase.BIDDING,
        0,
        None,
        (),
        None,
    )
    assert (game.dice, game.rounds) == ((5, 0, 5), ())


def test_the_last_player_wins() -> None:
    game = stars(PlayerLeft(0), PlayerLeft(2))
    assert (game.phase, game.winner, game.opener, game.to_act) == (Phase.OVER, 1, None, None)
    assert why_not(game, PlayerLeft(1)) == "nobody leaves now. Bob wins the game!"


def test_who_joins_sits_between_two_others_and_the_rounds_before_keep_their_players() -> None:
    told = stars(
        BidMade(0, 9, 3), Challenged(1), CupsRevealed(((2,) * 5, (2,) * 5, (2,) * 5)), dice=(5, 5, 5)
    )
    assert (told.dice, told.opener) == ((0, 5, 5), 1)
    game = after(told, PlayerJoined("New", 1, 5))
    assert game.players == ("Ann", "New", "Bob", "Cy")
    assert (game.dice, game.opener, game.rounds[0].by, game.rounds[0].losses) == (
        (0, 5, 5, 5),
        2,
        2,
        (5, 0, 0, 0),
    )
    assert after(game, BidMade(2, 1, 2)).to_act == 3


def test_who_joins_has_as_many_dice_as_the_fewest_held_or_all() -> None:
    game = stars(dice=(5, 3, 4))
    assert after(game, PlayerJoined("New", 3, 3)).dice == (5, 3, 4, 3)
    assert after(game, PlayerJoined("New", 3, 5)).dice == (5, 3, 4, 5)
    assert why_not(game, PlayerJoined("New", 3, 4)) == (
        "a player joins with 3, as many dice as the fewest held, or with all 5, not with 4"
    )


def test_nobody_joins_a_round_that_has_begun() -> None:
    game = stars(BidMade(0, 2, 3))
    assert why_not(game, PlayerJoined("New", 3, 5)).startswith("players join between two rounds.")


def test_nobody_joins_a_full_table_or_sits_down_elsewhere() -> None:
    game = table("cardinal", (5, 5, 5, 5))
    full = "nobody else can join: Cardinal is for 4 players, and a table has 12 seats"
    assert why_not(game, PlayerJoined("New", 4, 5)) == full
    wrong = "nobody can sit down at seat 4: it takes one from 0 to 3"
    assert why_not(stars(), PlayerJoined("New", 4, 5)) == wrong


def test_who_left_comes_back_to_the_same_seat() -> None:
    game = stars(PlayerLeft(1), PlayerReturned(1, 5))
    assert (game.players, game.dice, game.left) == (("Ann", "Bob", "Cy"), (5, 5, 5), ())
    assert why_not(game, PlayerReturned(1, 5)) == "Bob has not left the game"


def test_a_player_who_left_leaves_no_more_and_does_not_bid() -> None:
    game = stars(PlayerLeft(1))
    assert why_not(game, PlayerLeft(1)) == "Bob has left the game"
    assert why_not(game, BidMade(1, 2, 3)).startswith("Bob is out")


def test_an_opening_roll_goes_on_without_who_leaves() -> None:
    record = GameRecord.begin(GameBegun("perudo", ("Ann", "Bob", "Cy")))
    record = record.apply(OpeningRolled(((0, 6), (1, 6), (2, 1))))
    assert dice_game(record.apply(PlayerLeft(0)).game).opener == 1
    assert dice_game(record.apply(PlayerLeft(2)).game).rolling == (0, 1)


def test_after_a_tie_who_comes_back_rolls_too_unless_another_loser_is_still_there() -> None:
    def rolling(*rolls: tuple[int, int]) -> tuple[int, ...]:
        record = GameRecord.begin(GameBegun("perudo", ("Ann", "Bob", "Cy", "Dee")[: len(rolls)]))
        for event in (OpeningRolled(rolls), PlayerLeft(2), PlayerReturned(2, 5)):
            record = record.apply(event)
        return dice_game(record.game).rolling

    assert rolling((0, 6), (1, 6), (2, 1)) == (0, 1, 2)
    assert rolling((0, 6), (1, 6), (2, 1), (3, 1)) == (0, 1)


def test_a_palafico_ends_with_the_player_whose_it_is_and_with_two_left() -> None:
    begun = table("perudo", (2, 5, 5, 5))
    told = after(begun, BidMade(0, 9, 3), Challenged(1), CupsRevealed(((2, 2), *((2,) * 5,) * 3)))
    assert (told.palafico, told.opener) == (True, 0)
    assert not after(told, PlayerLeft(0)).palafico
    assert after(told, PlayerLeft(1)).palafico
    assert not after(told, PlayerLeft(1), PlayerLeft(2)).palafico


def test_a_leaver_comes_last_of_those_still_in() -> None:
    game = stars(BidMade(0, 9, 3), Challenged(1), CupsRevealed(((2,) * 5, (2,) * 5, (2,) * 5)), PlayerLeft(2))
    assert [each.name for each in ranking_of(game)] == ["Bob", "Cy", "Ann"]


def test_leaving_can_be_taken_back() -> None:
    record = GameRecord.begin(GameBegun("bluff", ("Ann", "Bob", "Cy"), opener=0)).apply(PlayerLeft(0))
    assert dice_game(record.apply(Undone()).game).dice == (5, 5, 5)


def test_leaving_ends_the_hand_of_liar_liar_and_the_others_go_on() -> None:
    record = GameRecord.begin(GameBegun("liar-liar", ("Ann", "Bob", "Cy"))).apply(HandDealt())
    match = card_match(record.apply(PlayerLeft(0)).game)
    assert (match.phase, match.left, match.opener, match.scores) == (MatchPhase.HAND, (0,), 1, (0, 0, 0))
    dealt = card_match(record.apply(PlayerLeft(0)).apply(HandDealt()).game)
    assert (dealt.cards, dealt.chips, dealt.to_act, dealt.stock) == ((0, 7, 7), (0, 5, 5), 1, 38)
    over = card_match(record.apply(PlayerLeft(0)).apply(PlayerLeft(2)).game)
    assert (over.phase, over.winner) == (MatchPhase.OVER, 1)
    assert why_not(match, PlayerJoined("New", 1, 5)).startswith("nobody can join a match of Liar, Liar.")
    assert why_not(match, PlayerLeft(0)) == "Ann has left the game"


def test_after_a_player_left_nobody_begins_two_hands_of_liar_liar_in_a_row() -> None:
    match, began = card_match(new_game("liar-liar", ("Ann", "Bob", "Cy"))), []
    match = card_match(apply(match, PlayerLeft(0)))
    for _ in range(4):
        match = card_match(apply(match, HandDealt()))
        began.append(match.to_act)
        match = match.but(cards=(0, 0, 7), phase=MatchPhase.PLAY_OUT, to_act=1)
        match = card_match(apply(match, PlayedOut(1))).but(phase=MatchPhase.HAND, winner=None)
    assert began == [1, 2, 1, 2]


if __name__ == "__main__":
    each = int(sys.argv[1]) // (len(RULESETS) + 1) + 1
    for name in (*RULESETS, "house"):
        print(name, sum(checked(name, seed) for seed in range(each)), "left or joined in", each, "games")
