"""The record as text: what a line says, and what the reader skips, takes and refuses."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import (
    JournalError,
    RecordError,
    event_of,
    line_of,
    read_record,
    replay_record,
    text_of,
)
from companion.rules import (
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

LINES: list[tuple[Event, dict[str, object]]] = [
    (
        GameBegun("rh", ("Ann", "Bob"), (("dice", 3), ("spot_on", "win-back")), 1),
        {
            "event": "game",
            "format": 1,
            "rules": "rh",
            "players": ["Ann", "Bob"],
            "options": {"dice": 3, "spot_on": "win-back"},
            "opener": 1,
        },
    ),
    (
        GameBegun("rh", ("Ann", "Bob"), (), 1, (((1, False), (0, True)), ((2, True),))),
        {
            "event": "game",
            "format": 1,
            "rules": "rh",
            "players": ["Ann", "Bob"],
            "opener": 1,
            "earlier": [[[1, False], [0, True]], [[2, True]]],
        },
    ),
    (
        GameBegun("cardinal", ("Çem", "😀")),
        {"event": "game", "format": 1, "rules": "cardinal", "players": ["Çem", "😀"]},
    ),
    (OpeningRolled(((0, 6), (10, 2))), {"event": "opening_roll", "rolls": {"0": 6, "10": 2}}),
    (BidMade(0, 2, 5), {"event": "bid", "player": 0, "quantity": 2, "face": 5}),
    (TotalBid(1, 7), {"event": "bid", "player": 1, "total": 7}),
    (DiceShown(0, (6, 1)), {"event": "show", "player": 0, "dice": [6, 1]}),
    (Challenged(1), {"event": "challenge", "player": 1}),
    (ChallengedTogether((2, 1)), {"event": "challenge", "players": [2, 1]}),
    (SpotOnCalled(1), {"event": "spot_on", "player": 1}),
    (CupsRevealed(((6, 1), (), (3,))), {"event": "reveal", "dice": [[6, 1], [], [3]]}),
    (RevealCorrected(((6, 1), (2,))), {"event": "correct", "reveal": [[6, 1], [2]]}),
    (Undone(), {"event": "undo"}),
]
GAME = '{"event": "game", "format": 1, "rules": "rh", "players": ["A", "B"], "opener": 0}'
BID = '{"event": "bid", "player": 0, "quantity": 2, "face": 5}'


@pytest.mark.parametrize(("event", "fields"), LINES, ids=[type(event).__name__ for event, _ in LINES])
def test_an_event_is_one_json_object_with_its_fields_and_reads_back(event: Event, fields: dict) -> None:
    assert json.loads(line_of(event)) == fields
    assert line_of(event).startswith('{"event": ')
    assert event_of(line_of(event)) == event
    assert event_of(json.dumps(fields, ensure_ascii=False).encode()) == event


@given(st.integers(), st.integers(), st.integers())
def test_every_bid_reads_back(player: int, quantity: int, face: int) -> None:
    bid = BidMade(player, quantity, face)
    assert event_of(line_of(bid)) == bid


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_every_name_reads_back_on_one_line(names: list[str]) -> None:
    event = GameBegun("rh", tuple(names), (), 0)
    assert event_of(line_of(event)) == event
    assert len(line_of(event).splitlines()) == 1


def test_the_order_of_keys_and_the_white_space_between_them_are_free() -> None:
    assert event_of('\t{ "face":5 ,"quantity" : 2,\r"player":0, "event":"bid" } \r') == BidMade(0, 2, 5)


def test_minus_zero_is_a_whole_number_without_fraction_or_exponent() -> None:
    assert event_of('{"event": "challenge", "player": -0}') == Challenged(0)


def test_a_bid_of_any_size_reads_back() -> None:
    bid = BidMade(0, 10**20_000 + 7, 6)
    assert event_of(line_of(bid)) == bid


MALFORMED = {
    "no event": '{"player": 0}',
    "event of another kind": '{"event": 5}',
    "event as a list": '{"event": ["bid"]}',
    "null event": '{"event": null}',
    "unknown event": '{"event": "pass", "player": 0}',
    "event in capitals": '{"event": "Undo"}',
    "a list": '["undo"]',
    "a text": '"undo"',
    "a number": "1",
    "null": "null",
    "two objects": '{"event": "undo"}{"event": "undo"}',
    "a comma after it": '{"event": "undo"},',
    "cut off": '{"event": "undo"',
    "key twice": '{"event": "undo", "event": "undo"}',
    "key twice, once escaped": '{"event": "undo", "\\u0065vent": "undo"}',
    "key twice inside": '{"event": "opening_roll", "rolls": {"0": 1, "0": 1}}',
    "NaN": '{"event": "bid", "player": 0, "quantity": NaN, "face": 5}',
    "Infinity": '{"event": "bid", "player": 0, "quantity": Infinity, "face": 5}',
    "true as a quantity": '{"event": "bid", "player": 0, "quantity": true, "face": 5}',
    "2.0 as a quantity": '{"event": "bid", "player": 0, "quantity": 2.0, "face": 5}',
    "1e2 as a quantity": '{"event": "bid", "player": 0, "quantity": 1e2, "face": 5}',
    "text as a quantity": '{"event": "bid", "player": 0, "quantity": "five", "face": 5}',
    "null as a quantity": '{"event": "bid", "player": 0, "quantity": null, "face": 5}',
    "list as a quantity": '{"event": "bid", "player": 0, "quantity": [2], "face": 5}',
    "false as a seat": '{"event": "challenge", "player": false}',
    "text as a seat": '{"event": "challenge", "player": "0"}',
    "bid without face": '{"event": "bid", "player": 0, "quantity": 2}',
    "bid without player": '{"event": "bid", "quantity": 2, "face": 5}',
    "bid with a total too": '{"event": "bid", "player": 0, "quantity": 2, "face": 5, "total": 7}',
    "total with a face too": '{"event": "bid", "player": 0, "face": 5, "total": 7}',
    "challenge of nobody": '{"event": "challenge"}',
    "challenge of one and several": '{"event": "challenge", "player": 1, "players": [1]}',
    "players as a number": '{"event": "challenge", "players": 1}',
    "players as an object": '{"event": "challenge", "players": {"1": 1}}',
    "players with a list": '{"event": "challenge", "players": [[1]]}',
    "undo with a field": '{"event": "undo", "player": 0}',
    "a field not listed": '{"event": "challenge", "player": 1, "note": "ha"}',
    "dice as a number": '{"event": "show", "player": 0, "dice": 6}',
    "dice as text": '{"event": "show", "player": 0, "dice": "66"}',
    "dice with true": '{"event": "show", "player": 0, "dice": [true]}',
    "dice with 6.0": '{"event": "show", "player": 0, "dice": [6.0]}',
    "reveal of a flat list": '{"event": "reveal", "dice": [1, 2]}',
    "reveal of an object": '{"event": "reveal", "dice": {"0": [1]}}',
    "reveal with null": '{"event": "reveal", "dice": [null, [1]]}',
    "reveal with text": '{"event": "reveal", "dice": ["1", [1]]}',
    "reveal too deep": '{"event": "reveal", "dice": [[[1]], [1]]}',
    "reveal under another key": '{"event": "reveal", "reveal": [[1]]}',
    "correct under another key": '{"event": "correct", "dice": [[1]]}',
    "rolls as a list": '{"event": "opening_roll", "rolls": [1, 2]}',
    "rolls with true": '{"event": "opening_roll", "rolls": {"0": true}}',
    "rolls of seat 00": '{"event": "opening_roll", "rolls": {"00": 1}}',
    "rolls of seat +1": '{"event": "opening_roll", "rolls": {"+1": 1}}',
    "rolls of seat -0": '{"event": "opening_roll", "rolls": {"-0": 1}}',
    "rolls of a seat in other digits": '{"event": "opening_roll", "rolls": {"١": 1}}',
    "rolls of a superscript seat": '{"event": "opening_roll", "rolls": {"²": 1}}',
    "rolls of seat with a blank": '{"event": "opening_roll", "rolls": {" 1": 1}}',
    "rolls of an endless seat": '{"event": "opening_roll", "rolls": {"' + "1" * 9000 + '": 1}}',
    "game without format": '{"event": "game", "rules": "rh", "players": ["A", "B"], "opener": 0}',
    "format 2": GAME.replace('"format": 1', '"format": 2'),
    "format 1.0": GAME.replace('"format": 1', '"format": 1.0'),
    "format true": GAME.replace('"format": 1', '"format": true'),
    "format as text": GAME.replace('"format": 1', '"format": "1"'),
    "rules as a number": GAME.replace('"rh"', "4"),
    "players as text": GAME.replace('["A", "B"]', '"AB"'),
    "a number among players": GAME.replace('"B"', "2"),
    "null opener": GAME.replace('"opener": 0', '"opener": null'),
    "true opener": GAME.replace('"opener": 0', '"opener": true'),
    "options as a list": GAME.replace('"opener": 0', '"opener": 0, "options": []'),
    "options null": GAME.replace('"opener": 0', '"opener": 0, "options": null'),
    "option null": GAME.replace('"opener": 0', '"opener": 0, "options": {"dice": null}'),
    "option 5.0": GAME.replace('"opener": 0', '"opener": 0, "options": {"dice": 5.0}'),
    "option as an object": GAME.replace('"opener": 0', '"opener": 0, "options": {"dice": {}}'),
    "a vertical tab": '{"event": \x0b"undo"}',
    "a no-break space": '{"event":\u00a0"undo"}',
    "a tab in a text": '{"event": "un\tdo"}',
    "a byte order mark": '\ufeff{"event": "undo"}',
    "nested beyond reason": '{"event": "show", "player": 0, "dice": ' + "[" * 50_000 + "]" * 50_000 + "}",
}


@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_line_is_refused_in_one_printable_sentence(line: str) -> None:
    with pytest.raises(RecordError) as refused:
        event_of(line)
    assert refused.value.reason.isprintable()
    assert 0 < len(refused.value.reason) < 300
    assert refused.value.line is None
    assert isinstance(refused.value, (JournalError, ValueError))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"event": "challenge", "player": true}', "player must be a whole number, not true"),
        ('{"event": "challenge", "player": 2.0}', "player must be a whole number, not 2.0"),
        (
            '{"event": "bid", "player": 0, "quantity": 2}',
            "the event bid needs player, quantity, face; or player, total",
        ),
        ('{"event": "undo", "x": 1}', 'undo has no field "x": it has no fields'),
        ('{"event": "undo", "event": 1}', 'the key "event" is there twice: remove one'),
        ('{"event": NaN}', "NaN is not JSON: write a whole number"),
        ("[]", "a line is one JSON object, not a list"),
        ("{", "this is not JSON: expecting property name enclosed in double quotes at character 2"),
    ],
)
def test_the_sentence_says_what_came_and_what_was_wanted(line: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        event_of(line)
    assert refused.value.reason == reason


def test_bytes_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(RecordError, match="byte 12 is not UTF-8"):
        event_of(b'{"event": "\xff"}')


def numbers(record: bytes) -> list[int]:
    return [number for number, _ in read_record(record)]


def test_lines_end_with_lf_alone_and_the_last_needs_none() -> None:
    assert numbers(f"{GAME}\n{BID}".encode()) == [1, 2]
    assert numbers(f"{GAME}\r\n{BID}\r\n".encode()) == [1, 2]
    assert numbers(f"{GAME}\n{BID}\n\n".encode()) == [1, 2]


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1e", "\r"])
def test_nothing_else_ends_a_line(end: str) -> None:
    with pytest.raises(RecordError) as refused:
        list(read_record(f"{GAME}{end}{BID}\n".encode()))
    assert refused.value.line == 1
    named = GAME.replace('"A"', json.dumps(f"A{end}B", ensure_ascii=end < "\x20"))
    assert numbers(f"{named}\n{BID}".encode()) == [1, 2]


def test_skipped_lines_count_in_line_numbers() -> None:
    assert numbers(f"\n \t\r\n{GAME}\n\n\r\n{BID}".encode()) == [3, 6]


def test_a_byte_order_mark_is_skipped_before_the_first_line_only() -> None:
    assert numbers(b"\xef\xbb\xbf" + GAME.encode()) == [1]
    assert numbers(b"\xef\xbb\xbf\n" + GAME.encode()) == [2]
    for record in (b"\n\xef\xbb\xbf" + GAME.encode(), b"\xef\xbb\xbf\xef\xbb\xbf" + GAME.encode()):
        with pytest.raises(RecordError):
            numbers(record)


@pytest.mark.parametrize("record", [b"", b"\n", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_a_record_without_events_is_at_fault_in_line_1(record: bytes) -> None:
    with pytest.raises(RecordError) as refused:
        replay_record(record)
    assert refused.value.line == 1


@pytest.mark.parametrize(
    ("lines", "at_fault"),
    [
        ([BID], 1),
        (['{"event": "undo"}'], 1),
        ([GAME, GAME], 2),
        ([GAME, '{"event": "undo"}'], 2),
        ([GAME, BID, BID], 3),
        ([GAME, BID, BID, '{"event": "undo"}'], 3),
        ([GAME, BID, "not JSON", BID], 3),
        ([GAME, "", BID, "", '{"event": "spot_on", "player": 1}'], 5),
    ],
)
def test_the_first_faulty_line_is_named_whatever_follows_it(lines: list[str], at_fault: int) -> None:
    for tail in (b"", b"\n\xff\xfe", b"\nnot JSON"):
        with pytest.raises(RecordError) as refused:
            replay_record("\n".join(lines).encode() + tail)
        assert refused.value.line == at_fault


def test_a_record_has_no_more_events_than_a_game_can_bear() -> None:
    most = [GAME, *[BID, '{"event": "undo"}'] * 4_999, BID]
    assert replay_record("\n".join(most).encode()).length == 10_000
    with pytest.raises(RecordError, match="a game may have no more") as refused:
        replay_record("\n".join([*most, "", BID]).encode())
    assert refused.value.line == 10_002


def test_a_fault_of_bytes_is_named_only_when_the_reader_comes_to_it() -> None:
    read = read_record(f"{GAME}\n".encode() + b"\xff\n" + BID.encode())
    assert next(read)[0] == 1
    with pytest.raises(RecordError) as refused:
        next(read)
    assert refused.value.line == 2


def test_a_whole_record_is_written_and_read_back() -> None:
    record = replay_record(f"{GAME}\n{BID}\n".encode())
    assert text_of(record.events) == f"{GAME}\n{BID}\n"
    assert replay_record(text_of(record.events).encode()) == record
