"""Somebody leaves and somebody joins, at every game: between rounds, in the middle of one, over a kill."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.play.base.commands import (
    AcceptReading,
    CorrectReading,
    CupsAreUp,
    EnterByHand,
    EnterRoll,
    LeaveGame,
    NewGame,
    NextRound,
    PlayerJoins,
    PlayerLeaves,
    PlayerReturns,
    ResumeGame,
    SetFace,
    Undo,
)
from companion.play.base.company import Company, DiceKey, Place
from companion.play.modes.cards.views import CardsOverScene, CardsScene
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.play.views import TableView
from companion.rules import RULESETS, FirstOpener
from tests.play.card_evening import CardEvening
from tests.play.evening import NAMES, Evening

SitDown = Callable[..., Evening]


def sit(evening: Evening, rules: str) -> None:
    """A game of three in which Ann opens."""
    by_roll = RULESETS[rules].first_opener is FirstOpener.ROLL
    opener = None if by_roll else 0
    evening.do(NewGame, rules=rules, players=NAMES, options=(), opener=opener)
    for seat, face in enumerate((6, 3, 2) if by_roll else ()):
        evening.do(EnterRoll, seat=seat, face=face)
    assert evening.view.kind is BiddingScene, evening.view.fault


def seats(view: TableView) -> list[tuple[str, int]]:
    return [(seat.name, seat.dice) for seat in view.scene.game.seats]


def on_turn(view: TableView) -> list[str]:
    return [seat.name for seat in view.scene.game.seats if seat.to_act]


def company(evening: Evening) -> Company:
    assert evening.view.company is not None
    return evening.view.company


def play_a_round(evening: Evening, face: int = 2) -> None:
    """Whoever opens bids a five; the next challenges; no die shows one: the opener loses a die."""
    evening.bid(1, 5)
    bidder = next(seat.seat for seat in evening.view.scene.game.seats if seat.bidder)
    caller = next(seat.seat for seat in evening.view.scene.game.seats if seat.to_act)
    assert caller != bidder
    evening.challenge(caller)
    evening.enter_all(face)
    assert evening.view.kind is VerdictScene, evening.view.fault


@pytest.mark.parametrize("rules", tuple(RULESETS))
def test_a_game_is_played_to_its_end_with_somebody_leaving_and_somebody_joining(
    evening: Evening, rules: str
) -> None:
    sit(evening, rules)
    play_a_round(evening)
    evening.do(NextRound)
    evening.do(PlayerLeaves, player=1)
    assert evening.view.fault is None
    left = evening.view.scene.game.seats[1]
    assert (left.name, left.dice, left.left, left.out) == ("Bob", 0, True, True)
    assert evening.view.message.startswith("Bob leaves the game.")
    fewest, every = (key.dice for key in company(evening).dice)
    evening.do(PlayerJoins, name="Dee", seat=1, dice=every)
    assert [name for name, _ in seats(evening.view)] == ["Ann", "Dee", "Bob", "Cy"]
    assert seats(evening.view)[1] == ("Dee", RULESETS[rules].dice)
    assert evening.view.message.startswith("Dee joins the game")
    while evening.view.kind is not OverScene:
        play_a_round(evening)
        evening.do(NextRound)
    again = evening.view.scene.rematch
    assert again.players == ("Ann", "Dee", "Cy")
    assert again.opener in (None, again.players.index(evening.view.scene.winner))
    evening.controller.take(again.begun(evening.view.number))
    assert evening.view.fault is None
    assert fewest == every - 1


def test_in_the_middle_of_a_round_all_are_asked_and_the_round_is_void(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    evening.bid(3, 4)
    asked = company(evening).agreed(evening.view.number, 0)
    assert asked.question == "Do all agree? This round does not count."
    assert asked.told == "Ann's five dice go to the lost dice. Bob opens."
    assert asked.key == "All agree: Ann leaves"
    evening.controller.take(asked.command)
    assert evening.view.scene.game.bid is None
    assert seats(evening.view) == [("Ann", 0), ("Bob", 5), ("Cy", 5)]
    assert on_turn(evening.view) == ["Bob"]


def test_between_rounds_only_who_leaves_is_asked(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    asked = company(evening).agreed(evening.view.number, 1)
    assert (asked.question, asked.key) == ("Bob leaves?", "Bob leaves")
    assert asked.told == "Bob's five dice go to the lost dice. Ann opens."


@pytest.mark.parametrize("scene", [RevealScene, ReadingScene, VerdictScene])
def test_a_player_leaves_wherever_the_game_stands(evening: Evening, scene: type) -> None:
    sit(evening, "milton-bradley")
    if scene is VerdictScene:
        play_a_round(evening)
    else:
        evening.bid(3, 4)
        evening.challenge(1)
        if scene is ReadingScene:
            evening.do(CupsAreUp)
    assert evening.view.kind is scene
    evening.do(PlayerLeaves, player=2)
    assert evening.view.kind is BiddingScene
    assert evening.view.fault is None
    evening.read()
    assert evening.view.kind is BiddingScene


@pytest.mark.parametrize("killed", [False, True])
def test_undo_of_who_left_brings_back_the_dice_that_were_tapped(sit_down: SitDown, killed: bool) -> None:
    evening = sit_down()
    sit(evening, "milton-bradley")
    evening.bid(3, 4)
    evening.challenge(1)
    evening.lift((4, 4, 4, 2, None), (3,) * 5, (None, 1, 1, 1, 1))
    tapped = evening.do(SetFace, seat=0, slot=4, face=6).scene.hands
    evening.do(PlayerLeaves, player=2)
    evening.do(PlayerLeaves, player=1)
    if killed:
        evening = sit_down()
        evening.do(ResumeGame, game_id=1)
    assert evening.do(Undo).kind is BiddingScene
    view = evening.do(Undo)
    assert (view.kind, view.undo_words) == (CheckScene, "take back the last tap")
    faces = [[slot.face for slot in hand.slots] for hand in view.scene.hands]
    assert faces == [[slot.face for slot in hand.slots] for hand in tapped]
    assert (view.picture is None) is killed
    evening.do(SetFace, seat=2, slot=0, face=5)
    assert evening.do(AcceptReading).kind is VerdictScene


def test_undo_of_who_left_or_joined_brings_back_the_verdict(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    play_a_round(evening)
    verdict = evening.view.scene.verdict
    for kind, fields in ((PlayerLeaves, {"player": 2}), (PlayerJoins, {"name": "Dee", "seat": 3, "dice": 5})):
        assert evening.do(kind, **fields).kind is BiddingScene
        view = evening.do(Undo)
        assert (view.kind, view.scene.verdict) == (VerdictScene, verdict)
        assert view.undo_words == "take back the reveal"


def test_a_bid_after_somebody_left_ends_what_undo_brings_back(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    evening.bid(3, 4)
    evening.challenge(1)
    evening.do(EnterByHand)
    evening.do(SetFace, seat=0, slot=4, face=6)
    evening.do(PlayerLeaves, player=2)
    evening.bid(1, 2)
    evening.do(Undo)
    assert evening.do(Undo).kind is RevealScene


def test_a_reveal_that_is_being_corrected_is_corrected_before_anybody_leaves_or_joins(
    evening: Evening,
) -> None:
    sit(evening, "milton-bradley")
    play_a_round(evening)
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=0, face=5)
    assert evening.view.company is None
    for kind, fields in ((PlayerLeaves, {"player": 2}), (PlayerJoins, {"name": "Dee", "seat": 3, "dice": 5})):
        assert evening.do(kind, **fields).fault == evening.view.message
    assert evening.view.kind is CheckScene
    assert evening.view.scene.hands[0].slots[0].face == 5
    evening.do(AcceptReading)
    assert company(evening).leaving


def test_one_of_two_leaves_and_the_other_has_won_at_once(evening: Evening) -> None:
    evening.begin(players=2)
    assert (
        company(evening).agreed(evening.view.number, 0).told
        == "Ann's five dice go to the lost dice. Bob wins the game!"
    )
    evening.do(PlayerLeaves, player=0)
    scene = evening.view.scene
    assert evening.view.kind is OverScene
    assert (scene.winner, scene.told, scene.verdict) == ("Bob", "Everybody else has left.", None)
    assert scene.rematch.players == ("Ann", "Bob")
    evening.do(Undo)
    assert evening.view.kind is BiddingScene
    assert seats(evening.view) == [("Ann", 5), ("Bob", 5)]


def test_undo_takes_back_that_somebody_left_or_joined(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    evening.do(PlayerLeaves, player=1)
    assert evening.view.undo_words == "take back Bob leaving"
    evening.do(PlayerJoins, name="Dee", seat=3, dice=5)
    assert evening.view.undo_words == "take back Dee joining"
    evening.do(Undo)
    assert seats(evening.view) == [("Ann", 5), ("Bob", 0), ("Cy", 5)]
    evening.do(Undo)
    assert seats(evening.view) == [("Ann", 5), ("Bob", 5), ("Cy", 5)]


def test_a_table_that_was_killed_stands_with_who_left_and_who_joined(sit_down: SitDown) -> None:
    evening = sit_down()
    sit(evening, "perudo")
    evening.do(PlayerLeaves, player=0)
    evening.do(PlayerJoins, name="Dee", seat=3, dice=5)
    stood = seats(evening.view), on_turn(evening.view)
    evening = sit_down()
    evening.do(ResumeGame, game_id=evening.view.scene.saved[0].game_id)
    assert (seats(evening.view), on_turn(evening.view)) == stood
    evening.do(PlayerReturns, player=0, dice=5)
    assert evening.view.fault is None
    assert seats(evening.view)[0] == ("Ann", 5)


def test_nobody_joins_while_bids_stand_and_the_sentence_says_when(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    evening.bid(3, 4)
    assert company(evening).refusal is not None
    assert company(evening).refusal.startswith("Players join between two rounds.")
    evening.do(PlayerJoins, name="Dee", seat=3, dice=5)
    assert evening.view.fault == company(evening).refusal


def test_a_place_is_between_two_players_and_the_dice_are_all_or_the_fewest(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    assert company(evening).dice == (DiceKey("All five", 5),)
    play_a_round(evening)
    assert company(evening).places == (
        Place(1, 0, "Ann", "and before Bob"),
        Place(2, 1, "Bob", "and before Cy"),
        Place(3, 2, "Cy", "and before Ann"),
    )
    fewest = min(dice for _, dice in seats(evening.view) if dice)
    assert [key.dice for key in company(evening).dice] == [fewest, 5]
    assert not company(evening).away
    evening.do(PlayerLeaves, player=2)
    assert company(evening).away == (Place(2, 2, "Cy"),)


def test_a_full_table_says_so_and_lets_only_its_own_come_back(evening: Evening) -> None:
    names = ("Ann", "Bob", "Cy", "Dee")
    evening.do(NewGame, rules="cardinal", players=names, options=(), opener=None)
    assert evening.view.kind is OpeningRollScene
    assert "4" in company(evening).refusal or "four" in company(evening).refusal
    evening.do(PlayerLeaves, player=1)
    assert company(evening).refusal is None
    assert company(evening).away == (Place(1, 1, "Bob"),)


def test_an_opening_roll_goes_on_without_who_leaves(evening: Evening) -> None:
    evening.do(NewGame, rules="perudo", players=NAMES, options=(), opener=None)
    evening.do(EnterRoll, seat=0, face=3)
    evening.do(PlayerLeaves, player=1)
    assert evening.view.kind is OpeningRollScene
    assert [hand.name for hand in evening.view.scene.hands] == ["Ann", "Cy"]
    evening.do(PlayerLeaves, player=0)
    assert evening.view.kind is OverScene


def rolled(evening: Evening) -> dict[str, int | None]:
    return {hand.name: hand.slots[0].face for hand in evening.view.scene.hands}


def begin_to_roll(evening: Evening) -> None:
    evening.do(NewGame, rules="perudo", players=NAMES, options=(), opener=None)
    evening.do(EnterRoll, seat=0, face=3)
    evening.do(EnterRoll, seat=2, face=5)


def test_faces_tapped_in_an_opening_roll_stay_with_their_players(sit_down: SitDown) -> None:
    evening = sit_down()
    begin_to_roll(evening)
    evening.do(PlayerJoins, name="Dee", seat=1, dice=5)
    assert rolled(evening) == {"Ann": 3, "Dee": None, "Bob": None, "Cy": 5}
    assert evening.view.undo_words == "take back Dee joining"
    evening.do(PlayerLeaves, player=0)
    assert rolled(evening) == {"Dee": None, "Bob": None, "Cy": 5}
    evening = sit_down()
    evening.do(ResumeGame, game_id=evening.view.scene.saved[0].game_id)
    assert rolled(evening) == {"Dee": None, "Bob": None, "Cy": 5}
    assert evening.view.undo_words == "take back Ann leaving"
    evening.do(EnterRoll, seat=1, face=2)
    evening.do(EnterRoll, seat=2, face=6)
    assert on_turn(evening.view) == ["Bob"]


def test_the_roll_of_one_of_two_equal_names_stays_at_its_seat(evening: Evening) -> None:
    evening.do(NewGame, rules="perudo", players=("Ann", "Ann", "Cy"), options=(), opener=None)
    evening.do(EnterRoll, seat=1, face=6)
    evening.do(PlayerJoins, name="Ann", seat=0, dice=5)
    assert [hand.slots[0].face for hand in evening.view.scene.hands] == [None, None, 6, None]
    evening.do(Undo)
    assert [hand.slots[0].face for hand in evening.view.scene.hands] == [None, 6, None]


def test_the_last_one_to_roll_leaves_and_the_others_say_that_the_dice_are_right(sit_down: SitDown) -> None:
    evening = sit_down()
    begin_to_roll(evening)
    evening.do(PlayerLeaves, player=1)
    for _ in range(2):
        assert evening.view.kind is CheckScene
        assert rolled(evening) == {"Ann": 3, "Cy": 5}
        assert evening.view.scene.may_accept
        assert evening.view.message == "Cy rolled highest, a 5, and opens."
        evening = sit_down()
        evening.do(ResumeGame, game_id=evening.view.scene.saved[0].game_id)
    evening.do(AcceptReading)
    assert on_turn(evening.view) == ["Cy"]


def test_undo_of_who_left_or_joined_keeps_the_faces_of_an_opening_roll(evening: Evening) -> None:
    begin_to_roll(evening)
    evening.do(PlayerLeaves, player=1)
    assert evening.view.undo_words == "take back Bob leaving"
    evening.do(Undo)
    assert rolled(evening) == {"Ann": 3, "Bob": None, "Cy": 5}
    evening.do(PlayerJoins, name="Dee", seat=2, dice=5)
    evening.do(EnterRoll, seat=0, face=4)
    assert evening.view.undo_words == "take back the last tap"
    evening.do(Undo)
    assert rolled(evening) == {"Ann": 3, "Bob": None, "Dee": None, "Cy": 5}
    evening.do(Undo)
    assert rolled(evening) == {"Ann": 3, "Bob": None, "Cy": 5}


@pytest.mark.parametrize("killed", [False, True])
def test_undo_of_who_left_brings_back_their_opening_roll(sit_down: SitDown, killed: bool) -> None:
    evening = sit_down()
    begin_to_roll(evening)
    evening.do(PlayerLeaves, player=2)
    if killed:
        evening = sit_down()
        evening.do(ResumeGame, game_id=1)
    evening.do(EnterRoll, seat=0, face=6)
    evening.do(Undo)
    assert evening.view.undo_words == "take back Cy leaving"
    evening.do(Undo)
    assert rolled(evening) == {"Ann": 3, "Bob": None, "Cy": 5}


def test_faces_read_and_tapped_in_an_opening_roll_stay_too(evening: Evening) -> None:
    evening.do(NewGame, rules="perudo", players=NAMES, options=(), opener=None)
    evening.lift((3,), (None,), (None,))
    evening.do(SetFace, seat=2, slot=0, face=5)
    evening.do(PlayerJoins, name="Dee", seat=0, dice=5)
    assert evening.view.kind is OpeningRollScene
    assert rolled(evening) == {"Dee": None, "Ann": 3, "Bob": None, "Cy": 5}


def test_names_of_earlier_games_are_offered_to_who_joins(sit_down: SitDown) -> None:
    evening = sit_down(settings=None)
    sit(evening, "milton-bradley")
    evening.do(LeaveGame)
    evening.do(NewGame, rules="rh", players=("Eve", "Flo"), options=(), opener=0)
    assert set(NAMES) <= set(company(evening).known)


def test_who_joined_is_among_those_who_played_last(evening: Evening) -> None:
    sit(evening, "milton-bradley")
    evening.do(PlayerJoins, name="Dee", seat=0, dice=5)
    roster = evening.do(LeaveGame).scene.roster
    assert roster.seated == ("Dee", "Ann", "Bob", "Cy")
    assert (roster.last.again.players, roster.last.again.opener) == (roster.seated, 1)


def test_the_cups_of_a_simulated_table_stand_for_who_is_there(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True)
    sit(evening, "milton-bradley")
    evening.do(PlayerLeaves, player=1)
    assert evening.cups is not None
    dealt = [told for told in evening.cups.told if told[0] == "deal"]
    assert dealt[-1][1] == (5, 0, 5)
    assert dealt[-1][3] != dealt[0][3]
    evening.do(PlayerJoins, name="Dee", seat=1, dice=5)
    assert [told for told in evening.cups.told if told[0] == "deal"][-1][1] == (5, 5, 0, 5)


def test_leaving_ends_the_hand_of_cards_and_the_next_is_dealt_to_the_others(evening: Evening) -> None:
    table = CardEvening(evening, 3)
    table.touch("The cards are dealt") if "The cards are dealt" in table.words() else table.send(
        table.cards.keys[0].command
    )
    asked = company(evening).agreed(evening.view.number, 1)
    assert asked.question == "Do all agree? This hand does not count."
    assert asked.told == "A new hand is dealt."
    evening.controller.take(asked.command)
    assert evening.view.kind is CardsScene
    assert [seat.left for seat in table.cards.seats] == [False, True, False]
    assert table.cards.told == "Bob leaves the game."
    assert evening.view.undo_words == "take back Bob leaving"
    assert company(evening).refusal is not None
    assert company(evening).refusal.startswith("Nobody can join a match of Liar, Liar.")
    evening.do(PlayerJoins, name="Dee", seat=1, dice=1)
    assert evening.view.fault == company(evening).refusal
    table.send(table.cards.keys[0].command)
    assert [seat.cards for seat in table.cards.seats] == [7, 0, 7]
    evening.do(PlayerLeaves, player=2)
    assert evening.view.kind is CardsOverScene
    assert evening.view.scene.winner == "Ann"
