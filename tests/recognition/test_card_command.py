"""``cups-up read-cards``: one JSON object a photo, one line an unreadable file, never a traceback."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import read_cards
from companion.recognition.cards import reader
from companion.recognition.cards.eye import CardEye
from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import CardThresholds, IndexPredictions
from tests.recognition.laid_cards import Lying, seen, verdicts

TABLE = seen([Lying("10H", -80, 0, 0.2), Lying("AS", 80, 0, 2.0), Lying("AS", 160, 0, 1.0)])


class Finds:
    """Sees the same three cards in every picture."""

    def find(self, frame: object) -> list[Index]:
        return TABLE.indices

    def read(self, crops: np.ndarray) -> IndexPredictions:
        return verdicts(TABLE.codes)


@pytest.fixture(autouse=True)
def three_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    trust = CardThresholds(centre=0.3, rank=0.97, suit=0.97, temperature=1.0)
    monkeypatch.setattr(read_cards, "CardEye", lambda: CardEye.of(Finds(), Finds(), trust))


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "tisch ünder.jpg"
    path.write_bytes(cv2.imencode(".jpg", np.full((1296, 2304, 3), 90, np.uint8))[1].tobytes())
    return str(path)


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    read_cards.add_arguments(parser)
    return read_cards.run(parser.parse_args(arguments))


def test_json_has_the_keys_that_were_agreed(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(photo, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {"image", "size", "cards", "ms"} == set(told)
    assert (photo, [2304, 1296]) == (told["image"], told["size"])
    assert {"total", "locate", "classify", "join"} == set(told["ms"])
    assert all({"card", "confidence", "box", "doubts", "likely"} == set(card) for card in told["cards"])
    assert [(card["card"], card["doubts"], card["likely"]) for card in told["cards"]] == [
        ("10H", [], ["10H"]), (None, ["too_often"], ["AS"]), (None, ["too_often"], ["AS"]),
    ]  # fmt: skip


def test_with_two_decks_a_card_may_lie_there_twice(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(photo, "--json", "--decks", "2") == 0
    told = json.loads(capsys.readouterr().out)
    assert [card["card"] for card in told["cards"]] == ["10H", "AS", "AS"]


def test_an_unreadable_file_is_one_line_and_the_others_are_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, empty, text = (tmp_path / name for name in ("broken.jpg", "empty.png", "text.jpg"))
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing")
    empty.write_bytes(b"")
    text.write_text("no picture")
    bad = [str(path) for path in (broken, empty, text, tmp_path, tmp_path / "nowhere.jpg")]
    assert run(photo, *bad, photo, "--json") == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert [line.split(": ")[0] for line in told.err.splitlines()] == bad


def test_without_json_a_photo_is_a_line_of_words(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(photo) == 0
    assert capsys.readouterr().out == f"{photo}: 3 cards, 10H, 2 to be looked at (too often)\n"


def test_out_writes_a_marked_picture_of_each_photo(photo: str, tmp_path: Path) -> None:
    assert run(photo, photo, "--out", str(tmp_path / "marked")) == 0
    marked = sorted((tmp_path / "marked").iterdir())
    assert [path.name for path in marked] == ["tisch ünder-2.png", "tisch ünder.png"]
    picture = cv2.imdecode(np.frombuffer(marked[0].read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (1296, 2304, 3)
    assert picture.std() > 1


def test_a_folder_for_pictures_that_cannot_be_made_is_told(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(photo, "--out", photo) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("decks", ["0", "-1", "two", "9", "1.5", "²"])
def test_decks_must_be_a_sensible_number(photo: str, decks: str) -> None:
    with pytest.raises(SystemExit):
        run(photo, "--decks", decks)


def test_missing_weights_are_one_line(
    photo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(read_cards, "CardEye", CardEye)
    monkeypatch.setattr(reader, "CARD_LISTING", "models/no_such_listing.json")
    assert run(photo) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert told.err.startswith("cups-up read-cards: ")
