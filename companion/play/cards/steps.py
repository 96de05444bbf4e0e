"""One step of the card table: what a command makes of it. Pure; the journal is the controller's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.card_reading import ReadCard
from companion.journal.reading_note import CardNote, ReadingNote, Source
from companion.play.cards.card_table import CardTable
from companion.play.cards.cards_seen import CardsSeen, card_read, main_doubt
from companion.play.cards.commands import (
    CardCommand,
    CloseSheet,
    Declare,
    LookAtCards,
    OpenSheet,
    PassOver,
    PickCard,
    ReadCards,
)
from companion.play.cards.looking import aimed, before_look, reading
from companion.play.cards.sheet import Sheet, opened, passed_over, tapped, untapped
from companion.play.commands import Undo
from companion.play.errors import Refused
from companion.rules.cards.deck import Card, Cards
from companion.rules.cards.events import CardEvent, CardShown, HandShown, HitLaid, MeldLaid
from companion.rules.events import Undone
from companion.rules.families import AnyEvent
from companion.text.cards import say_turn


@dataclass(frozen=True, slots=True)
class CardStep:
    """The card table after a command, and the event that must be on disk before anybody sees it."""

    table: CardTable
    event: AnyEvent | None = None
    note: ReadingNote | None = None


def step(table: CardTable, command: CardCommand | Undo) -> CardStep:
    """What a command brings. Refused, or the rules' RuleError, with the reason; the table then stays."""
    match command:
        case Declare(event=event):
            stands = CardTable(table.game_id, table.record.apply(event))
            return CardStep(stands, event, note_beside(table, event))
        case OpenSheet(sheet=sheet):
            return CardStep(replace(table, sheet=opened(table.match, sheet), look=None))
        case PickCard(card=card):
            return CardStep(replace(table, sheet=tapped(table.match, _on_top(table), card)))
        case PassOver():
            return CardStep(replace(table, sheet=passed_over(_on_top(table))))
        case CloseSheet():
            return CardStep(replace(table, sheet=None, look=None))
        case LookAtCards(purpose=purpose):
            return CardStep(aimed(table, purpose))
        case ReadCards(purpose=purpose):
            return CardStep(reading(table, purpose))
        case Undo():
            return _taken_back(table)
    raise TypeError(f"the card table knows no {type(command).__name__}")


def _on_top(table: CardTable) -> Sheet:
    if table.sheet is None or table.look is not None:
        raise Refused(say_turn(table.match))
    return table.sheet


def _taken_back(table: CardTable) -> CardStep:
    """The camera's look, the last tap on the sheet, the sheet itself, or the latest event."""
    if table.look is not None:
        return CardStep(before_look(table))
    if table.sheet is not None:
        return CardStep(replace(table, sheet=untapped(table.sheet)))
    return CardStep(CardTable(table.game_id, table.record.apply(Undone())), Undone())


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
    for sure in seen.sure:
        if card_read(sure) == card:
            return CardNote(card.code, Source.EYE, sure.code, sure.confidence)
    every = (*seen.sure, *seen.doubted)
    only = every[0] if alone and len(every) == 1 else None
    read = told.get(card, only)
    if read is None:
        return CardNote(card.code, Source.PLAYER, None, None)
    doubt = main_doubt(read).value if read.doubts or read.code is None else None
    return CardNote(card.code, Source.PLAYER, read.code, read.confidence, doubt)
