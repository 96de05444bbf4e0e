"""Each of the eight Quest outcomes, touched as the screen offers it: chips, cards, and what may follow."""

from __future__ import annotations

import pytest

from companion.play.modes.cards.views import CardSheetScene, CardsScene, CardView, ChipMove, SuitSign
from tests.play.card_evening import CardEvening
from tests.play.evening import Evening

SEVEN = CardView("7", SuitSign.SPADES)
KING = CardView("K", SuitSign.HEARTS)


@pytest.fixture
def table(evening: Evening) -> CardEvening:
    """Ann, Bob and Cy; the first hand is dealt and Ann is on turn."""
    cards = CardEvening(evening, players=3)
    cards.touch("The cards are dealt")
    return cards


def stands(table: CardEvening, chips: list[int], held: list[int], moves: tuple[ChipMove, ...]) -> None:
    assert (table.chips(), table.held(), table.cards.moves) == (chips, held, moves)


def test_a_quest_takes_three_touches_whom_what_and_the_answer(table: CardEvening) -> None:
    assert [seat.ask is not None for seat in table.cards.seats] == [False, True, True]
    table.send(table.cards.seats[1].ask)
    assert table.view.kind is CardSheetScene
    assert table.view.message == "Ann asks Bob: which card, or which kind?"
    table.tap("7")
    assert (table.view.kind, table.words()) == (CardsScene, ["Yes", "No"])
    assert table.cards.quest.wanted == CardView("7", None)
    table.touch("Yes")
    assert table.words() == ["Accept", "Liar, Liar!"]


def test_a_quest_for_a_red_card_is_one_touch_too(table: CardEvening) -> None:
    table.ask("red")
    assert table.cards.quest.wanted == CardView("", None, suits=(SuitSign.HEARTS, SuitSign.DIAMONDS))
    table.touch("Yes", "Accept", "Turn the card over")
    table.tap("KH")
    assert table.cards.told_card == KING
    stands(table, [5, 5, 5], [8, 6, 7], ())


def test_a_true_yes_accepted(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Accept", "Turn the card over")
    table.tap("7S")
    stands(table, [5, 5, 5], [8, 6, 7], ())
    assert table.cards.told_card == SEVEN
    assert table.words() == ["Card given to Bob", "Lay a meld", "Wrong card?"]


def test_a_true_yes_challenged(table: CardEvening) -> None:
    table.ask("7S")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    table.tap("7S")
    stands(table, [4, 6, 5], [7, 7, 7], (ChipMove(0, 1),))
    assert table.words() == ["Bob draws", "Ann lays a meld", "Wrong card?"]


def test_a_lied_yes_accepted(table: CardEvening) -> None:
    table.ask("S")
    table.touch("Yes", "Accept", "Turn the card over")
    table.tap("KH")
    stands(table, [4, 6, 5], [7, 7, 7], (ChipMove(0, 1),))
    assert table.cards.told_card == KING
    assert table.words() == ["Bob draws", "Ann lays a meld", "Wrong card?"]


def test_a_lied_yes_challenged(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    table.tap("KH")
    stands(table, [6, 4, 5], [8, 6, 7], (ChipMove(1, 0),))
    assert table.words() == ["Card given to Bob", "Lay a meld", "Wrong card?"]


def test_a_no_accepted(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Accept")
    stands(table, [5, 5, 5], [7, 7, 7], ())
    assert table.words() == ["Bob draws", "Bob admits the lie"]


def test_an_accepted_no_that_was_a_lie_is_shown(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Accept", "Bob admits the lie")
    assert table.cell("KH").why == "the king of hearts is not what was asked for: only a 7 proves the lie"
    table.tap("7S")
    stands(table, [4, 6, 5], [7, 7, 7], (ChipMove(0, 1),))
    assert table.words() == ["Bob draws", "Wrong card?"]


def test_a_true_no_challenged_lets_the_other_swap(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Liar, Liar!", "Bob has none")
    stands(table, [4, 6, 5], [7, 7, 7], (ChipMove(0, 1),))
    assert table.words() == ["Bob draws", "Ann lays a meld", "Bob swaps cards", "Wrong card?"]
    assert [each.words for each in table.key("Bob swaps cards").choices] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
    ]
    table.choose("Bob swaps cards", "3")
    assert (table.cards.stock, table.cards.discards) == (52 - 21 - 3, 3)


def test_a_lied_no_challenged(table: CardEvening) -> None:
    table.ask("7")
    table.touch("No", "Liar, Liar!", "Bob has one")
    table.tap("7S")
    stands(table, [6, 4, 5], [8, 6, 7], (ChipMove(1, 0),))
    assert table.words() == ["Card given to Bob", "Lay a meld", "Wrong card?"]


def test_the_turn_goes_to_the_left_after_every_outcome(table: CardEvening) -> None:
    for asker in range(3):
        name = ("Ann", "Bob", "Cy")[asker]
        assert [seat.to_act for seat in table.cards.seats].index(True) == asker
        other = (asker + 1) % 3
        table.ask("7", other)
        table.touch("Yes", "Accept", "Turn the card over")
        table.tap("7S")
        assert table.view.message.startswith(f"{name}: lay melds and hits if you like, then give")
        table.send(table.cards.keys[0].command)
    assert [seat.to_act for seat in table.cards.seats] == [True, False, False]


def test_a_payer_without_chips_lets_the_bank_pay(table: CardEvening) -> None:
    for _ in range(6):
        seats = [seat.to_act for seat in table.cards.seats]
        if seats[0]:
            table.ask("7")
            table.touch("Yes", "Liar, Liar!", "Turn the card over")
            table.tap("7S")
        for name in ("Bob", "Cy"):
            table.touch(f"{name} draws", f"{name} discards")
    stands(table, [0, 11, 5], [7, 7, 7], ())
    assert table.cards.bank == 1
