"""The game record as text and back: JSON Lines, an event a line.

The reader accepts exactly the format. The first line's game family decides which events may follow.
``ReadingNote``: what the eye read and the players tapped, beside a reveal.
"""

from __future__ import annotations

import decimal
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from enum import Enum
from json.decoder import JSONDecodeError
from typing import Any, NoReturn, get_args, get_type_hints

from companion import rules
from companion.journal.errors import RecordError
from companion.journal.raw_lines import LONGEST_LINE
from companion.text import quoted, reason_of, say, say_whole

DIGITS_AT_ONCE = 600
"""Digits that Python converts in one go: its limit is 4300, and none below 640 can be set
(``sys.int_info.str_digits_check_threshold``)."""


class NotJson(ValueError):
    """No JSON by RFC 8259."""


def read_json(text: str) -> object:
    """Raises NotJson with a sentence."""
    reader = _READER if len(text) <= DIGITS_AT_ONCE else _READER_OF_LONG_NUMBERS
    try:
        return reader.decode(text)
    except JSONDecodeError as fault:
        raise NotJson(say("json.not_json", why=_readers_reason(fault))) from None
    except RecursionError:
        raise NotJson(say("json.nested")) from None


def write_json(value: object) -> str:
    """One line of ASCII; whole numbers of any length."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {write_json(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(write_json, value)) + "]"
    if type(value) is int:
        return digits_of(value)
    return json.dumps(value)


def whole_number(digits: str) -> int:
    if len(digits) <= DIGITS_AT_ONCE:
        return int(digits)
    if digits[0] == "-":
        return -whole_number(digits[1:])
    half = len(digits) // 2
    scale: int = 10**half
    return whole_number(digits[:-half]) * scale + whole_number(digits[-half:])


def digits_of(number: int) -> str:
    """Converts by halves, with the decimal module's fast multiplication."""
    if number.bit_length() < 3 * DIGITS_AT_ONCE:
        return str(number)
    with decimal.localcontext() as context:
        context.prec, context.Emax = decimal.MAX_PREC, decimal.MAX_EMAX
        found = _decimal(abs(number), number.bit_length())
    return ("-" if number < 0 else "") + format(found, "f")


def _decimal(number: int, bits: int) -> decimal.Decimal:
    if bits < DIGITS_AT_ONCE:
        return decimal.Decimal(number)
    low_bits = bits // 2
    low = number & ((1 << low_bits) - 1)
    high = _decimal(number >> low_bits, bits - low_bits)
    return high * decimal.Decimal(2) ** low_bits + _decimal(low, low_bits)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise NotJson(say("json.repeated", key=quoted(name)))
        found[name] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise NotJson(say("json.constant", name=name))


def _readers_reason(fault: JSONDecodeError) -> str:
    what = fault.msg.removesuffix(" at")  # two of Python's messages end like this, before the place
    return say("json.at", what=f"{what[:1].lower()}{what[1:]}", character=fault.pos + 1)


_READER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
_READER_OF_LONG_NUMBERS = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_int=whole_number
)


FORMAT = 1
"""The record's version."""
MOST_EVENTS = 10_000
"""No game of dice, nor a match of cards to 1,000 points, has so many. A game keeps its past at each event, so
time and memory grow with the square: 20,000 events of a player who comes and goes took 2 GB."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_WHITE_SPACE = " \t\r"


NOBODY = "—"
"""For a forgotten name."""

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of line: event name and type, required and optional fields, reader and writer."""

    name: str
    event: type
    fields: tuple[str, ...]
    read: Callable[[Fields], rules.AnyEvent]
    write: Callable[[Any], Fields]
    optional: tuple[str, ...] = ()


def line_of_kind(event: type[Any]) -> Line:
    """The line of an event's fields; one that may be None is left out then."""
    kinds, written_as = get_type_hints(event), getattr(event, "written_as", {})
    own = [each.name for each in fields(event)]
    forms = [(written_as.get(each, each), each, _FORMS.get(each, _PLAIN)) for each in own]
    optional = tuple(name for name, each, _ in forms if type(None) in get_args(kinds[each]))

    def read(told: Fields) -> rules.AnyEvent:
        found: rules.AnyEvent = event(
            **{each: form.read(told[name]) if name in told else None for name, each, form in forms}
        )
        return found

    def write(told: object) -> Fields:
        values = ((name, getattr(told, each), form) for name, each, form in forms)
        return {name: form.write(value) for name, value, form in values if value is not None}

    needed = tuple(name for name, _, _ in forms if name not in optional)
    return Line(event.line, event, needed, read, write, optional)


class Vocabulary:
    """A game family's lines. Several may share a name and differ in their fields."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._by_event = {line.event: line for line in lines}
        self._by_name: dict[str, list[Line]] = {}
        for line in lines:
            self._by_name.setdefault(line.name, []).append(line)

    def fields_of(self, event: rules.AnyEvent) -> Fields:
        line = self._by_event[type(event)]
        return {"event": line.name, **line.write(event)}

    def event_of(self, fields: Fields) -> rules.AnyEvent:
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


def _cards_of(value: object) -> rules.Cards:
    if type(value) is not list:
        raise rules.EventError(rules.Refusal.NOT_CARDS, field="cards", value=rules.Foreign(value))
    return tuple(map(rules.card_of, value))


def codes(cards: rules.Cards) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


@dataclass(frozen=True, slots=True)
class Form:
    """How a field's value is read from JSON, and written."""

    read: Callable[[object], object]
    write: Callable[[Any], object]


_PLAIN = Form(lambda value: value, lambda value: value)
"""As it stands: the event checks it."""
_FORMS = {
    "card": Form(rules.card_of, lambda card: card.code),
    "cards": Form(_cards_of, codes),
    "wanted": Form(rules.wanted_of, lambda wanted: wanted.code),
    "rolls": Form(_rolls_of, lambda rolls: {str(seat): face for seat, face in rolls}),
}
"""Of the events' fields whose values are not JSON's own."""


def _read_game(fields: Fields) -> rules.GameBegun:
    written = fields["format"]
    if type(written) is not int or written != FORMAT:
        raise RecordError(say("record.format", written=quoted(written), known=FORMAT))
    options = fields.get("options", {})
    if type(options) is not dict:
        raise RecordError(say("record.options", value=quoted(options)))
    opener = _opener(fields["opener"]) if "opener" in fields else None
    name, players = rules.need_name(fields["rules"], "rules"), rules.need_names(fields["players"])
    return rules.GameBegun(
        name, players, tuple(options.items()), opener, rules.need_earlier(fields.get("earlier", ()))
    )


def _opener(written: object) -> int:
    if type(written) is not int:
        raise RecordError(say("record.opener", value=quoted(written)))
    return written


def _write_game(event: rules.GameBegun) -> Fields:
    fields: Fields = {"format": FORMAT, "rules": event.rules, "players": event.players}
    if event.options:
        fields["options"] = dict(event.options)
    if event.opener is not None:
        fields["opener"] = event.opener
    if event.earlier:
        fields["earlier"] = event.earlier
    return fields


_GAME = Line(
    "game",
    rules.GameBegun,
    ("format", "rules", "players"),
    _read_game,
    _write_game,
    ("options", "opener", "earlier"),
)
_DICE_EVENTS, _CARD_EVENTS = (
    tuple(line_of_kind(each) for each in get_args(kinds) if each is not rules.GameBegun)
    for kinds in (rules.Event, rules.CardEvent | rules.PlayerLeft | rules.Undone)
)
_DICE, _CARDS = Vocabulary((_GAME, *_DICE_EVENTS)), Vocabulary((_GAME, *_CARD_EVENTS))
_ALL = Vocabulary((_GAME, *_DICE_EVENTS, *_CARD_EVENTS))


def line_of(event: rules.AnyEvent) -> str:
    return write_json(_ALL.fields_of(event))


def event_of(line: str | bytes, begun: rules.GameBegun | None = None) -> rules.AnyEvent:
    """Raises RecordError for a malformed line.

    ``begun`` gives the game family; without it dice are assumed.
    """
    try:
        fields = read_json(line.decode("utf-8") if isinstance(line, bytes) else line)
        if type(fields) is not dict:
            raise RecordError(say("record.object", value=quoted(fields)))
        vocabulary = _CARDS if begun is not None and rules.is_card_game(begun) else _DICE
        return vocabulary.event_of(fields)
    except UnicodeDecodeError as fault:
        raise RecordError(say("record.not_utf8", byte=fault.start + 1)) from None
    except (NotJson, rules.EventError) as fault:
        raise RecordError(reason_of(fault)) from None


def read_record(record: bytes) -> Iterator[tuple[int, rules.AnyEvent]]:
    """Events with line numbers, from 1.

    Skips a byte order mark, and lines of spaces, tabs and CR. Raises RecordError when it reaches a malformed
    line; in line 1 for a record without events.
    """
    begun: rules.GameBegun | None = None
    events = 0
    for number, line in enumerate(record.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), start=1):
        if not line.strip(_WHITE_SPACE.encode()):
            continue
        events += 1
        if events > MOST_EVENTS:
            raise RecordError(say("record.many_events", most=say_whole(MOST_EVENTS)), number)
        if len(line) > LONGEST_LINE:
            raise RecordError(say("record.long_line", most=say_whole(LONGEST_LINE)), number)
        try:
            event = event_of(line, begun)
        except RecordError as fault:
            raise RecordError(fault.reason, number) from None
        if begun is None and isinstance(event, rules.GameBegun):
            begun = event
        yield number, event
    if not events:
        raise RecordError(say("record.empty"), 1)


def replay_record(record: bytes) -> rules.GameRecord:
    """Raises RecordError, which names the first faulty line."""
    game: rules.GameRecord | None = None
    for number, event in read_record(record):
        try:
            game = rules.GameRecord.begin(event) if game is None else game.apply(event)
        except rules.RuleError as refusal:
            raise RecordError(reason_of(refusal), number) from None
    assert game is not None, "read_record raises for a record without events"
    return game


def replayed(lines: tuple[str, ...]) -> tuple[rules.GameRecord | None, str | None]:
    """The record up to the first bad line, and that line's fault."""
    record: rules.GameRecord | None = None
    begun: rules.GameBegun | None = None
    for line in lines:
        try:
            event = event_of(line, begun)
            record = rules.GameRecord.begin(event) if record is None else record.apply(event)
            if begun is None and isinstance(event, rules.GameBegun):
                begun = event
        except (RecordError, rules.RuleError) as fault:
            return record, reason_of(fault)
    return record, None


def text_of(events: tuple[rules.AnyEvent, ...]) -> str:
    """One line each, ended by LF."""
    return "".join(line_of(event) + "\n" for event in events)


class Source(Enum):
    EYE = "eye"
    PLAYER = "player"
    RECORD = "record"
    """From the record, before a correction."""


@dataclass(frozen=True, slots=True)
class DieNote:
    """``face``: recorded, from ``source``. ``read``: by the eye, with ``confidence`` (0-1); both ``None``
    if it saw no die, ``read`` alone if it abstained. ``doubt``: why the players were asked.
    """

    seat: int
    face: int
    source: Source
    read: int | None
    confidence: float | None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class SquaresNote:
    """Players overruled the count: ``lost`` dice so far, ``seen`` on the squares."""

    lost: int
    seen: int


@dataclass(frozen=True, slots=True)
class CardNote:
    """``card``: its code in the record. Otherwise as ``DieNote``."""

    card: str
    source: Source
    read: str | None
    confidence: float | None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """Dice or cards in the record's order. ``squares``: if players have just overruled the lost dice seen."""

    dice: tuple[DieNote, ...]
    squares: SquaresNote | None = None
    cards: tuple[CardNote, ...] = ()

    @property
    def tapped(self) -> int:
        notes: tuple[DieNote | CardNote, ...] = (*self.dice, *self.cards)
        return sum(each.source is Source.PLAYER for each in notes)


def format_note(note: ReadingNote) -> str:
    told: dict[str, object] = {"dice": [_written(die) for die in note.dice]}
    if note.cards:
        told["cards"] = [_written(card) for card in note.cards]
    if note.squares is not None:
        told["squares"] = asdict(note.squares)
    return json.dumps(told, separators=(",", ":"))


def _written(each: DieNote | CardNote) -> dict[str, object]:
    return {**asdict(each), "source": each.source.value}


def parse_note(text: str) -> ReadingNote:
    """Raises ValueError, KeyError or TypeError."""
    told = json.loads(text)
    dice = tuple(DieNote(**{**die, "source": Source(die["source"])}) for die in told["dice"])
    cards = tuple(CardNote(**{**card, "source": Source(card["source"])}) for card in told.get("cards", ()))
    squares = told.get("squares")
    return ReadingNote(dice, None if squares is None else SquaresNote(**squares), cards)


class TableKind(Enum):
    """Where a game is played: fixed at its beginning, and not in the record."""

    REAL = "real"
    """Dice or cards read by a camera or entered by hand; also the default."""
    SIMULATED = "simulated"
    """Dealt by the app."""
