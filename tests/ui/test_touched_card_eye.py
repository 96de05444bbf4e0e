"""Cards read by an eye, by touches on the real screen: taken, doubted, corrected, laid, told to be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.reading import CardDoubt
from companion.journal import Source, Store
from companion.play.modes.cards.views import CardReadScene, CardSheetScene, CardsScene
from tests.ui import card_pictures as pictures
from tests.ui.touched_cards import ToldEye, TouchedCards, cards_at

pytestmark = pytest.mark.slow

RUN = (("8S", (560, 330), -8.0), ("9S", (640, 325), 0.0), ("10S", (720, 332), 8.0))
SEVEN: pictures.Lying = ("7D", (640, 360), 12.0)
KING: pictures.Lying = ("KH", (640, 360), 190.0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TouchedCards]:
    """Ada, Ben and Cleo; the first hand is dealt, and Ada is on turn."""
    with cards_at(tmp_path, ToldEye()) as cards:
        cards.begin()
        cards.touch("The cards are dealt")
        yield cards


def turn_over(table: TouchedCards) -> None:
    """Ben has said Yes to a 7, Ada Liar, Liar; the card is turned over before the camera."""
    table.ask("7", other=1)
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    table.evening.wait_for(lambda view: view.picture is not None)


def words(table: TouchedCards) -> set[str]:
    return table.evening.fingers.words()


def sources(folder: Path) -> list[Source]:
    with Store(folder / "games.sqlite", now=lambda: pytest.fail("nothing"), writing=False) as journal:
        ((_, note),) = journal.readings(1)
    return [card.source for card in note.cards]


def test_a_card_turned_over_is_read_and_taken_by_one_touch(table: TouchedCards, tmp_path: Path) -> None:
    turn_over(table)
    table.eye.lay(SEVEN)
    assert {"Turn it over!", "Read the card", "Enter by hand"} <= words(table)
    table.evening.picture("eye_look")
    table.read("Read the card", CardReadScene)
    assert "As asked" in words(table)
    table.evening.picture("eye_read")
    table.touch("That's right")
    assert table.chips() == [4, 6, 5]
    assert sources(tmp_path) == [Source.EYE]


def test_a_lie_is_told_before_it_is_taken(table: TouchedCards) -> None:
    turn_over(table)
    table.eye.lay(KING)
    table.read("Read the card", CardReadScene)
    assert "Not what was asked" in words(table)
    table.touch("That's right")
    assert table.chips() == [6, 4, 5]


def test_a_card_read_wrong_is_corrected_by_a_tap_on_the_right_one(
    table: TouchedCards, tmp_path: Path
) -> None:
    turn_over(table)
    table.eye.lay(SEVEN, read=[pictures.read(("KD", *SEVEN[1:]))])
    table.read("Read the card", CardReadScene)
    table.touch("Not this card")
    table.tap_cards("7D")
    assert table.chips() == [4, 6, 5]
    assert sources(tmp_path) == [Source.PLAYER]


def test_a_doubted_card_is_asked_about_and_one_of_the_likely_ones_tapped(
    table: TouchedCards, tmp_path: Path
) -> None:
    turn_over(table)
    table.eye.lay(SEVEN, read=[pictures.read(SEVEN, CardDoubt.UNREAD, ("2D", "7D"))])
    table.read("Read the card", CardSheetScene)
    assert {"Which card is this?", "I can't read this card."} <= words(table)
    table.evening.picture("eye_doubt")
    fingers = table.evening.fingers
    fingers.tap(table.ids.doubt.ids.crop)
    assert fingers.stage.sheet is not None, "its picture is enlarged"
    fingers.tap(fingers.stage.sheet.ids.back)
    table.evening.touch(table.likely()[1])
    assert table.chips() == [4, 6, 5]
    assert sources(tmp_path) == [Source.PLAYER]


def test_a_meld_is_read_and_laid(table: TouchedCards) -> None:
    table.touch("Ada draws")
    table.eye.lay(*RUN)
    table.read("Read the meld", CardSheetScene)
    assert "Three cards are read. Tap any wrong one." in words(table)
    table.evening.picture("eye_meld")
    table.touch("Lay it down")
    assert [len(meld.cards) for meld in table.view.scene.cards.melds] == [3]
    table.eye.lay(*RUN, ("JS", (800, 345), 16.0))
    table.read("Read the meld", CardSheetScene)
    assert "One card is read; three on the table are left out." in words(table)
    table.touch("Lay it on Ada's run")
    assert [len(meld.cards) for meld in table.view.scene.cards.melds] == [4]


def test_a_meld_that_is_none_is_told_and_corrected(table: TouchedCards) -> None:
    table.touch("Ada draws")
    table.eye.lay(*RUN, read=[*map(pictures.read, RUN[:2]), pictures.read(("10C", *RUN[2][1:]))])
    table.read("Read the meld", CardSheetScene)
    assert any(
        each.endswith(
            "are neither of one rank nor of one suit: lay a set of one rank, or a run in sequence in one suit"
        )
        for each in words(table)
    )
    table.evening.picture("eye_meld_wrong")
    number = table.view.number
    table.evening.fingers.tap(table.ids.take)
    assert table.view.number == number
    table.tap_cards("10C", "10S")
    table.touch("Lay it down")
    assert len(table.view.scene.cards.melds) == 1


def test_a_meld_with_a_doubted_card_is_laid_once_that_was_tapped(table: TouchedCards) -> None:
    table.touch("Ada draws")
    doubted = pictures.read(RUN[2], CardDoubt.CUT_OFF)
    table.eye.lay(*RUN, read=[*map(pictures.read, RUN[:2]), doubted])
    table.read("Read the meld", CardSheetScene)
    table.evening.picture("eye_meld_doubt")
    table.evening.touch(table.likely()[0])
    table.touch("Lay it down")
    assert len(table.view.scene.cards.melds) == 1


def test_the_arrow_at_the_left_leads_away_from_the_camera(table: TouchedCards) -> None:
    turn_over(table)
    table.evening.fingers.tap(table.evening.fingers.stage.ids.header.ids.leading)
    table.evening.wait_for(lambda view: view.kind is CardsScene)
    assert "Turn the card over" in words(table)
