"""Kinds of the record's lines, and each game family's vocabulary.

The rules' events check what a field holds; this module lists a line's fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.journal.errors import RecordError
from companion.rules import (
    Answered,
    AnyEvent,
    BidMade,
    CardCorrected,
    CardDrawn,
    CardGiven,
    Cards,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    CardTaken,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    Decided,
    DiceShown,
    Discarded,
    DiscardsShuffled,
    EventError,
    Foreign,
    HandDealt,
    HandShown,
    HitLaid,
    MeldLaid,
    OpeningRolled,
    PlayedOut,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    Quested,
    Refusal,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    card_of,
    need_whole,
    wanted_of,
)
from companion.text import quoted, say

NOBODY = "—"
"""For a forgotten name."""

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of line: event name and type, required and optional fields, reader and writer."""

    name: str
    event: type
    fields: tuple[str, ...]
    read: Callable[[Fields], AnyEvent]
    write: Callable[[Any], Fields]
    optional: tuple[str, ...] = ()


def line_for(name: str, event: type[Any], *fields: str, **renamed: str) -> Line:
    """A line with the event's fields; ``renamed``: further fields, and what the event calls them."""
    own_of = {field: field for field in fields} | renamed
    forms = [(field, own, _FORMS.get(own, _PLAIN)) for field, own in own_of.items()]

    def read(written: Fields) -> AnyEvent:
        told: AnyEvent = event(**{own: form.read(written[field]) for field, own, form in forms})
        return told

    def write(told: object) -> Fields:
        return {field: form.write(getattr(told, own)) for field, own, form in forms}

    return Line(name, event, tuple(own_of), read, write)


class Vocabulary:
    """A game family's lines. Several may share a name and differ in their fields."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._by_event = {line.event: line for line in lines}
        self._by_name: dict[str, list[Line]] = {}
        for line in lines:
            self._by_name.setdefault(line.name, []).append(line)

    def fields_of(self, event: AnyEvent) -> Fields:
        line = self._by_event[type(event)]
        return {"event": line.name, **line.write(event)}

    def event_of(self, fields: Fields) -> AnyEvent:
        """Raises RecordError for missing or unlisted fields, EventError for a wrong kind."""
        return self._form_of(fields).read(fields)

    def _form_of(self, fields: Fields) -> Line:
        if "event" not in fields:
            raise RecordError(say("record.no_event"))
        name = fields["event"]
        forms = self._by_name.get(name) if type(name) is str else None
        if forms is None:
            raise RecordError(say("record.unknown_event", event=quoted(name), known=", ".join(self._by_name)))
        for form in forms:
            if all(field in fields for field in form.fields):
                return _without_others(form, fields)
        wanted, *others = (", ".join(form.fields) for form in forms)
        for other in others:
            wanted = say("record.or_fields", fields=wanted, other=other)
        raise RecordError(say("record.fields_missing", event=forms[0].name, fields=wanted))


def _without_others(form: Line, fields: Fields) -> Line:
    for field in fields:
        if field != "event" and field not in form.fields and field not in form.optional:
            listed = ", ".join((*form.fields, *form.optional)) or say("record.no_fields")
            raise RecordError(say("record.other_field", event=form.name, field=quoted(field), fields=listed))
    return form


_MOST_SEAT_DIGITS = 3
"""As a key; no table has a thousand seats."""


def _rolls_of(rolls: object) -> tuple[tuple[int, object], ...]:
    if type(rolls) is not dict:
        raise RecordError(say("record.rolls", value=quoted(rolls)))
    return tuple(sorted((_seat(key), face) for key, face in rolls.items()))


def _seat(key: str) -> int:
    decimal = key.isascii() and key.isdigit() and len(key) <= _MOST_SEAT_DIGITS
    if not decimal or str(int(key)) != key:
        raise RecordError(say("record.roll_seat", value=quoted(key)))
    return int(key)


def _cards_of(value: object) -> Cards:
    if type(value) is not list:
        raise EventError(Refusal.NOT_CARDS, field="cards", value=Foreign(value))
    return tuple(map(card_of, value))


def codes(cards: Cards) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


@dataclass(frozen=True, slots=True)
class Form:
    """How a field's value is read from JSON, and written."""

    read: Callable[[object], object]
    write: Callable[[Any], object]


_PLAIN = Form(lambda value: value, lambda value: value)
"""As it stands: the event checks it."""
_FORMS = {
    "card": Form(card_of, lambda card: card.code),
    "cards": Form(_cards_of, codes),
    "wanted": Form(wanted_of, lambda wanted: wanted.code),
    "rolls": Form(_rolls_of, lambda rolls: {str(seat): face for seat, face in rolls}),
}
"""Of the events' fields whose values are not JSON's own."""


LEFT = line_for("left", PlayerLeft, "player")
DICE_LINES = (
    line_for("opening_roll", OpeningRolled, "rolls"),
    line_for("bid", BidMade, "player", "quantity", "face"),
    line_for("bid", TotalBid, "player", "total"),
    line_for("show", DiceShown, "player", "dice"),
    line_for("challenge", Challenged, "player"),
    line_for("challenge", ChallengedTogether, "players"),
    line_for("spot_on", SpotOnCalled, "player"),
    line_for("reveal", CupsRevealed, "dice"),
    line_for("correct", RevealCorrected, reveal="dice"),
    line_for("joined", PlayerJoined, "name", "seat", "dice"),
    line_for("joined", PlayerReturned, "player", "dice"),
    LEFT,
)


def _read_shown(fields: Fields) -> CardShown:
    return CardShown(
        need_whole(fields["player"], "player"), card_of(fields["card"]) if "card" in fields else None
    )


def _write_shown(event: CardShown) -> Fields:
    fields: Fields = {"player": event.player}
    return fields if event.card is None else {**fields, "card": event.card.code}


CARD_LINES = (
    line_for("hand", HandDealt),
    line_for("draw", CardDrawn, "player"),
    line_for("quest", Quested, "player", "other", "wanted"),
    line_for("answer", Answered, "player", "yes"),
    line_for("decide", Decided, "player", "challenge"),
    line_for("decide", CardTaken, "player", take="card"),
    line_for("show", HandShown, "player", "cards"),
    Line("show", CardShown, ("player",), _read_shown, _write_shown, ("card",)),
    line_for("meld", MeldLaid, "player", "cards"),
    line_for("hit", HitLaid, "player", "card", "meld"),
    line_for("discard", Discarded, "player"),
    line_for("give", CardGiven, "player"),
    line_for("swap", CardsSwapped, "player", "count"),
    line_for("reshuffle", DiscardsShuffled),
    line_for("play_out", PlayedOut, "player"),
    line_for("correct", CardCorrected, "card"),
    line_for("correct", CardsCorrected, "cards"),
    LEFT,
)
