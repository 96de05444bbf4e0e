"""Cards read by the eye: offered, asked about, corrected, laid, and kept with whose word they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.reading import CardDoubt
from companion.journal import CardNote, ReadingNote, Source
from companion.play.base.commands import Undo
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadScene,
    CardSheetScene,
    CardsScene,
    PassOver,
)
from tests.play.card_evening import CardEvening, FakeCardEye, code_of_face, read_card
from tests.play.evening import Evening

SURE = 0.999


@pytest.fixture
def table(sit_down: Callable[..., Evening]) -> CardEvening:
    """Ann and Bob with a camera that reads cards; the first hand is dealt and Ann is on turn."""
    cards = CardEvening(sit_down(card_eye=FakeCardEye()), target=100)
    cards.touch("The cards are dealt")
    return cards


def turned_over(table: CardEvening) -> CardEvening:
    """Ann has asked Bob for a 7, he said yes and she Liar, Liar; the card is to be read."""
    table.ask("7")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    return table


def notes(table: CardEvening) -> tuple[CardNote, ...]:
    ((_, note),) = table.evening.store.readings(1)
    assert note.dice == ()
    return note.cards


def picked(table: CardEvening) -> list[str]:
    return [code_of_face(card) for card in table.sheet.picked]


def melds(table: CardEvening) -> list[list[str]]:
    return [[code_of_face(card) for card in meld.cards] for meld in table.cards.melds]


def test_the_card_is_turned_over_before_the_live_picture(table: CardEvening) -> None:
    turned_over(table)
    assert table.view.kind is CardLookScene
    assert table.view.message == "Bob: turn the card over, then hands away."
    assert [key.words for key in table.looked.keys] == ["Read the card", "Enter by hand"]
    table.evening.controller.idle()
    assert table.view.picture.live


def test_a_card_that_was_asked_for_is_offered_and_taken_by_one_touch(table: CardEvening) -> None:
    view = turned_over(table).look("Read the card", "7S")
    offer = table.offer
    assert (view.kind, code_of_face(offer.card), offer.verdict) == (CardReadScene, "7S", "As asked")
    assert table.evening.store.load(1).length == 5, "nothing is written before the touch"
    table.offered("That's right")
    assert (table.view.kind, table.chips()) == (CardsScene, [4, 6])
    assert notes(table) == (CardNote("7S", Source.EYE, "7S", SURE),)


def test_a_card_that_was_not_asked_for_is_told_to_be_a_lie_caught(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "KH")
    assert (table.offer.verdict, table.offer.fits) == ("Not what was asked", False)
    table.offered("That's right")
    assert table.chips() == [6, 4]
    assert code_of_face(table.cards.told_card) == "KH"


def test_three_frames_exposed_after_the_touch_are_read_with_the_decks_in_play(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "7S")
    eye = table.evening.controller._now.at.cards._eye
    assert (len(eye.frames), eye.decks) == (3, 1)
    first, second, third = table.evening.camera.asked_after
    assert first < eye.frames[0].exposed_at_ns == second < eye.frames[1].exposed_at_ns == third


def test_an_offered_card_is_corrected_on_the_sheet_and_both_words_are_kept(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "8S")
    table.offered("Not this card")
    assert (table.view.kind, table.sheet.doubt) == (CardSheetScene, None)
    table.tap("7S")
    assert table.chips() == [4, 6]
    assert notes(table) == (CardNote("7S", Source.PLAYER, "8S", SURE),)


def test_an_offered_card_is_read_again(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "8S")
    table.offered("Read again")
    table.read("7S")
    assert code_of_face(table.offer.card) == "7S"


def test_a_doubted_card_is_asked_about_with_its_picture_and_the_likely_cards(table: CardEvening) -> None:
    doubted = read_card(None, (3, 4), likely=("7S", "7C"))
    turned_over(table).look("Read the card", doubted)
    doubt = table.sheet.doubt
    assert table.view.kind is CardSheetScene
    assert (doubt.crop.box, doubt.asked) == ((3, 4, 9, 13), "Which card is this?")
    assert doubt.why == "I can't read this card."
    assert [code_of_face(key.card) for key in doubt.likely] == ["7S", "7C"]
    assert table.evening.store.load(1).length == 5
    table.send(doubt.likely[1].command)
    assert code_of_face(table.cards.told_card) == "7C"
    assert notes(table) == (CardNote("7C", Source.PLAYER, None, 0.6, "unread"),)


def test_any_other_card_is_tapped_for_a_doubted_one(table: CardEvening) -> None:
    turned_over(table).look("Read the card", read_card("7S", doubt=CardDoubt.FRAMES_DISAGREE))
    assert table.sheet.doubt.why == "It moved while I looked."
    table.tap("KH")
    assert notes(table) == (CardNote("KH", Source.PLAYER, "7S", 0.6, "frames_disagree"),)


def test_cards_of_the_melds_are_not_taken_for_the_one_turned_over(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Ann discards")
    table.ask("7", other=0)
    table.touch("Yes", "Accept", "Turn the card over")
    table.look("Read the card", "8S", "9S", "7D", "10S")
    assert code_of_face(table.offer.card) == "7D"


def test_of_several_new_cards_none_is_named(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "7S", "KH", read_card(None, (40, 2), likely=("QD",)))
    assert (table.view.kind, table.offer, table.sheet) == (CardLookScene, None, None)
    assert table.view.fault == (
        "Three cards are seen that do not lie on the table, so none is named: turn the others away or cover "
        "them. Read again, or tap the cards."
    )


def test_where_no_new_card_is_seen_it_is_said_and_can_be_tapped(table: CardEvening) -> None:
    turned_over(table).look("Read the card")
    assert table.view.kind is CardLookScene
    assert table.view.fault.startswith("No card is seen that does not lie on the table already")
    (_, tap) = table.looked.keys
    table.send(tap.command)
    table.tap("7S")
    assert table.chips() == [4, 6]
    assert table.evening.store.readings(1) == ()


def test_a_lie_that_is_shown_after_all_must_be_what_was_asked_for(table: CardEvening) -> None:
    table.ask("7S")
    table.touch("No", "Accept", "Bob admits the lie")
    table.look("Read the card", "8S")
    offer = table.offer
    assert (offer.keys[0].command, offer.why) == (
        None,
        "the 8 of spades is not what was asked for: only the 7 of spades proves the lie",
    )
    table.offered("Read again")
    table.read("7S")
    table.offered("That's right")
    assert table.chips() == [4, 6]


def test_a_meld_is_read_and_laid_with_one_touch(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    view = table.read("9S", "8S", "10S")
    assert (view.kind, picked(table)) == (CardSheetScene, ["9S", "8S", "10S"])
    assert view.message == "Three cards are read. Tap any wrong one."
    table.send(table.sheet.take.command)
    assert (melds(table), table.held()) == ([["8S", "9S", "10S"]], [5, 7])
    assert [note.source for note in notes(table)] == [Source.EYE] * 3


def test_what_lies_on_the_table_is_left_out_and_told(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Read the meld")
    table.read("8S", "9S", "10S", "JH", "JD", "JC")
    assert picked(table) == ["JH", "JD", "JC"]
    assert table.view.message == "Three cards are read; three on the table are left out."


def test_a_meld_read_wrong_is_told_and_corrected_by_taps(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", "10C")
    sheet = table.sheet
    assert sheet.take.command is None
    wrong = "the 8 of spades, the 9 of spades and the 10 of clubs are neither of one rank nor of one suit"
    assert sheet.why.startswith(wrong)
    table.tap("10C", "10S")
    table.send(table.sheet.take.command)
    assert melds(table) == [["8S", "9S", "10S"]]
    assert [note.source for note in notes(table)] == [Source.EYE, Source.EYE, Source.PLAYER]


def test_doubted_cards_of_a_meld_are_asked_about_one_by_one(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    unread = read_card(None, (5, 2), likely=("9S", "9C"))
    table.read("8S", unread, read_card("10S", (10, 2), CardDoubt.CUT_OFF))
    sheet = table.sheet
    assert (picked(table), sheet.doubt.asked) == (["8S"], "Which card is in the middle? One more to go.")
    assert sheet.take.command is None
    table.send(sheet.doubt.likely[0].command)
    assert (picked(table), table.sheet.take.command) == (["8S", "9S"], None)
    assert table.sheet.doubt.why == "It is half out of the picture."
    table.tap("10S")
    assert table.sheet.doubt is None
    table.send(table.sheet.take.command)
    assert notes(table) == (
        CardNote("8S", Source.EYE, "8S", SURE),
        CardNote("9S", Source.PLAYER, None, 0.6, "unread"),
        CardNote("10S", Source.PLAYER, "10S", 0.6, "cut_off"),
    )


def test_a_sheet_with_a_doubt_cannot_be_taken_even_if_the_sure_cards_are_a_meld(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", "10S", read_card(None, (15, 2), likely=("JS",)))
    assert table.sheet.take.command is None
    table.send(table.sheet.doubt.pass_over.command)
    table.send(table.sheet.take.command)
    assert melds(table) == [["8S", "9S", "10S"]]


def test_a_tap_that_answered_a_doubt_is_taken_back(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", read_card(None, (10, 2), likely=("10S",)))
    table.tap("10S")
    assert table.sheet.doubt is None
    table.send(Undo(table.view.number))
    assert (picked(table), table.sheet.doubt.asked) == (["8S", "9S"], "Which card is in the middle?")
    table.send(Undo(table.view.number))
    assert table.view.kind is CardsScene


def test_nothing_is_passed_over_where_nothing_is_asked(table: CardEvening) -> None:
    table.touch("Ann draws", "Lay a meld")
    table.evening.controller.take(PassOver(table.view.number))
    assert table.view.fault == "No card is asked about."


def test_one_new_card_that_continues_a_meld_is_laid_as_a_hit(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Read the meld")
    table.read("8S", "9S", "10S", "JS")
    assert table.sheet.take.words == "Lay it on Ann's run"
    table.send(table.sheet.take.command)
    assert melds(table) == [["8S", "9S", "10S", "JS"]]
    assert notes(table) == (CardNote("JS", Source.EYE, "JS", SURE),)


def test_a_card_that_hits_two_melds_is_laid_where_the_players_say(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("7S 8S 9S")
    table.meld("10H 10D 10C")
    table.touch("Read the hit")
    table.read("10S")
    take = table.sheet.take
    assert (take.command, [each.words for each in take.choices]) == (None, ["Ann's run", "Ann's set"])
    table.send(take.choices[1].command)
    assert melds(table)[1] == ["10H", "10D", "10C", "10S"]


def test_of_cards_at_several_places_the_meld_is_laid_and_the_others_left_out(table: CardEvening) -> None:
    apart = (read_card("KH", (50, 30)), read_card("2C", (56, 30)))
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", "10S", *apart)
    assert picked(table) == ["8S", "9S", "10S"]
    assert table.view.message == "Three cards are read; two elsewhere are left out."


def test_where_it_cannot_be_told_which_cards_are_the_meld_none_is_named(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("8S", "9S", "10C", read_card("KH", (50, 30)))
    assert (table.view.kind, table.sheet) == (CardsScene, None)
    assert table.view.fault.startswith("New cards are seen at several places, so none is named")


def test_more_cards_than_are_held_are_no_meld(table: CardEvening) -> None:
    table.touch("Ann draws", "Read the meld")
    table.read("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")
    assert table.view.fault.startswith("Ann holds eight cards, but 9 are seen that do not lie on the table")


def test_a_tapped_sheet_is_read_instead_and_undo_goes_back_to_the_taps(table: CardEvening) -> None:
    table.touch("Ann draws", "Lay a meld")
    table.tap("2C")
    table.send(table.sheet.read.command)
    table.read("8S", "9S", "10S")
    assert (picked(table), table.sheet.read.words) == (["8S", "9S", "10S"], "Read again")
    table.send(Undo(table.view.number))
    assert picked(table) == ["2C"]


def test_a_whole_hand_is_read_and_the_referee_says_that_it_was_a_lie(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Liar, Liar!", "Check all cards")
    assert table.view.message == "Bob: lay all your cards open, then hands away."
    table.look("Read the hand", "2S", "7D", "KH", "QC", "3D", "4H", "AC")
    table.send(table.sheet.take.command)
    assert table.chips() == [6, 4]
    assert code_of_face(table.cards.told_card) == "7D"
    assert len(notes(table)) == 7


def test_a_hand_of_which_a_card_is_not_seen_is_not_taken(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Liar, Liar!", "Check all cards")
    table.look("Read the hand", "2S", "7D", "KH", "QC", "3D", "4H")
    sheet = table.sheet
    assert (sheet.take.command, sheet.why) == (
        None,
        "Bob holds seven cards, but 6 came: give as many as are held",
    )
    table.tap("AC")
    table.send(table.sheet.take.command)
    assert table.chips() == [6, 4]


def test_a_whole_hand_is_entered_by_hand_without_a_camera(sit_down: Callable[..., Evening]) -> None:
    table = CardEvening(sit_down(with_camera=False))
    table.touch("The cards are dealt")
    table.ask("S")
    table.touch("No", "Liar, Liar!", "Check all cards")
    assert table.view.message == "Tap every card of Bob's hand: seven cards."
    table.tap("2S", "7D", "KH", "QC", "3D", "4S", "AC")
    table.send(table.sheet.take.command)
    assert [key.words for key in table.cards.keys if key.card] == ["2 of spades", "4 of spades"]
    table.touch("4 of spades")
    assert code_of_face(table.cards.told_card) == "4S"


def test_a_note_of_cards_is_read_back_as_it_was_written(table: CardEvening) -> None:
    turned_over(table).look("Read the card", "7S")
    table.offered("That's right")
    ((number, note),) = table.evening.store.readings(1)
    assert (number, note) == (6, ReadingNote((), cards=(CardNote("7S", Source.EYE, "7S", SURE),)))
    assert note.tapped == 0
