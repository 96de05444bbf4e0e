"""Kinds of the record's lines, and each game family's vocabulary.

The rules' events check what a field holds; this module lists a line's fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

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
    need_flag,
    need_hands,
    need_name,
    need_whole,
    need_wholes,
    wanted_of,
)
from companion.text import quoted, say

NOBODY = "—"
"""For a forgotten name."""

Fields = dict[str, object]
_Event = TypeVar("_Event", bound=AnyEvent)


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of line: event name and type, required and optional fields, reader and writer."""

    name: str
    event: type
    fields: tuple[str, ...]
    read: Callable[[Fields], AnyEvent]
    write: Callable[[AnyEvent], Fields]
    optional: tuple[str, ...] = ()


def line_for(
    name: str,
    event: type[_Event],
    fields: tuple[str, ...],
    read: Callable[[Fields], _Event],
    write: Callable[[_Event], Fields],
    optional: tuple[str, ...] = (),
) -> Line:
    """Reader and writer have the event's type."""

    def written(told: AnyEvent) -> Fields:
        if not isinstance(told, event):
            raise TypeError(f"the line {name} tells a {event.__name__}, not a {type(told).__name__}")
        return write(told)

    return Line(name, event, fields, read, written, optional)


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


def player(fields: Fields) -> int:
    """Raises EventError for no whole number."""
    return need_whole(fields["player"], "player")


_MOST_SEAT_DIGITS = 3
"""As a key; no table has a thousand seats."""


def _read_rolls(fields: Fields) -> OpeningRolled:
    rolls = fields["rolls"]
    if type(rolls) is not dict:
        raise RecordError(say("record.rolls", value=quoted(rolls)))
    return OpeningRolled(tuple(sorted((_seat(key), face) for key, face in rolls.items())))


def _seat(key: str) -> int:
    decimal = key.isascii() and key.isdigit() and len(key) <= _MOST_SEAT_DIGITS
    if not decimal or str(int(key)) != key:
        raise RecordError(say("record.roll_seat", value=quoted(key)))
    return int(key)


def _write_rolls(event: OpeningRolled) -> Fields:
    return {"rolls": {str(seat): face for seat, face in event.rolls}}


LEFT = line_for(
    "left",
    PlayerLeft,
    ("player",),
    lambda f: PlayerLeft(player(f)),
    lambda e: {"player": e.player},
)
DICE_LINES = (
    line_for("opening_roll", OpeningRolled, ("rolls",), _read_rolls, _write_rolls),
    line_for(
        "bid",
        BidMade,
        ("player", "quantity", "face"),
        lambda f: BidMade(player(f), need_whole(f["quantity"], "quantity"), need_whole(f["face"], "face")),
        lambda e: {"player": e.player, "quantity": e.quantity, "face": e.face},
    ),
    line_for(
        "bid",
        TotalBid,
        ("player", "total"),
        lambda f: TotalBid(player(f), need_whole(f["total"], "total")),
        lambda e: {"player": e.player, "total": e.total},
    ),
    line_for(
        "show",
        DiceShown,
        ("player", "dice"),
        lambda f: DiceShown(player(f), need_wholes(f["dice"], "dice")),
        lambda e: {"player": e.player, "dice": e.dice},
    ),
    line_for(
        "challenge",
        Challenged,
        ("player",),
        lambda f: Challenged(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "challenge",
        ChallengedTogether,
        ("players",),
        lambda f: ChallengedTogether(need_wholes(f["players"], "players")),
        lambda e: {"players": e.players},
    ),
    line_for(
        "spot_on",
        SpotOnCalled,
        ("player",),
        lambda f: SpotOnCalled(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "reveal",
        CupsRevealed,
        ("dice",),
        lambda f: CupsRevealed(need_hands(f["dice"], "dice")),
        lambda e: {"dice": e.dice},
    ),
    line_for(
        "correct",
        RevealCorrected,
        ("reveal",),
        lambda f: RevealCorrected(need_hands(f["reveal"], "reveal")),
        lambda e: {"reveal": e.dice},
    ),
    line_for(
        "joined",
        PlayerJoined,
        ("name", "seat", "dice"),
        lambda f: PlayerJoined(
            need_name(f["name"], "name"), need_whole(f["seat"], "seat"), need_whole(f["dice"], "dice")
        ),
        lambda e: {"name": e.name, "seat": e.seat, "dice": e.dice},
    ),
    line_for(
        "joined",
        PlayerReturned,
        ("player", "dice"),
        lambda f: PlayerReturned(player(f), need_whole(f["dice"], "dice")),
        lambda e: {"player": e.player, "dice": e.dice},
    ),
    LEFT,
)


def _cards(value: object) -> Cards:
    if type(value) is not list:
        raise EventError(Refusal.NOT_CARDS, field="cards", value=Foreign(value))
    return tuple(map(card_of, value))


def codes(cards: Cards) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def _read_shown(fields: Fields) -> CardShown:
    return CardShown(player(fields), card_of(fields["card"]) if "card" in fields else None)


def _write_shown(event: CardShown) -> Fields:
    fields: Fields = {"player": event.player}
    return fields if event.card is None else {**fields, "card": event.card.code}


CARD_LINES = (
    line_for("hand", HandDealt, (), lambda f: HandDealt(), lambda e: {}),
    line_for(
        "draw",
        CardDrawn,
        ("player",),
        lambda f: CardDrawn(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "quest",
        Quested,
        ("player", "other", "wanted"),
        lambda f: Quested(player(f), need_whole(f["other"], "other"), wanted_of(f["wanted"])),
        lambda e: {"player": e.player, "other": e.other, "wanted": e.wanted.code},
    ),
    line_for(
        "answer",
        Answered,
        ("player", "yes"),
        lambda f: Answered(player(f), need_flag(f["yes"], "yes")),
        lambda e: {"player": e.player, "yes": e.yes},
    ),
    line_for(
        "decide",
        Decided,
        ("player", "challenge"),
        lambda f: Decided(player(f), need_flag(f["challenge"], "challenge")),
        lambda e: {"player": e.player, "challenge": e.challenge},
    ),
    line_for(
        "decide",
        CardTaken,
        ("player", "take"),
        lambda f: CardTaken(player(f), card_of(f["take"])),
        lambda e: {"player": e.player, "take": e.card.code},
    ),
    line_for(
        "show",
        HandShown,
        ("player", "cards"),
        lambda f: HandShown(player(f), _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    line_for("show", CardShown, ("player",), _read_shown, _write_shown, ("card",)),
    line_for(
        "meld",
        MeldLaid,
        ("player", "cards"),
        lambda f: MeldLaid(player(f), _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    line_for(
        "hit",
        HitLaid,
        ("player", "card", "meld"),
        lambda f: HitLaid(player(f), card_of(f["card"]), need_whole(f["meld"], "meld")),
        lambda e: {"player": e.player, "card": e.card.code, "meld": e.meld},
    ),
    line_for(
        "discard",
        Discarded,
        ("player",),
        lambda f: Discarded(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "give",
        CardGiven,
        ("player",),
        lambda f: CardGiven(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "swap",
        CardsSwapped,
        ("player", "count"),
        lambda f: CardsSwapped(player(f), need_whole(f["count"], "count")),
        lambda e: {"player": e.player, "count": e.count},
    ),
    line_for("reshuffle", DiscardsShuffled, (), lambda f: DiscardsShuffled(), lambda e: {}),
    line_for(
        "play_out",
        PlayedOut,
        ("player",),
        lambda f: PlayedOut(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "correct",
        CardCorrected,
        ("card",),
        lambda f: CardCorrected(card_of(f["card"])),
        lambda e: {"card": e.card.code},
    ),
    line_for(
        "correct",
        CardsCorrected,
        ("cards",),
        lambda f: CardsCorrected(_cards(f["cards"])),
        lambda e: {"cards": codes(e.cards)},
    ),
    LEFT,
)
