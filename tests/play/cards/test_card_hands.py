"""A hand at the card table by the touches that its views offer: melds, hits, corrections, undo, the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.play.base.commands import LeaveGame, NewGame, PlaceBid, ResumeGame, Undo
from companion.play.modes.cards.state import Purpose, Sheet
from companion.play.modes.cards.views import (
    CardsOverScene,
    CardsScene,
    ChipMove,
    Declare,
    OpenSheet,
    PickCard,
)
from companion.rules import Answered, CardDrawn, HandDealt, card_of
from tests.play.card_evening import CardEvening, code_of_face
from tests.play.evening import Evening


@pytest.fixture
def table(evening: Evening) -> CardEvening:
    """Ann and Bob; the first hand is dealt and Ann is on turn."""
    cards = CardEvening(evening, target=100)
    cards.touch("The cards are dealt")
    return cards


def melds(table: CardEvening) -> list[list[str]]:
    return [[code_of_face(card) for card in meld.cards] for meld in table.cards.melds]


def test_the_first_screen_offers_the_card_game(evening: Evening) -> None:
    choice = evening.view.scene.choices[-1]
    assert (choice.title, choice.fewest, choice.most) == ("Liar, Liar", 2, 14)
    assert [(name, values, default) for name, _, values, default in choice.options] == [
        ("target", tuple(range(50, 1001, 10)), 250),
        ("run_hit_once", (True, False), True),
    ]


def test_a_match_begins_with_its_players_and_its_target(evening: Evening) -> None:
    table = CardEvening(evening, players=3, target=500)
    assert (table.view.kind, table.cards.rules_title) == (CardsScene, "Liar, Liar")
    assert (table.cards.target, [seat.name for seat in table.cards.seats]) == (500, ["Ann", "Bob", "Cy"])
    assert table.view.message == "Deal hand 1: seven cards and five chips each. Ann begins."
    assert not table.view.may_undo


def test_a_meld_is_tapped_card_by_card(table: CardEvening) -> None:
    table.touch("Ann draws", "Lay a meld")
    table.tap("9S", "8S")
    assert table.sheet.take.command is None
    assert table.sheet.why == "a set or run has three cards at least, not 2"
    table.tap("10S")
    assert table.sheet.why is None
    table.send(table.sheet.take.command)
    assert (melds(table), table.held()) == ([["8S", "9S", "10S"]], [5, 7])


def test_a_card_tapped_twice_is_picked_no_more(table: CardEvening) -> None:
    table.touch("Ann draws", "Lay a meld")
    table.tap("9S", "KH", "KH")
    assert [code_of_face(card) for card in table.sheet.picked] == ["9S"]


def test_with_two_decks_a_card_may_be_picked_twice(evening: Evening) -> None:
    table = CardEvening(evening, players=3)
    table.send(LeaveGame(table.view.number))
    names = tuple("ABCDEF")
    table.send(NewGame(table.view.number, "liar-liar", names, (), None))
    table.touch("The cards are dealt", "A draws", "Lay a meld")
    table.tap("9S", "9S", "9H", "9D")
    assert table.cell("9S").picked == 2
    table.send(table.sheet.take.command)
    assert melds(table) == [["9S", "9S", "9H", "9D"]]


def test_what_lies_on_the_table_cannot_be_picked(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Lay a meld")
    cell = table.cell("9S")
    assert (cell.command, cell.why) == (None, "the 9 of spades lies on the table already")


def test_cards_that_were_read_lie_on_the_sheet_and_are_corrected_by_taps(table: CardEvening) -> None:
    table.touch("Ann draws")
    read = tuple(map(card_of, ("8S", "9S", "10C")))
    table.send(OpenSheet(table.view.number, Sheet(Purpose.MELD, picked=read)))
    assert table.sheet.take.command is None
    table.tap("10C", "10S")
    table.send(table.sheet.take.command)
    assert melds(table) == [["8S", "9S", "10S"]]


def test_a_hit_is_a_touch_on_the_meld_and_one_on_the_card(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    assert [key.words for key in table.cards.melds[0].hits] == ["7 of spades", "jack of spades"]
    table.hit(0, "JS")
    assert melds(table) == [["8S", "9S", "10S", "JS"]]


def test_a_meld_that_cannot_be_hit_says_why(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Ann discards")
    meld = table.cards.melds[0]
    assert (meld.hits, meld.why) == ((), "Bob: draw a card, or ask somebody for one.")


def test_a_meld_is_corrected_as_it_lies(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Wrong card?")
    assert [code_of_face(card) for card in table.sheet.picked] == ["8S", "9S", "10S"]
    assert table.sheet.take.command is None
    table.tap("8S", "JS")
    table.send(table.sheet.take.command)
    assert (melds(table), table.held()) == ([["9S", "10S", "JS"]], [5, 7])


def test_a_hit_is_corrected_by_one_touch(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("8S 9S 10S")
    table.hit(0, "JS")
    table.touch("Wrong card?")
    assert table.view.message == "Which card was the hit?"
    table.tap("7S")
    assert melds(table) == [["7S", "8S", "9S", "10S"]]


def test_a_shown_card_is_corrected_and_the_chip_goes_the_other_way(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    table.tap("KH")
    assert table.chips() == [6, 4]
    table.touch("Wrong card?")
    table.tap("7D")
    assert (table.chips(), table.cards.moves) == ([4, 6], (ChipMove(0, 1),))
    assert code_of_face(table.cards.told_card) == "7D"


def test_a_challenge_shows_what_was_said_against_the_card(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    assert table.cards.exposed is None
    table.tap("KH")
    lie = table.cards.exposed
    assert (lie.seat, lie.lied, lie.headline, lie.said) == (1, True, "Bob lied!", "Yes!")
    assert (lie.wanted.rank, code_of_face(lie.truth)) == ("7", "KH")
    table.touch("Wrong card?")
    table.tap("7D")
    assert (table.cards.exposed.lied, table.cards.exposed.headline) == (False, "Bob told the truth!")


def test_what_is_accepted_exposes_nobody(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Accept", "Turn the card over")
    table.tap("KH")
    assert table.cards.exposed is None


def test_undo_takes_back_taps_then_the_sheet_then_events_to_the_beginning(table: CardEvening) -> None:
    table.touch("Ann draws", "Lay a meld")
    table.tap("9S", "8S")
    words = []
    while table.view.may_undo:
        words.append(table.view.undo_words)
        table.send(Undo(table.view.number))
    assert words == [
        "take back the last tap",
        "take back the last tap",
        "put the cards away",
        "take back Ann's draw",
        "take back the deal",
    ]
    assert table.words() == ["The cards are dealt"]


def test_undo_behind_a_quest_gives_the_chip_back(table: CardEvening) -> None:
    table.ask("7")
    table.touch("Yes", "Liar, Liar!", "Turn the card over")
    table.tap("KH")
    for words in (
        "take back what Bob has shown",
        "take back Ann's Liar, Liar",
        "take back Bob's Yes",
        "take back Ann's Quest",
    ):
        assert table.view.undo_words == words
        table.send(Undo(table.view.number))
    assert (table.chips(), table.held()) == ([5, 5], [7, 7])


def test_the_sheet_is_put_away_and_nothing_has_happened(table: CardEvening) -> None:
    table.send(table.cards.seats[1].ask)
    table.send(table.sheet.close)
    assert (table.view.kind, table.words()) == (CardsScene, ["Ann draws"])


def test_a_hand_is_played_out_and_the_next_seat_begins_the_second(table: CardEvening) -> None:
    table.touch("Ann draws")
    table.meld("2S 3S 4S 5S 6S 7S 8S")
    table.hit(0, "9S")
    assert table.words() == ["Ann plays out", "Wrong card?"]
    table.touch("Ann plays out")
    assert table.cards.moves == (ChipMove(1, 0),)
    assert table.cards.told == "Ann has played out. Points: Ann 60 and Bob 40."
    assert [seat.score for seat in table.cards.seats] == [60, 40]
    table.touch("The cards are dealt")
    assert [seat.to_act for seat in table.cards.seats] == [False, True]


def test_the_match_is_won_undone_won_again_and_played_once_more(table: CardEvening) -> None:
    for name in ("Ann", "Bob"):
        if name == "Bob":
            table.touch("The cards are dealt")
        table.touch(f"{name} draws")
        table.meld("2S 3S 4S 5S 6S 7S 8S")
        table.hit(0, "9S")
        table.touch(f"{name} plays out")
    assert [seat.score for seat in table.cards.seats] == [100, 100]
    assert table.view.kind is CardsScene, "level at the target: another hand"
    table.touch("The cards are dealt", "Ann draws")
    table.meld("2S 3S 4S 5S 6S 7S 8S")
    table.hit(0, "9S")
    table.touch("Ann plays out")
    assert (table.view.kind, table.view.scene.winner) == (CardsOverScene, "Ann")
    table.send(Undo(table.view.number))
    assert table.view.kind is CardsScene
    table.touch("Ann plays out")
    again = table.view.scene.rematch
    table.send(NewGame(table.view.number, again.rules, again.players, again.options, again.opener))
    assert (table.view.kind, table.cards.hand, table.cards.target) == (CardsScene, 0, 100)


def test_out_of_turn_is_refused_with_the_reason_and_nothing_is_written(table: CardEvening) -> None:
    number = table.view.number
    for event in (Answered(1, True), CardDrawn(1), HandDealt()):
        table.evening.controller.take(Declare(number, event))
        assert table.view.fault is not None
        assert table.view.number == number
    assert table.evening.store.load(1).length == 2


def test_a_sheet_that_is_not_due_is_refused(table: CardEvening) -> None:
    for sheet in (
        Sheet(Purpose.QUEST, 0),
        Sheet(Purpose.SHOW),
        Sheet(Purpose.MELD),
        Sheet(Purpose.CORRECTION),
    ):
        table.evening.controller.take(OpenSheet(table.view.number, sheet))
        assert table.view.kind is CardsScene
        assert table.view.fault == "Ann: draw a card, or ask somebody for one."
    table.evening.controller.take(PickCard(table.view.number, card_of("7S")))
    assert table.view.fault == "Ann: draw a card, or ask somebody for one."


def test_a_touch_made_on_an_older_view_counts_nothing(table: CardEvening) -> None:
    draw = table.key("Ann draws").command
    table.send(draw)
    table.evening.controller.take(draw)
    told = "The table has moved on. Look again."
    assert (table.cards.stock, table.view.fault) == (52 - 14 - 1, told)


def test_dice_are_not_bid_at_the_card_table_nor_cards_drawn_at_the_dice_table(table: CardEvening) -> None:
    table.evening.controller.take(PlaceBid(table.view.number, 2, 5))
    assert table.view.fault == "Ann: draw a card, or ask somebody for one."
    table.send(LeaveGame(table.view.number))
    table.evening.begin()
    message = table.view.message
    table.evening.controller.take(Declare(table.view.number, CardDrawn(0)))
    assert table.view.fault == message


def test_a_match_is_among_the_games_to_go_on_with(table: CardEvening) -> None:
    table.send(LeaveGame(table.view.number))
    (saved,) = table.view.scene.saved
    assert saved.line == "Ann and Bob: hand 1, Ann to draw or ask"
    table.send(ResumeGame(table.view.number, saved.game_id))
    assert table.words() == ["Ann draws"]


def test_a_match_goes_on_after_the_power_was_cut(sit_down: Callable[..., Evening]) -> None:
    table = CardEvening(sit_down())
    table.touch("The cards are dealt", "Ann draws")
    table.meld("8S 9S 10S")
    table.touch("Ann discards")
    table.ask("7", other=0)
    table.touch("Yes")
    before = table.cards
    table.evening = sit_down()
    table.send(ResumeGame(table.view.number, 1))
    seats = [(seat.chips, seat.cards, seat.to_act) for seat in before.seats]
    assert [(seat.chips, seat.cards, seat.to_act) for seat in table.cards.seats] == seats
    assert (melds(table), table.cards.quest) == ([["8S", "9S", "10S"]], before.quest)
    assert table.words() == ["Accept", "Liar, Liar!"]


def test_a_full_disk_is_said_and_the_table_stays(table: CardEvening) -> None:
    table.evening.store.full = True
    table.evening.controller.take(table.key("Ann draws").command)
    assert table.view.fault == "The disk is full: free some space, then try again."
    assert (table.cards.stock, table.words()) == (38, ["Ann draws"])
    table.evening.store.full = False
    table.touch("Ann draws")


def test_the_discards_are_shuffled_when_the_stock_is_empty(table: CardEvening) -> None:
    while table.cards.stock:
        name = "Ann" if table.cards.seats[0].to_act else "Bob"
        table.touch(f"{name} draws", f"{name} discards")
    assert table.words() == ["Discards are shuffled"]
    table.touch("Discards are shuffled")
    assert (table.cards.stock, table.cards.discards) == (38, 0)
