"""The tap sheet as the screen draws it: every card with its touch, or the reason why it has none."""

from __future__ import annotations

from companion.play.cards.commands import CloseSheet, Declare, PickCard
from companion.play.cards.keys import On
from companion.play.cards.look_view import doubt_view, read_key
from companion.play.cards.sheet import (
    Purpose,
    Sheet,
    event_of,
    event_with,
    hits_of,
    most_of,
    quested,
    takes_many,
)
from companion.play.cards.views import (
    CardKey,
    KeyTone,
    SheetCell,
    SheetView,
    face_of,
    face_of_wanted,
    faces_of,
)
from companion.rules.cards.deck import DECK, Card, Kind, Rank, Suit, Wanted
from companion.rules.cards.events import HitLaid
from companion.rules.cards.legal import why_not
from companion.rules.cards.match import Match
from companion.text.card_names import say_cards, say_the_card
from companion.text.names import say_player
from companion.text.refusals import reason_if
from companion.text.speech import say


def sheet_view(match: Match, sheet: Sheet, on: On) -> SheetView:
    """The sheet on a view."""
    number, close = on.number, CloseSheet(on.number)
    read, doubt = read_key(sheet, on), doubt_view(match, sheet, number)
    if sheet.purpose is Purpose.QUEST:
        return SheetView(
            cells=tuple(_asking(match, sheet, Wanted(card.rank, card.suit), number) for card in DECK),
            ranks=tuple(_asking(match, sheet, Wanted(rank=rank), number) for rank in Rank),
            suits=tuple(_asking(match, sheet, Wanted(suit=suit), number) for suit in Suit),
            kinds=tuple(_asking(match, sheet, Wanted(kind=kind), number) for kind in Kind),
            close=close,
        )
    if not takes_many(match, sheet):
        cells = tuple(_taking(match, sheet, card, number) for card in DECK)
        return SheetView(cells=cells, close=close, read=read, doubt=doubt)
    hits = hits_of(match, sheet)
    why = None if hits else _why_not_taken(match, sheet)
    return SheetView(
        cells=tuple(_picking(match, sheet, card, number) for card in DECK),
        close=close,
        many=True,
        picked=faces_of(sheet.picked),
        take=_hit_key(match, hits, number) if hits else _take_key(match, sheet, why, number),
        why=why if sheet.picked else None,
        read=read,
        doubt=doubt,
    )


def _take_key(match: Match, sheet: Sheet, why: str | None, number: int) -> CardKey:
    """The key that takes the picked cards; not while one is in doubt."""
    may = why is None and not sheet.doubts
    return CardKey(
        say(f"take_key.{sheet.purpose.value}"),
        Declare(number, event_of(match, sheet)) if may else None,
        KeyTone.MAIN,
    )


def _hit_key(match: Match, hits: tuple[HitLaid, ...], number: int) -> CardKey:
    """The key that lays the one picked card onto a meld; where it fits several, they are the choices."""
    owned = tuple((hit, match.melds[hit.meld]) for hit in hits)
    named = tuple(
        CardKey(
            say(f"owned.{meld.kind.value}", player=say_player(match.players, meld.player)),
            Declare(number, hit),
            line=say_cards(meld.cards),
        )
        for hit, meld in owned
    )
    if len(named) == 1:
        return CardKey(say("card_key.lay_on", meld=named[0].words), named[0].command, KeyTone.MAIN)
    return CardKey(
        say("card_key.lay_on_a_meld"), None, KeyTone.MAIN, choices=named, line=say("card_key.which_meld")
    )


def _asking(match: Match, sheet: Sheet, wanted: Wanted, number: int) -> SheetCell:
    quest = quested(match, sheet, wanted)
    why = reason_if(why_not(match, quest))
    return SheetCell(face_of_wanted(wanted), None if why else Declare(number, quest), why)


def _taking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    event = event_with(match, sheet, card)
    why = reason_if(why_not(match, event))
    return SheetCell(face_of(card), None if why else Declare(number, event), why)


def _picking(match: Match, sheet: Sheet, card: Card, number: int) -> SheetCell:
    if not most_of(match, sheet, card):
        return SheetCell(face_of(card), None, say("sheet.lies_already", card=say_the_card(card)))
    return SheetCell(face_of(card), PickCard(number, card), picked=sheet.picked.count(card))


def _why_not_taken(match: Match, sheet: Sheet) -> str | None:
    if sheet.picked in ((), getattr(match.seen, "cards", ())) and sheet.purpose is Purpose.CORRECTION:
        return say("sheet.as_they_stand")
    return reason_if(why_not(match, event_of(match, sheet)))
