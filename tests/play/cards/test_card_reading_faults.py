"""A camera that is gone, an eye that fails, undo and a cut while cards are read: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.play.base.commands import LeaveGame, ResumeGame, Undo
from companion.play.base.readings import FRAMES_A_READING
from companion.play.base.views import Surroundings
from companion.play.looking import AGAIN_S
from companion.play.modes.cards.mode import aimed
from companion.play.modes.cards.pages import COARSE_WIDTH, card_view, coarse
from companion.play.modes.cards.state import CardsOnTable, CardTable, Purpose
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadingScene,
    CardReadScene,
    CardSheetScene,
    CardsScene,
    LookAtCards,
    ReadCards,
)
from companion.play.modes.welcome.state import WelcomeTable
from companion.rules import Answered, Decided, GameBegun, GameRecord, HandDealt, Quested, Rank, Wanted
from tests.play.card_evening import CardEvening, FakeCardEye, code_of_face, read_card
from tests.play.evening import Evening, Later

UNPLUGGED = "The test camera is unplugged: plug it in again. Read again, or tap the cards."


@pytest.fixture
def table(sit_down: Callable[..., Evening]) -> CardEvening:
    return about_to_show(sit_down(card_eye=FakeCardEye()))


def about_to_show(evening: Evening) -> CardEvening:
    """Bob is about to turn a card over before the camera: Ann asked for a 7 and said Liar, Liar."""
    cards = CardEvening(evening)
    cards.touch("The cards are dealt")
    cards.ask("7")
    cards.touch("Yes", "Liar, Liar!", "Turn the card over")
    return cards


def begin_reading(table: CardEvening) -> None:
    table.send(table.looked.keys[0].command)
    assert table.view.kind is CardReadingScene


def to_melding(table: CardEvening) -> None:
    table.look("Read the card", "KH")
    table.offered("That's right")


def test_a_camera_gone_while_reading_leads_back_to_the_card_with_the_reason(table: CardEvening) -> None:
    table.evening.camera.gone = True
    begin_reading(table)
    table.evening.read()
    assert (table.view.kind, table.view.fault) == (CardLookScene, UNPLUGGED)
    table.evening.camera.gone = False
    table.look("Read the card", "7S")
    assert code_of_face(table.offer.card) == "7S"


def test_with_the_camera_gone_the_card_is_tapped(table: CardEvening) -> None:
    table.evening.camera.gone = True
    begin_reading(table)
    table.evening.read()
    table.send(table.looked.keys[1].command)
    table.tap("7S")
    assert table.chips() == [4, 6]


def test_a_camera_that_goes_after_the_first_frame_is_read_from_that(table: CardEvening) -> None:
    table.evening.camera.frames_left = 1
    table.look("Read the card", "7S")
    assert table.view.kind is CardReadScene
    assert len(table.evening.controller._now.at.cards._eye.frames) == 1


def test_a_picture_from_before_the_touch_is_never_read(table: CardEvening) -> None:
    table.evening.camera.stale = True
    table.look("Read the card", "7S")
    assert table.view.kind is CardLookScene
    assert table.view.fault.startswith("Test camera gave a picture from before the touch.")


def test_a_picture_from_before_the_last_touch_is_never_shown(table: CardEvening) -> None:
    camera = table.evening.camera
    early, latest = camera.latest(), camera.latest
    table.send(Undo(table.view.number))
    table.touch("Turn the card over")
    camera.latest = lambda: early
    table.evening.controller.idle()
    assert table.view.picture is None
    camera.latest = latest
    table.evening.controller.idle()
    assert table.view.picture is not None


def test_a_touch_is_answered_while_the_eye_reads_cards(sit_down: Callable[..., Evening]) -> None:
    later, eye = Later(), FakeCardEye()
    table = about_to_show(sit_down(card_eye=eye, background=later))
    begin_reading(table)
    table.evening.read()
    assert eye.frames == ()
    table.send(Undo(table.view.number))
    later.work()
    assert len(eye.frames) == FRAMES_A_READING
    table.evening.controller.idle()
    assert table.view.kind is CardLookScene, "a reading that was broken off is not taken"


def test_a_camera_gone_while_the_live_picture_runs_is_told_and_asked_again(table: CardEvening) -> None:
    table.evening.camera.gone = True
    table.evening.controller.idle()
    assert table.view.kind is CardLookScene
    assert table.view.fault == "The test camera is unplugged: plug it in again."
    assert table.evening.controller.wait_s == AGAIN_S


def test_an_eye_that_fails_leads_back_with_the_reason_and_the_match_goes_on(table: CardEvening) -> None:
    table.evening.controller._now.at.cards._eye.fault = RuntimeError("the model does not fit this picture")
    begin_reading(table)
    with pytest.raises(RuntimeError) as failed:
        table.evening.read()
    table.evening.controller.recover(failed.value)
    assert table.view.kind is CardLookScene
    assert table.view.fault == (
        "I can't read the cards: the model does not fit this picture. Read again, or tap the cards."
    )
    table.evening.controller._now.at.cards._eye.fault = None
    table.look("Read the card", "7S")
    assert table.view.kind is CardReadScene


def test_a_meld_that_cannot_be_read_leads_back_to_the_table_or_the_sheet(table: CardEvening) -> None:
    to_melding(table)
    table.evening.camera.gone = True
    table.touch("Read the meld")
    table.evening.read()
    assert (table.view.kind, table.view.fault) == (CardsScene, UNPLUGGED)
    table.touch("Lay a meld")
    table.tap("2C")
    table.send(table.sheet.read.command)
    table.evening.read()
    assert (table.view.kind, table.view.fault) == (CardSheetScene, UNPLUGGED)
    assert [code_of_face(card) for card in table.sheet.picked] == ["2C"]


def test_undo_while_cards_are_read_forgets_the_reading_and_no_event(table: CardEvening) -> None:
    begin_reading(table)
    table.evening.controller.idle()
    assert table.view.undo_words == "forget what was read"
    table.send(Undo(table.view.number))
    assert (table.view.kind, table.view.undo_words) == (CardLookScene, "stop looking")
    table.send(Undo(table.view.number))
    assert (table.view.kind, table.words()) == (CardsScene, ["Turn the card over"])
    assert table.evening.store.load(1).length == 5
    assert table.evening.controller.wait_s is None


def test_a_frame_of_a_reading_that_was_given_up_is_not_used_for_the_next(table: CardEvening) -> None:
    begin_reading(table)
    table.evening.controller.idle()
    table.send(Undo(table.view.number))
    table.look("Read the card", "7S")
    asked = table.evening.camera.asked_after
    frames = table.evening.controller._now.at.cards._eye.frames
    assert len(frames) == 3
    assert min(frame.exposed_at_ns for frame in frames) > asked[0] + 1


def test_the_live_picture_is_closed_and_the_match_goes_on_by_touch(table: CardEvening) -> None:
    table.send(table.looked.close)
    assert (table.view.kind, table.view.picture) == (CardsScene, None)


def test_a_reading_asked_for_on_an_older_view_is_left_out(table: CardEvening) -> None:
    read = table.looked.keys[0].command
    table.send(table.looked.close)
    table.evening.controller.take(read)
    assert (table.view.kind, table.view.fault) == (CardsScene, "The table has moved on. Look again.")


def test_a_touch_made_before_the_card_was_offered_does_not_take_it(table: CardEvening) -> None:
    begin_reading(table)
    number = table.view.number
    table.read("7S")
    offered = table.offer.keys[0].command
    table.evening.controller.take(type(offered)(number, offered.event))
    assert table.view.kind is CardReadScene


def test_what_is_not_due_is_not_looked_for(table: CardEvening) -> None:
    table.send(table.looked.close)
    for command in (
        ReadCards(table.view.number, Purpose.MELD),
        ReadCards(table.view.number, Purpose.HAND),
        LookAtCards(table.view.number, Purpose.QUEST),
        ReadCards(table.view.number, Purpose.CORRECTION),
    ):
        table.evening.controller.take(command)
        assert (table.view.kind, table.view.fault) == (CardsScene, "Bob: turn the card over.")


@pytest.mark.parametrize("kinds", [{"with_camera": False, "card_eye": FakeCardEye()}, {"card_eye": None}])
def test_without_camera_or_eye_every_card_is_tapped_as_ever(
    sit_down: Callable[..., Evening], kinds: dict[str, object]
) -> None:
    table = CardEvening(sit_down(**kinds))
    table.touch("The cards are dealt", "Ann draws")
    assert table.words() == ["Ann discards", "Lay a meld"]
    assert not table.cards.has_eye
    table.touch("Lay a meld")
    assert table.sheet.read is None
    table.evening.controller.take(ReadCards(table.view.number, Purpose.MELD))
    assert table.view.fault == "No camera reads cards here: tap them."


def test_a_match_cut_off_while_a_card_was_offered_goes_on_before_the_card(
    sit_down: Callable[..., Evening],
) -> None:
    table = CardEvening(sit_down(card_eye=FakeCardEye()))
    table.touch("The cards are dealt")
    table.ask("7")
    table.touch("Yes", "Accept", "Turn the card over")
    table.look("Read the card", "7S")
    table.evening = sit_down(card_eye=FakeCardEye())
    table.send(ResumeGame(table.view.number, 1))
    assert (table.view.kind, table.words()) == (CardsScene, ["Turn the card over"])
    table.touch("Turn the card over")
    table.look("Read the card", "7S")
    table.offered("That's right")
    assert table.held() == [8, 6]


def test_a_full_disk_keeps_the_offered_card_on_the_screen(table: CardEvening) -> None:
    table.look("Read the card", "7S")
    table.evening.store.full = True
    table.evening.controller.take(table.offer.keys[0].command)
    assert table.view.kind is CardReadScene
    assert table.view.fault == "The disk is full: free some space, then try again."
    table.evening.store.full = False
    table.offered("That's right")
    assert table.chips() == [4, 6]


def test_leaving_the_game_forgets_the_picture(table: CardEvening) -> None:
    table.look("Read the card", "7S")
    table.send(LeaveGame(table.view.number))
    assert table.view.picture is None
    assert isinstance(table.evening.controller._now.table, WelcomeTable)


def test_the_live_picture_of_a_card_table_is_too_coarse_to_read_hands_by(table: CardEvening) -> None:
    wide = Frame(np.zeros((1296, 2304, 3), np.uint8), 7)
    small = coarse(wide)
    assert (small.width, small.height, small.exposed_at_ns) == (COARSE_WIDTH, 54, 7)
    assert coarse(small) is small
    table.evening.camera.latest = lambda: wide
    table.evening.controller.idle()
    assert (table.view.kind, table.view.picture.frame.width) == (CardLookScene, COARSE_WIDTH)
    begin_reading(table)
    table.evening.camera.capture = lambda after_ns: Frame(wide.pixels, after_ns + 1)
    table.evening.controller.idle()
    table.evening.controller._now.publish()
    assert (table.view.kind, table.view.picture.frame.width) == (CardReadingScene, COARSE_WIDTH)


def test_the_simulated_tables_picture_on_which_no_hand_can_be_seen_stays_fine() -> None:
    wide = Frame(np.zeros((1080, 1920, 3), np.uint8), 7)
    record = GameRecord.begin(GameBegun("liar-liar", ("Ann", "Bob", "Cy")))
    for event in (HandDealt(), Quested(0, 1, Wanted(Rank("7"))), Answered(1, True), Decided(0, True)):
        record = record.apply(event)
    looking = aimed(CardTable(1, record), Purpose.SHOW)
    for drawn, width in ((True, 1920), (False, COARSE_WIDTH)):
        around = Surroundings(camera="simulated", card_eye=True, live=wide, drawn=drawn)
        assert card_view(CardsOnTable(1, looking), around).picture.frame.width == width


def test_no_picture_is_shown_of_the_table_but_that_of_the_card(table: CardEvening) -> None:
    table.look("Read the card", read_card("7S", (3, 4)))
    assert table.view.picture is None
    assert table.offer.crop.box == (3, 4, 9, 13)
