"""The camera's look at the card table: for what, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.cards.cards_seen import CardsSeen
from companion.play.cards.sheet import Purpose


class LookStage(Enum):
    """How far a look has come."""

    AIMING = "aiming"
    """The card is being turned over before the live picture."""
    READING = "reading"
    OFFERED = "offered"
    """One card was read surely; the players take it or say which it is."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look for this purpose; ``seen`` is there once a card is offered."""

    purpose: Purpose
    stage: LookStage
    seen: CardsSeen | None = None
