"""JSON by RFC 8259 and nothing beyond it, whole numbers of any length."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import NotJson, read_json, write_json
from companion.journal.codec import digits_of, whole_number

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.slow
@given(JSON_VALUES)
@settings(max_examples=200)
def test_what_is_written_reads_back_here_and_by_any_other_reader(value: object) -> None:
    assert read_json(write_json(value)) == value
    assert json.loads(write_json(value)) == value
    assert write_json(value).isascii()
    assert "\n" not in write_json(value)


NO_JSON = (
    *("NaN", "[Infinity]", "-Infinity", '{"a": NaN}', '{"a": 1, "a": 2}', '{"a": 1, "\\u0061": 1}'),
    *("", "01", "+1", "1.", ".5", "1e", "0x1", "'a'", '"\t"', '"\\x"', '"\\u12g4"', "[1,]", '{"a": 1,}'),
    *("1 2", "nul", "True", "[1", '{"a"}', "{a: 1}", "// no", "[1] // no"),
    *("\ufeff1", "\u00a01", "1\x0b", "١"),
)


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(text)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"event": "dr', "this is not JSON: unterminated string starting at character 11"),
        ('{"event": "a\tb"}', "this is not JSON: invalid control character at character 13"),
        ('{"event": }', "this is not JSON: expecting value at character 11"),
    ],
)
def test_the_reason_says_once_at_which_character_the_fault_stands(text: str, reason: str) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_endless_nesting_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        read_json(text)


LONG = ("9" * 4000, "1" + "0" * 4001, "-" + "123456789" * 5000)


@pytest.mark.parametrize("digits", ["0", "-0", "7", "-12", *LONG])
def test_whole_numbers_of_any_length_go_in_and_out(digits: str) -> None:
    number = read_json(digits)
    assert type(number) is int
    assert number == whole_number(digits)
    assert write_json(number) == ("0" if digits == "-0" else digits)


@given(st.integers(min_value=-(10**9000), max_value=10**9000))
@settings(max_examples=50)
def test_a_long_number_reads_back_as_itself(number: int) -> None:
    assert whole_number(digits_of(number)) == number


@pytest.mark.parametrize("text", ["1.0", "1e2", "1E2", "-0.0", "1e999"])
def test_a_number_with_fraction_or_exponent_is_json_but_no_whole_number(text: str) -> None:
    assert type(read_json(text)) is float


def test_of_very_many_keys_the_first_that_stands_there_twice_is_named_at_once() -> None:
    # each key was once counted among all others: minutes for a line like this one
    many = ", ".join(f'"k{number}": 1' for number in range(100_000))
    with pytest.raises(NotJson, match='the key "b" is there twice'):
        read_json(f'{{{many}, "a": 1, "b": 2, "b": 3, "a": 4}}')
