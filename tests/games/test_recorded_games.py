"""Whole recorded games, legal and illegal, through ``companion replay``; the expected output by hand.

Beside each ``NAME.jsonl`` lies what must come out: ``NAME.expected.json``, the object printed with
``--json``, or ``NAME.expected.txt``, the number of the faulty line and the sentence.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main

RECORDS = Path(__file__).parent / "records"
LEGAL = sorted(path.name.removesuffix(".expected.json") for path in RECORDS.glob("*.expected.json"))
ILLEGAL = sorted(path.name.removesuffix(".expected.txt") for path in RECORDS.glob("*.expected.txt"))


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    status = main(["replay", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def path_of(name: str) -> str:
    return str(RECORDS / f"{name}.jsonl")


def test_every_record_has_its_expected_output_and_there_are_some_of_each_kind() -> None:
    assert sorted(path.stem for path in RECORDS.glob("*.jsonl")) == sorted(LEGAL + ILLEGAL)
    assert len(LEGAL) > 15
    assert len(ILLEGAL) > 25


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_record_is_replayed_to_the_expected_object(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = replayed(capsys, path_of(name), "--json")
    expected = (RECORDS / f"{name}.expected.json").read_text(encoding="utf-8")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    # compared as text, keys sorted: true is not 1, and no key is missing or added
    assert json.dumps(json.loads(out), sort_keys=True) == json.dumps(json.loads(expected), sort_keys=True)


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_record_is_refused_naming_file_and_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = replayed(capsys, path_of(name), "--json")
    fault = (RECORDS / f"{name}.expected.txt").read_text(encoding="utf-8")
    assert (status, out) == (1, "")
    assert err == f"{path_of(name)}:{fault}"
    assert err.count("\n") == 1
    assert replayed(capsys, path_of(name)) == (1, "", err)


def test_several_records_print_one_object_a_line_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    names = (LEGAL[0], LEGAL[-1], LEGAL[1])
    status, out, err = replayed(capsys, "--json", *map(path_of, names))
    assert (status, err) == (0, "")
    expected = [(RECORDS / f"{name}.expected.json").read_text(encoding="utf-8") for name in names]
    assert [json.loads(line) for line in out.splitlines()] == [json.loads(each) for each in expected]


def test_one_faulty_record_among_several_leaves_standard_output_empty_and_each_fault_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    faulty, other = ILLEGAL[0], ILLEGAL[-1]
    status, out, err = replayed(capsys, "--json", path_of(LEGAL[0]), path_of(faulty), path_of(other))
    assert (status, out) == (1, "")
    assert [line.split(":")[0] for line in err.splitlines()] == [path_of(faulty), path_of(other)]


def test_a_file_that_cannot_be_read_prints_nothing_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for missing, why in (
        (tmp_path / "none.jsonl", "cannot be read: No such file or directory"),
        (tmp_path, "is a folder"),
    ):
        status, out, err = replayed(capsys, path_of(LEGAL[0]), str(missing), "--json")
        assert (status, out) == (2, "")
        assert err == f"{missing}: the record {why}\n"


def test_the_path_stands_there_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "GAME.jsonl").write_text("[]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for given in ("GAME.jsonl", "./GAME.jsonl", ".//GAME.jsonl"):
        assert replayed(capsys, given)[2] == f"{given}:1: a line is one JSON object, not a list\n"


def test_without_json_the_game_is_told_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = replayed(capsys, path_of("rh-others-lose-and-a-tie-breaker-follows"))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "rh-others-lose-and-a-tie-breaker-follows.jsonl: Ann, Bob, Cy and Dee play RH common hand.",
        "Round 1: Bob calls spot on for Ann's bid of one 6. Exactly one 6! "
        "Cy and Dee lose the last die each.",
        "Round 2: Bob challenges Ann's bid of ten in all. Only nine in all! "
        "Ann was one short and loses the last die.",
        "Dice held: Ann 0, Bob 1, Cy 0, Dee 0.",
        "Bob wins the game!",
        "",
    ]


def test_chips_and_palafico_are_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, chips, _ = replayed(capsys, path_of("milton-chips-who-is-out-pays-no-stake"))
    assert "Chips: Ann 48, Bob 49, Cy 46; the round pot 2, the game pot 5." in chips
    _, palafico, _ = replayed(capsys, path_of("front-porch-ties-palafico-and-waived"))
    assert "Round 2 (Palafico): Bob challenges Ann's bid of two ones. " in palafico


@pytest.mark.parametrize(
    "name", ["milton-bradley", "front-porch", "cardinal", "rh", "perudo", "bluff", "house", "liar-liar"]
)
def test_the_rules_of_every_game_are_printed_with_their_choices(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name]) == 0
    printed = capsys.readouterr().out
    assert f"({name})" in printed.splitlines()[0]
    assert ("[choice]" in printed) is (name != "house"), "house rules as they come leave no point open"


def test_rules_without_a_name_lists_the_games_and_an_unknown_name_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "milton-bradley",
        "front-porch",
        "cardinal",
        "rh",
        "perudo",
        "bluff",
        "house",
        "liar-liar",
    ]
    assert main(["rules", "poker"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (
        "",
        "poker: no such game; there are: milton-bradley, front-porch, cardinal, rh, perudo, bluff, house, "
        "liar-liar\n",
    )


def test_a_path_of_any_bytes_stands_there_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    named = os.fsdecode(b"g\xff\xc3\xbc.jsonl")
    (tmp_path / named).write_text("[]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["replay", named]) == 1
    printed = capfdbinary.readouterr()
    assert (printed.out, printed.err) == (
        b"",
        b"g\xff\xc3\xbc.jsonl:1: a line is one JSON object, not a list\n",
    )


def test_a_full_disk_is_told_in_one_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full to write to")
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "companion", "replay", path_of(LEGAL[0])],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=RECORDS.parents[2],
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (
        2,
        "standard output: it cannot be written: No space left on device\n",
    )


def test_a_closed_standard_output_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        with pytest.raises(SystemExit) as ended:
            main(["replay", path_of(LEGAL[0])])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "standard output: it cannot be written: it is closed\n"


def test_with_standard_error_closed_the_exit_status_still_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stderr", None)
        assert main(["replay", path_of(ILLEGAL[0])]) == 1
        assert main(["replay", str(tmp_path / "none.jsonl")]) == 2
