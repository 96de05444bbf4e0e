"""One step of the card table: what a command makes of it. Pure; the journal is the controller's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.card_reading import ReadCard
from companion.journal.reading_note import CardNote, ReadingNote, Source
from companion.play.cards.card_table import CardTable
from companion.play.cards.cards_seen import CardsSeen, card_read, main_doubt
from companion.play.cards.commands import (
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
from companion.play.commands import Command, Undo
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


Asked = TypeVar("Asked", bound=Command)


def step(table: CardTable, command: Command) -> CardStep:
    """What a command brings. Refused, or the rules' RuleError, with the reason; the table then stays."""
    return _STEPS[type(command)](table, command)


def _declare(table: CardTable, command: Declare) -> CardStep:
    record = table.record.apply(command.event)
    return CardStep(CardTable(table.game_id, record), command.event, note_beside(table, command.event))


def _open(table: CardTable, command: OpenSheet) -> CardStep:
    return CardStep(replace(table, sheet=opened(table.match, command.sheet), look=None))


def _pick(table: CardTable, command: PickCard) -> CardStep:
    sheet = _on_top(table)
    return CardStep(replace(table, sheet=tapped(table.match, sheet, command.card)))


def _pass_over(table: CardTable, command: PassOver) -> CardStep:
    return CardStep(replace(table, sheet=passed_over(_on_top(table))))


def _on_top(table: CardTable) -> Sheet:
    if table.sheet is None or table.look is not None:
        raise Refused(say_turn(table.match))
    return table.sheet


def _close(table: CardTable, command: CloseSheet) -> CardStep:
    return CardStep(replace(table, sheet=None, look=None))


def _look(table: CardTable, command: LookAtCards) -> CardStep:
    return CardStep(aimed(table, command.purpose))


def _read(table: CardTable, command: ReadCards) -> CardStep:
    return CardStep(reading(table, command.purpose))


def _undo(table: CardTable, command: Undo) -> CardStep:
    """The camera's look, the last tap on the sheet, the sheet itself, or the latest event."""
    if table.look is not None:
        return CardStep(before_look(table))
    if table.sheet is not None:
        return CardStep(replace(table, sheet=untapped(table.sheet)))
    return CardStep(CardTable(table.game_id, table.record.apply(Undone())), Undone())


_STEPS: dict[type[Command], Callable[[CardTable, Asked], CardStep]] = {
    Declare: _declare,
    OpenSheet: _open,
    PickCard: _pick,
    PassOver: _pass_over,
    CloseSheet: _close,
    LookAtCards: _look,
    ReadCards: _read,
    Undo: _undo,
}
"""What each command does."""


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
