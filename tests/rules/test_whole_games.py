"""Whole random games in every rule set, and what holds in all of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules import (
    BidMade,
    Game,
    GameBegun,
    GameRecord,
    Phase,
    RevealCorrected,
    RuleError,
    TotalBid,
    Undone,
    legal_bids,
    legal_totals,
    lowest_raise,
    quantities_for,
    referee,
    replay,
)
from companion.rules.legal import faces_at
from tests.rules.random_tables import beginning, hands, next_event
from tests.rules.refused import why_not

EVERY_GAME = ("milton-bradley", "front-porch", "cardinal", "rh", "perudo", "bluff", "house")
LONGEST_GAME = 5_000
"""Events within which a random game is over; dice won back make some long, none came near it."""
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
CHIPS_EACH = 50


def random_beginning(rng: Random, rules: str) -> GameBegun:
    """A random first line; house switches that contradict each other are drawn again."""
    while not playable(event := beginning(rng, rules)):
        assert rules == "house"
    return event


def playable(event: GameBegun) -> bool:
    try:
        referee.begin(event)
    except RuleError:
        return False
    return True


def holds_in_every_state(game: Game) -> None:
    """What is true of a game at any moment."""
    assert all(0 <= held <= game.ruleset.dice for held in game.dice)
    assert tuple(held + lost for held, lost in zip(game.dice, game.lost, strict=True)) == (
        (game.ruleset.dice,) * len(game.players)
    )
    if game.chips is not None:
        assert sum(game.chips) + game.round_pot + game.game_pot == CHIPS_EACH * len(game.players)
        assert min(game.chips) >= 0
    assert (game.phase is Phase.OVER) == (len(game.still_in) == 1) == (game.winner is not None)
    assert (game.to_act is not None) == (game.phase is Phase.BIDDING)
    if game.to_act is not None:
        assert game.dice[game.to_act] > 0
    assert all(len(shown) <= max(held - 1, 0) for shown, held in zip(game.shown, game.dice, strict=True))


def dice_rise_only_on_win_back(before: Game, after: Game) -> None:
    risen = [now - then for then, now in zip(before.dice, after.dice, strict=True) if now > then]
    if risen:
        ended = after.rounds[-1]
        assert (risen, ended.losses[ended.by]) == ([1], -1)
        assert ended.count == ended.bid.claim


def played_out(rng: Random, rules: str) -> GameRecord:
    record = GameRecord.begin(random_beginning(rng, rules))
    while record.game.phase is not Phase.OVER:
        before = record.game
        record = record.apply(next_event(rng, before))
        holds_in_every_state(record.game)
        dice_rise_only_on_win_back(before, record.game)
        assert record.length < LONGEST_GAME
    return record


@pytest.mark.parametrize("rules", EVERY_GAME)
@settings(max_examples=60)
@given(seed=SEEDS)
def test_a_whole_random_game_ends_with_one_winner_and_replays_to_the_same(rules: str, seed: int) -> None:
    record = played_out(Random(seed), rules)
    assert record.game.still_in == (record.game.winner,)
    assert replay(record.events).game == record.game


@pytest.mark.parametrize("rules", EVERY_GAME)
@settings(max_examples=40)
@given(seed=SEEDS)
def test_undoing_a_whole_game_passes_through_every_state_backwards(rules: str, seed: int) -> None:
    record = played_out(Random(seed), rules)
    states = [GameRecord.begin(record.events[0])]
    for event in record.events[1:]:
        states.append(states[-1].apply(event))
    for state in reversed(states[:-1]):
        record = record.apply(Undone())
        assert record.game == state.game
        assert record.live_events == state.events
    assert not record.may_undo


@pytest.mark.parametrize("rules", EVERY_GAME)
@settings(max_examples=40)
@given(seed=SEEDS)
def test_a_corrected_reveal_is_the_reveal_that_should_have_been(rules: str, seed: int) -> None:
    rng = Random(seed)
    record = GameRecord.begin(random_beginning(rng, rules))
    while record.game.phase is not Phase.REVEAL:
        record = record.apply(next_event(rng, record.game))
    wrong, right = hands(rng, record.game), hands(rng, record.game)
    reveal = type(next_event(rng, record.game))
    corrected = record.apply(reveal(wrong)).apply(RevealCorrected(wrong)).apply(RevealCorrected(right))
    assert corrected.game == record.apply(reveal(right)).game


@pytest.mark.parametrize("rules", EVERY_GAME)
@settings(max_examples=25)
@given(seed=SEEDS, stop=st.integers(min_value=0, max_value=40))
def test_every_bid_offered_is_accepted_and_every_other_refused(rules: str, seed: int, stop: int) -> None:
    rng = Random(seed)
    record = GameRecord.begin(random_beginning(rng, rules))
    for _ in range(stop):
        if record.game.phase is not Phase.OVER:
            record = record.apply(next_event(rng, record.game))
    game = record.game
    assume(game.phase is Phase.BIDDING)
    quantities = range(-1, 60)
    offered = {(each.face, number) for each in legal_bids(game) for number in quantities if number in each}
    for face in range(-1, 9):
        for quantity in quantities:
            legal = why_not(game, BidMade(game.to_act, quantity, face)) is None
            assert legal == ((face, quantity) in offered)
            assert legal == (face in faces_at(game, quantity))
    totals = {total for total in range(-1, 15) if why_not(game, TotalBid(game.to_act, total)) is None}
    assert totals == set(legal_totals(game))
    least = lowest_raise(game)
    assert least is None or why_not(game, least) is None
    assert (least is None) == (not offered and not totals)


class OneTable(RuleBasedStateMachine):
    """A table that plays, takes back and corrects in any order, and now and then tries the forbidden."""

    @initialize(seed=SEEDS, rules=st.sampled_from(EVERY_GAME))
    def begin(self, seed: int, rules: str) -> None:
        self.rng = Random(seed)
        self.record = GameRecord.begin(random_beginning(self.rng, rules))
        self.states = [self.record.game]

    @rule(events=st.integers(min_value=1, max_value=6))
    def play(self, events: int) -> None:
        for _ in range(events):
            before = self.record.game
            self.record = self.record.apply(next_event(self.rng, before))
            self.states.append(self.record.game)
            if before.phase is not Phase.OVER:
                dice_rise_only_on_win_back(before, self.record.game)

    @rule()
    @precondition(lambda self: self.record.may_undo)
    def take_back(self) -> None:
        self.record = self.record.apply(Undone())
        self.states.pop()
        assert self.record.game == self.states[-1]

    @rule()
    @precondition(lambda self: self.record.game.may_correct)
    def correct(self) -> None:
        lifted = self.record.game.before_reveal
        self.record = self.record.apply(RevealCorrected(hands(self.rng, lifted)))
        self.states.append(self.record.game)
        assert len(self.record.game.rounds) == len(lifted.rounds) + 1

    @rule(quantity=st.integers(-1, 40), face=st.integers(0, 7), seat=st.integers(-1, 8))
    def try_a_bid(self, quantity: int, face: int, seat: int) -> None:
        game, bid = self.record.game, BidMade(seat, quantity, face)
        legal = quantities_for(game, face)
        in_range = legal is not None and legal[0] <= quantity <= (legal[1] or quantity)
        if in_range and seat == game.to_act:
            assert why_not(game, bid) is None
        else:
            with pytest.raises(RuleError):
                self.record.apply(bid)

    @invariant()
    def the_state_is_sound_and_follows_from_the_events(self) -> None:
        if hasattr(self, "record"):
            holds_in_every_state(self.record.game)
            assert self.record.game == self.states[-1]

    def teardown(self) -> None:
        if hasattr(self, "record"):
            assert replay(self.record.events).game == self.record.game
            assert replay(self.record.live_events).game == self.record.game


TestOneTable = OneTable.TestCase
TestOneTable.settings = settings(
    max_examples=60, stateful_step_count=30, suppress_health_check=[HealthCheck.too_slow]
)
