"""cups-up games, export and import: a game out of the journal and back into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import journal_path, open_to_read, open_to_write

RECORD = (
    '{"event": "game", "format": 1, "rules": "milton-bradley", "players": ["Ann", "Bob"], "opener": 0}\n'
    '{"event": "bid", "player": 0, "quantity": 2, "face": 5}\n'
    '{"event": "bid", "player": 1, "quantity": 9, "face": 5}\n'
    '{"event": "undo"}\n'
    '{"event": "challenge", "player": 1}\n'
    '{"event": "reveal", "dice": [[5, 5, 2, 2, 3], [4, 4, 4, 4, 4]]}\n'
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_without_a_journal_there_are_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert capsys.readouterr() == ("No games yet.\n", "")
    assert not journal_path().exists()


@pytest.mark.parametrize("words", [["games"], ["stats"], ["souvenir"], ["export", "1"]])
def test_a_file_in_the_place_of_the_folder_is_told(
    words: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--home", str(record)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        f"cups-up {words[0]}: {record}: a file is there, so name a folder\n",
    )


def test_a_record_that_is_imported_twice_is_said_to_be_the_same_game(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("".join(RECORD.splitlines(keepends=True)[:-1]), encoding="utf-8")
    for path in (record, other, record):
        assert main(["import", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told[:3]] == ["Game 1", "Game 2", "Game 3"]
    assert told[3:] == [
        "Game 1 is the same already, and statistics count both: cups-up games --forget 3 takes this one out."
    ]


def test_an_imported_game_is_listed_and_exported_line_for_line(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(record)]) == 0
    assert capsys.readouterr() == ("Game 1: Ann and Bob: round 2, Ann to bid.\n", "")
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("   1  ")
    assert out.endswith("milton-bradley  Ann and Bob: round 2, Ann to bid (6 events)\n")
    assert main(["export", "1"]) == 0
    assert capsys.readouterr() == (RECORD, "")
    assert main(["export", "1", "--out", str(tmp_path / "copy.jsonl")]) == 0
    assert (tmp_path / "copy.jsonl").read_text(encoding="utf-8") == RECORD
    assert capsys.readouterr() == ("", "")


def test_a_name_that_no_screen_can_write_is_kept_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "delhi.jsonl"
    path.write_text(RECORD.replace('"Bob"', '"अमित"').replace('"Ann"', '"דנה"'), encoding="utf-8")
    assert main(["import", str(path)]) == 0
    assert capsys.readouterr().out == (
        "Game 1: דנה and अमित: round 2, דנה to bid.\n"
        "The screen has no letters for अमित. It says Player 2 instead.\n"
    )
    assert main(["games"]) == 0
    assert "דנה and अमित" in capsys.readouterr().out


def test_another_folder_has_games_of_its_own(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ["--home", str(tmp_path / "attic")]
    assert main(["import", str(record), *other]) == 0
    capsys.readouterr()
    assert main(["export", "1", *other]) == 0
    assert capsys.readouterr().out == RECORD
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "No games yet.\n"


def test_games_can_be_listed_and_exported_while_one_is_played(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(record)])
    with open_to_write(journal_path()):
        assert main(["games"]) == 0
        assert main(["export", "1"]) == 0
        capsys.readouterr()
        assert main(["import", str(record)]) == 1
        assert "Another Cups Up" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "wrong", "reason"),
    [
        (2, '{"event": "bid", "player": 1, "quantity": 2, "face": 5}', "it is not Bob's turn"),
        (3, '{"event": "bid", "player": 1, "quantity": 2.0, "face": 5}', "quantity must be a whole number"),
        (6, "not json", "this is not JSON"),
    ],
)
def test_a_wrong_record_is_refused_by_file_and_line_and_not_kept(
    record: Path, line: int, wrong: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = RECORD.splitlines()
    lines[line - 1] = wrong
    record.write_text("\n".join(lines), encoding="utf-8")
    assert main(["import", str(record)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{record}:{line}: {reason}")
    assert err.count("\n") == 1
    with open_to_read(journal_path()) as store:
        assert store.games() == ()


def test_a_record_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path / "gone.jsonl")]) == 2
    expected = f"{tmp_path}/gone.jsonl: the record cannot be read: No such file or directory\n"
    assert capsys.readouterr() == ("", expected)


def test_where_there_is_no_journal_none_is_called_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "check"]) == 1
    out, err = capsys.readouterr()
    assert (out, "no game was played yet" in err) == ("", True)


def test_exporting_from_no_journal_or_a_game_that_is_not_there(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1"]) == 1
    assert "no game was played yet" in capsys.readouterr().err
    main(["import", str(record)])
    capsys.readouterr()
    assert main(["export", "2"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("cups-up export: There is no game 2 in the journal")
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_written(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(record)])
    capsys.readouterr()
    assert main(["export", "1", "--out", str(tmp_path)]) == 1
    assert (
        capsys.readouterr().err
        == f"{tmp_path}: the record cannot be written: a folder is there, so name a file\n"
    )


def test_a_game_number_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", "first"])
    assert ended.value.code == 2
    assert "GAME" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["games"], ["export", "1"], ["import", "RECORD"]])
def test_a_journal_that_is_none_is_told_in_one_line(
    command: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal_path().parent.mkdir(parents=True)
    journal_path().write_text("my shopping list\n" * 100)
    assert main([str(record) if word == "RECORD" else word for word in command]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "is not a journal of games" in err
    assert err.count("\n") == 1


def test_a_record_is_not_written_to_links_in_a_circle(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(record)])
    capsys.readouterr()
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    assert main(["export", "1", "--out", str(one)]) == 1
    circle = "its links lead round in a circle, so give another name"
    assert capsys.readouterr().err == f"{one}: the record cannot be written: {circle}\n"
