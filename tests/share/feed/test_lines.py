"""The feed's lines: the record's own, each followed by a state that fits the schema."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import jsonschema
import pytest

import companion.share.feed
from companion.journal import RecordError, line_of, read_record
from companion.rules import GameBegun, RuleError
from companion.share.feed import Happening, format_lines
from tests.share.happened import RECORDS, after

FOLDER = Path(companion.share.feed.__file__).parent
SCHEMA = json.loads((FOLDER / "feed.schema.json").read_text(encoding="utf-8"))
ALL = sorted(RECORDS.glob("*.jsonl"))


def told(record: Path) -> list[Happening]:
    """What is told of a recorded game, up to its first fault."""
    found: list[Happening] = []
    with contextlib.suppress(RecordError, RuleError):
        for _, event in read_record(record.read_bytes()):
            found.append(after(found[-1] if found else None, event))
    return found


def test_there_are_records_of_every_kind_of_game() -> None:
    told = "".join(record.read_text(encoding="utf-8", errors="replace")[:400] for record in ALL)
    assert all(name in told for name in ("milton-bradley", "cardinal", "front-porch", "rh", "liar-liar"))


@pytest.mark.parametrize("record", ALL, ids=lambda path: path.stem)
def test_every_line_of_a_recorded_game_fits_the_schema(record: Path) -> None:
    check = jsonschema.Draft202012Validator(SCHEMA)
    for happening in told(record):
        event, state = format_lines(happening)
        assert event == line_of(happening.fresh[0])
        for line in (event, state):
            assert [fault.message for fault in check.iter_errors(json.loads(line))] == []


@pytest.mark.parametrize("record", ALL, ids=lambda path: path.stem)
def test_a_line_says_how_many_lines_the_record_has(record: Path) -> None:
    numbers = [json.loads(format_lines(each)[-1])["state"]["number"] for each in told(record)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_two_players_of_one_name_are_told_apart() -> None:
    begun = after(None, GameBegun("rh", ("Ann", "Bob", "Ann"), (), 0))
    assert json.loads(format_lines(begun)[-1])["state"]["names"] == ["Ann (seat 0)", "Bob", "Ann (seat 2)"]


def test_the_schema_refuses_what_is_no_line_of_the_feed() -> None:
    check = jsonschema.Draft202012Validator(SCHEMA)
    good = json.loads(format_lines(told(ALL[-1])[0])[-1])
    del good["state"]["number"]
    assert not check.is_valid(good)
    assert not check.is_valid({"state": {}})
    assert not check.is_valid([])
