"""Which indices are of one card: tables, fans, heaps and slanting looks, each with fixed seeds."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.cards.joining import joined
from companion.recognition.cards.reader import CODES, IndexPredictions
from tests.recognition.laid_cards import Deck, Lying, Seen, View, seen, verdicts

SEEDS = range(12)
NOISE = 0.05
"""Places, heights and turns shaken by this share of an index, and radians: 3 degrees."""


def groups(laid: Seen, told: IndexPredictions | None = None, decks: int = 1) -> set[frozenset[int]]:
    chances = (told or verdicts(laid.codes)).cards
    return {frozenset(card.members) for card in joined(laid.indices, chances, decks).cards}


def some_codes(rng: np.random.Generator, count: int) -> list[str]:
    return [str(code) for code in rng.choice(CODES, count, replace=False)]


def apart(rng: np.random.Generator, count: int) -> list[Lying]:
    """Cards beside each other, each turned at will."""
    return [
        Lying(code, (number % 6 - 2.5) * 112, (number // 6 - 1) * 112, float(rng.uniform(0, 2 * np.pi)))
        for number, code in enumerate(some_codes(rng, count))
    ]


def fan(rng: np.random.Generator, codes: list[str], step_mm: float) -> list[Lying]:
    """Cards one over the other, each so far to the right of the one before and a little more turned."""
    turn, bend = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 0.1))
    way = np.array([np.cos(turn), np.sin(turn)]) * step_mm
    return [Lying(code, *(way * number), turn + bend * number) for number, code in enumerate(codes)]


def any_deck(rng: np.random.Generator) -> Deck:
    return Deck(rng.uniform(12, 19), rng.uniform(5.5, 7), rng.uniform(12, 17))


@pytest.mark.parametrize("lean", [0.0, 0.35, 0.7])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_corners_of_each_card_are_joined_on_any_deck_from_any_side(seed: int, lean: float) -> None:
    rng = np.random.default_rng(seed)
    view, deck = View(lean=lean, towards=rng.uniform(0, 2 * np.pi)), any_deck(rng)
    laid = seen(apart(rng, 12), view, deck, NOISE, seed)
    assert groups(laid) == laid.groups()


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_fan_each_card_is_one_card(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    view = View(lean=0.4, towards=rng.uniform(0, 2 * np.pi))
    laid = seen(fan(rng, some_codes(rng, 8), rng.uniform(11, 20)), view, any_deck(rng), NOISE, seed)
    assert len(laid.indices) >= 8
    assert groups(laid) == laid.groups()


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_cards_of_two_decks_side_by_side_are_two_cards(seed: int) -> None:
    rng = np.random.default_rng(200 + seed)
    codes = [code for code in some_codes(rng, 3) for _ in range(2)]
    laid = seen(fan(rng, codes, rng.uniform(11, 20)), View(), any_deck(rng), NOISE, seed)
    assert len(groups(laid, decks=2)) == len(codes)
    beside = seen([Lying("7S", -40, 0), Lying("7S", 40, 0)], View(), any_deck(rng), NOISE, seed)
    assert groups(beside, decks=2) == beside.groups()


def test_heaps_hardly_ever_run_two_cards_into_one() -> None:
    wrong = cards = 0
    for seed in range(30):
        rng = np.random.default_rng(300 + seed)
        heap = [
            Lying(code, *rng.uniform(-90, 90, 2), rng.uniform(0, 2 * np.pi)) for code in some_codes(rng, 10)
        ]
        laid = seen(heap, View(lean=0.3), any_deck(rng), NOISE, seed)
        cards += len(laid.groups())
        wrong += len(groups(laid) - laid.groups())
    assert cards > 150
    assert wrong <= 0.02 * cards


@pytest.mark.parametrize("seed", SEEDS)
def test_two_corners_that_surely_tell_different_cards_are_still_one_card(seed: int) -> None:
    rng = np.random.default_rng(400 + seed)
    laid = seen(apart(rng, 8), View(lean=0.3, towards=rng.uniform(0, 6)), any_deck(rng), NOISE, seed)
    told = list(laid.codes)
    told[3] = next(code for code in CODES if code not in told)
    assert groups(laid, verdicts(told)) == laid.groups()


def test_an_unsure_corner_joins_the_sure_one_of_its_card() -> None:
    laid = seen([Lying("9D", -60, 0, 0.3), Lying("4C", 60, 0, 1.0)], View(), Deck(), NOISE)
    told = verdicts(laid.codes)
    told.ranks[1] = 1 / 14
    assert groups(laid, told) == laid.groups()


def test_the_four_indices_of_a_card_are_one_card() -> None:
    rng = np.random.default_rng(5)
    laid = seen(apart(rng, 8), View(lean=0.2), Deck(four=True), NOISE)
    assert len(laid.indices) == 32
    assert groups(laid) == laid.groups()


def test_three_of_four_indices_are_one_card_with_two_decks_in_play_too() -> None:
    cards = [Lying("QH", 0, 0), Lying("2S", 50, 60)]
    laid = seen(cards, View(), Deck(four=True))
    assert {3, 4} == {len(group) for group in laid.groups()}
    assert groups(laid, decks=2) == laid.groups()


@pytest.mark.parametrize("hidden", ["below", "right"])
def test_two_neighbouring_indices_of_a_card_are_one_card_with_one_deck(hidden: str) -> None:
    over = Lying("2S", 0, 60, np.pi / 2) if hidden == "below" else Lying("2S", 50, 0)
    laid = seen([Lying("QH", 0, 0), over], View(), Deck(four=True))
    assert {2, 4} == {len(group) for group in laid.groups()}
    assert groups(laid) == laid.groups()


def test_a_column_of_a_four_index_deck_is_a_card_each_with_two_decks_too() -> None:
    column = [Lying(code, 0, 24.0 * number) for number, code in enumerate(("QH", "JH", "10H", "9H"))]
    laid = seen(column, View(), Deck(height_mm=13.0, along_mm=11.0, four=True), NOISE)
    assert {2, 4} == {len(group) for group in laid.groups()}
    assert groups(laid, decks=2) == laid.groups()


def test_small_indices_along_one_edge_are_one_card() -> None:
    cards = [Lying("QH", 0, 0), Lying("2S", 50, 0)]
    laid = seen(cards, View(), Deck(height_mm=11.5, along_mm=10.0, four=True))
    assert groups(laid, decks=2) == laid.groups()


def test_one_index_is_a_card_and_none_is_no_card() -> None:
    laid = seen([Lying("10H", 0, 0)])
    one = Seen(laid.indices[:1], laid.owners[:1], laid.codes[:1])
    assert groups(one) == {frozenset({0})}
    assert joined([], verdicts([]).cards, 1).cards == ()


def test_the_table_tells_where_its_deck_has_its_indices() -> None:
    deck = Deck(height_mm=19.0, across_mm=7.0, along_mm=17.0)
    laid = seen(apart(np.random.default_rng(1), 9), View(), deck)
    layout = joined(laid.indices, verdicts(laid.codes).cards, 1).layout
    assert (layout.across, layout.along) == pytest.approx((49 / 19, 54 / 19), rel=0.04)
