"""Undo and correction: taken back by event, verdicts follow, nothing stored is patched."""

from __future__ import annotations

from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    GameBegun,
    GameRecord,
    OpeningRolled,
    Phase,
    PlayerLeft,
    Refusal,
    RevealCorrected,
    RuleError,
    Undone,
    replay,
)
from tests.rules.playing import begun, faces, recorded, revealed
from tests.rules.refused import refused


def corrected(*hands: str) -> RevealCorrected:
    return RevealCorrected(tuple(faces(hand) for hand in hands))


def one_round() -> GameRecord:
    """Ann bids one 6, Bob challenges, one 6 lies on the table."""
    return recorded(begun("cardinal", 2, dice=2), BidMade(0, 1, 6), Challenged(1), revealed("62", "22"))


def won() -> GameRecord:
    """One die each; Bob loses his."""
    return recorded(begun("cardinal", 2, dice=1), BidMade(0, 1, 6), Challenged(1), revealed("6", "2"))


def test_an_undo_takes_back_the_latest_event_of_any_kind() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0))
    states = [record.game]
    for event in (
        BidMade(0, 1, 6),
        DiceShown(0, (6,)),
        Challenged(1),
        revealed("66", "66"),
        corrected("62", "22"),
        corrected("62", "26"),
    ):
        record = record.apply(event)
        states.append(record.game)
    for state in reversed(states[:-1]):
        record = record.apply(Undone())
        assert record.game is state
    assert not record.may_undo


def test_an_opening_roll_is_taken_back() -> None:
    record = begun("cardinal", 2).apply(Undone())
    assert record.game.phase is Phase.OPENING_ROLL
    assert record.apply(OpeningRolled(((0, 1), (1, 2)))).game.to_act == 1


def test_n_undos_take_back_n_events_and_no_undo_is_undone() -> None:
    record = recorded(begun("rh", 2), BidMade(0, 1, 4), BidMade(1, 2, 4), BidMade(0, 3, 4))
    record = recorded(record, Undone(), Undone())
    assert record.game.bid == BidMade(0, 1, 4)
    record = recorded(record, BidMade(1, 9, 4), Undone(), Undone())
    assert record.game.bid is None


def test_with_only_the_game_line_left_nothing_is_taken_back() -> None:
    record = begun("rh", 2)
    with refused(RuleError, Refusal.NOTHING_TO_UNDO):
        record.apply(Undone())
    with refused(RuleError, Refusal.NOTHING_TO_UNDO):
        recorded(record, BidMade(0, 1, 4), Undone(), Undone())


def test_the_record_keeps_what_was_taken_back_and_the_live_events_do_not() -> None:
    record = recorded(begun("rh", 2), BidMade(0, 1, 4), Undone(), BidMade(0, 2, 4))
    assert record.events[1:] == (BidMade(0, 1, 4), Undone(), BidMade(0, 2, 4))
    assert record.live_events[1:] == (BidMade(0, 2, 4),)
    assert record.length == 4


def test_a_won_game_goes_on_after_an_undo() -> None:
    record = won()
    assert (record.game.phase, record.game.winner) == (Phase.OVER, 0)
    assert record.apply(Undone()).game.phase is Phase.REVEAL


def test_a_correction_takes_the_verdict_anew_and_replaces_the_round() -> None:
    record = one_round()
    assert (record.game.dice, record.game.to_act, record.game.rounds[-1].count) == ((2, 1), 1, 1)
    record = record.apply(corrected("52", "22"))
    assert (record.game.dice, record.game.to_act, record.game.rounds[-1].count) == ((1, 2), 0, 0)
    assert len(record.game.rounds) == 1


def test_a_correction_is_the_same_as_having_revealed_it_so() -> None:
    direct = recorded(begun("cardinal", 2, dice=2), BidMade(0, 1, 6), Challenged(1), revealed("52", "22"))
    assert one_round().apply(corrected("52", "22")).game == direct.game


def test_a_correction_can_revive_a_won_game_and_can_end_one() -> None:
    record = recorded(
        begun("milton-bradley", 3, dice=1), BidMade(0, 1, 6), Challenged(1), revealed("6", "2", "2")
    )
    assert (record.game.phase, record.game.winner) == (Phase.OVER, 0)
    revived = record.apply(corrected("6", "6", "2"))
    assert (revived.game.phase, revived.game.winner) == (Phase.BIDDING, None)
    assert (revived.game.dice, revived.game.to_act) == ((1, 0, 1), 0)
    assert revived.apply(corrected("6", "2", "2")).game.winner == 0


def test_a_correction_takes_back_chips_and_stakes_with_the_verdict() -> None:
    record = recorded(
        begun("milton-bradley", 2, chips=True, dice=1), BidMade(0, 1, 6), Challenged(1), revealed("6", "2")
    )
    assert (record.game.chips, record.game.round_pot, record.game.game_pot) == ((52, 48), 0, 0)
    record = record.apply(corrected("2", "2"))
    assert (record.game.chips, record.game.round_pot, record.game.game_pot) == ((48, 52), 0, 0)


def test_a_correction_changes_whose_palafico_round_it_is() -> None:
    record = recorded(
        begun("front-porch", 3, dice=2), BidMade(0, 1, 6), Challenged(1), revealed("62", "22", "22")
    )
    assert (record.game.palafico, record.game.to_act) == (True, 1)
    record = record.apply(corrected("52", "22", "22"))
    assert (record.game.palafico, record.game.to_act) == (True, 0)


def test_a_correction_is_possible_until_the_next_bid_and_again_once_that_is_undone() -> None:
    record = one_round().apply(BidMade(1, 1, 6))
    with refused(RuleError, "only until the next bid"):
        record.apply(corrected("52", "22"))
    assert record.apply(Undone()).apply(corrected("52", "22")).game.dice == (1, 2)


def test_a_correction_is_refused_once_somebody_left_and_possible_once_that_is_undone() -> None:
    record = recorded(begun("cardinal", 3, dice=2), BidMade(0, 1, 6), Challenged(1))
    record = record.apply(revealed("62", "22", "22")).apply(PlayerLeft(2))
    with refused(RuleError, "or until somebody leaves or joins"):
        record.apply(corrected("52", "22", "22"))
    assert record.apply(Undone()).apply(corrected("52", "22", "22")).game.dice == (1, 2, 2)


def test_a_correction_fits_the_dice_held_before_the_reveal() -> None:
    with refused(RuleError, "Bob holds two dice, but 1 came"):
        one_round().apply(corrected("52", "2"))


def test_a_correction_holds_the_shown_dice() -> None:
    record = recorded(
        begun("milton-bradley", 2), BidMade(0, 1, 6), DiceShown(0, (6, 6)), Challenged(1)
    ).apply(revealed("66222", "22222"))
    with refused(RuleError, "Ann has shown a 6 this round"):
        record.apply(corrected("62222", "22222"))
    assert record.apply(corrected("62262", "22222")).game.rounds[-1].count == 2


def test_a_record_begins_with_a_game_and_a_game_begins_once() -> None:
    with refused(RuleError, "no game has begun yet"):
        GameRecord.begin(BidMade(0, 1, 1))
    with refused(RuleError, "no game has begun yet"):
        replay([Undone()])
    with refused(RuleError, "empty"):
        replay([])
    with refused(RuleError, Refusal.GAME_BEGUN):
        one_round().apply(GameBegun("rh", ("A", "B"), (), 0))


def test_records_with_the_same_events_are_equal() -> None:
    assert one_round() == one_round()
    assert hash(one_round()) == hash(one_round())
    assert one_round() != won()
    assert replay(one_round().events) == one_round()


def test_a_long_record_is_taken_apart_without_recursion() -> None:
    bids = [BidMade(number % 2, number + 1, 6) for number in range(20_000)]
    record = recorded(begun("milton-bradley", 2), *bids)
    assert len(record.events) == 20_001
    del record


def test_a_reveal_taken_back_may_be_read_anew() -> None:
    record = recorded(one_round(), Undone(), CupsRevealed((faces("22"), faces("22"))))
    assert record.game.dice == (1, 2)
