"""What is told of each card: its code, or the doubt that a person must settle. No network, no picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.reading import CardDoubt, ReadCard
from companion.recognition.cards.judge import Corners, known, together, told_cards
from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import CardThresholds, IndexPredictions
from tests.recognition.laid_cards import Lying, Seen, View, seen, verdicts

TRUST = CardThresholds(centre=0.3, rank=0.97, suit=0.97, temperature=1.0)
SIZE = (2304, 1296)
TWO = [Lying("10H", -80, 0, 0.2), Lying("AS", 80, 0, 2.0)]


def told(laid: Seen, reading: IndexPredictions | None = None, decks: int = 1) -> tuple[ReadCard, ...]:
    corners = Corners(tuple(laid.indices), reading or verdicts(laid.codes), (False,) * len(laid.indices))
    return told_cards(corners, SIZE, TRUST, decks)


def only(laid: Seen, *numbers: int) -> Seen:
    return Seen([laid.indices[n] for n in numbers], [laid.owners[n] for n in numbers],
                [laid.codes[n] for n in numbers])  # fmt: skip


def summary(cards: tuple[ReadCard, ...]) -> list[tuple[str | None, tuple[CardDoubt, ...]]]:
    return [(card.code, card.doubts) for card in cards]


def test_cards_are_told_in_reading_order() -> None:
    assert summary(told(seen(TWO))) == [("10H", ()), ("AS", ())]


def test_a_box_lies_round_the_whole_card() -> None:
    (card,) = told(seen([Lying("10H", 0, 0)], View(height_mm=1000)))
    assert card.box == pytest.approx((1152 - 63, 648 - 88, 1152 + 63, 648 + 88), abs=6)


def test_one_corner_tells_about_where_its_card_lies() -> None:
    laid = seen([Lying("10H", 0, 0)], View(height_mm=1000))
    whole, (card,) = told(laid)[0].box, told(only(laid, 0))
    assert card.code == "10H"
    assert card.box == pytest.approx(whole, abs=14)


def test_a_box_stays_in_the_frame() -> None:
    left, top, right, bottom = told(only(seen([Lying("10H", 555, 310)]), 0))[0].box
    assert 0 <= left < right <= SIZE[0]
    assert 0 <= top < bottom <= SIZE[1]


def test_two_corners_that_agree_are_surer_than_one() -> None:
    laid = seen([Lying("10H", 0, 0)])
    hazy = verdicts(laid.codes, 0.9)
    (both,) = told(laid, hazy)
    (one,) = told(only(laid, 0), hazy.of([0]))
    assert (one.code, one.doubts, one.likely[0]) == (None, (CardDoubt.UNREAD,), "10H")
    assert (both.code, both.doubts) == ("10H", ())
    assert both.confidence > 0.97 > one.confidence


def test_a_corner_that_shows_nothing_takes_nothing_from_the_other() -> None:
    laid = seen([Lying("10H", 0, 0)])
    reading = verdicts([*laid.codes[:1], None])
    reading.ranks[1] = 0.05
    reading.ranks[1, 3] = 1 - 13 * 0.05
    reading.suits[1] = [0.01, 0.01, 0.01, 0.01, 0.96]
    (card,) = told(laid, reading)
    assert (card.code, card.doubts) == ("10H", ())


def test_corners_that_tell_different_cards_are_one_card_in_doubt() -> None:
    (card,) = told(seen([Lying("10H", 0, 0)]), verdicts(["10H", "9H"]))
    assert (card.code, card.doubts) == (None, (CardDoubt.CORNERS_DISAGREE,))
    assert set(card.likely[:2]) == {"10H", "9H"}


def test_a_card_seen_more_often_than_it_is_in_the_decks_is_doubted() -> None:
    laid = seen([Lying("7C", -150, 0), Lying("7C", 0, 0, 0.3), Lying("KD", 150, 0)])
    assert summary(told(laid)) == [
        (None, (CardDoubt.TOO_OFTEN,)), (None, (CardDoubt.TOO_OFTEN,)), ("KD", ()),
    ]  # fmt: skip
    assert [card.code for card in told(laid, decks=2)] == ["7C", "7C", "KD"]
    assert [card.likely[0] for card in told(laid)] == ["7C", "7C", "KD"]


def test_an_index_that_the_border_cuts_is_doubted_unless_the_other_one_is_whole() -> None:
    laid = seen([Lying("10H", 0, 0)])
    cut = replace(laid.indices[0], x=4.0, y=300.0)
    alone = Seen([cut], [0], ["10H"])
    assert summary(told(alone)) == [(None, (CardDoubt.CUT_OFF,))]
    at_the_border = seen([Lying("10H", -515, 0)])
    assert at_the_border.indices[0].x < 0 < at_the_border.indices[1].x
    assert summary(told(at_the_border)) == [("10H", ())]


def test_a_suit_that_is_not_sure_is_a_doubt_and_both_suits_are_offered() -> None:
    laid = only(seen([Lying("10H", 0, 0)]), 0)
    reading = verdicts(laid.codes)
    reading.suits[0] = [0.0, 0.6, 0.4, 0.0, 0.0]
    (card,) = told(laid, reading)
    assert (card.code, card.doubts, card.likely) == (None, (CardDoubt.UNREAD,), ("10H", "10D"))


@pytest.mark.parametrize("code", ["6S", "9S"])
def test_a_six_whose_way_up_is_not_sure_is_doubted(code: str) -> None:
    laid = only(seen([Lying(code, 0, 0)]), 0)
    laid.indices[0] = replace(laid.indices[0], upright=0.2)
    assert summary(told(laid)) == [(None, (CardDoubt.UNREAD,))]


def test_what_is_no_index_is_no_card() -> None:
    laid = seen(TWO)
    assert told(laid, verdicts([None] * 4)) == ()


def test_unread_things_of_another_size_are_dropped_and_sure_ones_are_not() -> None:
    laid = seen(TWO)
    laid.indices.append(Index(300, 300, 12, (0, -1), 0.5))
    reading = verdicts([*laid.codes, "4D"])
    assert {"10H", "AS", "4D"} == {card.code for card in told(laid, reading)}
    reading.ranks[-1] = 0.5 / 13
    reading.ranks[-1, 3] = 0.5
    assert {"10H", "AS"} == {card.code for card in told(laid, reading)}


def test_an_empty_table_tells_no_card() -> None:
    assert told(Seen([], [], []), verdicts([])) == ()


def test_corners_speak_together() -> None:
    agreeing = known(np.array([[0.8, 0.1, 0.1], [0.8, 0.1, 0.1]]))
    assert together(agreeing)[0] == pytest.approx(0.85**2 / (0.85**2 + 0.15**2))
    nothing = known(np.array([[0.8, 0.2, 0.0], [0.0, 0.0, 1.0]]))
    assert together(nothing) == pytest.approx([0.8, 0.2])


def test_an_unsure_corner_that_tells_another_card_is_not_swallowed() -> None:
    laid = seen([Lying("KD", 0, 0)])
    reading = verdicts(["KD", "8D"])
    reading.ranks[1] = 0.3 / 13
    reading.ranks[1, 7] = 0.7
    (card,) = told(laid, reading)
    assert (card.code, card.doubts) == (None, (CardDoubt.CORNERS_DISAGREE,))


def test_a_card_is_never_one_corners_rank_and_the_others_suit() -> None:
    laid = seen([Lying("QC", 0, 0)])
    reading = verdicts(["QC", "9H"])
    reading.suits[0] = [0.05, 0.4, 0.05, 0.45, 0.05]
    reading.ranks[1] = 0.2 / 12
    reading.ranks[1, [8, 11]] = 0.45, 0.35
    (card,) = told(laid, reading)
    assert (card.code, card.doubts) == (None, (CardDoubt.CORNERS_DISAGREE,))


@pytest.mark.parametrize(("aside", "sure"), [((0.0, 0.45), 0.999), ((0.4, 0.1), 0.999), ((0.2, 0.4), 0.6)])
def test_an_index_found_twice_is_one(aside: tuple[float, float], sure: float) -> None:
    laid = only(seen([Lying("10H", 0, 0)]), 0)
    first = laid.indices[0]
    again = replace(first, x=first.x + aside[0] * first.height_px, y=first.y + aside[1] * first.height_px)
    twice = Seen([first, again], [0, 0], ["10H", "10H"])
    reading = verdicts(twice.codes)
    reading.ranks[1] = (1 - sure) / 13
    reading.ranks[1, 9] = sure
    assert summary(told(twice, reading, decks=2)) == [("10H", ())]


def test_neighbours_in_a_tight_fan_are_two() -> None:
    laid = only(seen([Lying("10H", 0, 0)]), 0)
    first = laid.indices[0]
    beside = Seen([first, replace(first, x=first.x + 0.3 * first.height_px)], [0, 1], ["10H", "JH"])
    assert {card.code for card in told(beside)} == {"10H", "JH"}
