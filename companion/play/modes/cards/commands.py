"""Touches at the card table: the players declare what happened, the referee accepts or refuses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command
from companion.play.modes.cards.state import Purpose, Sheet
from companion.rules import Card, CardEvent


@dataclass(frozen=True, slots=True)
class CardCommand(Command): ...


@dataclass(frozen=True, slots=True)
class Declare(CardCommand):
    event: CardEvent


@dataclass(frozen=True, slots=True)
class OpenSheet(CardCommand):
    """Open the tap sheet for this purpose."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class PickCard(CardCommand):
    card: Card


@dataclass(frozen=True, slots=True)
class PassOver(CardCommand):
    """The thing asked about is none of these cards."""


@dataclass(frozen=True, slots=True)
class CloseSheet(CardCommand):
    """Close the sheet or the look; nothing has happened."""


@dataclass(frozen=True, slots=True)
class LookAtCards(CardCommand):
    """Show the live table while a card is turned over or a hand laid open."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class ReadCards(CardCommand):
    purpose: Purpose
