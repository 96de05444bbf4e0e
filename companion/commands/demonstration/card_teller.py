"""Tells the demonstration of Liar, Liar: cards drawn in the terminal, what was read, what players do."""

from __future__ import annotations

from companion.card_reading import ReadCard
from companion.commands.demonstration.card_eye import CardLook
from companion.commands.demonstration.teller import BOLD, GLANCE_S, WARM, Teller
from companion.play.cards.views import CardTableView, CardView
from companion.rules.cards.events import (
    CardCorrected,
    CardDrawn,
    CardEvent,
    CardsCorrected,
    CardsSwapped,
    DiscardsShuffled,
    HandDealt,
    HitLaid,
    MeldLaid,
    PlayedOut,
)
from companion.text.card_names import say_number_of_cards
from companion.text.speech import say

WHITE_CARD, RED_CARD, ASKED_CARD = "\x1b[30;107m", "\x1b[31;107m", "\x1b[30;105m"
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = "HD"


def code_of(card: CardView) -> str:
    """A card of the screen as the record writes it."""
    return card.rank + ("" if card.suit is None else card.suit.name[0])


def drawn(teller: Teller, code: str, asked: bool = False) -> str:
    """A card as it stands in the terminal: "10♠", in colour where there are colours."""
    text = code[:-1] + (SIGNS[code[-1]] if teller.draws_suits else code[-1]) + ("?" if asked else "")
    if not teller.colour:
        return text
    return teller.painted(f" {text} ", ASKED_CARD if asked else RED_CARD if code[-1] in RED else WHITE_CARD)


def say_look(teller: Teller, look: CardLook) -> None:
    """What the eye read of the cards just laid, and what it read wrongly."""
    new = {card.code for card in look.new}
    told = [_as_told(teller, card) for card in look.reading.cards if _concerns(card, new)]
    read = say("demo.eye_reads", cards=" ".join(told)) if told else say("demo.eye_reads_nothing")
    teller.line(f"    {read}")
    if look.wrong:
        there = " ".join(drawn(teller, card.code) for card in look.lying)
        teller.line("    " + teller.painted(say("demo.there_lie", cards=there), WARM))


def _concerns(card: ReadCard, new: set[str]) -> bool:
    """Whether a card that was read is one of the new ones, or none that lies there, or a doubt of one."""
    return bool(new & {card.code, *card.likely[:1]})


def _as_told(teller: Teller, card: ReadCard) -> str:
    if card.code is not None and not card.doubts:
        return drawn(teller, card.code)
    return drawn(teller, card.likely[0], asked=True) if card.likely else "?"


def say_event(teller: Teller, table: CardTableView, event: CardEvent) -> None:
    """What a player does; a Quest is described once it has ended."""
    if isinstance(event, HandDealt):
        scores = " · ".join(f"{teller.name(seat)} {seat.score}" for seat in table.seats)
        teller.line()
        hand = teller.painted(say("title.hand_number", hand=table.hand + 1), BOLD)
        teller.line(f"{hand}   {say('demo.points', scores=scores)}")
        return
    if isinstance(event, DiscardsShuffled):
        teller.line("  " + say("demo.shuffled"))
        return
    if isinstance(event, CardCorrected | CardsCorrected):
        return
    words = _words(teller, table, event)
    if words is not None:
        teller.says(table.seats[event.player], words, GLANCE_S)


def _words(teller: Teller, table: CardTableView, event: CardEvent) -> str | None:
    match event:
        case CardDrawn():
            return say("demo.draws")
        case CardsSwapped(count=count):
            return say("demo.swaps", cards=say_number_of_cards(count))
        case MeldLaid(cards=cards):
            return say("demo.lays", cards=" ".join(drawn(teller, card.code) for card in cards))
        case HitLaid(card=card, meld=meld):
            return say("demo.hits", owner=table.melds[meld].owner, card=drawn(teller, card.code))
        case PlayedOut():
            return teller.painted(say("demo.plays_out"), BOLD)
    return None
