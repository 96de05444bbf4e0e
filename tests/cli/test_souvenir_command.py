"""``cups-up souvenir``: the page of a kept game, and that it goes when it must."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.wiring.past import KeptPast, night_of
from companion.journal import JOURNAL_NAME, Store
from companion.share.album import KeptPicture, PictureShelf, Proof

RECORD = Path(__file__).parents[1] / "games" / "records" / "house-track-with-single-losses.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Store(tmp_path / JOURNAL_NAME, lambda: datetime(2026, 11, 24, tzinfo=UTC)) as store:
        store.import_record(RECORD.read_bytes())
    return tmp_path


def made(home: Path) -> list[str]:
    return sorted(path.suffix for path in (home / "souvenirs").glob("*-game-1.*"))


def test_the_last_game_becomes_a_page(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["souvenir", "--home", str(home)]) == 0
    assert made(home) == [".pdf", ".png"]
    assert "souvenirs" in capsys.readouterr().out


def test_a_night_is_one_page_and_goes_with_any_of_its_games(home: Path) -> None:
    with Store(home / JOURNAL_NAME, lambda: datetime(2026, 11, 24, 1, tzinfo=UTC)) as store:
        store.import_record(RECORD.read_bytes())
    assert main(["souvenir", "--night", "--home", str(home)]) == 0
    assert sorted(path.suffix for path in (home / "souvenirs").glob("*-night.*")) == [".pdf", ".png"]
    assert main(["games", "--forget", "1", "--home", str(home)]) == 0
    assert list((home / "souvenirs").iterdir()) == []


@pytest.mark.parametrize("game", [0, 1])
def test_each_game_of_a_night_has_the_whole_night_beside_it(home: Path, game: int) -> None:
    hours = iter(range(2, 23))
    with Store(home / JOURNAL_NAME, lambda: datetime(2026, 11, 24, next(hours), tzinfo=UTC)) as store:
        won = (RECORD.parent / "rh-others-lose-and-a-tie-breaker-follows.jsonl").read_bytes()
        games = [store.import_record(won) for _ in range(2)]
        night = night_of(store, games[game])
        assert [each.begun_at for each in night] == [store.begun_at(each) for each in games]
        assert len(KeptPast(store, home / JOURNAL_NAME).souvenir(games[game])) == 2
    assert sorted(path.suffix for path in (home / "souvenirs").glob("*-night.*")) == [".pdf", ".png"]


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (("export", "1", "--out"), "game.jsonl"),
        (("stats", "--plot"), "figures.png"),
        (("souvenir", "--out"), ""),
    ],
)
def test_a_named_folder_that_is_missing_is_made_as_any_other(
    home: Path, words: tuple[str, ...], out: str
) -> None:
    folder = home / "for" / "all"
    assert main([*words, str(folder / out), "--home", str(home)]) == 0
    (home / "any").mkdir()
    usual = (home / "any").stat().st_mode
    assert [each.stat().st_mode for each in (folder, folder.parent)] == [usual, usual]


def test_a_game_that_is_not_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["souvenir", "99", "--home", str(home)]) == 1
    assert "99" in capsys.readouterr().err


def test_without_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["souvenir", "--home", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_cannot_be_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "souvenirs").write_text("a file in the way", encoding="utf-8")
    assert main(["souvenir", "--home", str(home)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_forgotten_takes_pictures_and_souvenirs_along(home: Path) -> None:
    shelf = PictureShelf(home / "pictures")
    shelf.keep(KeptPicture(b"jpeg", Proof(1, 4, ())))
    assert main(["souvenir", "--home", str(home)]) == 0
    assert main(["games", "--forget", "1", "--home", str(home)]) == 0
    assert made(home) == []
    assert list((home / "pictures").iterdir()) == []


def test_a_forgotten_name_stands_on_no_page(home: Path) -> None:
    assert main(["souvenir", "--home", str(home)]) == 0
    with Store(home / JOURNAL_NAME, lambda: datetime(2026, 11, 24, tzinfo=UTC)) as store:
        name = store.games()[0].players[0]
    assert main(["stats", "--forget", name, "--home", str(home)]) == 0
    assert made(home) == []
