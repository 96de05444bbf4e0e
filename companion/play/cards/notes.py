"""What is kept beside an event that the eye had a part in: its word, and whose word was taken."""

from __future__ import annotations

from companion.card_reading import ReadCard
from companion.journal.reading_note import CardNote, ReadingNote, Source
from companion.play.cards.card_table import CardTable
from companion.play.cards.cards_seen import CardsSeen, card_read, main_doubt
from companion.rules.cards.deck import Card, Cards
from companion.rules.cards.events import CardEvent, CardShown, HandShown, HitLaid, MeldLaid


def note_beside(table: CardTable, event: CardEvent) -> ReadingNote | None:
    """The note of the look that the event came from, ``None`` where it came from taps alone."""
    seen = _seen(table)
    if seen is None:
        return None
    cards = _cards_of(event)
    if not cards:
        return None
    answers = () if table.sheet is None else table.sheet.answers
    told = {card: read for read, card in answers}
    return ReadingNote((), cards=tuple(_note(card, seen, told, alone=len(cards) == 1) for card in cards))


def _seen(table: CardTable) -> CardsSeen | None:
    if table.look is not None:
        return table.look.seen
    return None if table.sheet is None else table.sheet.seen


def _cards_of(event: CardEvent) -> Cards:
    if isinstance(event, HandShown | MeldLaid):
        return event.cards
    if isinstance(event, CardShown | HitLaid) and event.card is not None:
        return (event.card,)
    return ()


def _note(card: Card, seen: CardsSeen, told: dict[Card, ReadCard], alone: bool) -> CardNote:
    """One card: the eye's where it was sure of it, else the players', with what the eye had made of it."""
    for read in seen.sure:
        if card_read(read) == card:
            return CardNote(card.code, Source.EYE, read.code, read.confidence)
    read = told.get(card)
    if read is None and alone and len(seen.sure) + len(seen.doubted) == 1:
        (read,) = (*seen.sure, *seen.doubted)
    if read is None:
        return CardNote(card.code, Source.PLAYER, None, None)
    doubt = main_doubt(read).value if read.doubts or read.code is None else None
    return CardNote(card.code, Source.PLAYER, read.code, read.confidence, doubt)
