"""While the players say who sits where the table is seen from above; nobody waits for the camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.frame import Frame
from companion.play.base.commands import LeaveGame, NewGame, ShowSeats
from companion.play.base.ports import PlaceSeen
from companion.play.looking import LIVE_PERIOD_S
from companion.play.modes.dice.views import BiddingScene
from companion.play.modes.welcome.views import WelcomeScene
from tests.clocks import Ticks
from tests.play.evening import Evening, FakeCamera


class FlatPlace:
    """Sees everything from above unless it is blind; nothing ever moves."""

    name = "den"
    seen = PlaceSeen()
    blind = False

    def look(self, frame: Frame) -> None: ...
    def mend(self, frame: Frame) -> None: ...
    def say_seats(self, players: int) -> str | None: ...
    def above(self, frame: Frame) -> Frame | None:
        return None if self.blind else Frame(frame.pixels + 1, frame.exposed_at_ns)


class LateCamera(FakeCamera):
    """Has no picture yet, until it is told; a picture that was asked for would never come."""

    def __init__(self, clock: Ticks) -> None:
        super().__init__(clock)
        self.there = True
        self.looks = 0

    def latest(self) -> Frame | None:
        self.looks += 1
        return super().latest() if self.there else None

    def capture(self, after_ns: int) -> Frame:
        raise AssertionError("nobody waits for a picture here")


class SeatsEvening(Evening):
    """An evening at a table that was set up, on its first screen."""

    def __init__(self, path: Path, knows_table: bool = True) -> None:
        super().__init__(path)
        self.late, self.place = LateCamera(self.clock), FlatPlace()
        self.equip(camera=self.late, place=self.place if knows_table else None)

    def ask(self, on: bool = True) -> None:
        self.controller.take(ShowSeats(self.view.number, on))


@pytest.fixture
def evening(tmp_path: Path) -> SeatsEvening:
    return SeatsEvening(tmp_path / "journal.db")


def test_the_newest_picture_from_above_is_shown_again_and_again(evening: SeatsEvening) -> None:
    number = evening.view.number
    evening.ask()
    assert (evening.controller.wait_s, evening.view.picture) == (LIVE_PERIOD_S, None)
    seen = []
    for _ in range(2):
        evening.controller.idle()
        picture = evening.view.picture
        assert picture is not None
        assert (picture.live, picture.marks, int(picture.frame.pixels[0, 0, 0])) == (True, (), 91)
        seen.append(picture.frame)
    assert seen[0] is not seen[1]
    assert evening.view.number == number, "what was touched meanwhile still counts"


def test_a_camera_without_a_picture_is_not_waited_for(evening: SeatsEvening) -> None:
    evening.late.there = False
    evening.ask()
    evening.controller.idle()
    assert (evening.view.picture, evening.view.fault) == (None, None)
    evening.late.there = True
    evening.controller.idle()
    assert evening.view.picture is not None


def test_a_camera_that_goes_takes_its_picture_with_it_and_nobody_is_bothered(evening: SeatsEvening) -> None:
    evening.ask()
    evening.controller.idle()
    evening.late.gone = True
    evening.controller.idle()
    assert (evening.view.picture, evening.view.fault, evening.controller.wait_s) == (None, None, None)


def test_a_table_that_cannot_be_seen_from_above_is_drawn(evening: SeatsEvening) -> None:
    evening.place.blind = True
    evening.ask()
    evening.controller.idle()
    assert (evening.view.picture, evening.view.fault) == (None, None)


def test_without_a_table_that_was_set_up_no_picture_is_taken(tmp_path: Path) -> None:
    evening = SeatsEvening(tmp_path / "journal.db", knows_table=False)
    evening.ask()
    assert evening.controller.wait_s is None


def test_the_page_being_closed_nothing_is_looked_at(evening: SeatsEvening) -> None:
    evening.ask()
    evening.controller.idle()
    evening.ask(on=False)
    looks = evening.late.looks
    assert (evening.view.picture, evening.controller.wait_s) == (None, None)
    evening.controller.idle()
    assert evening.late.looks == looks


def test_a_game_begins_from_the_page_and_a_late_touch_shows_no_picture_in_it(evening: SeatsEvening) -> None:
    number = evening.view.number
    evening.ask()
    evening.controller.idle()
    evening.controller.take(NewGame(number, "milton-bradley", ("Ann", "Bob"), (), 0))
    assert evening.view.kind is BiddingScene
    evening.ask()
    evening.controller.take(LeaveGame(evening.view.number))
    assert (evening.view.kind, evening.view.picture) == (WelcomeScene, None)
