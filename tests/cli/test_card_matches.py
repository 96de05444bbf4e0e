"""Matches of Liar, Liar through the commands: kept, listed, exported, told in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main

RECORD = (
    '{"event": "game", "format": 1, "rules": "liar-liar", "players": ["Ann", "Joe"], '
    '"options": {"target": 60}}\n'
    '{"event": "hand"}\n'
    '{"event": "quest", "player": 0, "other": 1, "wanted": "8"}\n'
    '{"event": "answer", "player": 1, "yes": true}\n'
    '{"event": "decide", "player": 0, "challenge": true}\n'
    '{"event": "show", "player": 1, "card": "9S"}\n'
    '{"event": "meld", "player": 0, "cards": ["10S", "9S", "JS"]}\n'
    '{"event": "give", "player": 0}\n'
    '{"event": "quest", "player": 1, "other": 0, "wanted": "S"}\n'
    '{"event": "answer", "player": 0, "yes": false}\n'
    '{"event": "decide", "player": 1, "challenge": false}\n'
    '{"event": "quest", "player": 0, "other": 1, "wanted": "AH"}\n'
)
PLAYED_OUT = (
    '{"event": "undo"}\n'
    '{"event": "draw", "player": 0}\n'
    '{"event": "meld", "player": 0, "cards": ["2H", "3H", "4H", "5H"]}\n'
    '{"event": "discard", "player": 0}\n'
    '{"event": "play_out", "player": 0}\n'
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "cards.jsonl"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_a_match_is_imported_listed_and_exported_line_for_line(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(record)]) == 0
    assert capsys.readouterr() == ("Game 1: Ann and Joe: hand 1, Joe to answer.\n", "")
    assert main(["games"]) == 0
    assert capsys.readouterr().out.endswith(
        "liar-liar       Ann and Joe: hand 1, Joe to answer (12 events)\n"
    )
    assert main(["export", "1"]) == 0
    assert capsys.readouterr() == (RECORD, "")


def test_without_json_the_match_is_told_in_sentences(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "cards.jsonl: Ann and Joe play Liar, Liar to 60 points.",
        "Hand 1: Ann asks Joe for an 8. Joe says yes, Ann says Liar, Liar: "
        "it was the 9 of spades, a lie, and Ann keeps it. Joe pays Ann a chip.",
        "Hand 1: Joe asks Ann for a spade. Ann says no, Joe accepts: nothing is shown. No chip moves.",
        "Hand 1: Ann asks Joe for the ace of hearts.",
        "On the table: run: the 9 of spades, the 10 of spades and the jack of spades.",
        "Chips: Ann 6, Joe 4; the bank has paid 0.",
        "Cards held: Ann 4, Joe 7; the stock 38.",
        "Scores: Ann 0, Joe 0.",
        "Joe: do you have the ace of hearts? Yes or no?",
        "",
    ]


def test_a_won_match_is_told_with_its_points(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(RECORD + PLAYED_OUT, encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == [
        "Hand 1: Ann has played out. Points: Ann 70 and Joe 30.",
        "Scores: Ann 70, Joe 30.",
        "Ann wins the match!",
        "",
    ]
