"""Bidding by touch: spaces, faces, calls; each touch sends exactly one command, or says why not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.clock import Clock
from kivy.graphics import Color

from companion.play.base.commands import BeginShow, CallChallenge, LeaveGame, Peek, PlaceBid, ShowDice, Undo
from companion.play.modes.dice.views import BidView, ShowBy
from companion.play.views import TableView
from companion.text import capital
from companion.ui.art.theme import Paint
from companion.ui.screens.dice.bids import BidsSheet
from companion.ui.widgets.seat_board import SeatPlate
from tests.made_views import changed
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, all_shown, draw_frames
from tests.ui.sample_scene import of_each_seat

SPACE_9, STAR_5, SPACE_7, SPACE_17 = 12, 13, 9, 24
"""Indices on the track: number 9, star 5, number 7 where the red die stands, number 17."""


def space(table: TouchedTable, at: int) -> object:
    return table.stage.screen.track.keys[at]


def face(table: TouchedTable, wanted: int) -> object:
    return next(key for key in table.stage.screen.picker.rows[0].ids.faces.keys if key.face == wanted)


@pytest.mark.slow
def test_a_space_and_a_face_are_a_bid(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, SPACE_9))
    assert table.sent == []
    table.tap(face(table, 4))
    assert table.sent == [PlaceBid(12, 9, 4)]


@pytest.mark.slow
def test_a_star_space_is_bid_with_one_confirmation(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, STAR_5))
    table.tap_words("Bid 5 stars")
    assert table.sent == [PlaceBid(12, 5, 1)]


def test_the_space_of_the_bid_takes_a_higher_face_only(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, SPACE_7))
    table.tap(face(table, 5))
    assert table.sent == []
    assert "Here only the bright faces beat the bid." in table.words()
    table.tap(face(table, 6))
    assert table.sent == [PlaceBid(12, 7, 6)]


@pytest.mark.slow
def test_an_unlit_space_is_refused_with_the_reason(kept_table: Opened) -> None:
    view = views.bidding()
    table = kept_table().show(view)
    table.tap(space(table, 2))
    assert table.sent == []
    reason = view.scene.track.laps[0][2].why
    assert reason.startswith("two 6s can't beat seven 5s")
    assert capital(reason) in table.words()


def test_a_space_can_be_given_up_and_another_taken(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, SPACE_9))
    table.tap(table.stage.screen.picker.ids.back)
    table.tap(space(table, STAR_5))
    table.tap(face(table, 1))
    assert table.sent == [PlaceBid(12, 5, 1)]


@pytest.mark.slow
def test_the_red_die_stands_on_the_space_of_the_bid(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    key, die = space(table, SPACE_7), table.stage.screen.track.die
    assert key.collide_point(*die.center)
    assert (die.face, die.opacity) == (5, 1)
    table.show(views.bidding(bid=(3, 1), number=13))
    assert table.stage.screen.track.keys[7].space.die == 1
    assert table.stage.screen.track.keys[7].collide_point(*die.center)


def test_a_plate_draws_the_same_dice_anew_for_another_star(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    plates = [each for each in all_shown(table.stage) if isinstance(each, SeatPlate)]
    table.show(changed(views.bidding(), number=13, star_face=6))
    assert {plate.ids.dice._star for plate in plates} == {6}


def test_the_plate_of_a_player_who_comes_back_has_its_room_for_dice_again(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    plates = [each for each in all_shown(table.stage) if isinstance(each, SeatPlate)]
    wide = [plate.ids.dice.width for plate in plates]
    table.show(of_each_seat(views.bidding(number=13), lambda seat: {"left": True}))
    assert all(plate.gone for plate in plates)
    table.show(views.bidding(number=14))
    assert [plate.ids.dice.width for plate in plates] == wide


def test_plates_kept_from_a_smaller_table_have_the_room_of_new_ones(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(parts.LONG_NAMES))

    def rooms() -> list[float]:
        plates = (each for each in all_shown(table.stage) if isinstance(each, SeatPlate))
        return [plate.ids.dice.width for plate in plates]

    new = rooms()
    table.show(views.bidding(parts.LONG_NAMES[:3], number=13))
    table.show(views.bidding(parts.LONG_NAMES, number=14))
    assert rooms() == new


def test_the_next_lap_is_offered_when_the_bid_nears_it(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    assert "Spaces 21 to 40" not in table.words()
    table.show(views.bidding(parts.LONG_NAMES, bid=(16, 4), number=13))
    table.tap_words("Spaces 21 to 40")
    table.tap(space(table, 0))
    table.tap(face(table, 2))
    assert table.sent == [PlaceBid(13, 21, 2)]


@pytest.mark.slow
def test_an_opening_bid_reaches_every_number_of_dice_in_play(kept_table: Opened) -> None:
    table = kept_table().show(games.shown(games.going_on(games.begun(parts.LONG_NAMES, dice=10))))
    table.tap_words("Spaces 21 to 40")
    table.tap_words("Spaces 41 to 60")
    table.tap(space(table, len(table.stage.screen.track.keys) - 1))
    table.tap(face(table, 6))
    assert table.sent == [PlaceBid(12, 60, 6)]


def test_behind_the_last_lap_stands_the_first(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(bid=None))
    assert "Spaces 21 to 40" not in table.words(), "with 13 dice nobody goes there"
    table.show(views.bidding(parts.LONG_NAMES, bid=None, number=13))
    table.tap_words("Spaces 21 to 40")
    table.tap_words("Spaces 41 to 60")
    table.tap_words("Spaces 1 to 20")
    assert "Spaces 21 to 40" in table.words()


def test_after_a_bid_on_the_next_lap_the_red_dies_lap_is_shown(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(parts.LONG_NAMES, bid=(16, 4)))
    table.tap_words("Spaces 21 to 40")
    table.show(views.bidding(parts.LONG_NAMES, bid=(17, 4), number=13))
    track = table.stage.screen.track
    assert (track.lap, track.die.opacity) == (0, 1)


def test_a_lap_that_was_turned_to_stays_while_the_clocks_go_on(kept_table: Opened) -> None:
    view = views.bidding(parts.LONG_NAMES, bid=(20, 6))
    table = kept_table().show(view)
    track = table.stage.screen.track
    assert track.lap == view.scene.track.first_lap == 1
    table.tap(table.stage.screen.lap_key)
    table.show(of_each_seat(view, lambda seat: {"time": "4:59"}))
    assert track.lap == 2


@pytest.mark.slow
def test_a_bid_above_the_dice_in_play_is_warned_of(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, SPACE_17))
    assert "Only 13 dice are in play" in table.words()


@pytest.mark.slow
def test_the_player_on_turn_challenges(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap_words("Liar!")
    assert table.sent == [CallChallenge(12, (1,))]


@pytest.mark.slow
def test_there_is_nothing_to_challenge_before_the_opening(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(bid=None))
    table.tap_words("Liar!")
    assert table.sent == []


def test_the_same_touch_twice_on_one_view_is_one_command(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap_words("Liar!")
    table.tap_words("Liar!")
    assert table.sent == [CallChallenge(12, (1,))]
    table.show(views.bidding(fault="That was refused."))
    table.tap_words("Liar!")
    assert table.sent == [CallChallenge(12, (1,))] * 2


def showing_by(by: ShowBy) -> TableView:
    view = views.bidding()
    return changed(view, show=changed(view.scene.show, by=by))


@pytest.mark.slow
def test_without_a_camera_shown_dice_are_tapped_in_and_one_at_least_is_rerolled(kept_table: Opened) -> None:
    table = kept_table().show(showing_by(ShowBy.HAND))
    table.tap_words("Ann puts dice out")
    keys = {key.face: key for key in table.stage.sheet.ids.faces.keys}
    for wanted in (1, 5, 5, 5, 5):
        table.tap(keys[wanted])
    assert "1 die is rerolled" in table.words()
    table.tap(table.stage.sheet.ids.chosen.children[0])
    table.tap_words("Show these")
    assert table.sent == [ShowDice(12, (1, 5, 5))]


@pytest.mark.slow
def test_the_simulated_table_is_told_which_dice_to_slide_out(kept_table: Opened) -> None:
    table = kept_table().show(showing_by(ShowBy.HOUSE))
    table.tap_words("Ann puts dice out")
    for key in table.stage.sheet.ids.faces.keys[:2]:
        table.tap(key)
    table.tap_words("Slide them out")
    assert table.sent == [BeginShow(12, 2, (1, 2))]
    assert table.stage.sheet is None


@pytest.mark.slow
def test_with_a_camera_one_touch_begins_to_show(kept_table: Opened) -> None:
    table = kept_table().show(showing_by(ShowBy.CAMERA))
    table.tap_words("Ann puts dice out")
    assert table.sent == [BeginShow(12, 1)]


def test_peeking_lifts_the_cup_and_puts_it_back(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap_words("Peek")
    assert table.sent == [Peek(12, 1)]
    table.show(views.bidding(number=13, peeking=1))
    assert "Only Bob looks" in table.words()
    table.tap_words("Cup down")
    assert table.sent == [Peek(12, 1), Peek(13, None)]
    assert table.stage.sheet is None


@pytest.mark.parametrize("view", [views.bidding(), views.padded()], ids=["track", "pad"])
def test_what_may_be_bid_is_lit_until_the_next_touch(view: TableView, kept_table: Opened) -> None:
    table = kept_table().show(view)
    table.tap(table.stage.ids.header.ids.help)
    table.tap_words("What may I bid?")
    screen = table.stage.screen
    keys = (
        screen.track.keys
        if view.scene.track
        else (*screen.pad.ids.quantities.keys, *screen.pad.ids.faces.keys)
    )
    on_pad = [True] * 24 + [False] * 3 + [True] * 3
    may_be_bid = [bool(key.offers) for key in keys] if view.scene.track else on_pad
    assert [bool(key.ring) for key in keys] == may_be_bid
    framed = keys[may_be_bid.index(True)]
    colours = [tuple(each.rgb) for each in framed.canvas.after.children if isinstance(each, Color)]
    assert colours[-1] == pytest.approx(Paint.yellow[:3]), "red is the challenge's alone"
    table.tap(screen.panel)
    assert not any(key.ring for key in keys)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_one_touch_makes_the_lowest_raise_on_the_track(size: tuple[int, int], kept_table: Opened) -> None:
    table = kept_table(*size).show(views.bidding())
    lowest = views.bidding().scene.track.lowest
    assert lowest is not None
    table.tap(table.stage.screen.raise_key)
    assert table.sent == [PlaceBid(views.bidding().number, *lowest)]


def test_no_raise_is_offered_on_the_track_before_the_first_bid(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(bid=None))
    assert table.stage.screen.raise_key.parent is None


@pytest.mark.slow
def test_the_board_changes_with_the_game_as_often_as_it_must(kept_table: Opened) -> None:
    table = kept_table()
    for number in range(20, 26):
        view = views.padded(number=number) if number % 2 else views.bidding(number=number)
        table.show(view)
        screen = table.stage.screen
        bid_by_pad = screen.pad.ids.bid.uid in {target.uid for target in table.targets()}
        bid_by_track = screen.track.keys[0].uid in {target.uid for target in table.targets()}
        assert (bid_by_pad, bid_by_track) == (bool(number % 2), not number % 2)
        assert "Liar!" in table.words()
        assert {"Ann:", "Ann bids"} & table.words(), "whose bid it is"


@pytest.mark.slow
def test_undo_asks_and_takes_back(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(table.stage.ids.header.ids.undo)
    assert "Take back Ann's bid of seven 5s?" in table.words()
    table.tap_words("Keep it")
    assert table.sent == []
    table.tap(table.stage.ids.header.ids.undo)
    table.tap_words("Undo")
    assert table.sent == [Undo(12)]


@pytest.mark.slow
def test_leaving_the_game_is_asked_first(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Play on")
    table.tap(table.stage.ids.header.ids.leading)
    table.tap_words("Leave the game")
    assert table.sent == [LeaveGame(12)]


def test_a_question_ends_when_the_table_moves_on(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(table.stage.ids.header.ids.undo)
    table.show(views.bidding(number=13))
    assert table.stage.sheet is None


def test_a_chosen_space_is_forgotten_when_the_table_moves_on(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    table.tap(space(table, SPACE_9))
    table.show(views.bidding(number=13))
    assert "9 of which face?" not in table.words()
    assert not space(table, SPACE_9).chosen


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whose_turn_it_is_stands_on_the_plate_and_in_words(kept_table: Opened, seat: int) -> None:
    view = views.bidding()
    turn = tuple(replace(each, to_act=each.seat == seat) for each in view.scene.game.seats)
    table = kept_table().show(changed(view, seats=turn, message=f"{view.scene.game.seats[seat].name} opens."))
    plates = list(reversed(table.stage.screen.ids.seats.children))
    assert [plate.lead_sign for plate in plates] == ["turn" if at == seat else "" for at in range(3)]
    assert f"{view.scene.game.seats[seat].name} opens." in table.words()


@pytest.mark.slow
def test_the_die_slides_along_the_track(kept_table: Opened) -> None:
    from companion.ui.art.theme import THEME

    table = kept_table().show(views.bidding(bid=(3, 1)))
    THEME.motion = 1.0
    table.stage.show(views.bidding(number=13))
    track = table.stage.screen.track
    draw_frames(1)
    assert 7.0 <= track.die_at < 9.0
    THEME.motion = 0.0
    track.show(parts.track((16, 4)))
    assert track.die_at == 23.0


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
@pytest.mark.parametrize("on_track", [True, False])
def test_a_touch_on_the_bid_shows_what_was_bid(
    size: tuple[int, int], on_track: bool, kept_table: Opened
) -> None:
    made = (BidView(0, "Ann", 2, 3), BidView(1, "Bob", 5, 3), BidView(2, "Cy", 7, 5))
    shown = changed(views.bidding() if on_track else views.padded(), bids=made)
    table = kept_table(*size).show(shown)
    assert "This round" in table.words()
    table.tap(table.stage.screen.panel)
    sheet = table.stage.sheet
    assert isinstance(sheet, BidsSheet)
    rows = reversed(sheet.ids.bids.ids.rows.children)
    assert [(row.name, row.number, row.face) for row in rows] == [
        ("Ann", "2 ×", 3), ("Bob", "5 ×", 3), ("Cy", "7 ×", 5),
    ]  # fmt: skip
    assert table.sent == []


def test_the_list_of_bids_stays_while_others_bid_and_shows_theirs(kept_table: Opened) -> None:
    made = (BidView(0, "Ann", 2, 3), BidView(1, "Bob", 5, 3))
    table = kept_table().show(changed(views.bidding(), bids=made[:1]))
    table.tap(table.stage.screen.panel)
    sheet = table.stage.sheet
    table.show(replace(changed(views.bidding(), bids=made), number=98))
    assert table.stage.sheet is sheet
    assert {"Ann", "Bob", "5 ×"} <= table.words()
    table.show(replace(views.reveal(), number=99))
    assert table.stage.sheet is None


def test_before_the_first_bid_there_is_none_to_show(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(bid=None))
    table.tap(table.stage.screen.panel)
    assert (table.stage.sheet, table.sent) == (None, [])


def test_with_many_players_the_screen_rests_before_the_first_bid(kept_table: Opened) -> None:
    """The quantities leave so little room that bid and turn stand side by side."""
    table = kept_table().show(games.shown(games.going_on(games.common_hand(parts.SHORT_NAMES))))
    assert table.stage.screen.panel.beside
    assert not [each for each in Clock.get_before_frame_events() if each.timeout == -1]
