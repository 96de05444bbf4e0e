"""Every fuzzer of input for some seconds; the long campaigns are run by command (docs/reliability.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import pictures, records, sets, toml_files, words
from tests.fuzz.campaign import Case, campaign

SHORT = {
    **{name: (case, 400) for name, case in toml_files.CASES.items()},
    **{name: (case, 200) for name, case in records.CASES.items()},
    **{name: (case, 40) for name, case in sets.CASES.items()},
    **{name: (case, 8) for name, case in pictures.CASES.items()},
    **{name: (case, 40) for name, case in words.CASES.items()},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_whatever_is_given_ends_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case, count = SHORT[name]
    assert sum(campaign({name: case}, count).values()) == count


def test_the_oracle_sees_what_must_not_be() -> None:
    def falls(rng: object) -> str:
        raise ZeroDivisionError

    cases: dict[str, Case] = {"falls": falls}
    with pytest.raises(AssertionError, match="falls, number 0, seed 1: ZeroDivisionError"):
        campaign(cases, 1)
