"""At the simulated card table the house lays what the eye is to read, and puts it away again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.reading import CardsLying
from companion.play.base.commands import LeaveGame, ResumeGame, Undo
from companion.play.base.ports import seed_of
from companion.play.modes.cards.hidden_hands import hidden_cards
from companion.play.modes.cards.views import CardsScene
from tests.play.card_evening import CardEvening, FakeCardEye, code_of_face
from tests.play.evening import Evening


class FakeDealer:
    """Remembers what lies there."""

    def __init__(self) -> None:
        self.lying: CardsLying | None = None

    def lay(self, lying: CardsLying) -> None:
        self.lying = lying

    def put_away(self) -> None:
        self.lying = None


class Laid(CardEvening):
    """A match at the simulated table: Ann and Bob, the first hand dealt."""

    def __init__(self, evening: Evening, dealer: FakeDealer) -> None:
        super().__init__(evening)
        self.dealer = dealer
        self.touch("The cards are dealt")

    @property
    def new(self) -> tuple[str, ...]:
        return self.dealer.lying.new

    def hand(self, seat: int) -> list[str]:
        record = self.evening.store.load(1)
        return [card.code for card in hidden_cards(record, seed_of(0, 1)).hands[seat]]

    def fault(self, words: str) -> str:
        """Touch a key that is refused."""
        self.evening.controller.take(self.key(words).command)
        return self.view.fault


@pytest.fixture
def table(sit_down: Callable[..., Evening]) -> Laid:
    dealer = FakeDealer()
    return Laid(sit_down(card_eye=FakeCardEye(), dealer=dealer), dealer)


def asked(table: Laid, *answers: str) -> Laid:
    """Ann asks Bob for a card of his."""
    table.ask(table.hand(1)[0][-1])
    table.touch(*answers)
    return table


def test_nothing_lies_face_up_before_a_card_is_to_be_turned_over(table: Laid) -> None:
    assert (table.dealer.lying.new, table.dealer.lying.melds) == ((), ())
    assert (table.dealer.lying.stock, table.dealer.lying.discards) == (38, 0)
    asked(table, "Yes", "Accept")
    assert table.new == ()


def test_a_card_of_the_asked_players_hand_is_turned_over_and_read(table: Laid) -> None:
    asked(table, "Yes", "Liar, Liar!", "Turn the card over")
    (card,) = table.new
    assert card in table.hand(1)
    table.look("Read the card", card)
    assert table.new == (card,), "it lies there while it is offered"
    table.offered("That's right")
    assert table.new == ()


def test_accepted_or_challenged_the_same_card_was_laid_down(table: Laid) -> None:
    asked(table, "Yes", "Accept", "Turn the card over")
    accepted = table.new
    for _ in range(2):
        table.evening.do(Undo)
    table.touch("Liar, Liar!", "Turn the card over")
    assert table.new == accepted


def test_undo_puts_the_card_back_and_a_second_look_turns_the_same_one_over(table: Laid) -> None:
    asked(table, "Yes", "Accept", "Turn the card over")
    before = table.dealer.lying
    table.evening.do(Undo)
    assert table.new == ()
    table.touch("Turn the card over")
    assert table.dealer.lying == before


def test_the_whole_hand_is_laid_open_after_a_challenged_no(table: Laid) -> None:
    asked(table, "No", "Liar, Liar!", "Check all cards")
    assert sorted(table.new) == sorted(table.hand(1))
    table.look("Read the hand", *table.new)
    assert sorted(table.new) == sorted(table.hand(1)), "it lies there while the sheet is open"
    table.send(table.sheet.take.command)
    assert table.new == ()


def test_a_lie_is_shown_where_there_was_one(table: Laid) -> None:
    wanted = table.hand(1)[0][-1]
    asked(table, "No", "Accept", "Bob admits the lie")
    (card,) = table.new
    assert card.endswith(wanted)
    assert card in table.hand(1)


def test_no_lie_is_shown_where_there_was_none(table: Laid) -> None:
    (wanted, *_) = [rank for rank in "A23456789JQK" if not any(each[:-1] == rank for each in table.hand(1))]
    table.ask(wanted)
    table.touch("No", "Accept")
    assert table.fault("Bob admits the lie").endswith("at the simulated table: the No was true.")
    assert table.view.kind is CardsScene


def melding(table: Laid) -> tuple[str, ...]:
    """Draw and discard in turn until somebody can lay a meld; it lies there then."""
    for _ in range(30):
        name = table.view.scene.cards.seats[0 if table.view.scene.cards.seats[0].to_act else 1].name
        table.touch(f"{name} draws")
        table.evening.controller.take(table.key("Read the meld").command)
        if table.view.fault is None:
            return table.new
        assert "make no meld, nor fit one" in table.view.fault
        table.touch(f"{name} discards")
    raise AssertionError("nobody has had a meld for thirty turns")


def test_a_meld_of_the_hand_is_laid_out_read_and_pushed_aside(table: Laid) -> None:
    meld = melding(table)
    assert len(meld) >= 3
    table.read(*meld)
    assert sorted(map(code_of_face, table.sheet.picked)) == sorted(meld)
    table.send(table.sheet.take.command)
    assert (table.new, [sorted(each) for each in table.dealer.lying.melds]) == ((), [sorted(meld)])


def test_a_meld_tapped_at_will_lies_there_though_the_house_had_dealt_its_cards_elsewhere(table: Laid) -> None:
    table.touch("Ann draws")
    table.meld("4S 5S 6S")
    assert table.dealer.lying.melds == (("4S", "5S", "6S"),)
    assert {"4S", "5S", "6S"}.isdisjoint((*table.hand(0), *table.hand(1)))


def test_leaving_puts_the_cards_away_and_the_match_goes_on_with_the_same_ones(table: Laid) -> None:
    asked(table, "Yes", "Accept", "Turn the card over")
    before = table.dealer.lying
    table.evening.do(Undo)
    table.evening.do(LeaveGame)
    assert table.dealer.lying is None
    table.evening.do(ResumeGame, game_id=1)
    table.touch("Turn the card over")
    assert table.dealer.lying == before


def test_at_a_real_table_nothing_is_laid_and_nothing_refused(sit_down: Callable[..., Evening]) -> None:
    cards = CardEvening(sit_down(card_eye=FakeCardEye()))
    cards.touch("The cards are dealt", "Ann draws", "Read the meld")
    assert cards.view.fault is None


def test_each_may_look_at_the_hand_that_was_dealt_and_at_a_real_table_none_is_known(
    table: Laid, sit_down: Callable[..., Evening]
) -> None:
    whose = table.cards.peek.choices
    assert [each.words for each in whose] == ["Ann", "Bob"]
    for seat, each in enumerate(whose):
        assert sorted(code_of_face(key.card) for key in each.choices) == sorted(table.hand(seat))
        assert [key.command for key in each.choices] == [None] * len(each.choices)
    real = CardEvening(sit_down(card_eye=FakeCardEye()))
    real.touch("The cards are dealt")
    assert real.cards.peek is None
