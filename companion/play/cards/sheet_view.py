"""The tap sheet as the screen draws it: every card with its touch, or the reason why it has none."""

from __future__ import annotations

from companion.play.cards.commands import CloseSheet, Declare, PickCard
from companion.play.cards.faces import face_of, face_of_wanted, faces_of
from companion.play.cards.sheet import (
    Purpose,
    Sheet,
    event_of,
    event_with,
    most_of,
    quested,
    takes_many,
)
from companion.play.cards.views import CardKey, KeyTone, SheetCell, SheetView
from companion.rules.cards.deck import DECK, Card, Rank, Suit, Wanted
from companion.rules.cards.legal import why_not
from companion.rules.cards.match import Match
from companion.rules.cards.names import say_the_card


def sheet_view(match: Match, sheet: Sheet, number: int) -> SheetView:
    """The sheet on the view of this number."""
    close = CloseSheet(number)
    if sheet.purpose is Purpose.QUEST:
        return SheetView(
            cells=tuple(_asking(match, sheet, Wanted(card.rank, card.suit), number) for card in DECK),
            ranks=tuple(_asking(match, sheet, Wanted(rank=rank), number) for rank in Rank),
            suits=tuple(_asking(match, sheet, Wanted(suit=suit), number) for suit in Suit),
            close=close,
        )
    if not takes_many(match, sheet):
        return SheetView(cells=tuple(_taking(match, sheet, card, number) for card in DECK), close=close)
    why = _why_not_taken(match, sheet)
    return SheetView(
        cells=tuple(_picking(match, sheet, card, number) for card in DECK),
        close=close,
        many=True,
        picked=faces_of(sheet.picked),
        take=CardKey(
            _TAKE[sheet.purpose], None if why else Declare(number, event_of(match, sheet)), KeyTone.MAIN
        ),
        why=why if sheet.picked else None,
    )


_TAKE = {Purpose.MELD: "Lay it down", Purpose.CORRECTION: "That is right"}


def _asking(match: Match, sheet: Sheet, wanted: Wanted, number: int) -> SheetCell:
    quest = quested(match, sheet, wanted)
    why = why_not(match, quest)
    return SheetCell(face_of_wanted(wanted), None if why else Declare(number, quest), why)


def _taking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    event = event_with(match, sheet, card)
    why = why_not(match, event)
    return SheetCell(face_of(card), None if why else Declare(number, event), why)


def _picking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    if not most_of(match, sheet, card):
        return SheetCell(face_of(card), None, f"{say_the_card(card)} lies on the table already")
    return SheetCell(face_of(card), PickCard(number, card), picked=sheet.picked.count(card))


def _why_not_taken(match: Match, sheet: Sheet) -> str | None:
    if sheet.picked in ((), getattr(match.seen, "cards", ())) and sheet.purpose is Purpose.CORRECTION:
        return "these are the cards as they stand: tap what is wrong"
    return why_not(match, event_of(match, sheet))
