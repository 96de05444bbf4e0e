"""The game record as text: one event a line, JSON Lines, and back again.

The reader accepts exactly what the format allows. The first line gives the game family, and so the events
that may follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.journal import strict_json
from companion.journal.card_lines import CARD_LINES
from companion.journal.dice_lines import DICE_LINES
from companion.journal.errors import RecordError
from companion.journal.lines import Fields, Vocabulary, line_for, tuples
from companion.rules.errors import EventError, RuleError
from companion.rules.events import GameBegun, Undone
from companion.rules.families import AnyEvent, is_card_game
from companion.rules.kinds import need_name, need_players
from companion.rules.record import GameRecord
from companion.text.foreign import quoted
from companion.text.refusals import reason_of
from companion.text.speech import say

FORMAT = 1
"""The version of the record that is written and read here."""
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
    rules, players = need_name(fields["rules"], "rules"), need_players(tuples(fields["players"]))
    return GameBegun(rules, players, tuple(options.items()), opener)


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
    return fields


_GAME = line_for(
    "game", GameBegun, ("format", "rules", "players"), _read_game, _write_game, ("options", "opener")
)
_UNDO = line_for("undo", Undone, (), lambda f: Undone(), lambda e: {})
_DICE = Vocabulary((_GAME, *DICE_LINES, _UNDO))
_CARDS = Vocabulary((_GAME, *CARD_LINES, _UNDO))
_ALL = Vocabulary((_GAME, *DICE_LINES, *CARD_LINES, _UNDO))


def line_of(event: AnyEvent) -> str:
    """The event as a line of the record, without the line's end."""
    return strict_json.write(_ALL.fields_of(event))


def event_of(line: str | bytes, begun: GameBegun | None = None) -> AnyEvent:
    """The event in a line of the record. Raises RecordError for a malformed line.

    ``begun`` is the record's first event, by which lines after it are read; without it, for the first line,
    those of the dice games are known.
    """
    try:
        fields = strict_json.read(line.decode("utf-8") if isinstance(line, bytes) else line)
        if type(fields) is not dict:
            raise RecordError(say("record.object", value=quoted(fields)))
        vocabulary = _CARDS if begun is not None and is_card_game(begun) else _DICE
        return vocabulary.event_of(fields)
    except UnicodeDecodeError as fault:
        raise RecordError(say("record.not_utf8", byte=fault.start + 1)) from None
    except (strict_json.NotJson, EventError) as fault:
        raise RecordError(reason_of(fault)) from None


def read_record(record: bytes) -> Iterator[tuple[int, AnyEvent]]:
    """The events of a record in order, each with the number of its line, counted from 1.

    A byte order mark before the first line and lines of spaces, tabs and CR alone are skipped.
    Raises RecordError with the line's number when it comes to a malformed line, not before; a record
    without any event is at fault in line 1.
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
    """The game in a whole record. Raises RecordError, which names the first faulty line in the file's
    order."""
    game: GameRecord | None = None
    for number, event in read_record(record):
        try:
            game = GameRecord.begin(event) if game is None else game.apply(event)
        except RuleError as refusal:
            raise RecordError(reason_of(refusal), number) from None
    assert game is not None, "read_record raises for a record without events"
    return game


def text_of(events: tuple[AnyEvent, ...]) -> str:
    """The record of these events as text: one line each, and each line ends with LF."""
    return "".join(line_of(event) + "\n" for event in events)
