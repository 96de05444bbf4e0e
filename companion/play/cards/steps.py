"""One step of the card table: what a command makes of it. Pure; the journal is the host's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.play.cards.card_table import CardTable
from companion.play.cards.commands import CloseSheet, Declare, OpenSheet, PickCard
from companion.play.cards.sheet import opened, tapped, untapped
from companion.play.commands import Command, Undo
from companion.play.errors import Refused
from companion.rules.cards.words import say_turn
from companion.rules.events import Undone
from companion.rules.families import AnyEvent


@dataclass(frozen=True, slots=True)
class CardStep:
    """The card table after a command, and the event that must be on disk before anybody sees it."""

    table: CardTable
    event: AnyEvent | None = None


Asked = TypeVar("Asked", bound=Command)


def step(table: CardTable, command: Command) -> CardStep:
    """What a command brings. Refused, or the rules' RuleError, with the reason; the table then stays."""
    return _STEPS[type(command)](table, command)


def _declare(table: CardTable, command: Declare) -> CardStep:
    record = table.record.apply(command.event)
    return CardStep(CardTable(table.game_id, record), command.event)


def _open(table: CardTable, command: OpenSheet) -> CardStep:
    return CardStep(replace(table, sheet=opened(table.match, command.sheet)))


def _pick(table: CardTable, command: PickCard) -> CardStep:
    if table.sheet is None:
        raise Refused(say_turn(table.match))
    return CardStep(replace(table, sheet=tapped(table.match, table.sheet, command.card)))


def _close(table: CardTable, command: CloseSheet) -> CardStep:
    return CardStep(replace(table, sheet=None))


def _undo(table: CardTable, command: Undo) -> CardStep:
    """The last tap on the sheet, the sheet itself, or the latest event."""
    if table.sheet is not None:
        return CardStep(replace(table, sheet=untapped(table.sheet)))
    return CardStep(CardTable(table.game_id, table.record.apply(Undone())), Undone())


_STEPS: dict[type[Command], Callable[[CardTable, Asked], CardStep]] = {
    Declare: _declare,
    OpenSheet: _open,
    PickCard: _pick,
    CloseSheet: _close,
    Undo: _undo,
}
"""What each command does."""
