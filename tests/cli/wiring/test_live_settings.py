"""The settings of this machine: kept, overruled by the command line for an evening, put in force at once."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.cli.play import add_arguments
from companion.cli.terminal.arguments import Parser
from companion.cli.wiring import settings as wired
from companion.cli.wiring.settings import LiveSettings, settings_in_force
from companion.core.settings import FILE_NAME, Settings, SettingsError, SettingsFile, Talk
from companion.devices import Backlight
from companion.share.album import MB, PictureKeeper, PictureShelf
from companion.share.voice import Engine, Speaker, Voice
from companion.share.voice.sound import Sound
from companion.share.voice.speaker import Player
from companion.text import say, spoken
from tests.share.voice.listening import Letters, until


class Silence:
    """A player of nothing."""

    def play(self, wav: bytes, is_cut_off: object) -> None:
        """Nothing is heard."""


class Named:
    """An engine of one language."""

    def __init__(self, language: str) -> None:
        self.name = language

    def speech(self, words: str) -> Sound:
        raise AssertionError("nothing is said here")

    def close(self) -> None:
        """There is nothing to end."""


def asked(*words: str, language: str | None = None) -> argparse.Namespace:
    parser = Parser("cups-up play", None)
    add_arguments(parser)
    parser.set_defaults(language=language)
    return parser.parse_args(list(words))


def here(home: Path, *words: str, language: str | None = None, **environment: str) -> LiveSettings:
    return settings_in_force(asked(*words, language=language), home, environment)


@pytest.fixture
def ruled(tmp_path: Path) -> Iterator[tuple[Voice, PictureKeeper]]:
    player: Player = Silence()
    voice, pictures = (
        Voice(Speaker(None, player), Talk.OFF),
        PictureKeeper(PictureShelf(tmp_path / "pictures", 0)),
    )
    yield voice, pictures
    voice.close()
    pictures.close()


def test_what_was_chosen_on_the_screen_is_there_the_next_evening(tmp_path: Path) -> None:
    here(tmp_path).change("voice", "short")
    again = here(tmp_path)
    assert again.now == Settings(voice=Talk.SHORT)


def test_the_command_line_wins_for_this_evening_and_is_not_kept(tmp_path: Path) -> None:
    words = ("--voice", "full", "--volume", "40", "--quiet", "22-7", "--no-watch", "--keep-pictures", "9")
    evening = here(tmp_path, *words, language="de")
    assert evening.now == Settings("de", Talk.FULL, 40, "22-7", watch=False, pictures_mb=9)
    evening.change("motion", "reduced")
    assert (tmp_path / FILE_NAME).read_text() == 'motion = "reduced"\n'
    evening.change("voice", "off")
    assert evening.now.voice is Talk.OFF, "a touch is newer than the command line"


@pytest.mark.parametrize(
    ("kept", "language", "environment", "asks"),
    [
        ("", None, {}, True),
        ("", None, {"LANG": "de_DE.UTF-8"}, True),
        ("", None, {"LANGUAGE": "de"}, False),
        ("", "de", {}, False),
        ('language = "de"\n', None, {}, False),
    ],
)
def test_a_language_is_asked_for_where_nobody_chose_one(
    kept: str, language: str | None, environment: Mapping[str, str], asks: bool, tmp_path: Path
) -> None:
    (tmp_path / FILE_NAME).write_text(kept)
    assert here(tmp_path, language=language, **environment).asks_language is asks


def test_the_language_that_was_chosen_is_spoken_from_the_start(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('language = "de"\n')
    here(tmp_path)
    assert say("key.back") == "Zurück"


def test_voice_pictures_and_language_follow_at_once(
    ruled: tuple[Voice, PictureKeeper], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines: list[str] = []

    def engine_of(language: str, _: Path) -> Engine:
        engines.append(language)
        return Named(language)

    monkeypatch.setattr(wired, "engine_for", engine_of)
    voice, pictures = ruled
    settings = here(tmp_path)
    settings.rule(voice, pictures, frozenset({"watch"}))
    assert (voice.talk, voice.volume, voice.quiet, pictures.most_bytes) == (Talk.OFF, 1.0, None, 0)
    for name, value in (("voice", "full"), ("volume", 50), ("quiet", "22-7"), ("pictures_mb", 100)):
        settings.change(name, value)
    assert (voice.talk, voice.volume, pictures.most_bytes) == (Talk.FULL, 0.5, 100 * MB)
    assert voice.quiet is not None
    assert (voice.quiet.since.hour, voice.quiet.until.hour) == (22, 7)
    assert engines == []
    settings.change("language", "fr")
    assert (engines, spoken().language) == (["fr"], "fr")


def test_a_voice_that_is_switched_off_stops_in_the_middle_of_a_sentence(tmp_path: Path) -> None:
    heard: list[str] = []

    class Endless:
        def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
            heard.append("begun")
            until(cut_off)
            heard.append("cut off")

    voice, pictures = Voice(Speaker(Letters(), Endless()), Talk.OFF), PictureKeeper(PictureShelf(tmp_path))
    settings = here(tmp_path)
    settings.rule(voice, pictures, frozenset())
    settings.change("voice", "full")
    voice.changed("Ada, your turn.")
    until(lambda: heard == ["begun"])
    settings.change("voice", "off")
    until(lambda: heard == ["begun", "cut off"])
    voice.close()
    pictures.close()


def test_a_choice_that_cannot_be_kept_holds_for_the_evening_and_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    settings = LiveSettings(SettingsFile(tmp_path / FILE_NAME), {})
    assert settings.fault is not None
    with pytest.raises(SettingsError, match="holds until the app is closed"):
        settings.change("voice", "short")
    assert settings.now.voice is Talk.SHORT


def test_brightness_is_offered_only_where_the_display_has_it(tmp_path: Path) -> None:
    light = tmp_path / "light"
    light.mkdir()
    (light / "brightness").write_text("7\n")
    file = SettingsFile(tmp_path / FILE_NAME)
    assert "brightness" not in LiveSettings(file, {}).offers
    settings = LiveSettings(file, {}, backlight=Backlight(light, 200))
    assert "brightness" in settings.offers
    assert (light / "brightness").read_text() == "7\n", "nobody chose one"
    settings.change("brightness", 40)
    assert (light / "brightness").read_text() == "80\n"
    (light / "brightness").write_text("200\n")
    LiveSettings(file, {}, backlight=Backlight(light, 200))
    assert (light / "brightness").read_text() == "80\n", "as it was chosen, from the start"


def test_a_machine_that_stays_on_says_why(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / FILE_NAME)
    assert not LiveSettings(file, {}).may_shut_down
    asked: list[str] = []
    settings = LiveSettings(file, {}, switch_off=lambda: asked.append("off") or "access denied")
    assert settings.may_shut_down
    with pytest.raises(SettingsError, match=r"does not shut down \(access denied\)"):
        settings.shut_down()
    assert asked == ["off"]


class Lamps:
    """Lamps on a strip, and how brightly they were told to shine."""

    offers = frozenset({"lamps", "lamp_percent"})

    def __init__(self) -> None:
        self.told: list[int] = []

    def dim(self, percent: int) -> None:
        self.told.append(percent)


def test_lamps_shine_as_the_settings_say_and_follow_at_once(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("lamp_percent = 50\n")
    settings, lamps = LiveSettings(SettingsFile(tmp_path / FILE_NAME), {}), Lamps()
    assert not lamps.offers & settings.offers, "no panel, no line"
    settings.light(lamps)
    assert lamps.offers <= settings.offers
    settings.change("lamps", False)
    settings.change("look", "day")
    settings.change("lamps", True)
    settings.change("lamp_percent", 10)
    assert lamps.told == [50, 0, 50, 10]
