"""Taps that are no event yet, kept beside the game, so that a power cut loses none.

They go with the next event, but for those that somebody's leaving broke off. Kept are faces and whose word
they are, not what the eye saw.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.core.reading import Doubt
from companion.journal import Source, SquaresNote, Store, StoreError
from companion.play.modes.dice.hands import Hand, Hands, Slot
from companion.play.modes.dice.state import DiceTable, Moment, Show, Squares, resumed_game
from companion.rules import Undone
from companion.text import as_sentence

FACES = range(1, 7)


class Unfinished:
    def __init__(self, journal: Store) -> None:
        self._journal = journal
        self._kept: tuple[int, str] | None = None
        """The taps that the journal has, and their game; None: it has none."""

    def keep(self, table: DiceTable) -> DiceTable:
        """If the journal fails, the table says so and plays on."""
        text = text_of(table)
        kept = None if text is None else (table.game_id, text)
        if kept == self._kept:
            return table
        try:
            self._journal.keep_unfinished(table.game_id, text)
        except StoreError as fault:
            return replace(table, fault=as_sentence(str(fault)))
        self._kept = kept
        return table

    def forget(self) -> None:
        self._kept = None

    def restored(self, table: DiceTable) -> DiceTable:
        """What players said of the Lost Dice Squares stands beside an event, or among the taps."""
        said = None
        with suppress(StoreError):  # a damaged note keeps nobody from the game
            notes = (note.squares for _, note in reversed(self._journal.readings(table.game_id)))
            said = next(filter(None, notes), None)
        if said is not None:
            table = replace(table, squares=Squares(said.seen - said.lost))
        text = self._journal.unfinished(table.game_id)
        self._kept = None if text is None else (table.game_id, text)
        return table if text is None else with_taps(table, text)


def text_of(table: DiceTable) -> str | None:
    """The taps as one JSON object; None: no taps."""
    told = _told(table)
    return json.dumps(told, separators=(",", ":")) if told else None


def _told(table: DiceTable) -> dict[str, object]:
    told: dict[str, object] = {}
    if table.squares.overruled is not None:
        told["squares"] = [table.squares.overruled.lost, table.squares.overruled.seen]
    if table.aside is not None and (aside := _told(table.aside)):
        told["aside"] = aside
    if table.show is not None:
        told["show"] = [table.show.count, table.show.slid]
    if table.moment is Moment.CHECK and table.earlier_hands:
        told |= {"correcting": table.correcting, "hands": [_written(each) for each in _stages(table)]}
    elif table.again is not None:
        told |= _told(table.again)
    elif table.rolls:
        told |= {"rolls": table.rolls, "rolls_kept": table.rolls_kept}
    return told


def with_taps(table: DiceTable, text: str) -> DiceTable:
    """The table with the taps that ``text_of`` wrote; unchanged for any other text."""
    try:
        return _with_told(table, json.loads(text))
    except (ValueError, KeyError, TypeError):
        return table


def _with_told(table: DiceTable, told: dict[str, Any]) -> DiceTable:
    seats = range(len(table.game.players))
    if "squares" in told:
        lost, seen = map(int, told["squares"])
        table = replace(table, squares=Squares(seen - lost, seen, overruled=SquaresNote(lost, seen)))
    if "aside" in told:
        before = resumed_game(table.number, table.game_id, table.record.apply(Undone()))
        table = replace(table, aside=_with_told(before, told["aside"]))
    if "rolls" in told:
        rolls = ((_one_of(seats, seat), _one_of(FACES, face)) for seat, face in told["rolls"])
        return replace(table.with_rolls(rolls), rolls_kept=int(told.get("rolls_kept", 0)))
    if "show" in told:
        count, slid = told["show"]
        table = replace(table, moment=Moment.SHOWING, show=Show(int(count), tuple(slid)))
    if "hands" not in told:
        return table
    *earlier, hands = (_read(each, seats) for each in told["hands"])
    return replace(
        table,
        moment=Moment.CHECK,
        hands=hands,
        earlier_hands=tuple(earlier),
        correcting=bool(told["correcting"]),
    )


def _stages(table: DiceTable) -> tuple[Hands, ...]:
    return (*table.earlier_hands, table.hands)


def _written(hands: Hands) -> list[object]:
    return [[each.seat, each.expected, each.shown, [_slot(slot) for slot in each.slots]] for each in hands]


def _slot(slot: Slot) -> list[object]:
    source = None if slot.source is None else slot.source.value
    return [slot.face, source, *(doubt.value for doubt in slot.doubts)]


def _read(hands: list[list[Any]], seats: range) -> Hands:
    return tuple(
        Hand(_one_of(seats, seat), expected, tuple(shown), tuple(_slot_read(*each) for each in slots))
        for seat, expected, shown, slots in hands
    )


def _slot_read(face: int | None, source: str | None, *doubts: str) -> Slot:
    known = None if source is None else Source(source)
    return Slot(
        None if face is None else _one_of(FACES, face), known, doubts=tuple(Doubt(each) for each in doubts)
    )


def _one_of(allowed: range, number: int) -> int:
    if number not in allowed:
        raise ValueError(f"{number} is none of {allowed}")
    return number
