"""An advice in the header: read, answered by touch, and out of the way of everything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.base.commands import CupsAreUp, LookAgain, PlaceBid, SquaresAreRight
from tests.ui import sample_views as views
from tests.ui.fingers import Opened

OWES = "Bob owes one die: put it on the Lost Dice Squares."


@pytest.mark.slow
def test_each_key_sends_its_command_once(kept_table: Opened) -> None:
    table = kept_table().show(views.advised(views.bidding(), OWES))
    assert OWES in table.words()
    table.tap_words("The dice are right")
    table.tap_words("The dice are right")
    assert table.sent == [SquaresAreRight(12, 2)]
    table.tap_words("Look again")
    assert table.sent[1:] == [LookAgain(12)]


def test_the_message_is_back_once_there_is_no_advice_any_more(kept_table: Opened) -> None:
    table = kept_table().show(views.advised(views.bidding(), OWES))
    message = views.bidding().message
    assert message not in table.words()
    table.show(views.bidding(number=13))
    assert message in table.words()
    assert not {OWES, "The dice are right", "Look again"} & table.words()


@pytest.mark.slow
def test_bids_are_made_all_the_same(kept_table: Opened) -> None:
    table = kept_table().show(views.advised(views.bidding(), OWES))
    table.tap(table.stage.screen.track.keys[12])
    table.tap(next(key for key in table.stage.screen.picker.rows[0].ids.faces.keys if key.face == 4))
    assert [type(command) for command in table.sent] == [PlaceBid]


@pytest.mark.slow
def test_a_fault_is_said_first_and_the_advice_after_it(kept_table: Opened) -> None:
    fault = "The camera is unplugged."
    table = kept_table().show(replace(views.advised(views.bidding(), OWES), fault=fault))
    assert fault in table.words()
    assert not {OWES, "The dice are right"} & table.words()
    table.tap(table.stage.ids.header.ids.bar)
    assert {OWES, "The dice are right"} <= table.words()


@pytest.mark.slow
def test_upright_one_key_opens_the_sentence_in_large_letters_with_its_answers(kept_table: Opened) -> None:
    table = kept_table(480, 800).show(views.advised(views.bidding(), OWES))
    assert "I noticed something." in table.words()
    table.tap_words("Answer")
    assert OWES in table.words()
    table.tap_words("Look again")
    assert table.sent == [LookAgain(12)]
    assert table.stage.sheet is None
    table.tap_words("Answer")
    table.tap_words("Later")
    assert (table.sent[1:], table.stage.sheet) == ([], None)


@pytest.mark.slow
def test_upright_a_short_sentence_with_one_answer_is_answered_by_one_touch(kept_table: Opened) -> None:
    table = kept_table(480, 800).show(views.advised(views.check(), OWES))
    table.tap_words("Look again")
    assert table.sent == [CupsAreUp(12)]
    table.show(views.advised(views.check(number=13), f"{OWES} {OWES} Then look at the table once more."))
    table.tap_words("Answer")
    table.tap_words("Look again")
    assert table.sent[1:] == [CupsAreUp(13)]
