"""The panel at the card table: what its buttons say, and which lamps shine. Pure.

The round button is the one yellow key, where there is one alone: with two a person must choose on the screen.
A seat's challenge button is that player's "Liar, Liar".
"""

from __future__ import annotations

from companion.panel import Lamp
from companion.play.cards.commands import Declare
from companion.play.cards.views import CardKey, CardTableView, KeyTone
from companion.play.commands import Command
from companion.rules.cards.events import Decided


def round_command(view: CardTableView) -> Command | None:
    """What the round button says now; ``None``: nothing."""
    yellow = [key for key in _keys(view) if key.tone is KeyTone.MAIN]
    return yellow[0].command if len(yellow) == 1 else None


def liar_command(view: CardTableView, seat: int) -> Command | None:
    """What a seat's challenge button says now: "Liar, Liar" where that is the seat's to say."""
    for key in _keys(view):
        command = key.command
        if key.tone is not KeyTone.CALL or not isinstance(command, Declare):
            continue
        if isinstance(command.event, Decided) and command.event.player == seat:
            return command
    return None


def card_lamps(view: CardTableView, winner: int | None) -> tuple[Lamp, ...]:
    """A lamp a seat: whom the table waits for, and who has won."""
    return tuple(
        Lamp.WON if seat.seat == winner else Lamp.TURN if seat.to_act and winner is None else Lamp.OFF
        for seat in view.seats
    )


def _keys(view: CardTableView) -> tuple[CardKey, ...]:
    """The keys on the screen: those of the look, of the card read, of the sheet, or of the table."""
    if view.look is not None:
        return view.look.keys
    if view.offer is not None:
        return view.offer.keys
    if view.sheet is not None:
        return () if view.sheet.take is None else (view.sheet.take,)
    return view.keys
