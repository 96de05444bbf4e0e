"""A whole challenge at a table that was set up, its camera bumped in the middle; wired as at home."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from companion.calibration import TableShelf
from companion.cli.wiring.table import DiceAtTable, TableInUse
from companion.journal import Store
from companion.play.base.commands import CallChallenge, CupsAreUp, MendTable, NewGame, PlaceBid
from companion.play.modes.dice.views import CheckScene, ReadingScene, VerdictScene
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator import SimulatedTable
from companion.text import say
from tests.clocks import Ticks
from tests.play.driven import Driven
from tests.recognition.through_a_lens import CameraOnAStand, plane_seen, profile_of

SECOND_NS = 1_000_000_000


@pytest.mark.slow
def test_a_bump_during_play_is_said_and_mended_and_the_dice_are_read_and_kept(tmp_path: Path) -> None:
    clock = Ticks(1_000)
    dice = SimulatedTable(2, 5, clock=clock)
    camera = CameraOnAStand(dice, plane_seen())
    shelf = TableShelf(tmp_path / "tables")
    shelf.save(profile_of(plane_seen(), 2))
    table = TableInUse(shelf, shelf.read().named("simulated"))
    with Store(tmp_path / "games.sqlite3", now=lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        eye = TableReader(Eye(), table, DiceAtTable(table))
        evening = Driven(Services(store, clock, Equipment(camera, eye, dice, place=table), 5))

        def wait(seconds: float) -> TableView:
            for _ in range(int(seconds * 8)):
                clock.ns += SECOND_NS // 8
                evening.controller.idle()
            return evening.view

        evening.do(NewGame, rules="milton-bradley", players=("Ann", "Bob"), options=(("dice", 3),), opener=0)
        evening.do(PlaceBid, quantity=2, face=5)
        assert wait(4).advice is None
        assert shelf.backdrop_of(table.profile) is not None, (
            "the background is remembered for the next evening"
        )
        camera.plane = plane_seen(0.32, 15.0, 8.0)
        advice = wait(4).advice
        assert "the camera was bumped or the mat moved" in advice.sentence.lower()
        assert advice.answers[0].words == say("advice.set_right")
        evening.do(CallChallenge, players=(1,))
        evening.do(CupsAreUp)
        while evening.view.kind is ReadingScene:
            evening.controller.idle()
        assert evening.view.kind is CheckScene
        assert all("moved" in slot.doubt for hand in evening.view.scene.hands for slot in hand.slots)
        assert evening.do(MendTable).kind is ReadingScene
        while evening.view.kind is ReadingScene:
            evening.controller.idle()
        assert evening.view.advice is None
        assert evening.view.kind is VerdictScene
        read = [sorted(slot.face for slot in hand.slots) for hand in evening.view.scene.verdict.hands]
        assert read == [sorted(faces) for faces in dice.truth()]
    kept = shelf.read().named("simulated")
    assert np.allclose(
        kept.plane.px_of(np.zeros((1, 2))), table.profile.plane.px_of(np.zeros((1, 2))), atol=0.01
    )
    assert np.allclose(kept.seats, table.profile.seats, atol=0.1)
