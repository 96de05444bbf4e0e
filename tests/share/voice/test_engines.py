"""Real engines make real speech: espeak-ng in every language, Piper with a tiny voice."""

from __future__ import annotations

import shutil
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.share.voice import Speaker, engine_for
from companion.share.voice.engines import EngineFailed, Espeak, Piper
from companion.text import languages
from tests.share.voice.listening import Tape, until

has_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
has_piper = pytest.mark.skipif(find_spec("piper") is None, reason="piper-tts is not installed")
TINY = Path(__file__).with_name("en_tiny.onnx")


@has_espeak
@pytest.mark.parametrize("language", languages())
def test_espeak_speaks_every_language(language: str) -> None:
    speech = Espeak(language).speech("Ben: 6, 4.")
    assert 0.5 < speech.lasts_s < 8
    assert abs(speech.samples).max() > 1_000


@has_espeak
def test_a_name_of_any_script_is_said() -> None:
    assert Espeak("en").speech("Δέσποινα, 美咲, Олег and Zoë: two 4s. $(touch x) `ls` <b> --help").lasts_s > 1


@has_espeak
def test_a_language_that_espeak_does_not_know_is_a_failure() -> None:
    with pytest.raises(EngineFailed):
        Espeak("xx").speech("six 4s")


@pytest.mark.slow
@has_espeak
def test_espeak_cuts_off_its_own_sentence_for_a_newer_one() -> None:
    tape = Tape()
    speaker = Speaker(Espeak("en"), tape)
    speaker.say(
        "Ann, Bob and Cleo roll one die each, and whoever has the highest opens the first round. " * 3
    )
    time.sleep(1.0)
    speaker.say("Liar!")
    until(lambda: len(tape.heard) == 2)
    speaker.close()
    (_, ended, _), (began, _, _) = tape.heard
    assert began >= ended


@has_piper
def test_piper_speaks_with_a_voice_file_and_stays_loaded() -> None:
    piper = Piper(TINY)
    first = piper.speech("Ben: six 4s.")
    program = piper._program
    second = piper.speech("Liar!")
    assert first.rate == second.rate == 16_000
    assert first.lasts_s > second.lasts_s > 0.1
    assert piper._program is program
    piper.close()


@has_piper
def test_piper_without_its_voice_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed):
        Piper(tmp_path / "en_none.onnx").speech("six 4s")


def test_a_voice_of_the_language_comes_before_espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.share.voice.engines.find_spec", lambda name: object())
    monkeypatch.setattr("companion.share.voice.engines.shutil.which", lambda name: "/usr/bin/espeak-ng")
    (tmp_path / "de_DE-voice.onnx").touch()
    names = [
        None if each is None else each.name
        for each in (engine_for("de", tmp_path), engine_for("en", tmp_path))
    ]
    assert names == ["piper de_DE-voice", "espeak-ng en"]
    monkeypatch.setattr("companion.share.voice.engines.shutil.which", lambda name: None)
    assert engine_for("en", tmp_path) is None
