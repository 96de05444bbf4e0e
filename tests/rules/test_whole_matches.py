"""Whole random matches of Liar, Liar with real hands, and what holds in all of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.journal import replay_record, text_of
from companion.rules import (
    DECK,
    Act,
    Answered,
    CardCorrected,
    CardDrawn,
    CardEvent,
    CardGiven,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    HandShown,
    HitLaid,
    Match,
    MatchPhase,
    MeldLaid,
    Move,
    PlayedOut,
    Quested,
    RuleError,
    Undone,
    legal_moves,
    moves,
    replay,
    wanted_of,
)
from companion.rules.match import EFFECTS
from companion.text import say_match_turn, say_quest, say_standing
from tests.rules.random_cards import Table, random_match
from tests.rules.refused import why_not

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
LONGEST_MATCH = 6_000
"""Events within which a random match is over: of 1,000 matches of two to five players half took up to 282
events, the longest 2,108."""
NOBODY_COULD_MELD = 17575381
"""A seed with which two players came to hold one card each, every set on the table being whole."""
MOST_TAKEN_BACK = 300
CHIPS_EACH, POINTS_A_CHIP = 5, 10
WITHOUT_TURN = (MatchPhase.HAND, MatchPhase.OVER)


def played(seed: int, most: int, events: int) -> Table:
    """A random match to its winner, or its first so many events; what must hold is asked in every state."""
    rng = Random(seed)
    table = Table.of(rng, random_match(rng, most))
    while table.match.phase is not MatchPhase.OVER and table.record.length < events:
        table.play()
        holds_in_every_state(table.match)
        hands_are_as_large_as_the_match_says(table)
        assert somebody_may_come_to_a_meld(table.match)
    return table


def somebody_may_come_to_a_meld(match: Match) -> bool:
    """Whether the card that begins a turn could make a meld in any hand; a hand might never end otherwise."""
    return match.phase is not MatchPhase.OBTAIN or max(match.cards) + 1 >= match.limits.fewest


def holds_in_every_state(match: Match) -> None:
    """What is true of a match at any moment."""
    seats = len(match.players)
    assert min(match.chips) >= 0
    assert min(match.cards) >= 0
    assert min(match.stock, match.discards) >= 0
    if match.hand:
        assert sum(match.chips) == CHIPS_EACH * seats + match.bank
        on_table = sum(len(meld.cards) for meld in match.melds)
        assert sum(match.cards) + match.stock + match.discards + on_table == match.limits.cards
    the_scores_add_up(match)
    chips_follow_from_the_quests(match)
    assert (match.to_act is None) == (match.phase in WITHOUT_TURN) == (match.turn is None)
    assert (match.quest is not None) == (
        match.phase in (MatchPhase.ANSWER, MatchPhase.DECIDE, MatchPhase.SHOW, MatchPhase.TAKE)
    )
    assert (match.winner is not None) == (match.phase is MatchPhase.OVER)
    assert say_match_turn(match).endswith((".", "?", "!"))
    assert say_standing(match)


def the_scores_add_up(match: Match) -> None:
    for seat, score in enumerate(match.scores):
        assert score == POINTS_A_CHIP * sum(hand.chips[seat] for hand in match.hands)
    for hand in match.hands:
        assert sum(hand.chips) == CHIPS_EACH * len(match.players) + hand.bank


def chips_follow_from_the_quests(match: Match) -> None:
    """Five each, and the Quests of this hand; what playing out moved comes on top once it is over."""
    for quest in match.quests:
        payer = EFFECTS[quest.outcome].payer
        assert sum(quest.chips) == quest.bank
        assert any(quest.chips) == (payer.value != "nobody")
    if match.phase in WITHOUT_TURN:
        return
    moved = [quest.chips for quest in match.quests if quest.hand == match.hand]
    for seat, held in enumerate(match.chips):
        assert held == CHIPS_EACH + sum(chips[seat] for chips in moved)


def hands_are_as_large_as_the_match_says(table: Table) -> None:
    match = table.match
    assert tuple(map(len, table.hands)) == match.cards
    assert (len(table.stock), len(table.discards)) == (match.stock, match.discards)


@pytest.mark.slow
@settings(max_examples=10)
@given(seed=SEEDS)
@example(seed=NOBODY_COULD_MELD)
def test_a_whole_random_match_ends_with_one_winner_and_its_record_replays_to_the_same(seed: int) -> None:
    table = played(seed, most=5, events=LONGEST_MATCH)
    match = table.match
    assert match.phase is MatchPhase.OVER
    assert match.scores[match.winner] == max(match.scores) >= match.ruleset.target
    assert match.scores.count(max(match.scores)) == 1
    assert replay(table.record.events).game == match
    assert replay_record(text_of(table.record.events).encode()) == table.record


@pytest.mark.parametrize("players", [2, 5, 6, 14])
def test_every_hand_ends_at_tables_of_every_size(players: int) -> None:
    table = Table.of(Random(players), random_match(Random(players), most=players))
    while not table.match.hands:
        table.play()
        assert table.record.length < LONGEST_MATCH
    assert 0 in table.match.cards


@settings(max_examples=10)
@given(seed=SEEDS)
def test_undoing_a_match_passes_through_every_state_backwards(seed: int) -> None:
    events = played(seed, most=4, events=MOST_TAKEN_BACK).record.events
    record = replay(events[:1])
    states = [record.game]
    for event in events[1:]:
        record = record.apply(event)
        states.append(record.game)
    for state in reversed(states[:-1]):
        record = record.apply(Undone())
        assert record.game == state
    assert not record.may_undo


@settings(max_examples=20)
@given(seed=SEEDS, events=st.integers(0, 200))
def test_corrected_cards_are_the_cards_that_should_have_been(seed: int, events: int) -> None:
    rng = Random(seed)
    table = Table.of(rng, random_match(rng))
    for _ in range(events):
        if table.match.phase is not MatchPhase.OVER:
            table.play()
    while table.match.phase is not MatchPhase.OVER:
        before = table.record
        right = table.play()
        for wrong, correction in wrongly_seen(rng, before.game, right):
            seen = before.apply(wrong)
            assert seen.game.may_correct
            assert seen.apply(correction).game == before.apply(right).game
            assert seen.apply(correction).apply(Undone()).game == seen.game
            return


def wrongly_seen(rng: Random, match: Match, right: CardEvent) -> list[tuple[CardEvent, CardEvent]]:
    """The same event with other cards that would be legal too, and what corrects it."""
    card = rng.choice(DECK)
    wrong: CardEvent | None = None
    match right:
        case CardShown(player, shown) if shown is not None:
            wrong, correction = CardShown(player, card), CardCorrected(shown)
        case HandShown(player, cards):
            wrong, correction = HandShown(player, (card, *cards[1:])), CardsCorrected(cards)
        case HitLaid(player, hit, meld):
            wrong, correction = HitLaid(player, card, meld), CardCorrected(hit)
        case MeldLaid(player, cards):
            wrong, correction = MeldLaid(player, cards[1:]), CardsCorrected(cards)
    return [(wrong, correction)] if wrong is not None and why_not(match, wrong) is None else []


def simple_events(match: Match, seat: int) -> dict[Act, CardEvent]:
    """One event of each act that needs no cards, by this seat."""
    return {
        Act.DRAW: CardDrawn(seat),
        Act.ANSWER: Answered(seat, True),
        Act.DECIDE: Decided(seat, False),
        Act.DISCARD: Discarded(seat),
        Act.GIVE: CardGiven(seat),
        Act.SWAP: CardsSwapped(seat, 1),
        Act.PLAY_OUT: PlayedOut(seat),
    }


def the_moves_offered_are_exactly_those_allowed(match: Match) -> None:
    offered = legal_moves(match)
    assert offered == moves(match)
    for seat in range(-1, len(match.players) + 1):
        for act, event in simple_events(match, seat).items():
            assert (why_not(match, event) is None) == (Move(act, seat) in offered)
    assert (why_not(match, HandDealt()) is None) == (Move(Act.DEAL, None) in offered)
    assert (why_not(match, DiscardsShuffled()) is None) == (Move(Act.SHUFFLE, None) in offered)


class OneTable(RuleBasedStateMachine):
    """A card table that plays and takes back in any order, and now and then tries the forbidden."""

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        rng = Random(seed)
        self.table = Table.of(rng, random_match(rng))
        self.before: list[Table] = []

    @rule(events=st.integers(min_value=1, max_value=25))
    def play(self, events: int) -> None:
        for _ in range(events):
            if self.table.match.phase is not MatchPhase.OVER:
                self.before.append(self.table.copy())
                self.table.play()
                holds_in_every_state(self.table.match)

    @rule(events=st.integers(min_value=1, max_value=10))
    @precondition(lambda self: self.before)
    def take_back(self, events: int) -> None:
        record = self.table.record
        for _ in range(min(events, len(self.before))):
            record = record.apply(Undone())
            self.table = self.before.pop()
            assert record.game == self.table.match
        self.table.record = record

    @rule(seat=st.integers(-1, 8), other=st.integers(-1, 8), wanted=st.sampled_from(["7", "7S", "S"]))
    def try_a_quest(self, seat: int, other: int, wanted: str) -> None:
        match, quest = self.table.match, Quested(seat, other, wanted_of(wanted))
        others = {*range(len(match.players))} - {seat}
        if match.phase is MatchPhase.OBTAIN and seat == match.to_act and other in others:
            reason = why_not(match, quest)
            assert reason is None or reason.startswith("nobody can hold")
        else:
            with pytest.raises(RuleError):
                self.table.record.apply(quest)

    @invariant()
    def the_state_is_sound(self) -> None:
        if hasattr(self, "table"):
            holds_in_every_state(self.table.match)
            hands_are_as_large_as_the_match_says(self.table)
            the_moves_offered_are_exactly_those_allowed(self.table.match)
            assert all(say_quest(quest, self.table.match.players) for quest in self.table.match.quests[-2:])

    def teardown(self) -> None:
        if hasattr(self, "table"):
            record = self.table.record
            assert replay(record.events).game == record.game
            assert replay(record.live_events).game == record.game


TestOneTable = OneTable.TestCase
TestOneTable.settings = settings(
    max_examples=25, stateful_step_count=20, suppress_health_check=[HealthCheck.too_slow]
)
