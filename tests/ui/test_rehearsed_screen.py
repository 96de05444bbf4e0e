"""A rehearsal on the real screen: simulated people touch its keys, and every touch has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading
from companion.recognition.cards.eye import CardEye
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.simulator.rehearsal import Eyes, Programme, Rehearsal, TouchedRoom
from companion.simulator.rehearsal.touching import Finger
from tests.ui.touched_cards import cards_at, code_of

pytestmark = pytest.mark.slow

SIZE = 800, 480


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    reader = Eye(threads=1)
    return Eyes(lambda: TableReader(reader), CardEye)


@pytest.fixture
def room(tmp_path: Path) -> TouchedRoom:
    return TouchedRoom(SIZE, tmp_path / "pictures")


@pytest.mark.parametrize(
    ("rules", "opener"), [("milton-bradley", 0), ("cardinal", None)], ids=["the track", "the pad"]
)
def test_a_round_is_played_by_touches(
    rules: str, opener: int | None, eyes: Eyes, room: TouchedRoom, tmp_path: Path
) -> None:
    programme = Programme(3, rules, ("Ann", "Bob"), (), opener, rounds=1, cuts=False)
    tally = Rehearsal(eyes, tmp_path / "journals", room).play((programme,))
    told = tally.as_object()
    assert (told["lifts"], told["untouched"], told["failures"]) == (1, 0, [])
    assert told["dice"] == 10
    pictured = {path.stem.rsplit("-", 1)[-1] for path in (tmp_path / "pictures").iterdir()}
    assert {"welcome", "bidding"} <= pictured


class DistractedEye:
    """The card eye, which at each third look sees nothing and at each third doubts a card."""

    def __init__(self) -> None:
        self._eye, self.looks = CardEye(), 0

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        self.looks += 1
        told = self._eye.read_cards(frames, decks)
        if self.looks % 3 == 0:
            return replace(told, cards=())
        if self.looks % 3 == 1:
            unread = (replace(each, code=None, doubts=(CardDoubt.UNREAD,)) for each in told.cards[-1:])
            return replace(told, cards=(*told.cards[:-1], *unread))
        return told


def test_all_that_players_of_cards_want_has_a_place_to_touch(
    eyes: Eyes, room: TouchedRoom, tmp_path: Path
) -> None:
    programme = Programme(91056, "liar-liar", ("Ann", "Bob"), (), None, rounds=8, cuts=False)
    told = (
        Rehearsal(replace(eyes, cards=DistractedEye), tmp_path / "journals", room)
        .play((programme,))
        .as_object()
    )
    assert (told["untouched"], told["failures"]) == (0, [])
    assert told["cards"]["missed"] > 0
    assert told["cards"]["asked"] > 0
    pictured = {path.stem.rsplit("-", 1)[-1] for path in (tmp_path / "pictures").iterdir()}
    assert "sheet" in pictured


def test_a_hit_is_laid_by_touching_the_meld(tmp_path: Path) -> None:
    with cards_at(tmp_path) as table:
        table.begin()
        table.touch("The cards are dealt", "Ada draws")
        table.meld("7S 8S 9S")
        hit = next(
            key for key in table.evening.screen.ids.melds.keys[0].meld.hits if code_of(key.card) == "10S"
        )
        Finger(table.evening.fingers).carry_out(hit.command)
        table.evening.wait_for(lambda view: len(view.scene.cards.melds[0].cards) == 4)
