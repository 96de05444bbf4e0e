"""Who listens to an evening: those who were asked for, and nobody who keeps anything of an unsaved one."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.album.keeper import PictureKeeper
from companion.album.souvenirs import SouvenirKeeper
from companion.commands.wiring import voice_here
from companion.commands.wiring.evening import Evening
from companion.commands.wiring.listeners import listened_to, without_keepers
from companion.hardware.choose import Opened
from companion.voice.engines import Engine
from companion.voice.voice import Voice


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    def no_engine(language: str, voices: Path) -> Engine | None:
        return None

    monkeypatch.setattr(voice_here, "engine_for", no_engine)
    return Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)


def asked(voice: str = "off", pictures: int | None = None) -> argparse.Namespace:
    return argparse.Namespace(voice=voice, volume=50, quiet=None, keep_pictures=pictures)


def test_a_souvenir_is_drawn_unless_somebody_asks_for_more(evening: Evening, tmp_path: Path) -> None:
    with listened_to(evening, asked(), tmp_path) as listened:
        assert [type(each) for each in listened.followers] == [SouvenirKeeper]
        assert listened.viewers == (listened.followers[0].show,)


def test_voice_and_pictures_listen_where_they_are_asked_for(evening: Evening, tmp_path: Path) -> None:
    with listened_to(evening, asked("short", 50), tmp_path) as listened:
        assert [type(each) for each in listened.followers] == [Voice, PictureKeeper, SouvenirKeeper]
        assert len(listened.viewers) == 3


def test_of_an_evening_without_saving_nothing_is_kept(evening: Evening, tmp_path: Path) -> None:
    with listened_to(evening, asked("short", 50), tmp_path) as listened:
        passing = without_keepers(listened)
        assert [type(each) for each in passing.followers] == [Voice]
        assert passing.viewers == (passing.followers[0].show,)
        assert passing.souvenirs is None
