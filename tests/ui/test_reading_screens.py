"""Reveal, reading, check, verdict and the end, by touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.base.commands import (
    AcceptReading,
    BeginShow,
    ConfirmDie,
    CorrectReading,
    CupsAreUp,
    EnterByHand,
    EnterRoll,
    LeaveGame,
    NewGame,
    NextRound,
    RemoveDie,
    SetFace,
    Undo,
)
from companion.play.base.views import Tone
from companion.play.modes.counting.views import ThrowDice
from companion.play.modes.dice.views import LiftView, ShowBy, SlotView
from companion.ui.art.dice import RED
from companion.ui.art.textures import die_texture
from companion.ui.screens.dice.hands_board import SlotKey
from tests.made_views import changed
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.count_scenes import counted
from tests.ui.fingers import Opened, TouchedTable, shown
from tests.ui.reveal_scenes import is_it_a_die

pytestmark = pytest.mark.slow


def test_a_die_that_stays_keeps_its_key(kept_table: Opened) -> None:
    table = kept_table()

    def keys(players: int, dice: int, number: int) -> list[SlotKey]:
        table.show(replace(views.check(parts.SHORT_NAMES[:players], {(0, 2): "?"}, dice=dice), number=number))
        return [each for each in table.targets() if isinstance(each, SlotKey)]

    five, four = keys(3, 5, 10), keys(3, 4, 11)
    assert (len(five), len(four)) == (15, 12)
    assert set(four) < set(five)
    assert set(keys(2, 4, 12)) < set(four)
    again = [(key.seat, key.slot) for key in keys(2, 5, 13)]
    assert again == [(seat, slot) for seat in range(2) for slot in range(5)]


def pick(table: TouchedTable, face: int) -> None:
    picker = table.stage.sheet.ids.faces if table.stage.sheet else table.stage.screen.ids.faces
    table.tap(next(key for key in picker.keys if key.face == face))


def slot_key(table: TouchedTable, seat: int, slot: int) -> object:
    return table.stage.screen.ids.hands.cards[seat].keys[slot]


def test_lifted_cups_are_read(kept_table: Opened) -> None:
    table = kept_table().show(views.reveal())
    table.tap_words("Cups are up")
    assert table.sent == [CupsAreUp(12)]


def test_dice_can_be_entered_by_hand_also_with_a_camera(kept_table: Opened) -> None:
    table = kept_table().show(views.reveal())
    table.tap_words("Enter by hand")
    assert table.sent == [EnterByHand(12)]


def test_without_a_camera_there_is_only_the_hand(kept_table: Opened) -> None:
    table = kept_table().show(views.reveal(camera=False))
    assert "Cups are up" not in table.words()
    table.tap_words("Enter by hand")
    assert table.sent == [EnterByHand(12)]


def test_the_only_key_is_written_as_large_as_the_main_one(kept_table: Opened) -> None:
    table = kept_table().show(views.reveal(camera=False))
    assert table.stage.screen.ids.by_hand.largest == table.stage.screen.ids.up.largest


def test_nothing_is_touched_while_the_eye_reads(kept_table: Opened) -> None:
    table = kept_table().show(views.reading())
    header = table.stage.ids.header.ids
    in_header = {header.leading.uid, header.help.uid, header.undo.uid, header.bar.uid}
    assert [target for target in table.targets() if target.uid not in in_header] == []


def test_only_a_die_in_doubt_or_tapped_has_room_for_picture_and_sign(kept_table: Opened) -> None:
    table = kept_table().show(views.check())
    assert table.stage.screen.ids.picture._texture is not None
    assert table.stage.screen.ids.wide_picture._texture is None, "a picture is uploaded once"
    slots = [key for card in table.stage.screen.ids.hands.cards for key in card.keys]
    assert {key.marks is not None for key in slots if key.asked_about or key.tapped} == {True}
    assert {key.marks is not None for key in slots if not (key.asked_about or key.tapped)} == {False}


def test_the_first_doubt_is_asked_about_at_once(kept_table: Opened) -> None:
    table = kept_table().show(views.check())
    assert {"Ann", "cannot be read", "2 dice to check"} <= table.words()
    pick(table, 5)
    assert table.sent == [SetFace(12, 0, 2, 5)]
    table.show(views.check(doubts={(2, 4): "is tilted: agree on a face"}, number=13))
    assert "is tilted: agree on a face" in table.words()
    pick(table, 3)
    assert table.sent[1:] == [SetFace(13, 2, 4, 3)]


def test_any_die_can_be_tapped_and_set_right(kept_table: Opened) -> None:
    table = kept_table().show(views.check())
    table.tap(slot_key(table, 1, 3))
    pick(table, 6)
    assert table.sent == [SetFace(12, 1, 3, 6)]


def test_a_thing_that_is_no_die_is_taken_away(kept_table: Opened) -> None:
    table = kept_table().show(views.check())
    table.tap_words("Not a die")
    assert table.sent == [RemoveDie(12, 0, 2)]


def test_what_may_be_no_die_is_asked_about_with_two_keys_and_no_faces(kept_table: Opened) -> None:
    table = kept_table().show(is_it_a_die())
    assert {"Maximiliane", "Is this a die?", "A die", "Not a die"} <= table.words()
    faces = {key.uid for key in table.stage.screen.ids.faces.keys}
    assert not faces & {target.uid for target in table.targets()}
    table.tap_words("A die")
    assert table.sent == [ConfirmDie(12, 0, 2)]
    table.show(replace(is_it_a_die(), number=13))
    table.tap(table.stage.screen.ids.not_a_die)
    assert table.sent[1:] == [RemoveDie(13, 0, 2)]
    table.show(views.check(number=14))
    pick(table, 5)
    assert table.sent[2:] == [SetFace(14, 0, 2, 5)]


def test_a_missing_die_has_an_empty_place_to_tap(kept_table: Opened) -> None:
    view = views.check(doubts={})
    short = replace(
        view.scene.hands[1], slots=view.scene.hands[1].slots[:4], complaint="Bob's cup: tap the missing one."
    )
    table = kept_table().show(changed(view, hands=(view.scene.hands[0], short, view.scene.hands[2])))
    assert "Bob's cup: tap the missing one." in table.words()
    assert "Not a die" not in table.words()
    pick(table, 2)
    assert table.sent == [SetFace(12, 1, 4, 2)]


def test_the_die_that_is_asked_about_is_scrolled_to(kept_table: Opened) -> None:
    table = kept_table().show(views.check(parts.SHORT_NAMES, {(7, 5): "cannot be read"}, dice=6))
    asked = slot_key(table, 7, 5)
    assert asked.chosen
    assert asked in table.targets()
    pick(table, 2)
    assert table.sent == [SetFace(12, 7, 5, 2)]


def test_all_dice_are_tapped_in_by_hand_one_after_the_other(kept_table: Opened) -> None:
    table = kept_table()
    view = views.check(camera=False)
    known: dict[tuple[int, int], int] = {}
    for number in range(4):
        hands = tuple(
            replace(
                hand,
                slots=tuple(
                    SlotView(known[hand.seat, at], Tone.TAPPED, None, None)
                    if (hand.seat, at) in known
                    else slot
                    for at, slot in enumerate(hand.slots)
                ),
            )
            for hand in view.scene.hands
        )
        table.show(changed(view, hands=hands, number=20 + number))
        pick(table, 4)
        known[0, number] = 4
    assert table.sent == [SetFace(20 + number, 0, number, 4) for number in range(4)]


@pytest.mark.parametrize("may_accept", [True, False])
def test_a_reading_is_accepted_only_when_it_may_be(kept_table: Opened, may_accept: bool) -> None:
    table = kept_table().show(views.check(doubts={}, may_accept=may_accept))
    table.tap_words("Accept")
    assert table.sent == ([AcceptReading(12)] if may_accept else [])


def test_the_table_can_be_read_again(kept_table: Opened) -> None:
    table = kept_table().show(views.check())
    table.tap_words("Read again")
    assert table.sent == [CupsAreUp(12)]


def test_the_picture_is_enlarged_and_closed(kept_table: Opened) -> None:
    table = kept_table().show(views.check(doubts={}))
    table.tap(table.stage.screen.ids.picture)
    assert type(table.stage.sheet).__name__ == "PictureSheet"
    table.tap(table.stage.sheet.ids.picture)
    assert table.stage.sheet is None
    assert table.sent == []


def test_the_verdict_counts_and_lights_the_dice_that_counted(kept_table: Opened) -> None:
    view = views.verdict()
    table = kept_table().show(view)
    screen = table.stage.screen
    assert {view.scene.verdict.headline, view.scene.verdict.sentence, "9", "−2"} <= table.words()
    strips = list(reversed(screen.ids.hands.children))
    glowing = [[die.face for die in strip.counted()] for strip in strips]
    assert glowing == [[1, 5, 5], [5, 1, 1], [1, 5, 5]]
    wild = [[die.stands_for for die in strip.counted()] for strip in strips]
    assert wild == [[5, None, None], [None, 5, 5], [5, None, None]], "a star wears the bid's red die"


def test_a_wild_die_wears_the_face_that_it_counts_as(kept_table: Opened) -> None:
    strips = list(reversed(kept_table().show(views.verdict()).stage.screen.ids.hands.children))
    star, five, *_others = strips[0].counted()
    assert star._tick.texture is die_texture(star._tick.size[0], 5, RED, 1)
    assert five._tick.texture is not star._tick.texture


def test_after_the_verdict_comes_the_next_round(kept_table: Opened) -> None:
    table = kept_table().show(views.verdict())
    table.tap_words("Next round")
    assert table.sent == [NextRound(12)]


def test_a_verdict_can_be_disputed(kept_table: Opened) -> None:
    table = kept_table().show(views.verdict())
    table.tap_words("That's not right")
    assert table.sent == [CorrectReading(12)]


def test_the_winner_is_named_and_may_play_again(kept_table: Opened) -> None:
    table = kept_table().show(views.over())
    assert "Ann" in table.words()
    table.tap_words("Play again")
    assert table.sent == [NewGame(12, "milton-bradley", ("Ann", "Bob", "Cy"), (("dice", 1),), 0)]


def test_after_the_game_there_is_another_one(kept_table: Opened) -> None:
    table = kept_table().show(views.over())
    table.tap_words("New game")
    assert table.sent == [LeaveGame(12)]


def test_the_end_can_be_disputed_too(kept_table: Opened) -> None:
    table = kept_table().show(views.over())
    table.tap_words("That's not right")
    assert table.sent == [CorrectReading(12)]


def test_the_opening_roll_is_tapped_in(kept_table: Opened) -> None:
    table = kept_table().show(views.opening_roll())
    table.tap_words("Cy")
    pick(table, 6)
    assert table.sent == [EnterRoll(12, 2, 6)]


def test_the_opening_roll_is_read_by_the_camera(kept_table: Opened) -> None:
    table = kept_table().show(views.opening_roll(camera=True))
    table.tap_words("Dice are down: read them")
    assert table.sent == [CupsAreUp(12)]


def test_the_number_of_shown_dice_is_stepped_and_the_dice_are_read(kept_table: Opened) -> None:
    table = kept_table().show(views.sliding_out())
    table.tap(table.stage.screen.ids.count.ids.more)
    table.tap_words("Dice lie open")
    assert table.sent == [BeginShow(12, 3), CupsAreUp(12)]


def test_the_number_of_dice_to_throw_is_stepped_while_live_pictures_come(kept_table: Opened) -> None:
    view = counted(thrown=12)
    table = kept_table().show(view)
    table.tap(table.stage.screen.ids.dice.ids.more)
    table.show(view)
    table.tap(table.stage.screen.ids.throw)
    assert table.sent == [ThrowDice(view.number, 13)]


def test_shown_dice_are_tapped_in_or_none_are_shown(kept_table: Opened) -> None:
    table = kept_table().show(views.sliding_out())
    table.tap_words("Enter by hand")
    table.tap_words("Show none")
    assert table.sent == [EnterByHand(12), Undo(12)]


def test_dice_that_the_house_slid_out_are_not_counted_by_hand(kept_table: Opened) -> None:
    table = kept_table().show(views.sliding_out(by=ShowBy.HOUSE))
    assert table.stage.screen.ids.count not in [each for each in table.stage.walk() if shown(each)]
    assert "Ann has slid 2 dice out. The cup stays down." in table.words()


def test_the_dice_read_are_shown_large_and_confirmed(open_table: Opened) -> None:
    table = open_table().show(views.shown_check())
    assert shown(table.stage.screen.ids.wide_picture)
    assert table.stage.screen.ids.picture._texture is None, "a picture is uploaded once"
    table.tap_words("Show")
    table.tap_words("Enter by hand")
    assert table.sent == [AcceptReading(12), EnterByHand(12)]


def test_the_number_that_the_camera_sees_is_taken_by_one_touch(kept_table: Opened) -> None:
    view = views.shown_check(may_accept=False)
    table = kept_table().show(changed(view, show=changed(view.scene.show, count=2, seen=3)))
    table.tap_words("Show 3")
    assert table.sent == [BeginShow(12, 3)]


def test_a_reveal_without_a_shown_die_is_left_for_the_hand(kept_table: Opened) -> None:
    table = kept_table().show(views.check(doubts={}, may_enter_by_hand=True))
    table.tap_words("Enter by hand")
    assert table.sent == [EnterByHand(12)]


def test_the_reveal_says_what_was_shown(kept_table: Opened) -> None:
    table = kept_table().show(changed(views.reveal(), shown_words="Ann showed two 5s."))
    assert "Ann showed two 5s. Leave them there." in table.words()


def test_the_reveal_says_whose_cups_are_waited_for_and_keeps_its_key(kept_table: Opened) -> None:
    waited = LiftView("Lift your cups", "Still covered: Bob.", late=False)
    table = kept_table().show(changed(views.reveal(), lift=waited))
    assert {"Lift your cups", "Still covered: Bob."} <= set(table.words())
    table.tap_words("Cups are up")
    assert table.sent == [CupsAreUp(12)]
