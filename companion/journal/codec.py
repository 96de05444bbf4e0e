"""The game record as text: one event a line, JSON Lines, and back again.

The reader takes exactly what the format allows. What a field may hold is said once, by the events of
the rules; here it is said which fields a line has and how they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.journal import strict_json
from companion.journal.errors import RecordError
from companion.rules.errors import EventError, RuleError, quoted
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Event,
    GameBegun,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.record import GameRecord

FORMAT = 1
"""The version of the record that is written and read here."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_WHITE_SPACE = " \t\r"
_MOST_SEAT_DIGITS = 3
"""Digits of a seat number as a key; no table has a thousand seats."""

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Line:
    """One kind of line: its event's name and type, the fields it must and may have, both ways."""

    name: str
    event: type
    fields: tuple[str, ...]
    read: Callable[[Fields], Event]
    write: Callable[[Event], Fields]
    optional: tuple[str, ...] = ()


def _tuples(value: object) -> object:
    """Lists as tuples, two levels deep; anything else as it is, for the event to object to."""
    if type(value) is not list:
        return value
    return tuple(tuple(each) if type(each) is list else each for each in value)


def _read_game(fields: Fields) -> GameBegun:
    written = fields["format"]
    if type(written) is not int or written != FORMAT:
        raise RecordError(f"the format is {quoted(written)}, and only format {FORMAT} is known here")
    options = fields.get("options", {})
    if type(options) is not dict:
        raise RecordError(f"options must be an object, not {quoted(options)}")
    if "opener" in fields and type(fields["opener"]) is not int:
        raise RecordError(f"opener must be a seat number, not {quoted(fields['opener'])}")
    players = _tuples(fields["players"])
    return GameBegun(fields["rules"], players, tuple(options.items()), fields.get("opener"))


def _write_game(event: GameBegun) -> Fields:
    fields: Fields = {"format": FORMAT, "rules": event.rules, "players": event.players}
    if event.options:
        fields["options"] = dict(event.options)
    if event.opener is not None:
        fields["opener"] = event.opener
    return fields


def _read_rolls(fields: Fields) -> OpeningRolled:
    rolls = fields["rolls"]
    if type(rolls) is not dict:
        raise RecordError(f"rolls must be an object of seats and faces, not {quoted(rolls)}")
    return OpeningRolled(tuple(sorted((_seat(key), face) for key, face in rolls.items())))


def _seat(key: str) -> int:
    decimal = key.isascii() and key.isdigit() and len(key) <= _MOST_SEAT_DIGITS
    if not decimal or str(int(key)) != key:
        raise RecordError(f'a key of the rolls must be a seat number such as "0", not {quoted(key)}')
    return int(key)


def _write_rolls(event: OpeningRolled) -> Fields:
    return {"rolls": {str(seat): face for seat, face in event.rolls}}


_LINES = (
    _Line("game", GameBegun, ("format", "rules", "players"), _read_game, _write_game, ("options", "opener")),
    _Line("opening_roll", OpeningRolled, ("rolls",), _read_rolls, _write_rolls),
    _Line(
        "bid",
        BidMade,
        ("player", "quantity", "face"),
        lambda f: BidMade(f["player"], f["quantity"], f["face"]),
        lambda e: {"player": e.player, "quantity": e.quantity, "face": e.face},
    ),
    _Line(
        "bid",
        TotalBid,
        ("player", "total"),
        lambda f: TotalBid(f["player"], f["total"]),
        lambda e: {"player": e.player, "total": e.total},
    ),
    _Line(
        "show",
        DiceShown,
        ("player", "dice"),
        lambda f: DiceShown(f["player"], _tuples(f["dice"])),
        lambda e: {"player": e.player, "dice": e.dice},
    ),
    _Line(
        "challenge",
        Challenged,
        ("player",),
        lambda f: Challenged(f["player"]),
        lambda e: {"player": e.player},
    ),
    _Line(
        "challenge",
        ChallengedTogether,
        ("players",),
        lambda f: ChallengedTogether(_tuples(f["players"])),
        lambda e: {"players": e.players},
    ),
    _Line(
        "spot_on",
        SpotOnCalled,
        ("player",),
        lambda f: SpotOnCalled(f["player"]),
        lambda e: {"player": e.player},
    ),
    _Line(
        "reveal",
        CupsRevealed,
        ("dice",),
        lambda f: CupsRevealed(_tuples(f["dice"])),
        lambda e: {"dice": e.dice},
    ),
    _Line(
        "correct",
        RevealCorrected,
        ("reveal",),
        lambda f: RevealCorrected(_tuples(f["reveal"])),
        lambda e: {"reveal": e.dice},
    ),
    _Line("undo", Undone, (), lambda f: Undone(), lambda e: {}),
)
_BY_EVENT = {line.event: line for line in _LINES}
_BY_NAME: dict[str, tuple[_Line, ...]] = {
    name: tuple(line for line in _LINES if line.name == name) for name in [line.name for line in _LINES]
}


def line_of(event: Event) -> str:
    """The event as a line of the record, without the line's end."""
    line = _BY_EVENT[type(event)]
    return strict_json.write({"event": line.name, **line.write(event)})


def event_of(line: str | bytes) -> Event:
    """The event that a line of the record tells; RecordError in a sentence for a malformed line."""
    try:
        fields = strict_json.read(line.decode("utf-8") if isinstance(line, bytes) else line)
        if type(fields) is not dict:
            raise RecordError(f"a line is one JSON object, not {quoted(fields)}")
        return _form_of(fields).read(fields)
    except UnicodeDecodeError as fault:
        raise RecordError(f"byte {fault.start + 1} is not UTF-8: save the file as UTF-8") from None
    except (strict_json.NotJson, EventError) as fault:
        raise RecordError(str(fault)) from None


def _form_of(fields: Fields) -> _Line:
    """The kind of line that has exactly these fields, the event's name among them."""
    if "event" not in fields:
        raise RecordError('the line names no event: it needs a key "event"')
    name = fields["event"]
    forms = _BY_NAME.get(name) if type(name) is str else None
    if forms is None:
        raise RecordError(f"there is no event {quoted(name)}: an event is {', '.join(_BY_NAME)}")
    for form in forms:
        if all(field in fields for field in form.fields):
            return _without_others(form, fields)
    wanted = "; or ".join(", ".join(form.fields) for form in forms)
    raise RecordError(f"the event {name} needs {wanted}")


def _without_others(form: _Line, fields: Fields) -> _Line:
    for field in fields:
        if field != "event" and field not in form.fields and field not in form.optional:
            listed = ", ".join((*form.fields, *form.optional)) or "no field"
            raise RecordError(f"the field {quoted(field)} is not listed here: {form.name} has {listed}")
    return form


def read_record(record: bytes) -> Iterator[tuple[int, Event]]:
    """The events of a record in order, each with the number of its line, counted from 1.

    A byte order mark before the first line and lines of spaces, tabs and CR alone are skipped.
    Raises RecordError with the line's number when it comes to a malformed line, not before; a record
    without any event is at fault in line 1.
    """
    empty = True
    for number, line in enumerate(record.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), start=1):
        if not line.strip(_WHITE_SPACE.encode()):
            continue
        empty = False
        try:
            yield number, event_of(line)
        except RecordError as fault:
            raise RecordError(fault.reason, number) from None
    if empty:
        raise RecordError("the record is empty: its first line is the game line", 1)


def replay_record(record: bytes) -> GameRecord:
    """The game told by a whole record; RecordError names the first line at fault, in the file's order."""
    game: GameRecord | None = None
    for number, event in read_record(record):
        try:
            game = GameRecord.begin(event) if game is None else game.apply(event)
        except RuleError as refusal:
            raise RecordError(refusal.reason, number) from None
    assert game is not None, "read_record raises for a record without events"
    return game


def text_of(events: tuple[Event, ...]) -> str:
    """The record of these events as text, one line each, every line ended."""
    return "".join(line_of(event) + "\n" for event in events)
