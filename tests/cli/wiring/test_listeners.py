"""Who listens to an evening: those who were asked for, and nobody who keeps anything of an unsaved one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.wiring import table_opened
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening
from companion.cli.wiring.settings import LiveSettings
from companion.cli.wiring.table_opened import listened_to, without_keepers
from companion.core.settings import FILE_NAME, SettingsFile
from companion.share.album import MB, PictureKeeper, SouvenirKeeper
from companion.share.voice import Engine, Voice


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    def no_engine(language: str, voices: Path) -> Engine | None:
        return None

    monkeypatch.setattr(table_opened, "engine_for", no_engine)
    return Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)


def settings(home: Path, voice: str = "off", pictures: int = 0) -> LiveSettings:
    return LiveSettings(SettingsFile(home / FILE_NAME), {"voice": voice, "pictures_mb": pictures})


def test_nothing_is_said_and_no_picture_kept_unless_somebody_asks_for_it(
    evening: Evening, tmp_path: Path
) -> None:
    with listened_to(evening, settings(tmp_path), tmp_path) as listened:
        voice, pictures, _souvenirs = listened.followers
        assert isinstance(voice, Voice)
        assert voice.is_silent
        assert isinstance(pictures, PictureKeeper)
        assert pictures.most_bytes == 0
        assert listened.viewers == tuple(each.show for each in listened.followers)


def test_voice_and_pictures_listen_where_they_are_asked_for(evening: Evening, tmp_path: Path) -> None:
    with listened_to(evening, settings(tmp_path, "short", 50), tmp_path) as listened:
        assert [type(each) for each in listened.followers] == [Voice, PictureKeeper, SouvenirKeeper]
        voice, pictures, _souvenirs = listened.followers
        assert isinstance(voice, Voice)
        assert not voice.is_silent
        assert isinstance(pictures, PictureKeeper)
        assert pictures.most_bytes == 50 * MB


def test_of_an_evening_without_saving_nothing_is_kept(evening: Evening, tmp_path: Path) -> None:
    with listened_to(evening, settings(tmp_path, "short", 50), tmp_path) as listened:
        passing = without_keepers(listened)
        assert [type(each) for each in passing.followers] == [Voice]
        assert passing.viewers == (passing.followers[0].show,)
        assert passing.souvenirs is None
