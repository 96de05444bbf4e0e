"""What is touched at the card table. The players declare what happened; the referee takes it or not."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command
from companion.play.modes.cards.state import Purpose, Sheet
from companion.rules import Card, CardEvent


@dataclass(frozen=True, slots=True)
class CardCommand(Command):
    """Base of the card table's commands; undo and leaving are those of every game."""


@dataclass(frozen=True, slots=True)
class Declare(CardCommand):
    """This has happened at the table, or is said now."""

    event: CardEvent


@dataclass(frozen=True, slots=True)
class OpenSheet(CardCommand):
    """Lay the tap sheet open for this purpose."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class PickCard(CardCommand):
    """A card is tapped on a sheet that takes several."""

    card: Card


@dataclass(frozen=True, slots=True)
class PassOver(CardCommand):
    """The thing that is asked about is no card of these."""


@dataclass(frozen=True, slots=True)
class CloseSheet(CardCommand):
    """Put the sheet or the camera's look away; nothing has happened."""


@dataclass(frozen=True, slots=True)
class LookAtCards(CardCommand):
    """Show the table before the camera while a card is turned over or a hand laid open."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class ReadCards(CardCommand):
    """The cards lie open: read them."""

    purpose: Purpose
