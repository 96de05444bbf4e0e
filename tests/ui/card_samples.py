"""Sample scenes of the card table, each from a real match."""

from __future__ import annotations

import sample_parts as parts

from companion.play.cards.card_table import CardTable
from companion.play.cards.sheet import Purpose, Sheet, opened, tapped
from companion.play.showing import Surroundings, view_of
from companion.play.table import welcome, with_cards
from companion.play.views import TableView
from companion.rules.cards.deck import card_of, wanted_of
from companion.rules.cards.events import (
    Answered,
    CardDrawn,
    CardEvent,
    CardShown,
    Decided,
    Discarded,
    HandDealt,
    HitLaid,
    MeldLaid,
    PlayedOut,
    Quested,
)
from companion.rules.events import GameBegun
from companion.rules.record import GameRecord

THREE = ("Ada", "Ben", "Cleo")
FIVE = ("Ada", "Benjamin", "Cleo", "Dan", "Evangeline")
FOURTEEN = (*parts.SHORT_NAMES[:8], "Ida", "Jack", "Kim", "Leo", "Maximiliane", "Noah")
NUMBER = 12


def cards(codes: str) -> tuple:
    return tuple(map(card_of, codes.split()))


def match(players: tuple[str, ...], *events: CardEvent, target: int = 250) -> GameRecord:
    record = GameRecord.begin(GameBegun("liar-liar", players, (("target", target),)))
    for event in events:
        record = record.apply(event)
    return record


def shown(record: GameRecord, sheet: Sheet | None = None, tap: str = "") -> TableView:
    if sheet is not None:
        sheet = opened(record.game, sheet)
        for card in cards(tap):
            sheet = tapped(record.game, sheet, card)
    return view_of(with_cards(NUMBER, CardTable(1, record, sheet)), Surroundings())


def quest(wanted: str, *more: CardEvent, other: int = 1) -> tuple[CardEvent, ...]:
    return (HandDealt(), Quested(0, other, wanted_of(wanted)), *more)


YES, NO = Answered(1, True), Answered(1, False)
ACCEPT, LIAR = Decided(0, False), Decided(0, True)
LAID = (
    HandDealt(),
    CardDrawn(0),
    MeldLaid(0, cards("8S 9S 10S")),
    Discarded(0),
    CardDrawn(1),
    MeldLaid(1, cards("QS QH QD")),
    HitLaid(1, card_of("7S"), 0),
)
"""Two melds on the table, Ben to go on."""


def much_laid(players: tuple[str, ...]) -> GameRecord:
    """As many melds as a hand of five has."""
    runs = ("2S 3S 4S", "5S 6S 7S", "8S 9S 10S", "JH QH KH AH", "2D 3D 4D 5D", "9C 9D 9H")
    events: list[CardEvent] = [HandDealt()]
    for turn, run in enumerate(runs):
        seat = turn % len(players)
        events += [CardDrawn(seat), MeldLaid(seat, cards(run)), Discarded(seat)]
    return match(players, *events)


def played_out(players: tuple[str, ...], target: int) -> GameRecord:
    events: tuple[CardEvent, ...] = (
        HandDealt(),
        CardDrawn(0),
        MeldLaid(0, cards("2S 3S 4S 5S 6S 7S 8S")),
        HitLaid(0, card_of("9S"), 0),
        PlayedOut(0),
    )
    return match(players, *events, target=target)


def card_views() -> tuple[tuple[str, TableView], ...]:
    """Every scene of the card table, by name."""
    won = quest("7", YES, LIAR, CardShown(1, card_of("KH")))
    prove = quest("7S", NO, LIAR, CardShown(1, None))
    large = match(FOURTEEN, *quest("10", Answered(1, True), LIAR))
    return (
        ("cards_deal", shown(match(THREE))),
        ("cards_obtain", shown(match(THREE, HandDealt()))),
        ("cards_obtain_melds", shown(much_laid(FIVE))),
        ("cards_obtain_fourteen", shown(match(FOURTEEN, HandDealt()))),
        ("cards_answer", shown(match(THREE, *quest("7")))),
        ("cards_answer_suit", shown(match(FIVE, *quest("H", other=4)))),
        ("cards_decide", shown(match(THREE, *quest("QH", YES)))),
        ("cards_decide_no", shown(match(FIVE, *quest("7", NO)))),
        ("cards_liar", shown(match(THREE, *quest("7", YES, LIAR)))),
        ("cards_liar_no", shown(match(FIVE, *quest("7", NO, LIAR)))),
        ("cards_liar_fourteen", shown(large)),
        ("cards_won", shown(match(THREE, *won))),
        ("cards_swap", shown(match(FIVE, *prove))),
        ("cards_proof", shown(match(FIVE, *quest("10", NO, ACCEPT)))),
        ("cards_melds", shown(match(THREE, *LAID))),
        ("cards_ask", shown(match(THREE, HandDealt()), Sheet(Purpose.QUEST, 1))),
        ("cards_turn_over", shown(match(THREE, *LAID[:4], *quest_of(1)), Sheet(Purpose.SHOW))),
        ("cards_meld", shown(match(THREE, *LAID), Sheet(Purpose.MELD), "JD JH JS")),
        ("cards_meld_wrong", shown(match(THREE, *LAID), Sheet(Purpose.MELD), "JD JH 2C")),
        ("cards_correct", shown(match(THREE, *LAID[:3]), Sheet(Purpose.CORRECTION))),
        ("cards_hand_over", shown(played_out(FIVE, 250))),
        ("cards_over", shown(played_out(FIVE, 50))),
        ("cards_over_fourteen", shown(played_out(FOURTEEN, 50))),
    )


def first_screen() -> TableView:
    """The first screen with every game that there is."""
    return view_of(welcome(NUMBER, ()), Surroundings())


def quest_of(asker: int) -> tuple[CardEvent, ...]:
    other = asker + 1
    return (Quested(asker, other, wanted_of("7")), Answered(other, True), Decided(asker, True))
