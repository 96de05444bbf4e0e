"""The tap sheet: which cards a player says lie face up, or which one is asked for.

Cards come onto it by taps. It may be laid open with cards ``picked`` already: that is the way in for whatever
reads cards that lie face up, and the players correct by taps what was read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.play.errors import Refused
from companion.rules.cards.deck import Card, Cards
from companion.rules.cards.events import (
    CardCorrected,
    CardEvent,
    CardsCorrected,
    CardShown,
    HandShown,
    HitLaid,
    MeldLaid,
    Quested,
)
from companion.rules.cards.legal import Act, may_be_asked, moves
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.cards.words import say_turn


class Purpose(Enum):
    """What the sheet asks for."""

    QUEST = "quest"
    """A card, a rank or a suit, of the player ``other``."""
    SHOW = "show"
    """The card turned over, or the one that proves a lie."""
    MELD = "meld"
    CORRECTION = "correction"
    """What the cards last shown or laid really were."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet as it lies open. ``picked`` are the cards so far, ``earlier`` those before each tap."""

    purpose: Purpose
    other: int | None = None
    picked: Cards = ()
    earlier: tuple[Cards, ...] = ()


_ACTS = {Purpose.SHOW: Act.SHOW, Purpose.MELD: Act.MELD, Purpose.CORRECTION: Act.CORRECT}


def opened(match: Match, sheet: Sheet) -> Sheet:
    """The sheet for this purpose, with the cards that it comes with; a correction else as they stand.

    Refused where it is not due.
    """
    if sheet.purpose is Purpose.QUEST:
        due = sheet.other in may_be_asked(match)
    else:
        due = any(move.act is _ACTS[sheet.purpose] for move in moves(match))
    if not due:
        raise Refused(say_turn(match))
    picked = sheet.picked if takes_many(match, sheet) else ()
    return Sheet(sheet.purpose, sheet.other, picked or _as_they_stand(match, sheet.purpose))


def _as_they_stand(match: Match, purpose: Purpose) -> Cards:
    correcting = purpose is Purpose.CORRECTION and isinstance(match.seen, MeldLaid | HandShown)
    return match.seen.cards if correcting else ()


def takes_many(match: Match, sheet: Sheet) -> bool:
    """Whether several cards are tapped and then taken together."""
    if sheet.purpose is Purpose.CORRECTION:
        return isinstance(match.seen, MeldLaid | HandShown)
    return sheet.purpose is Purpose.MELD


def tapped(match: Match, sheet: Sheet, card: Card) -> Sheet:
    """The sheet after a tap: one more of this card, or none where all that may be there are picked."""
    if not takes_many(match, sheet):
        raise Refused("this sheet takes one card")
    among = sheet.picked.count(card)
    others = tuple(each for each in sheet.picked if each != card)
    picked = (*sheet.picked, card) if among < most_of(match, sheet, card) else others
    return replace(sheet, picked=picked, earlier=(*sheet.earlier, sheet.picked))


def most_of(match: Match, sheet: Sheet, card: Card) -> int:
    """How many of this card can be meant: the decks' cards less those that lie on the table."""
    before = match.before_seen if sheet.purpose is Purpose.CORRECTION else match
    return max(0, match.limits.decks - before.lying(card))


def untapped(sheet: Sheet) -> Sheet | None:
    """The sheet before the last tap; ``None`` where there was none: it is put away."""
    if not sheet.earlier:
        return None
    return replace(sheet, picked=sheet.earlier[-1], earlier=sheet.earlier[:-1])


def event_with(match: Match, sheet: Sheet, card: Card) -> CardEvent:
    """What one touch on a card of this sheet declares, where one card is all it takes."""
    if sheet.purpose is Purpose.CORRECTION:
        return CardCorrected(card)
    return CardShown(shower(match), card)


def event_of(match: Match, sheet: Sheet) -> CardEvent:
    """What the picked cards declare, where the sheet takes several."""
    if sheet.purpose is Purpose.CORRECTION:
        return CardsCorrected(sheet.picked)
    return MeldLaid(match.may_meld, sheet.picked)


def shower(match: Match) -> int:
    """The seat that is to show a card, or may."""
    return match.to_act if match.phase is MatchPhase.SHOW else match.may_show


def corrected_hit(match: Match) -> bool:
    """Whether the card that may be corrected was a hit."""
    return isinstance(match.seen, HitLaid)


def quested(match: Match, sheet: Sheet, wanted: object) -> Quested:
    """The Quest that one touch on this sheet is."""
    return Quested(match.to_act, sheet.other, wanted)
