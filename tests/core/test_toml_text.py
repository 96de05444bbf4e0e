"""TOML of strangers: values, or one short sentence, in no time."""

from __future__ import annotations

import pytest

from companion.core.on_disk import NotToml, toml_of


def test_plain_toml_is_read() -> None:
    assert toml_of("a = [[1, 2], [3]]\n[b]\nc = 'd'\n") == {"a": [[1, 2], [3]], "b": {"c": "d"}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = ", "invalid value (at end of document)"),
        ("a = " + "9" * 400, "a whole number in it is far too large"),
        ("a = 9223372036854775808", "a whole number in it is far too large"),
        ("a = " + "[\n" * 20_000, "it is nested too deep"),
        ("a = " + "[" * 17 + "1" + "]" * 17, "it is nested too deep"),
        ("a" + ".a" * 600 + " = 1", "line 1 is longer than 1,000 characters"),
        ("a" + ".a" * 300 + " = 1", "it is nested too deep"),
        ("a = " + "9" * 5_000, "line 1 is longer than 1,000 characters"),
    ],
)
def test_what_the_app_cannot_stand_is_refused_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(NotToml) as refused:
        toml_of(text)
    assert str(refused.value) == reason
