"""What the demonstration's players reckon, see and say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.cli.demonstration.eyes import answer, matched, taken_wrongly
from companion.cli.demonstration.teller import Signs, Teller
from companion.play.base.commands import AcceptReading, ConfirmDie, RemoveDie, SetFace
from companion.play.base.views import Tone
from companion.play.modes.dice.views import CheckScene, HandView, SlotView
from companion.play.views import TableView
from companion.players import ByOdds, View
from companion.rules import BidMade, Challenged, Game, GameBegun, GameRecord, OpeningRolled, legal
from companion.simulator import TrueDie
from tests.made_views import made


def begun(rules: str = "milton-bradley", dice: int = 5) -> GameRecord:
    return GameRecord.begin(GameBegun(rules, ("Ann", "Bob"), (("dice", dice),), 0))


def game_with(*events: object, dice: int = 5) -> Game:
    record = begun(dice=dice)
    for event in events:
        record = record.apply(event)
    return record.game


@pytest.mark.parametrize("rules", ["milton-bradley", "rh"])
def test_every_bid_of_a_player_is_legal_and_a_round_ends(rules: str) -> None:
    for seed in range(30):
        luck, record = Random(seed), begun(rules)
        own = [tuple(luck.randint(1, 6) for _ in range(5)) for _ in range(2)]
        for _ in range(40):
            seat = record.game.to_act
            bid = ByOdds().move(View(record.game, seat, own[seat]), luck)
            if bid == Challenged(seat):
                break
            assert legal.why_not(record.game, bid) is None
            record = record.apply(bid)
        assert isinstance(bid, Challenged)


def test_an_unbelievable_bid_is_challenged() -> None:
    assert ByOdds().move(View(game_with(BidMade(0, 9, 5)), 1, (2, 3, 4, 6, 6)), Random(1)) == Challenged(1)


def test_the_front_porch_opener_bids_and_never_challenges_nothing() -> None:
    record = GameRecord.begin(GameBegun("front-porch", ("Ann", "Bob"))).apply(OpeningRolled(((0, 6), (1, 2))))
    for seed in range(30):
        assert isinstance(ByOdds().move(View(record.game, 0, (1, 1, 1, 1, 1)), Random(seed)), BidMade)


def test_who_shows_puts_out_what_matches_and_keeps_a_die_to_roll() -> None:
    game = game_with(BidMade(0, 2, 5))
    shows = {ByOdds().show(View(game, 0, (1, 2, 5, 5, 6)), Random(seed)) for seed in range(30)}
    assert shows == {(), (1, 5, 5)}
    assert {ByOdds().show(View(game, 0, (5,) * 5), Random(seed)) for seed in range(30)} == {()}


NEAR, FAR = (10, 10, 30, 30), (100, 10, 120, 30)


def slot(face: int | None, box: tuple[int, int, int, int] | None, tone: Tone = Tone.READ) -> SlotView:
    return SlotView(face, tone, None, box)


def checked(*slots: SlotView, complaint: str | None = None, accept: bool = False) -> TableView:
    """The doubts about Ann's two dice."""
    hand = HandView(0, "Ann", 2, slots, complaint)
    return made(4, CheckScene, "", hands=(hand,), may_accept=accept)


LYING = (TrueDie(0, 3, NEAR, False, False), TrueDie(0, 6, FAR, False, False))
TRUTH = ((3, 6),)


def test_a_die_in_doubt_is_tapped_as_it_lies() -> None:
    view = checked(slot(3, NEAR), slot(None, FAR, Tone.DOUBTED))
    assert answer(view, LYING, TRUTH) == SetFace(4, 0, 1, 6)


def test_whether_a_thing_is_a_die_is_answered_by_what_lies_there() -> None:
    asked = slot(None, FAR, Tone.DOUBTED)
    view = checked(slot(3, NEAR), replace(asked, maybe_no_die=True))
    assert answer(view, LYING, TRUTH) == ConfirmDie(4, 0, 1)
    nothing = replace(asked, maybe_no_die=True, box=(200, 200, 220, 220))
    assert answer(checked(slot(3, NEAR), nothing), LYING, TRUTH) == RemoveDie(4, 0, 1)


def test_a_die_that_was_not_seen_is_the_one_left_over() -> None:
    view = checked(slot(6, FAR), slot(None, None, Tone.DOUBTED))
    assert answer(view, LYING, TRUTH) == SetFace(4, 0, 1, 3)


def test_a_thing_that_is_no_die_is_taken_away() -> None:
    view = checked(slot(3, NEAR), slot(5, (200, 200, 220, 220)), slot(6, FAR), complaint="one too many")
    assert answer(view, LYING, TRUTH) == RemoveDie(4, 0, 1)


def test_a_die_seen_twice_is_taken_away_once() -> None:
    assert matched([NEAR, (11, 11, 31, 31), FAR], LYING) == [LYING[0], None, LYING[1]]


def test_of_a_die_on_another_each_is_known_by_its_own_box() -> None:
    lower, upper = (
        TrueDie(0, 6, (10, 10, 30, 30), False, False),
        TrueDie(0, 1, (16, 16, 36, 36), False, False),
    )
    view = checked(slot(1, (16, 16, 36, 36)), slot(None, (10, 10, 24, 30), Tone.DOUBTED))
    assert answer(view, (lower, upper), ((1, 6),)) == SetFace(4, 0, 1, 6)


def test_what_the_eye_was_sure_of_is_left_as_it_is() -> None:
    view = checked(slot(4, NEAR), slot(6, FAR, Tone.TAPPED), accept=True)
    assert answer(view, LYING, TRUTH) == AcceptReading(4)


def test_a_shown_die_read_wrongly_is_set_right() -> None:
    view = checked(slot(4, NEAR), slot(6, FAR), complaint="Ann has shown 3")
    assert answer(view, LYING, TRUTH) == SetFace(4, 0, 0, 3)


def test_wrong_faces_are_counted_without_regard_to_their_order() -> None:
    assert taken_wrongly(((1, 2, 3), (4,), ()), ((3, 2, 1), (5,), ())) == 1


def test_a_terminal_without_signs_gets_letters() -> None:
    assert Signs.for_encoding("utf-8") == Signs("★", "█", "░", suits=True)
    assert Signs.for_encoding("latin-1") == Signs("*", "#", "-", suits=False)
    teller = Teller(colour=False, signs=Signs.for_encoding("latin-1"), star_face=1)
    assert teller.dice((slot(1, None, Tone.COUNTED), slot(None, None), slot(5, None))) == "[*]  ?   5 "
