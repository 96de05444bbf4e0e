"""Which of the cards read are new, and which of those lie together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.core.reading import CardDoubt, ReadCard
from companion.play.modes.cards.state import REACH, NewCards, new_cards
from companion.rules import DECK, card_of
from tests.play.card_evening import read_card


def told(*cards: ReadCard, lying: str = "") -> NewCards:
    return new_cards(cards, tuple(map(card_of, lying.split())))


def codes(new: NewCards) -> list[list[str | None]]:
    return [[card.code for card in heap] for heap in new.heaps]


def unread(at: tuple[int, int], *likely: str) -> ReadCard:
    return read_card(None, at, likely=likely)


def test_cards_side_by_side_and_cards_of_a_fan_are_one_heap_each() -> None:
    beside = (read_card("2S", (0, 0)), read_card("3S", (8, 0)))
    fan = (read_card("9H", (40, 0)), read_card("9D", (42, 1)), read_card("9C", (44, 2)))
    assert codes(told(*beside, *fan)) == [["2S", "3S"], ["9H", "9D", "9C"]]


def test_a_card_farther_away_than_half_its_length_lies_apart() -> None:
    near, far = 6 + int(9 * REACH), 6 + int(9 * REACH) + 1
    assert len(told(read_card("2S"), read_card("3S", (near, 0))).heaps) == 1
    assert len(told(read_card("2S"), read_card("3S", (far, 0))).heaps) == 2


def test_a_card_between_two_heaps_makes_them_one_in_the_eyes_order() -> None:
    cards = (read_card("2S", (0, 0)), read_card("4S", (16, 0)), read_card("3S", (8, 0)))
    assert codes(told(*cards)) == [["2S", "4S", "3S"]]


def test_cards_of_the_melds_are_left_out_and_counted() -> None:
    new = told(read_card("8S"), read_card("9S", (8, 0)), read_card("JS", (16, 0)), lying="8S 9S 10S")
    assert (codes(new), new.lying) == ([["JS"]], 2)


def test_of_two_alike_one_of_which_lies_there_the_new_one_is_that_beside_new_cards() -> None:
    old, new = read_card("9S", (0, 0)), read_card("9S", (50, 0))
    found = told(old, read_card("9H", (42, 0)), new, read_card("9D", (58, 0)), lying="9S")
    assert found.heaps[0][1] is new
    assert (len(found.heaps), found.lying) == (1, 1)


def test_a_doubted_card_that_is_likeliest_one_of_the_melds_is_taken_for_it() -> None:
    new = told(unread((0, 0), "8S", "6S"), read_card("JS", (40, 0)), lying="8S 9S 10S")
    assert (codes(new), new.lying) == ([["JS"]], 1)


def test_a_doubt_upon_the_melds_is_a_figure_taken_for_a_corner_where_a_sure_card_is_new() -> None:
    meld = (read_card("JH", (0, 0)), read_card("QH", (4, 0)))
    figure = unread((2, 4), "KS")
    new = told(*meld, figure, read_card("10D", (5, 14)), lying="JH QH")
    assert (codes(new), new.lying) == ([["10D"]], 3)


def test_a_doubt_upon_the_melds_is_asked_about_where_nothing_else_is_new_or_it_lies_upon_that_too() -> None:
    meld = (read_card("JH", (0, 0)), read_card("QH", (4, 0)))
    assert codes(told(*meld, unread((2, 4), "KS"), lying="JH QH")) == [[None]]
    beside = read_card("10D", (8, 8))
    assert codes(told(*meld, unread((4, 4), "KS"), beside, lying="JH QH")) == [[None, "10D"]]


def test_it_is_asked_about_where_that_card_is_seen_elsewhere() -> None:
    new = told(unread((46, 0), "8S", "6S"), read_card("JS", (40, 0)), read_card("8S"), lying="8S")
    assert codes(new) == [[None, "JS"]]


def test_a_doubted_corner_over_the_sure_card_that_it_is_likeliest_is_no_card_of_its_own() -> None:
    run = (read_card("9S", (0, 0)), read_card("10S", (4, 0)), unread((6, 1), "10S", "10C"))
    assert codes(told(*run, read_card("7D", (40, 0)), lying="9S 10S")) == [["7D"]]
    assert codes(told(read_card("7D", (40, 0)), unread((44, 1), "7D"))) == [["7D"]]
    assert codes(told(read_card("7D", (40, 0)), unread((47, 1), "7D"))) == [["7D", None]]


def test_doubted_cards_alone_are_left_out_while_as_many_of_the_melds_are_not_seen() -> None:
    cards = (unread((0, 0), "KC"), unread((8, 0), "2D"), read_card("JS", (40, 0)))
    assert codes(told(*cards, lying="8S 9S 10S")) == [["JS"]]
    assert codes(told(*cards, lying="8S")) == [[None, None], ["JS"]]


def test_a_doubted_card_that_is_the_only_news_is_asked_about() -> None:
    assert codes(told(unread((0, 0), "KC"), lying="8S 9S 10S")) == [[None]]


@given(
    st.lists(st.sampled_from(DECK), max_size=8, unique=True),
    st.lists(
        st.tuples(
            st.sampled_from(DECK),
            st.booleans(),
            st.tuples(st.integers(0, 99), st.integers(0, 99)),
        ),
        max_size=12,
    ),
)
def test_every_card_read_is_new_or_left_out_and_new_sure_ones_are_never_lost(
    lying: list, read: list[tuple]
) -> None:
    cards = [read_card(card.code, at, CardDoubt.UNREAD if doubted else None) for card, doubted, at in read]
    new = new_cards(cards, tuple(lying))
    assert len(new.cards) + new.lying == len(cards)
    for card in DECK:
        sure = sum(each.code == card.code and not each.doubts for each in cards)
        kept = sum(each.code == card.code and not each.doubts for each in new.cards)
        assert kept == max(0, sure - lying.count(card))
