"""The tap sheet: which cards a player says lie face up, or which one is asked for.

Cards come onto it by taps. It may be laid open with cards ``picked`` already: that is the way in for the eye,
and the players correct by taps what was read. What the eye doubts is asked about on it, one card at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.card_reading import ReadCard
from companion.play.cards.cards_seen import CardsSeen
from companion.play.errors import Refused
from companion.rules.cards.deck import Card, Cards, Wanted
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
from companion.rules.cards.legal import Act, hit_by, may_be_asked, moves
from companion.rules.cards.match import Match, MatchPhase
from companion.text.cards import say_turn
from companion.text.speech import say


class Purpose(Enum):
    """What the sheet asks for."""

    QUEST = "quest"
    """A card, a rank or a suit, of the player ``other``."""
    SHOW = "show"
    """The card turned over, the one that proves a lie, or the one taken from an open hand."""
    HAND = "hand"
    """Every card of a hand that lies open after a challenged No."""
    MELD = "meld"
    """A meld; where it is one card only, a hit."""
    CORRECTION = "correction"
    """What the cards last shown or laid really were."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet as it lies open: ``picked`` are the cards so far, ``before`` the sheet before the last tap.

    ``seen`` is what the eye told, where it has looked. ``doubts`` are the cards that it is still unsure of,
    the first being asked about, and ``answers`` what the players said of others.
    """

    purpose: Purpose
    other: int | None = None
    picked: Cards = ()
    seen: CardsSeen | None = None
    doubts: tuple[ReadCard, ...] = ()
    answers: tuple[tuple[ReadCard, Card], ...] = ()
    before: Sheet | None = None


_ACTS = {
    Purpose.SHOW: (Act.SHOW,),
    Purpose.HAND: (Act.SHOW,),
    Purpose.MELD: (Act.MELD, Act.HIT),
    Purpose.CORRECTION: (Act.CORRECT,),
}


def need_due(match: Match, purpose: Purpose, other: int | None = None) -> None:
    """Refused, with what the table waits for, where a sheet for this purpose is not due."""
    if purpose is Purpose.QUEST:
        due = other in may_be_asked(match)
    else:
        due = any(move.act in _ACTS[purpose] for move in moves(match))
    if not due or (purpose is Purpose.HAND and not hand_lies_open(match)):
        raise Refused(say_turn(match))


def hand_lies_open(match: Match) -> bool:
    """Whether somebody is to show all cards."""
    return match.phase is MatchPhase.SHOW and not match.asked.yes


def opened(match: Match, sheet: Sheet) -> Sheet:
    """The sheet for this purpose, with the cards that it comes with; a correction else as they stand.

    Refused where it is not due.
    """
    need_due(match, sheet.purpose, sheet.other)
    picked = sheet.picked if takes_many(match, sheet) else ()
    return replace(sheet, picked=picked or _as_they_stand(match, sheet.purpose))


def _as_they_stand(match: Match, purpose: Purpose) -> Cards:
    seen = match.seen
    return seen.cards if purpose is Purpose.CORRECTION and isinstance(seen, MeldLaid | HandShown) else ()


def takes_many(match: Match, sheet: Sheet) -> bool:
    """Whether several cards are tapped and then taken together."""
    if sheet.purpose is Purpose.CORRECTION:
        return isinstance(match.seen, MeldLaid | HandShown)
    return sheet.purpose in (Purpose.MELD, Purpose.HAND)


def tapped(match: Match, sheet: Sheet, card: Card) -> Sheet:
    """The sheet after a tap: one more of this card, or none where all that may be there are picked.

    While a doubt is asked about, a card that is tapped anew is the answer to it.
    """
    if not takes_many(match, sheet):
        raise Refused(say("sheet.takes_one"))
    if sheet.picked.count(card) >= most_of(match, sheet, card):
        others = tuple(each for each in sheet.picked if each != card)
        return replace(sheet, picked=others, before=sheet)
    more = replace(sheet, picked=(*sheet.picked, card), before=sheet)
    if not sheet.doubts:
        return more
    return replace(more, doubts=sheet.doubts[1:], answers=(*sheet.answers, (sheet.doubts[0], card)))


def passed_over(sheet: Sheet) -> Sheet:
    """The sheet once what is asked about was said to be no card of these. Refused where nothing is."""
    if not sheet.doubts:
        raise Refused(say("sheet.nothing_asked"))
    return replace(sheet, doubts=sheet.doubts[1:], before=sheet)


def most_of(match: Match, sheet: Sheet, card: Card) -> int:
    """How many of this card can be meant: the decks' cards less those that lie on the table."""
    corrected = match.before_seen if sheet.purpose is Purpose.CORRECTION else None
    return max(0, match.limits.decks - (corrected or match).lying(card))


def untapped(sheet: Sheet) -> Sheet | None:
    """The sheet before the last tap or look; ``None`` where there was none: it is put away."""
    return sheet.before


def event_with(match: Match, sheet: Sheet, card: Card) -> CardEvent:
    """What one touch on a card of this sheet declares, where one card is all it takes."""
    if sheet.purpose is Purpose.CORRECTION:
        return CardCorrected(card)
    return CardShown(shower(match), card)


def event_of(match: Match, sheet: Sheet) -> CardEvent:
    """What the picked cards declare, where the sheet takes several."""
    if sheet.purpose is Purpose.CORRECTION:
        return CardsCorrected(sheet.picked)
    if sheet.purpose is Purpose.HAND:
        return HandShown(shower(match), sheet.picked)
    return MeldLaid(melder(match), sheet.picked)


def hits_of(match: Match, sheet: Sheet) -> tuple[HitLaid, ...]:
    """The hits that the picked card can be, where it is one and no meld."""
    if sheet.purpose is not Purpose.MELD or len(sheet.picked) != 1:
        return ()
    (card,) = sheet.picked
    return tuple(HitLaid(melder(match), card, meld) for meld in hit_by(match, card))


def shower(match: Match) -> int:
    """The seat that is to show a card, or may; ValueError where nobody may."""
    if match.phase is MatchPhase.SHOW:
        return match.acting
    if match.may_show is None:
        raise ValueError(f"nobody may show a card in the phase {match.phase.value}")
    return match.may_show


def melder(match: Match) -> int:
    """The seat that may lay melds and hits; ValueError where nobody may."""
    if match.may_meld is None:
        raise ValueError(f"nobody may lay a meld in the phase {match.phase.value}")
    return match.may_meld


def corrected_hit(match: Match) -> bool:
    """Whether the card that may be corrected was a hit."""
    return isinstance(match.seen, HitLaid)


def quested(match: Match, sheet: Sheet, wanted: Wanted) -> Quested:
    """The Quest that one touch on this sheet is; ValueError for a sheet that asks nobody."""
    if sheet.other is None:
        raise ValueError("a Quest asks another player: this sheet has none")
    return Quested(match.acting, sheet.other, wanted)
