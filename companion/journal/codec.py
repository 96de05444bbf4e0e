"""The game record as text and back: JSON Lines, an event a line.

The reader accepts exactly the format. The first line's game family decides which events may follow.
``ReadingNote``: what the eye read and the players tapped, beside a reveal.
"""

from __future__ import annotations

import decimal
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from json.decoder import JSONDecodeError
from typing import NoReturn

from companion.journal.errors import RecordError
from companion.journal.lines import CARD_LINES, DICE_LINES, Fields, Line, Vocabulary, line_for
from companion.rules import (
    AnyEvent,
    EventError,
    GameBegun,
    GameRecord,
    RuleError,
    Undone,
    is_card_game,
    need_earlier,
    need_name,
    need_names,
)
from companion.text import quoted, reason_of, say

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
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson(say("json.repeated", key=quoted(_first_repeated(pairs))))
    return found


def _first_repeated(pairs: list[tuple[str, object]]) -> str:
    met: set[str] = set()
    for name, _ in pairs:
        if name in met:
            return name
        met.add(name)
    raise ValueError("no key stands there twice")


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
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_WHITE_SPACE = " \t\r"


def _read_game(fields: Fields) -> GameBegun:
    written = fields["format"]
    if type(written) is not int or written != FORMAT:
        raise RecordError(say("record.format", written=quoted(written), known=FORMAT))
    options = fields.get("options", {})
    if type(options) is not dict:
        raise RecordError(say("record.options", value=quoted(options)))
    opener = _opener(fields["opener"]) if "opener" in fields else None
    rules, players = need_name(fields["rules"], "rules"), need_names(fields["players"])
    return GameBegun(rules, players, tuple(options.items()), opener, need_earlier(fields.get("earlier", ())))


def _opener(written: object) -> int:
    if type(written) is not int:
        raise RecordError(say("record.opener", value=quoted(written)))
    return written


def _write_game(event: GameBegun) -> Fields:
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
    GameBegun,
    ("format", "rules", "players"),
    _read_game,
    _write_game,
    ("options", "opener", "earlier"),
)
_UNDO = line_for("undo", Undone)
_DICE = Vocabulary((_GAME, *DICE_LINES, _UNDO))
_CARDS = Vocabulary((_GAME, *CARD_LINES, _UNDO))
_ALL = Vocabulary((_GAME, *DICE_LINES, *CARD_LINES, _UNDO))


def line_of(event: AnyEvent) -> str:
    return write_json(_ALL.fields_of(event))


def event_of(line: str | bytes, begun: GameBegun | None = None) -> AnyEvent:
    """Raises RecordError for a malformed line.

    ``begun`` gives the game family; without it dice are assumed.
    """
    try:
        fields = read_json(line.decode("utf-8") if isinstance(line, bytes) else line)
        if type(fields) is not dict:
            raise RecordError(say("record.object", value=quoted(fields)))
        vocabulary = _CARDS if begun is not None and is_card_game(begun) else _DICE
        return vocabulary.event_of(fields)
    except UnicodeDecodeError as fault:
        raise RecordError(say("record.not_utf8", byte=fault.start + 1)) from None
    except (NotJson, EventError) as fault:
        raise RecordError(reason_of(fault)) from None


def read_record(record: bytes) -> Iterator[tuple[int, AnyEvent]]:
    """Events with line numbers, from 1.

    Skips a byte order mark, and lines of spaces, tabs and CR. Raises RecordError when it reaches a malformed
    line; in line 1 for a record without events.
    """
    begun: GameBegun | None = None
    empty = True
    for number, line in enumerate(record.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), start=1):
        if not line.strip(_WHITE_SPACE.encode()):
            continue
        empty = False
        try:
            event = event_of(line, begun)
        except RecordError as fault:
            raise RecordError(fault.reason, number) from None
        if begun is None and isinstance(event, GameBegun):
            begun = event
        yield number, event
    if empty:
        raise RecordError(say("record.empty"), 1)


def replay_record(record: bytes) -> GameRecord:
    """Raises RecordError, which names the first faulty line."""
    game: GameRecord | None = None
    for number, event in read_record(record):
        try:
            game = GameRecord.begin(event) if game is None else game.apply(event)
        except RuleError as refusal:
            raise RecordError(reason_of(refusal), number) from None
    assert game is not None, "read_record raises for a record without events"
    return game


def replayed(lines: tuple[str, ...]) -> tuple[GameRecord | None, str | None]:
    """The record up to the first bad line, and that line's fault."""
    record: GameRecord | None = None
    begun: GameBegun | None = None
    for line in lines:
        try:
            event = event_of(line, begun)
            record = GameRecord.begin(event) if record is None else record.apply(event)
            if begun is None and isinstance(event, GameBegun):
                begun = event
        except (RecordError, RuleError) as fault:
            return record, reason_of(fault)
    return record, None


def text_of(events: tuple[AnyEvent, ...]) -> str:
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
