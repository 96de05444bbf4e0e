"""Touches at the card table: players declare what happened, the referee accepts or refuses."""

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
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class PickCard(CardCommand):
    card: Card


@dataclass(frozen=True, slots=True)
class PassOver(CardCommand): ...


@dataclass(frozen=True, slots=True)
class CloseSheet(CardCommand): ...


@dataclass(frozen=True, slots=True)
class LookAtCards(CardCommand):
    """Show the live table for a card turned over or a hand laid open."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class ReadCards(CardCommand):
    purpose: Purpose
