"""The cups of the simulated table follow the game: dealt, shown, lifted, covered, peeked under."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.reading import WildMark
from companion.play.base.commands import (
    AcceptReading,
    CorrectReading,
    CupsAreUp,
    LeaveGame,
    NewGame,
    NextRound,
    Peek,
    PlayerJoins,
    ResumeGame,
    ShowDice,
    Undo,
)
from companion.play.modes.dice.views import BiddingScene, ReadingScene
from companion.text import as_sentence, say
from tests.play.evening import NAMES, Evening


@pytest.fixture
def simulated(sit_down: Callable[..., Evening]) -> Evening:
    """An evening at the simulated table."""
    return sit_down(with_cups=True)


def told_since(evening: Evening) -> list[object]:
    """The names of what the cups were told since the last call."""
    names = evening.cups.names()
    evening.cups.told.clear()
    return names


def test_a_round_is_dealt_lifted_and_covered(simulated: Evening) -> None:
    simulated.begin(dice=2)
    assert simulated.cups.told[:4] == [
        ("use", WildMark.STAR),
        ("cover",),
        ("lost", (0, 0)),
        ("deal", (2, 2), ((), ()), simulated.cups.told[3][3], (0, 1)),
    ]
    told_since(simulated)
    simulated.bid(2, 5)
    assert simulated.cups.told == [("bid", 2, 5)]
    simulated.challenge(1)
    told_since(simulated)
    assert simulated.do(CupsAreUp).kind is ReadingScene
    assert told_since(simulated) == ["lift"]
    simulated.eye.sees = ((5, 1), (5, 4))
    simulated.read()
    assert told_since(simulated) == []
    simulated.do(NextRound)
    assert simulated.cups.told[1:4] == [
        ("cover",),
        ("lost", (0, 1)),
        ("deal", (2, 1), ((), ()), simulated.cups.told[3][3], (0, 1)),
    ]


def test_the_cups_are_up_before_the_camera_is_asked(simulated: Evening) -> None:
    simulated.begin(dice=2)
    simulated.bid(2, 5)
    simulated.challenge(1)
    told_since(simulated)
    order: list[str] = []
    capture, tell = simulated.camera.capture, simulated.cups.told
    simulated.camera.capture = lambda after_ns: order.extend(map(str, tell)) or capture(after_ns)
    simulated.lift((5, 1), (5, 4))
    assert order[0] == "('lift',)"


def test_each_round_and_each_game_has_dice_of_its_own(simulated: Evening) -> None:
    for _ in range(2):
        simulated.begin(dice=2)
        simulated.bid(2, 5)
        simulated.challenge(1)
        simulated.lift((5, 1), (5, 4))
        simulated.do(NextRound)
        simulated.do(LeaveGame)
    seeds = [told[3] for told in simulated.cups.told if told[0] == "deal"]
    assert len(set(seeds)) == 4


def test_a_challenge_taken_back_leaves_the_dice_under_the_cups(simulated: Evening) -> None:
    simulated.begin(dice=2)
    simulated.bid(2, 5)
    simulated.challenge(1)
    simulated.lift((5, None), (5, 4))
    told_since(simulated)
    simulated.do(Undo)
    simulated.do(Undo)
    assert told_since(simulated) == ["cover"]


def test_a_reveal_taken_back_brings_the_rounds_dice_again(simulated: Evening) -> None:
    simulated.begin(dice=2)
    dealt = simulated.cups.told[3]
    simulated.bid(2, 5)
    simulated.challenge(1)
    simulated.lift((5, 1), (5, 4))
    simulated.do(NextRound)
    told_since(simulated)
    simulated.do(Undo)
    assert dealt in simulated.cups.told
    assert "lift" not in told_since(simulated)


def test_a_reveal_is_corrected_with_its_own_dice_on_the_table(simulated: Evening) -> None:
    simulated.begin(dice=2)
    dealt = simulated.cups.told[3]
    simulated.bid(2, 5)
    simulated.challenge(1)
    simulated.lift((5, 1), (5, 4))
    simulated.do(NextRound)
    told_since(simulated)
    simulated.do(CorrectReading)
    assert dealt in simulated.cups.told
    assert told_since(simulated)[-1] == "lift"


def test_shown_dice_are_put_out_and_come_back_with_undo(simulated: Evening) -> None:
    simulated.begin(dice=3)
    dealt = simulated.cups.told[3]
    simulated.bid(2, 5)
    told_since(simulated)
    simulated.do(ShowDice, faces=(5, 1))
    assert simulated.cups.told == [("show", 0, (5, 1), simulated.cups.told[0][3])]
    told_since(simulated)
    simulated.do(Undo)
    assert dealt in simulated.cups.told
    assert "show" not in told_since(simulated)


def test_dice_that_are_not_under_the_cup_cannot_be_shown(simulated: Evening) -> None:
    simulated.begin(dice=3)
    simulated.bid(2, 5)
    simulated.cups.missing = {6}
    view = simulated.do(ShowDice, faces=(6,))
    assert view.fault == as_sentence(say("refused.no_such_dice"))
    assert view.scene.game.seats[0].shown == ()
    assert simulated.store.load(1).length == 2


def test_dice_shown_while_the_disk_is_full_go_back_under_the_cup(simulated: Evening) -> None:
    simulated.begin(dice=3)
    simulated.bid(2, 5)
    simulated.store.full = True
    told_since(simulated)
    assert simulated.do(ShowDice, faces=(5,)).fault.startswith("The disk is full")
    assert told_since(simulated) == ["show", "use", "cover", "lost", "deal"]


def test_shown_dice_of_another_seed_are_laid_out_beside_the_roll(sit_down: Callable[..., Evening]) -> None:
    before = sit_down(with_cups=True)
    before.begin(dice=3)
    before.bid(2, 5)
    before.do(ShowDice, faces=(6, 6))
    simulated = sit_down(with_cups=True)
    simulated.cups.missing = {6}
    assert simulated.do(ResumeGame, game_id=1).fault is None
    assert simulated.cups.told[-2][:3] == ("deal", (3, 3), ((6, 6), ()))


def test_a_player_peeks_and_puts_the_cup_back(simulated: Evening) -> None:
    assert simulated.begin(dice=2).scene.may_peek
    told_since(simulated)
    view = simulated.do(Peek, seat=1)
    assert (view.scene.peeking, view.message) == (1, "Bob peeks. Everybody else looks away!")
    simulated.controller.idle()
    assert simulated.view.picture.live
    assert simulated.view.picture.focus == (1, 0, 11, 10)
    assert simulated.do(Peek, seat=None).picture is None
    assert simulated.cups.told == [("peek", 1), ("cover",)]


def test_a_cup_is_put_back_by_a_touch_from_before_it_was_seen_up(simulated: Evening) -> None:
    """Who closes the sheet at once leaves no dice for the next one who opens it."""
    before = simulated.begin(dice=2).number
    for seat in (0, None):
        simulated.controller.take(Peek(before, seat))
    assert (simulated.view.scene.peeking, simulated.view.fault) == (None, None)


def test_a_bid_puts_a_peeked_cup_back(simulated: Evening) -> None:
    simulated.begin(dice=2)
    simulated.do(Peek, seat=0)
    told_since(simulated)
    assert simulated.bid(2, 5).scene.peeking is None
    assert told_since(simulated) == ["bid", "cover"]


def test_nobody_peeks_at_a_real_table_or_at_an_empty_seat(evening: Evening) -> None:
    assert not evening.begin().scene.may_peek
    assert evening.do(Peek, seat=5).fault == as_sentence(say("refused.no_cup"))


def test_a_game_too_large_for_the_simulated_table_goes_on_by_hand(simulated: Evening) -> None:
    def too_many(*given: object) -> None:
        raise ValueError("seat 0 cannot hold 10 dice")

    simulated.cups.deal = too_many
    view = simulated.do(NewGame, rules="rh", players=("Ann", "Bob"), options=(("dice", 10),), opener=0)
    assert view.kind is BiddingScene
    assert view.fault == "The simulated table cannot play this: seat 0 cannot hold 10 dice."
    assert simulated.bid(2, 5).scene.game.bid == "two 5s"


def test_an_opening_roll_lies_open_and_each_new_one_is_another(simulated: Evening) -> None:
    simulated.begin("cardinal", 3)
    assert simulated.cups.told[-1] == ("lift",)
    simulated.lift((5,), (2,), (5,))
    simulated.do(AcceptReading)
    rolls = [told for told in simulated.cups.told if told[0] == "deal"]
    assert [told[1] for told in rolls] == [(1, 1, 1), (1, 0, 1)]
    assert rolls[0][3] != rolls[1][3]


def test_who_joins_an_opening_roll_gets_a_die_and_all_others_keep_theirs(simulated: Evening) -> None:
    simulated.do(NewGame, rules="perudo", players=NAMES, options=(), opener=None)
    simulated.do(PlayerJoins, name="Dee", seat=1, dice=5)
    first, second = (told for told in simulated.cups.told if told[0] == "deal")
    assert (first[1], first[4]) == ((1, 1, 1), (0, 1, 2))
    assert second == ("deal", (1, 1, 1, 1), ((),) * 4, first[3], (0, 2, 3, 1))
