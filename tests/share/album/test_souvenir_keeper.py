"""A game that is won has its page a moment later, on disk and on the screen; nobody waits for it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import cv2
import pytest

from companion.core.frame import Frame
from companion.play.modes.cards.views import CardsOverScene
from companion.play.modes.dice.views import OverScene, VerdictScene
from companion.rules import GameRecord
from companion.share.album import PictureShelf, SouvenirKeeper, ToKeep, souvenirs
from companion.share.feed import Happening
from tests.made_views import made
from tests.share.album.test_match_souvenir import whole_match
from tests.share.album.test_souvenir import played

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


def last_of(record: GameRecord) -> Happening:
    return Happening(4, NOW, record, record.events[-1:], None)


WINNER = made(9, OverScene, "")


def test_a_won_game_is_drawn_written_and_handed_on(tmp_path: Path) -> None:
    kept: list[tuple[int, tuple[Frame, ...]]] = []
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.on_made = lambda game, pages: kept.append((game, pages))
    keeper.on_event(last_of(played(3)))
    keeper.show(made(8, VerdictScene, ""))
    keeper.show(WINNER)
    keeper.show(WINNER)
    keeper.close()
    keeper._drawer.join(20)
    ((game, (page,)),) = kept
    assert game == 4
    assert page.width > 1240
    code = cv2.resize(page.pixels[:, 1240:], None, fx=0.23, fy=0.23, interpolation=cv2.INTER_AREA)
    assert "1. " in cv2.QRCodeDetector().detectAndDecode(code)[0], "a phone cannot read it from 800×480"
    assert sorted(path.suffix for path in (tmp_path / "souvenirs").iterdir()) == [".pdf", ".png"]


def test_the_page_has_the_time_that_the_journal_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[ToKeep] = []

    def draw(kept: ToKeep, *_: object) -> NoReturn:
        drawn.append(kept)
        raise OSError("the disk is full")

    monkeypatch.setattr(souvenirs, "write_souvenir", draw)
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.ended_at = {4: NOW + timedelta(minutes=34)}.__getitem__
    keeper.on_event(last_of(played(3)))
    keeper.show(WINNER)
    keeper.close()
    keeper._drawer.join(20)
    assert [each.ended_at - each.begun_at for each in drawn] == [timedelta(minutes=34)]


@pytest.mark.slow
def test_after_the_second_game_the_page_of_the_night_is_handed_on_too(tmp_path: Path) -> None:
    kept: list[int] = []
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.on_made = lambda game, pages: kept.append(len(pages))
    for number in (4, 5):
        record = played(number)
        keeper.on_event(Happening(number, NOW, record, record.events[-1:], None))
        keeper.show(WINNER)
    keeper.close()
    keeper._drawer.join(40)
    assert kept == [1, 2]


@pytest.mark.slow
def test_a_game_after_the_clock_was_set_back_is_on_its_own_night(tmp_path: Path) -> None:
    kept: list[int] = []
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.on_made = lambda game, pages: kept.append(len(pages))
    for number, month in ((4, 12), (5, 12), (6, 11), (7, 11)):
        record = played(number)
        keeper.on_event(Happening(number, NOW.replace(month=month), record, record.events[-1:], None))
        keeper.show(WINNER)
    keeper.close()
    keeper._drawer.join(80)
    assert kept == [1, 2, 1, 2]
    nights = sorted(path.name for path in (tmp_path / "souvenirs").glob("*-night.png"))
    assert [each[:10] for each in nights] == ["2026-11-24", "2026-12-24"]


def test_a_match_of_cards_that_is_won_has_its_page_too(tmp_path: Path) -> None:
    kept: list[int] = []
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.on_made = lambda game, pages: kept.append(game)
    keeper.on_event(last_of(whole_match(1)))
    keeper.show(made(9, CardsOverScene, ""))
    keeper.close()
    keeper._drawer.join(20)
    assert kept == [4]
    assert sorted(path.suffix for path in (tmp_path / "souvenirs").iterdir()) == [".pdf", ".png"]


def test_a_game_that_goes_on_or_is_taken_up_again_has_no_page(tmp_path: Path) -> None:
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    keeper.on_event(last_of(played(3, most=6)))
    keeper.show(WINNER)
    won = played(3)
    keeper.on_event(Happening(4, NOW, won, won.events, None))
    keeper.show(WINNER)
    keeper.close()
    assert not (tmp_path / "souvenirs").exists()


def test_a_folder_that_cannot_be_written_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "souvenirs").write_text("a file in the way", encoding="utf-8")
    keeper = SouvenirKeeper(tmp_path / "souvenirs", PictureShelf(tmp_path / "pictures"))
    with caplog.at_level(logging.WARNING):
        keeper.on_event(last_of(played(3)))
        keeper.show(WINNER)
        keeper.close()
        keeper._drawer.join(20)
    assert "game 4" in caplog.text
