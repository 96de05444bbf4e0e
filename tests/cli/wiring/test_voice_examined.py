"""The doctor says which voice would speak, and what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.wiring.checkup import examine_voice
from companion.cli.wiring.findings import State
from companion.share.voice.engines import Espeak


@pytest.mark.parametrize(
    ("has_engine", "player", "cards", "state", "sentence"),
    [
        (False, "aplay", " 0 [Headphones]", State.LACK, "there is no speech engine"),
        (True, None, " 0 [Headphones]", State.LACK, "there is no program to play sound: install alsa-utils"),
        (True, "aplay", "--- no soundcards ---", State.LACK, "espeak-ng en, but there is no sound card"),
        (True, "aplay", None, State.LACK, "espeak-ng en, but there is no sound card"),
        (True, "aplay", " 0 [Headphones]", State.OK, "espeak-ng en, played by aplay"),
    ],
)
def test_what_the_table_needs_to_speak(
    tmp_path: Path, has_engine: bool, player: str | None, cards: str | None, state: State, sentence: str
) -> None:
    listed = tmp_path / "cards"
    if cards is not None:
        listed.write_text(cards)
    found = examine_voice(
        tmp_path, lambda language, _: Espeak(language) if has_engine else None, lambda: player, listed
    )
    assert (found.name, found.state, found.sentence) == ("voice", state, sentence)
