"""A whole game at the simulated table with everybody listening: pictures that agree with it, and its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.demonstration.game import Demonstration
from companion.cli.demonstration.teller import GAME_ID, Signs, Teller
from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.journal import time_of_day
from companion.cli.wiring.settings import LiveSettings
from companion.cli.wiring.table_opened import listened_to
from companion.core.settings import FILE_NAME, SettingsFile
from companion.journal import JOURNAL_NAME, Store
from companion.journal.statistics import reveals
from companion.play.base.commands import NextRound
from companion.play.modes.dice.views import VerdictScene
from companion.players import NAMES
from companion.rules import CupsRevealed, RevealCorrected
from companion.share.album import PictureShelf, souvenirs
from tests.cli.test_demo import SMALL, TellingEye

pytestmark = pytest.mark.slow
SEED = 11


def test_every_picture_agrees_with_the_record_and_the_game_has_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(souvenirs, "GOODBYE_S", 120.0)  # a busy machine draws for longer
    opened = open_camera("simulated", Simulation(2, SEED, size=SMALL))
    assert opened.cups is not None
    journal = tmp_path / JOURNAL_NAME
    evening = Evening(journal, opened, TellingEye(opened.cups, doubts=True), SEED, watch=False)
    asked = LiveSettings(SettingsFile(tmp_path / FILE_NAME), {"pictures_mb": 50})
    teller = Teller(colour=False, signs=Signs.for_encoding("ascii"), rest=lambda _: None)
    with (
        listened_to(evening, asked, tmp_path) as listened,
        session_of(listened) as session,
        Store(journal, time_of_day, writing=False) as reader,
    ):
        tally = Demonstration(session, opened.cups, reader, teller, tmp_path, SEED).play(
            "milton-bradley", NAMES[:2], None
        )
        if session.view.kind is VerdictScene:
            session.send(NextRound(session.view.number))
        record = reader.load(GAME_ID)
        assert listened.souvenirs is not None
        assert listened.souvenirs.ended_at(GAME_ID) == reader.ended_at(GAME_ID)
    shelf = PictureShelf(tmp_path / "pictures")
    numbers = reveals(record.numbered_live_events)
    assert len(numbers) == tally.rounds
    for number in numbers:
        kept, event = shelf.find(GAME_ID, number), record.events[number - 1]
        assert kept is not None
        assert isinstance(event, CupsRevealed | RevealCorrected)
        kept_faces = [sorted(die.face for die in kept.proof.dice if die.seat == seat) for seat in range(2)]
        assert kept_faces == [sorted(dice) for dice in event.dice]
    assert sorted(path.suffix for path in (tmp_path / "souvenirs").iterdir()) == [".pdf", ".png"]
