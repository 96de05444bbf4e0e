"""Every fuzzer of input for some seconds; the long campaigns are run by command (docs/reliability.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.club.brokers import BROKER, PROGRAMS
from tests.fuzz import club_messages, null_stars, pictures, raw_http, records, sets, toml_files, words
from tests.fuzz.campaign import MOST_MB, Case, campaign

ROOT = Path(__file__).resolve().parents[2]
SHORT = {
    **{name: (case, 400) for name, case in toml_files.CASES.items()},
    **{name: (case, 200) for name, case in records.CASES.items()},
    **{name: (case, 40) for name, case in sets.CASES.items()},
    **{name: (case, 8) for name, case in pictures.CASES.items()},
    **{name: (case, 40) for name, case in words.CASES.items()},
    **{name: (case, 40) for name, case in null_stars.CASES.items()},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_whatever_is_given_ends_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case, count = SHORT[name]
    assert sum(campaign({name: case}, count).values()) == count


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whatever_is_told_to_a_clubs_scorer_holds_up_nothing(kind: str, tmp_path: Path) -> None:
    if BROKER is None or PROGRAMS is None:
        pytest.skip("mosquitto or postgresql is not installed")
    with club_messages.servers() as (broker, server), ExitStack() as stack:
        place = server.place if kind == "postgresql" else str(tmp_path / "club.sqlite3")
        case = stack.enter_context(club_messages.scored(broker, place))
        assert sum(campaign({kind: case}, 100).values()) == 100


@pytest.mark.slow
def test_whatever_is_named_as_a_camera_gives_a_sentence_in_bounded_time() -> None:
    """In a process of its own: a source that hangs keeps its thread."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.addresses", "--count", "60"],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "60 cases" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", raw_http.NAMES)
def test_whatever_is_sent_to_a_server_is_answered(name: str) -> None:
    with raw_http.attacked(name) as case:
        assert sum(campaign({name: case}, 200).values()) == 200


@pytest.mark.slow
def test_a_peak_is_that_of_the_process_itself_not_of_the_one_that_started_it() -> None:
    asked = "from tests.fuzz.campaign import peak_mb; print(peak_mb())"
    large = (
        "import subprocess, sys; held = bytearray(b'x') * 500_000_000;"
        f"subprocess.run([sys.executable, '-c', '{asked}'], check=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", large], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    assert 5 < float(done.stdout) < MOST_MB


def test_the_oracle_sees_what_must_not_be() -> None:
    def falls(rng: object) -> str:
        raise ZeroDivisionError

    cases: dict[str, Case] = {"falls": falls}
    with pytest.raises(AssertionError, match="falls, number 0, seed 1: ZeroDivisionError"):
        campaign(cases, 1)
