"""The views of all four games: track, pad, Palafico, chips, tie breaker, spot on, several challengers."""

from __future__ import annotations

import pytest

from companion.core.reading import Expectation
from companion.play.base.commands import (
    AcceptReading,
    CallSpotOn,
    CupsAreUp,
    EnterByHand,
    EnterRoll,
    LeaveGame,
    NewGame,
    NextRound,
    RemoveDie,
    Undo,
)
from companion.play.modes.dice.views import (
    BiddingScene,
    BidView,
    CheckScene,
    CountedHand,
    OpeningRollScene,
    PadFace,
    PadView,
    RevealScene,
    SpaceView,
)
from companion.play.modes.welcome.views import SavedGameView, WelcomeScene
from companion.play.views import Scene, game_of
from companion.rules import RULESETS, Dice
from tests.play.evening import Evening


def rolled(evening: Evening, rules: str, *faces: int, **options: object) -> Evening:
    """A game whose opening roll is these faces."""
    evening.begin(rules, len(faces), **options)
    for seat, face in enumerate(faces):
        evening.do(EnterRoll, seat=seat, face=face)
    return evening


def lose_one(evening: Evening, loser: int) -> None:
    """A round in which the opener bids far too much: the seat on turn challenges and the bidder loses."""
    assert evening.view.scene.game.seats[loser].to_act
    evening.bid(9, 5)
    evening.challenge((loser + 1) % len(evening.view.scene.game.seats))
    evening.enter_all(2)
    evening.do(NextRound)


def test_the_first_screen_offers_the_games_with_their_options(evening: Evening) -> None:
    choices = evening.view.scene.choices
    assert [choice.name for choice in choices] == [
        "milton-bradley",
        "front-porch",
        "cardinal",
        "rh",
        "perudo",
        "bluff",
        "liar-liar",
    ]
    assert [choice.star_face for choice in choices] == [1, 0, 0, 0, 0, 6, 0]
    assert [choice.has_cards for choice in choices] == [False] * 6 + [True]
    assert [choice.names_opener for choice in choices] == [True, False, False, True, False, True, False]
    assert [(each.fewest, each.most) for each in choices] == [
        (2, 6),
        (2, 4),
        (2, 4),
        (2, 12),
        (2, 10),
        (2, 6),
        (2, 14),
    ]
    defaults = {name: default for name, _, _, default in choices[3].options}
    assert defaults == {
        "dice": 6,
        "random_challenge": False,
        "spot_on": False,
        "aces_wild": False,
        "tie_breaker": False,
    }
    assert evening.view.scene.camera == "test camera"


def test_the_newest_game_that_is_not_over_is_the_one_to_go_on_with() -> None:
    games = tuple(SavedGameView(number, "", over=number == 3) for number in (3, 2, 1))
    assert WelcomeScene((), games, "").newest == games[1]
    assert WelcomeScene((), games[:1], "").newest is None


def test_saved_games_are_told_in_a_line(evening: Evening) -> None:
    evening.begin("cardinal", 3)
    evening.do(LeaveGame)
    evening.begin(dice=1)
    evening.bid(3, 5)
    evening.do(LeaveGame)
    evening.begin(dice=1)
    evening.bid(3, 5)
    evening.challenge(1)
    evening.do(LeaveGame)
    days = [each.begun_at.astimezone().strftime("%Y-%m-%d %H:%M") for each in evening.store.games()]
    assert evening.view.scene.saved == (
        SavedGameView(3, "Ann and Bob: round 1, cups to be lifted", False, "Milton Bradley, 1987", days[0]),
        SavedGameView(2, "Ann and Bob: round 1, Bob to bid", False, "Milton Bradley, 1987", days[1]),
        SavedGameView(1, "Ann, Bob and Cy: opening roll", False, RULESETS["cardinal"].title, days[2]),
    )


def test_the_track_lights_what_may_be_bid_and_says_why_the_rest_is_dark(evening: Evening) -> None:
    evening.begin()
    first, second = evening.bid(4, 3).scene.track.laps
    assert [space.label for space in first[:8]] == ["1", "★1", "2", "3", "★2", "4", "5", "★3"]
    assert (second[0].label, second[1].label, len(second)) == ("21", "★11", 30)
    assert first[5] == SpaceView("4", 4, False, (4, 5, 6), 3, None)
    assert first[6] == SpaceView("5", 5, False, (2, 3, 4, 5, 6), None, None)
    assert first[4].why.startswith("two stars can't beat four 3s: raise to ")
    assert all(space.faces for space in second)


def test_a_space_with_more_than_the_dice_in_play_warns(evening: Evening) -> None:
    first, _ = evening.begin(dice=2).scene.track.laps
    warned = {space.quantity: space.warning for space in first if not space.star}
    assert (warned[4], warned[5]) == (None, "Only 4 dice are in play")


def test_the_track_follows_the_red_die_to_its_next_lap(evening: Evening) -> None:
    evening.begin()
    laps = evening.bid(23, 2).scene.track.laps
    assert [lap[0].label for lap in laps] == ["21", "41"]
    assert laps[0][3].die == 2


def test_a_bid_above_the_dice_in_play_is_legal_and_warned_of(evening: Evening) -> None:
    evening.begin(dice=2)
    view = evening.bid(5, 5)
    assert (view.fault, view.scene.game.bid_quantity) == (None, 5)
    assert view.message == "Bob: beat five 5s, or challenge. Only four dice are in play!"


def test_the_pad_has_for_each_face_what_may_be_bid(evening: Evening) -> None:
    evening.begin("rh", dice=3)
    pad = evening.bid(4, 5).scene.pad
    assert evening.view.scene.track is None
    assert pad.faces[4:] == (PadFace(5, 5, 6, None), PadFace(6, 1, 6, None))
    assert pad.faces[3].lowest is None
    assert pad.faces[3].why.startswith("four 4s can't beat four 5s: raise to ")
    assert pad.lowest == (5, 5), "the next bid in the order of the rules, not the fewest dice"


def test_chips_and_pots_are_shown(evening: Evening) -> None:
    view = evening.begin(players=3, chips=True)
    assert ([seat.chips for seat in view.scene.game.seats], view.scene.game.pots) == ([48, 48, 48], (3, 3))
    assert game_of(evening.do(LeaveGame).scene) is None


def test_without_chips_there_are_no_pots(evening: Evening) -> None:
    view = evening.begin()
    assert (view.scene.game.pots, view.scene.game.seats[0].chips) == (None, None)


def test_a_palafico_round_has_its_banner_and_locks_its_face(evening: Evening) -> None:
    rolled(evening, "front-porch", 6, 2, 1, dice=2)
    lose_one(evening, 0)
    assert evening.view.scene.game.banner == (
        "Ann's Palafico round: nothing is wild, and the first face stays."
    )
    assert evening.view.scene.pad.lowest == (1, 1)
    view = evening.bid(1, 1)
    assert view.scene.game.banner == "Ann's Palafico round: nothing is wild, and the face stays ones."
    assert view.scene.pad.lowest == (2, 1)
    assert [face.lowest for face in view.scene.pad.faces] == [2, None, None, None, None, None]
    assert view.scene.pad.faces[3].why.startswith("this is a Palafico round, its face stays ones")


def test_a_tie_breaker_is_bid_on_the_sum(evening: Evening) -> None:
    view = evening.begin("rh", dice=1, tie_breaker=True)
    assert view.scene.game.banner == "Tie breaker: bid on the sum of the last two dice."
    assert view.scene.pad == PadView((), (2, 12), None)
    view = evening.bid(7, 0)
    assert (view.scene.game.bid, view.scene.game.bid_quantity, view.scene.game.bid_face) == (
        "seven in all",
        7,
        None,
    )
    assert view.scene.pad.totals == (8, 12)
    assert evening.bid(12, 0).scene.pad.totals is None
    evening.challenge(0)
    verdict = evening.lift((4,), (2,)).scene.verdict
    assert (verdict.headline, verdict.count, verdict.quantity) == ("Only six in all!", 6, 12)
    assert verdict.counted == (CountedHand(0, (4,)), CountedHand(1, (2,)))


def test_a_verdict_says_what_was_called_and_counts_the_bidders_hand_last(evening: Evening) -> None:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    verdict = evening.lift((5, 3), (1, 5)).scene.verdict
    assert verdict.called == "Bob challenges Ann's bid of two 5s."
    assert verdict.counted == (CountedHand(1, (1, 1)), CountedHand(0, (1, 0)))
    assert (verdict.next_words, verdict.told) == ("Next round", False)


@pytest.mark.parametrize(
    ("bid", "dice", "said"),
    [
        (
            (3, 6),
            ((1, 6), (2, 3)),
            "Ann had two of them. Caught by Bob!\nBob won the call and opens the next round.",
        ),
        (
            (2, 6),
            ((2, 3), (2, 6)),
            "Ann had none of them. Caught by Bob!\nBob won the call and opens the next round.",
        ),
        (
            (1, 6),
            ((2, 3), (2, 6)),
            "Ann had none of them, and yet it holds!\nAnn won the call and opens the next round.",
        ),
        (
            (1, 6),
            ((2, 6), (2, 3)),
            "No lie: Ann had one of them.\nAnn won the call and opens the next round.",
        ),
    ],
)
def test_a_verdict_reveals_the_lie_and_says_why_somebody_opens(
    evening: Evening, bid: tuple[int, int], dice: tuple[Dice, ...], said: str
) -> None:
    evening.begin(dice=2)
    evening.bid(*bid)
    evening.challenge(1)
    view = evening.lift(*dice)
    assert f"{view.scene.verdict.lie}\n{view.message}" == said


def test_who_is_out_is_told_goodbye_with_a_place(evening: Evening) -> None:
    rolled(evening, "front-porch", 6, 2, 1, dice=1)
    evening.bid(3, 6)
    evening.challenge(1)
    view = evening.lift((2,), (3,), (4,))
    assert view.scene.verdict.sentence == (
        "Ann loses the last die. Ann is out: place\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}3."
    )
    assert view.message == "Ann is out, so Bob opens the next round."


def test_who_comes_down_to_the_last_die_opens_for_that(evening: Evening) -> None:
    rolled(evening, "front-porch", 6, 2, 1, dice=2)
    evening.bid(9, 5)
    evening.challenge(1)
    view = evening.lift((2, 2), (2, 2), (2, 2))
    assert view.message == "Ann is down to one die and opens the next round."


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (((5, 5), (1, 2), (2, 2)), "Bob's Calza: exactly right. Bob has all the dice already."),
        (((5, 2), (3, 2), (2, 2)), "Bob's Calza: not exactly right."),
    ],
)
def test_what_came_of_an_exact_call_is_said_in_its_own_word(
    evening: Evening, dice: tuple[Dice, ...], said: str
) -> None:
    rolled(evening, "perudo", 6, 2, 1, dice=2)
    evening.bid(3, 5)
    evening.do(CallSpotOn, player=1)
    assert evening.lift(*dice).scene.verdict.lie == said


def test_spot_on_is_offered_and_judged(evening: Evening) -> None:
    evening.begin("rh", dice=2, spot_on="win-back")
    assert evening.view.scene.spot_on is None
    assert evening.bid(2, 5).scene.spot_on is not None
    assert evening.do(CallSpotOn).message == "Bob calls spot on two 5s. Lift the cups!"
    assert evening.lift((5, 5), (1, 2)).scene.verdict.headline == "Exactly two 5s!"


def test_anyone_but_the_bidder_may_challenge_and_several_may_at_once(evening: Evening) -> None:
    evening.begin("rh", 3, random_challenge=True)
    view = evening.bid(2, 5)
    assert view.scene.several_may_challenge
    assert [seat.may_challenge for seat in view.scene.game.seats] == [False, True, True]
    assert evening.challenge(2, 1).message == "Bob challenges two 5s. Lift the cups!"
    assert evening.view.undo_words == "take back the challenge"


def test_only_the_seat_on_turn_may_challenge_elsewhere(evening: Evening) -> None:
    evening.begin(players=3)
    view = evening.bid(2, 5)
    assert ([seat.may_challenge for seat in view.scene.game.seats], view.scene.several_may_challenge) == (
        [False, True, False],
        False,
    )
    assert evening.challenge(1, 2).fault.startswith("Several may challenge only with the random challenge")


def test_the_opening_roll_is_tapped_in_and_ties_roll_again(evening: Evening) -> None:
    view = rolled(evening, "front-porch", 5, 2, 5).view
    assert (view.kind, view.message) == (
        OpeningRollScene,
        "Ann and Cy are level with a 5 each and roll again.",
    )
    assert [hand.seat for hand in view.scene.hands] == [0, 2]
    assert evening.do(EnterRoll, seat=1, face=6).fault.startswith("Seat 1 does not roll")
    assert evening.do(EnterRoll, seat=0, face=0).fault == "A die shows 1 to 6, not 0."
    evening.do(EnterRoll, seat=2, face=1)
    assert evening.do(EnterRoll, seat=0, face=3).message == "Ann rolled highest, a 3, and opens."


def test_the_opening_roll_is_read_by_the_camera(evening: Evening) -> None:
    evening.begin("cardinal", 3)
    evening.controller.idle()
    assert evening.view.picture.live
    view = evening.lift((5,), (2,), (5,))
    assert evening.controller._now.at.exposures.hand_over() == (), "pictures that were read are not kept"
    assert evening.eye.expected == Expectation((1, 1, 1), ((), (), ()))
    assert (view.kind, evening.store.load(1).length) == (OpeningRollScene, 2)
    assert view.message == "Ann and Cy are level with a 5 each and roll again."
    assert [hand.seat for hand in view.scene.hands] == [0, 2]
    view = evening.lift((3,), (), (None, 6))
    assert (view.kind, evening.eye.expected.dice) == (CheckScene, (1, 0, 1))
    assert view.scene.said_next == "", "nothing may be taken yet"
    assert evening.do(RemoveDie, seat=2, slot=0).scene.said_next == "Cy rolled highest, a 6, and opens."
    view = evening.do(AcceptReading)
    assert (view.kind, view.message) == (BiddingScene, "Cy rolled highest, a 6, and opens.")
    assert evening.store.load(1).length == 3


def test_a_roll_that_cannot_be_read_leaves_what_was_tapped(evening: Evening) -> None:
    evening.begin("cardinal", 3)
    evening.do(EnterRoll, seat=1, face=4)
    evening.camera.gone = True
    view = evening.lift((5,), (2,), (5,))
    assert (view.kind, view.scene.hands[1].slots[0].face) == (OpeningRollScene, 4)
    assert view.fault.startswith("The test camera is unplugged")


def test_the_live_picture_runs_while_dice_lie_open_and_stops_with_the_bidding(evening: Evening) -> None:
    evening.begin()
    assert evening.controller.wait_s is None
    evening.bid(2, 5)
    evening.challenge(1)
    assert evening.controller.wait_s == 0.125
    number = evening.view.number
    evening.controller.idle()
    assert (evening.view.number, evening.view.picture.live) == (number, True)
    assert evening.do(CupsAreUp).picture.live


def test_two_players_of_one_name_are_told_apart(evening: Evening) -> None:
    view = evening.do(NewGame, rules="rh", players=("Ann", "Ann"), options=(), opener=1)
    assert [seat.name for seat in view.scene.game.seats] == ["Ann (seat 0)", "Ann (seat 1)"]
    assert view.message.startswith("Ann (seat 1): make the first bid.")


def test_over_the_message_stands_which_round_it_is_or_how_many_dice_are_asked_about(
    evening: Evening,
) -> None:
    captions = [evening.begin(dice=2).caption, evening.bid(2, 5).caption]
    evening.challenge(1)
    captions.append(evening.do(EnterByHand).caption)
    assert captions == ["Milton Bradley, 1987  ·  Round 1"] * 2 + ["4 dice to check"]


@pytest.mark.parametrize(("rules", "asked"), [("rh", True), ("cardinal", False)])
def test_where_the_sheet_has_stacked_dice_rolled_again_the_screen_says_so_before_the_first_bid(
    evening: Evening, rules: str, asked: bool
) -> None:
    view = evening.begin(rules, players=3)
    if view.kind is OpeningRollScene:
        for seat, face in enumerate((6, 3, 2)):
            view = evening.do(EnterRoll, seat=seat, face=face)
    assert ("Stacked dice?" in view.message) is asked
    view = evening.bid(2, 3)
    assert "Stacked dice?" not in view.message


def test_the_bids_of_the_round_are_told_and_how_the_round_before_ended(evening: Evening) -> None:
    evening.begin(dice=2)
    evening.bid(1, 5)
    view = evening.bid(2, 5)
    assert view.scene.game.bids == (BidView(0, "Ann", 1, 5), BidView(1, "Bob", 2, 5))
    assert view.scene.game.before == ""
    evening.do(Undo)
    assert evening.view.scene.game.bids == (BidView(0, "Ann", 1, 5),)


def test_a_challenge_is_on_the_screen_before_the_camera_is_asked(evening: Evening) -> None:
    evening.begin()
    evening.bid(2, 5)
    looks: list[Scene] = []
    latest = evening.camera.latest
    evening.camera.latest = lambda: looks.append(evening.view.kind) or latest()
    assert evening.challenge(1).kind is RevealScene
    assert looks == []
    evening.controller.idle()
    assert looks == [RevealScene]
