"""With "every touch" a first touch says what it is, the second one counts; a round is played that way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from kivy.tests.common import UnitTestTouch

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.settings import LiveSettings
from companion.core.settings import SettingsFile, Talk
from companion.play.base.commands import CallChallenge, PlaceBid
from companion.play.base.views import LookView
from companion.play.modes.dice.views import BiddingScene, CheckScene
from companion.play.views import TableView
from companion.share.voice import Speaker, SystemPlayer, Voice
from companion.share.voice.sound import Effect
from companion.ui.spoken_touch import spoken_name
from companion.ui.widgets.die_face import DieKey
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.surface import Target
from tests.ui import calibration_samples as calibration
from tests.ui import sample_views as views
from tests.ui.fingers import Touch, TouchedTable, draw_frames
from tests.ui.touched_evening import TouchedEvening

pytestmark = pytest.mark.slow


class Ears(Speaker):
    """Keeps what is said instead of saying it."""

    def __init__(self) -> None:
        super().__init__(None, SystemPlayer())
        self.heard: list[str] = []

    def say(self, words: str, effect: Effect | None = None) -> None:
        self.heard.append(words)


HARD = "\N{NO-BREAK SPACE}"


@pytest.fixture
def ears() -> Iterator[Ears]:
    ears = Ears()
    yield ears
    ears.close()


SPOKEN = LookView("en", spoken=True)


def spoken(view: TableView) -> TableView:
    return replace(view, look=SPOKEN)


@pytest.fixture
def table(open_table: Callable[..., TouchedTable], ears: Ears) -> TouchedTable:
    return open_table(reader=Voice(ears, Talk.TOUCHES)).show(spoken(views.bidding()))


def test_the_first_touch_says_the_key_and_the_second_presses_it(table: TouchedTable, ears: Ears) -> None:
    challenge = table.stage.screen.ids.challenge
    table.tap(challenge)
    assert (ears.heard, table.sent) == (["Liar!"], [])
    table.tap(challenge)
    assert table.sent == [CallChallenge(12, (1,))]


def test_another_key_touched_between_is_named_first(table: TouchedTable, ears: Ears) -> None:
    header, challenge = table.stage.header.ids, table.stage.screen.ids.challenge
    for key in (challenge, header.help, challenge):
        table.tap(key)
    assert (ears.heard, table.sent) == (["Liar!", "Help", "Liar!"], [])


def slid(table: TouchedTable, *keys: Target) -> None:
    """A finger that comes down on the first of these and slides to the others."""
    first, *others = (key.to_window(*key.center) for key in keys)
    touch = UnitTestTouch(*first)
    touch.touch_down()
    draw_frames(1)
    for place in others:
        touch.touch_move(*place)
        draw_frames(1)
    touch.touch_up()
    draw_frames()


def test_a_finger_that_slides_hears_each_key_once_and_presses_none(table: TouchedTable, ears: Ears) -> None:
    header, challenge = table.stage.header.ids, table.stage.screen.ids.challenge
    slid(table, header.help, challenge, challenge)
    assert (ears.heard, table.sent) == (["Help", "Liar!"], [])
    table.tap(challenge)
    assert table.sent == [CallChallenge(12, (1,))]


def test_a_finger_that_slides_over_a_sheet_hears_nothing_below_it(table: TouchedTable, ears: Ears) -> None:
    challenge = table.stage.screen.ids.challenge
    for _ in range(2):
        table.tap(table.stage.header.ids.leading)
    ears.heard.clear()
    slid(table, table.target_with("Pause"), challenge)
    assert ears.heard[0].startswith("Pause")
    assert "Liar!" not in ears.heard


def test_the_picture_of_the_set_up_is_named_before_a_touch_marks_a_place(
    table: TouchedTable, ears: Ears
) -> None:
    table.show(spoken(calibration.page(calibration.surveyed(calibration.touched(1)))))
    picture = table.stage.screen.picture.ids.picture
    ears.heard.clear()
    table.tap(picture)
    assert ears.heard == ["The camera's picture. Touch it again, and lift where it is."]
    assert table.sent == []
    table.tap(picture)
    assert len(table.sent) == 1


def test_what_has_changed_under_the_finger_is_named_again(table: TouchedTable, ears: Ears) -> None:
    table.tap(table.stage.screen.ids.challenge)
    table.show(spoken(views.bidding(number=13)))
    table.tap(table.stage.screen.ids.challenge)
    assert (ears.heard, table.sent) == (["Liar!", "Liar!"], [])


def test_the_header_says_whose_turn_it_is_and_what_may_be_bid(table: TouchedTable, ears: Ears) -> None:
    table.tap(table.stage.header.ids.bar)
    assert ears.heard == [
        "Milton Bradley, 1987, Round 2. Bob: beat seven 5s, or challenge. "
        "Raise to four stars, or eight 2s, 3s, 4s or 5s, or seven 6s."
    ]


def test_a_bid_is_made_by_ear(table: TouchedTable, ears: Ears) -> None:
    key = next(each for each in table.stage.screen.track.keys if each.number == "8" and not each.star)
    table.tap(key)
    table.tap(key)
    four = next(each for each in table.stage.screen.picker.rows[0].ids.faces.keys if each.face == 4)
    table.tap(four)
    table.tap(four)
    assert ears.heard == ["8", "8 of which face? 8. Chosen", "4"]
    assert table.sent == [PlaceBid(12, 8, 4)]


def stepper_at_one(table: TouchedTable) -> Stepper:
    """The stepper of the dice to slide out, at one."""
    stepper: Stepper = table.stage.screen.ids.count
    stepper.set_bounds(1, None)
    stepper.value = 1
    return stepper


def test_a_key_that_cannot_be_pressed_now_says_so(table: TouchedTable, ears: Ears) -> None:
    table.show(spoken(views.sliding_out()))
    for _ in range(2):
        table.tap(stepper_at_one(table).ids.less)
    assert ears.heard == ["One less. 1. Not now"] * 2


def test_a_sheet_is_read_when_it_opens_and_no_touch_beside_it_closes_it(
    table: TouchedTable, ears: Ears
) -> None:
    for _ in range(2):
        table.tap(table.stage.header.ids.leading)
    assert ears.heard[0] == "Menu"
    assert ears.heard[1].startswith("Milton Bradley, 1987")
    sheet = table.stage.sheet
    assert sheet is not None
    ears.heard.clear()
    Touch(4, 4).tap()
    draw_frames()
    assert table.stage.sheet is sheet
    assert ears.heard[0].startswith("Milton Bradley, 1987")


def test_a_number_is_said_as_it_grows(table: TouchedTable, ears: Ears) -> None:
    table.show(spoken(views.sliding_out()))
    more = stepper_at_one(table).ids.more
    for _ in range(3):
        table.tap(more)
    assert ears.heard == ["One more. 1", "2. One more. 2", "3. One more. 3"]


def test_without_the_setting_a_touch_counts_at_once(table: TouchedTable, ears: Ears) -> None:
    table.show(replace(views.bidding(), look=LookView("en")))
    table.tap(table.stage.screen.ids.challenge)
    assert (ears.heard, len(table.sent)) == ([], 1)


class BlindEvening(TouchedEvening):
    """Every key is touched twice: the first touch must say what it is."""

    def press(self, target: str | Target, then: Callable[[TableView], bool] | None = None) -> None:
        """Touch a key, hear what it is, touch it again; then wait for the table to move on."""
        key = self.fingers.target_with(target) if isinstance(target, str) else target
        number = self.view.number
        self.fingers.tap(key)
        assert self.ears.heard[-1] == spoken_name(key) != ""
        assert self.view.number == number
        self.fingers.tap(key)
        self.wait_for(then or (lambda view: view.number > number))


@contextmanager
def blind_evening(folder: Path, ears: Ears) -> Iterator[BlindEvening]:
    """The app without a camera, its session, and the voice that follows both."""
    voice = Voice(ears, Talk.TOUCHES)
    given = {"voice": Talk.TOUCHES, "language": "en"}
    settings = LiveSettings(SettingsFile(folder / "settings.toml"), given)
    evening = Evening(folder / "games.sqlite", Opened(None, None, "No camera."), None, settings=settings)
    listened = replace(evening, followers=(voice,), viewers=(voice.show,))
    with session_of(listened) as session:
        blind = BlindEvening(session, None, voice)
        blind.ears = ears
        try:
            yield blind
        finally:
            blind.close()


def test_a_round_is_played_by_ear(tmp_path: Path, ears: Ears) -> None:
    with blind_evening(tmp_path, ears) as blind:
        blind.press("New game", lambda view: True)
        assert ears.heard[-1].startswith("Which game")
        blind.press("Milton Bradley, 1987", lambda view: True)
        blind.press("Start", lambda view: view.kind is BiddingScene)
        assert ears.heard[-1].startswith("A new game: Ada, Ben and Cleo. Ada opens. Open with ")
        bid(blind, "4", 5)
        assert ears.heard[-2:] == [
            "5",
            "Ada: four 5s. Ben, your turn. Raise to three stars, or five 2s, 3s, 4s or 5s, or four 6s.",
        ]
        blind.press("Liar!")
        assert ears.heard[-1] == "Ben: Liar! Cups up!"
        blind.press("Enter by hand", lambda view: view.kind is CheckScene)
        while blind.screen.asked is not None:
            blind.press(face_key(blind.screen.ids.faces.keys, 5))
        blind.press("Accept")
        assert ears.heard[-1].startswith(
            f"Fifteen. Ben loses all five dice. Ben is out: place{HARD}3{HARD}of{HARD}3. Ada opens. "
        )
        blind.press(blind.screen.ids.next)
        assert blind.view.kind is BiddingScene


def bid(blind: BlindEvening, number: str, face: int) -> None:
    space = next(key for key in blind.screen.track.keys if key.number == number and not key.star)
    blind.press(space, lambda view: True)
    blind.press(face_key(blind.screen.picker.rows[0].ids.faces.keys, face))


def face_key(keys: list[DieKey], face: int) -> DieKey:
    return next(key for key in keys if key.face == face)
