"""Whatever a file holds, the reader answers with a game or with one sentence that names the line.

The everyday run tries some two thousand inputs; the long one is

    CUPS_UP_FUZZ=100000 python -m pytest tests/journal/test_codec_fuzz.py
"""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.journal import RecordError, match_summary, replay_record, summary_of, write_json
from companion.rules import AnyGame, Match

pytestmark = pytest.mark.slow

INPUTS = int(os.environ.get("CUPS_UP_FUZZ", "2000"))
FUZZ = settings(
    max_examples=INPUTS // 4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
DICE = [
    '{"event": "game", "format": 1, "rules": "rh", "players": ["A", "B", "C"], "opener": 0, '
    '"options": {"dice": 2, "random_challenge": true, "spot_on": "win-back", "tie_breaker": true}}',
    '{"event": "bid", "player": 0, "quantity": 2, "face": 5}',
    '{"event": "bid", "player": 1, "quantity": 3, "face": 5}',
    '{"event": "challenge", "players": [2, 0]}',
    '{"event": "reveal", "dice": [[5, 5], [5, 1], [2, 2]]}',
    '{"event": "correct", "reveal": [[5, 5], [4, 1], [2, 2]]}',
    '{"event": "bid", "player": 1, "quantity": 2, "face": 5}',
    '{"event": "spot_on", "player": 2}',
    '{"event": "reveal", "dice": [[5, 4], [5], [2, 2]]}',
    '{"event": "undo"}',
]
CARDS = [
    '{"event": "game", "format": 1, "rules": "liar-liar", "players": ["A", "B", "C"], '
    '"options": {"target": 60}}',
    '{"event": "hand"}',
    '{"event": "quest", "player": 0, "other": 1, "wanted": "7"}',
    '{"event": "answer", "player": 1, "yes": false}',
    '{"event": "decide", "player": 0, "challenge": true}',
    '{"event": "show", "player": 1, "cards": ["7S", "7H", "AC", "2C", "3C", "9D", "KD"]}',
    '{"event": "decide", "player": 0, "take": "7H"}',
    '{"event": "meld", "player": 0, "cards": ["7H", "8H", "9H"]}',
    '{"event": "correct", "cards": ["7H", "6H", "8H"]}',
    '{"event": "hit", "player": 0, "card": "9H", "meld": 0}',
    '{"event": "give", "player": 0}',
    '{"event": "draw", "player": 1}',
    '{"event": "undo"}',
]
LEGAL = pytest.mark.parametrize("legal", [DICE, CARDS], ids=["dice", "cards"])
WORDS = ["game", "opening_roll", "bid", "show", "challenge", "spot_on", "reveal", "correct", "undo", "rh"]
KEYS = ["event", "format", "rules", "players", "options", "opener", "rolls", "player", "quantity", "face"]
KEYS += ["total", "dice", "reveal", "chips", "spot_on", "tie_breaker", "0", "1"]
KEYS += ["other", "wanted", "yes", "challenge", "take", "card", "cards", "meld", "count"]
NAMED = ["milton-bradley", "front-porch", "cardinal", "house", "win-back", "A", ""]
ON_CARDS = ["liar-liar", "hand", "quest", "7S", "10H", "S", "7"]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats(allow_nan=True)
    | st.sampled_from(WORDS + NAMED + ON_CARDS)
    | st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
lines = st.dictionaries(st.sampled_from(KEYS), values, max_size=6).map(json.dumps)


def replayed(record: bytes) -> AnyGame | RecordError:
    try:
        return replay_record(record).game
    except RecordError as refused:
        return refused


def answered(record: bytes) -> None:
    """The record is replayed, or refused in one line that names a line of the file."""
    found = replayed(record)
    if not isinstance(found, RecordError):
        summary = match_summary(found) if isinstance(found, Match) else summary_of(found)
        assert json.loads(write_json(summary))["players"] == list(found.players)
        return
    assert 1 <= found.line <= record.count(b"\n") + 1
    assert found.reason.isprintable()
    assert len(found.reason) < 500


@FUZZ
@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf")
@example(b"[" * 100_000)
@example(b'{"event":' + b"9" * 5000)
def test_any_bytes(record: bytes) -> None:
    answered(record)


@FUZZ
@given(st.lists(lines, max_size=6))
def test_any_lines_of_json_with_the_words_of_the_format(record: list[str]) -> None:
    answered("\n".join(record).encode())


@LEGAL
@FUZZ
@given(st.data(), values, st.sampled_from(KEYS), st.sampled_from(["set", "drop"]))
def test_a_legal_record_with_one_field_changed(
    legal: list[str], data: st.DataObject, value: object, key: str, how: str
) -> None:
    line = data.draw(st.integers(0, len(legal) - 1))
    fields = json.loads(legal[line])
    if how == "set":
        fields[key] = value
    else:
        fields.pop(key, None)
    answered("\n".join([*legal[:line], json.dumps(fields), *legal[line + 1 :]]).encode())


@LEGAL
@FUZZ
@given(st.data())
def test_a_legal_records_lines_in_any_order(legal: list[str], data: st.DataObject) -> None:
    order = data.draw(st.permutations(legal[1:]))
    answered("\n".join([legal[0], *order][: data.draw(st.integers(1, len(legal)))]).encode())


CHANGES = st.binary(max_size=3) | st.sampled_from([b"\n", b"\r", b'"', b"\\", b",", b"0", b"true"])


@LEGAL
@FUZZ
@given(st.data())
def test_a_legal_record_with_some_bytes_changed(legal: list[str], data: st.DataObject) -> None:
    record = bytearray("\n".join(legal).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(record)))
        stop = start + data.draw(st.integers(0, 3))
        record[start:stop] = data.draw(CHANGES)
    answered(bytes(record))


@LEGAL
def test_the_record_that_is_changed_here_is_legal_as_it_stands(legal: list[str]) -> None:
    assert replay_record("\n".join(legal).encode()).length == len(legal)


@pytest.mark.parametrize("fields", ['"player": 9{nines}, "count": 1', '"player": 1, "count": -{nines}'])
def test_numbers_of_any_size_are_refused_in_a_short_sentence(fields: str) -> None:
    swap = '{"event": "swap", ' + fields.replace("{nines}", "9" * 5000) + "}"
    answered("\n".join([*CARDS[:2], swap]).encode())


@pytest.mark.parametrize("number", [1, 2])
def test_a_line_that_no_salvage_would_find_again_is_refused_at_once(number: int) -> None:
    lines = [DICE[0], DICE[1].replace("2", "9" * 5_000_000)]
    if number == 1:
        lines[0] = DICE[0].replace('"A"', f'"{"A" * 100_000}"')
    with pytest.raises(RecordError, match="this line is longer than 100,000 bytes") as refused:
        replay_record("\n".join(lines).encode())
    assert refused.value.line == number


@pytest.mark.parametrize("quantity", ["9" * 4300, "9" * 4301, "9" * 50_000])
def test_a_bid_of_thousands_of_digits_is_legal_where_no_limit_is_set(quantity: str) -> None:
    game = DICE[0].replace('"rh"', '"milton-bradley"').split(', "options"')[0] + "}"
    bid = DICE[1].replace('"quantity": 2', f'"quantity": {quantity}')
    replayed = replay_record(f"{game}\n{bid}".encode()).game
    assert f'"quantity": {quantity}' in write_json(summary_of(replayed))
