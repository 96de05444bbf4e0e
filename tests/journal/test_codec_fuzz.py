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

from companion.journal import RecordError, replay_record, summary_of, write_json
from companion.rules import Game

pytestmark = pytest.mark.slow

INPUTS = int(os.environ.get("CUPS_UP_FUZZ", "2000"))
FUZZ = settings(
    max_examples=INPUTS // 4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
LEGAL = [
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
WORDS = ["game", "opening_roll", "bid", "show", "challenge", "spot_on", "reveal", "correct", "undo", "rh"]
KEYS = ["event", "format", "rules", "players", "options", "opener", "rolls", "player", "quantity", "face"]
KEYS += ["total", "dice", "reveal", "chips", "spot_on", "tie_breaker", "0", "1"]
NAMED = ["milton-bradley", "front-porch", "cardinal", "house", "win-back", "A", ""]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats(allow_nan=True)
    | st.sampled_from(WORDS + NAMED)
    | st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
lines = st.dictionaries(st.sampled_from(KEYS), values, max_size=6).map(json.dumps)


def replayed(record: bytes) -> Game | RecordError:
    try:
        return replay_record(record).game
    except RecordError as refused:
        return refused


def answered(record: bytes) -> None:
    """The record is replayed, or refused in one line that names a line of the file."""
    found = replayed(record)
    if isinstance(found, Game):
        assert json.loads(write_json(summary_of(found)))["players"] == list(found.players)
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


@FUZZ
@given(st.integers(0, len(LEGAL) - 1), values, st.sampled_from(KEYS), st.sampled_from(["set", "drop"]))
def test_a_legal_record_with_one_field_changed(line: int, value: object, key: str, how: str) -> None:
    fields = json.loads(LEGAL[line])
    if how == "set":
        fields[key] = value
    else:
        fields.pop(key, None)
    answered("\n".join([*LEGAL[:line], json.dumps(fields), *LEGAL[line + 1 :]]).encode())


CHANGES = st.binary(max_size=3) | st.sampled_from([b"\n", b"\r", b'"', b"\\", b",", b"0", b"true"])


@FUZZ
@given(st.data())
def test_a_legal_record_with_some_bytes_changed(data: st.DataObject) -> None:
    record = bytearray("\n".join(LEGAL).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(record)))
        stop = start + data.draw(st.integers(0, 3))
        record[start:stop] = data.draw(CHANGES)
    answered(bytes(record))


def test_the_record_that_is_changed_here_is_legal_as_it_stands() -> None:
    assert replay_record("\n".join(LEGAL).encode()).length == len(LEGAL)


@pytest.mark.parametrize("quantity", ["9" * 4300, "9" * 4301, "9" * 50_000])
def test_a_bid_of_thousands_of_digits_is_legal_where_no_limit_is_set(quantity: str) -> None:
    game = LEGAL[0].replace('"rh"', '"milton-bradley"').split(', "options"')[0] + "}"
    bid = LEGAL[1].replace('"quantity": 2', f'"quantity": {quantity}')
    replayed = replay_record(f"{game}\n{bid}".encode()).game
    assert f'"quantity": {quantity}' in write_json(summary_of(replayed))
