"""Buttons, cups and lamps at the table: what a signal makes of the game, and what the panel shows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.panel import (
    ChallengePressed,
    CupMoved,
    Lamp,
    PanelFault,
    PanelLights,
    RoundPressed,
    Signal,
    Sound,
)
from companion.journal import Store
from companion.play.base.commands import CallChallenge, CupsAreUp, NewGame, NextRound, PlaceBid
from companion.play.base.views import Tone, View
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    HandView,
    LiftView,
    OverScene,
    RevealScene,
    SeatView,
    ShowBy,
    ShowingScene,
    ShowView,
    SlotView,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.panel import CUPS_QUIET_NS, CUPS_QUIET_WATCHED_NS, TOGETHER_NS, PanelDesk, lights_of
from companion.play.session import Session
from companion.play.tables import Equipment, Services
from companion.play.views import Scene, TableView, game_of
from tests.clocks import ManualClock
from tests.made_views import SCENES, changed, made
from tests.play.evening import FakeCamera, FakeEye, now
from tests.play.test_session import Screen

MS = 1_000_000


class FakePanel:
    """Keeps what it is shown; the test speaks through ``say``."""

    seats = 8

    def __init__(self) -> None:
        self.shown: list[PanelLights] = []
        self.say: Callable[[Signal], None] | None = None

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        self.say = on_signal

    def show(self, lights: PanelLights) -> None:
        self.shown.append(lights)

    def close(self) -> None:
        self.say = None


def seat(number: int, **fields: object) -> SeatView:
    usual = {"dice": 5, "lost": 0, "shown": (), "to_act": False, "bidder": False, "out": False, "chips": None}
    return SeatView(number, "ABCD"[number], may_challenge=True, **(usual | fields))


def bidding(number: int = 7, several: bool = True) -> TableView:
    seats = (seat(0), seat(1, bidder=True, to_act=False), seat(2, to_act=True), seat(3))
    seats = tuple(each if not each.bidder else seat(1, bidder=True) for each in seats)
    return made(number, BiddingScene, "", seats=seats, several_may_challenge=several, has_camera=True)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(10_000 * MS)


@pytest.fixture
def desk(clock: ManualClock) -> PanelDesk:
    desk = PanelDesk(FakePanel(), clock)
    desk.show(bidding())
    return desk


# --- challenges ------------------------------------------------------------------------------


def test_where_only_one_may_challenge_a_press_calls_at_once(desk: PanelDesk, clock: ManualClock) -> None:
    desk.show(bidding(several=False))
    assert desk.hear(ChallengePressed(3, clock())) == CallChallenge(7, (3,))
    assert desk.wait_s is None


def test_presses_within_300_ms_challenge_together_the_first_named_first(
    desk: PanelDesk, clock: ManualClock
) -> None:
    first_ns = clock()
    assert desk.hear(ChallengePressed(2, first_ns)) is None
    assert desk.hear(ChallengePressed(0, first_ns + TOGETHER_NS)) is None
    assert desk.hear(ChallengePressed(3, first_ns + TOGETHER_NS + 1)) is None
    assert desk.due() is None
    assert desk.wait_s == pytest.approx(0.3)
    clock.ns += TOGETHER_NS
    assert desk.due() == CallChallenge(7, (2, 0))
    assert desk.due() is None
    assert desk.wait_s is None


def test_a_press_that_is_told_late_still_counts_as_first(desk: PanelDesk, clock: ManualClock) -> None:
    desk.hear(ChallengePressed(2, clock() + 40 * MS))
    desk.hear(ChallengePressed(0, clock()))
    clock.ns += TOGETHER_NS
    assert desk.due() == CallChallenge(7, (0, 2))


def test_one_alone_challenges_after_the_window(desk: PanelDesk, clock: ManualClock) -> None:
    desk.hear(ChallengePressed(3, clock()))
    desk.hear(ChallengePressed(3, clock() + 100 * MS))
    clock.ns += TOGETHER_NS
    assert desk.due() == CallChallenge(7, (3,))


def test_a_seat_that_may_not_challenge_is_left_to_the_rules_sentence(
    desk: PanelDesk, clock: ManualClock
) -> None:
    view = bidding()
    seats = (*view.scene.game.seats[:3], SeatView(3, "D", 0, 5, (), False, False, True, None, False))
    desk.show(made(8, BiddingScene, "", seats=seats, several_may_challenge=True))
    assert desk.hear(ChallengePressed(3, clock())) == CallChallenge(8, (3,))


def test_a_button_at_an_empty_place_is_told(desk: PanelDesk, clock: ManualClock) -> None:
    pressed = ChallengePressed(5, clock())
    assert desk.hear(pressed) is None
    assert desk.say(pressed) == "Nobody sits at seat 6. Its button does nothing now."


@pytest.mark.parametrize("scene", [each for each in SCENES if not isinstance(each, BiddingScene)])
def test_challenge_buttons_work_while_bids_are_made_only(
    desk: PanelDesk, clock: ManualClock, scene: Scene
) -> None:
    desk.show(with_seats(View(8, scene, "")))
    assert desk.hear(ChallengePressed(0, clock())) is None


def with_seats(view: TableView) -> TableView:
    seats = bidding().scene.game.seats
    return view if game_of(view.scene) is None else changed(view, seats=seats)


# --- the round button and the cups -----------------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "wanted"), [(RevealScene, CupsAreUp), (VerdictScene, NextRound), (BiddingScene, None)]
)
def test_the_round_button_goes_on(
    desk: PanelDesk, clock: ManualClock, scene: type, wanted: type | None
) -> None:
    desk.show(with_seats(made(9, scene)))
    assert desk.hear(RoundPressed(clock())) == (None if wanted is None else wanted(9))


def revealing(number: int = 9, watched: bool = False) -> TableView:
    seats = (seat(0), seat(1), seat(2, out=True, dice=0))
    lift = LiftView("Lift your cups", "Still covered: Bob.", late=False) if watched else None
    return made(number, RevealScene, "", seats=seats, lift=lift)


def cups(desk: PanelDesk, clock: ManualClock, up: bool, *seats: int) -> None:
    for each in seats:
        desk.hear(CupMoved(each, up, clock()))


@pytest.mark.parametrize(("watched", "quiet_ns"), [(False, CUPS_QUIET_NS), (True, CUPS_QUIET_WATCHED_NS)])
def test_dice_are_read_when_all_cups_are_off_their_sensors(
    desk: PanelDesk, clock: ManualClock, watched: bool, quiet_ns: int
) -> None:
    cups(desk, clock, False, 0, 1, 2)
    desk.show(revealing(watched=watched))
    cups(desk, clock, True, 0)
    assert desk.wait_s is None
    clock.ns += 700 * MS
    cups(desk, clock, True, 1)
    clock.ns += quiet_ns - 1
    assert desk.due() is None
    clock.ns += 1
    assert desk.due() == CupsAreUp(9)
    assert desk.due() is None, "one lift, one reading: after a doubt the key is asked"


def test_a_cup_put_back_in_time_holds_the_reading_up(desk: PanelDesk, clock: ManualClock) -> None:
    cups(desk, clock, False, 0, 1)
    desk.show(revealing())
    cups(desk, clock, True, 0, 1)
    cups(desk, clock, False, 1)
    clock.ns += 2 * CUPS_QUIET_NS
    assert desk.due() is None


def test_sensors_that_never_felt_a_cup_are_not_believed(desk: PanelDesk, clock: ManualClock) -> None:
    cups(desk, clock, True, 0, 1)
    desk.show(revealing())
    clock.ns += 2 * CUPS_QUIET_NS
    assert desk.due() is None


def test_a_cup_that_was_felt_in_an_earlier_round_only_is_not_believed(
    desk: PanelDesk, clock: ManualClock
) -> None:
    """The camera was quicker in the first round; in the second a cup stands beside its sensor."""
    cups(desk, clock, False, 0, 1)
    desk.show(revealing(watched=True))
    cups(desk, clock, True, 0, 1)
    desk.show(with_seats(made(10, VerdictScene)))
    desk.show(bidding(11))
    cups(desk, clock, False, 0)
    desk.show(revealing(12, watched=True))
    cups(desk, clock, True, 0)
    clock.ns += 2 * CUPS_QUIET_WATCHED_NS
    assert desk.due() is None


def test_cups_that_are_down_when_bids_go_on_stay_felt(desk: PanelDesk, clock: ManualClock) -> None:
    cups(desk, clock, False, 0, 1)
    desk.show(with_seats(made(10, ShowingScene)))
    desk.show(bidding(11))
    desk.show(revealing(12))
    cups(desk, clock, True, 0, 1)
    clock.ns += CUPS_QUIET_NS
    assert desk.due() == CupsAreUp(12)


def test_a_table_with_one_sensor_too_few_is_read_by_touch(desk: PanelDesk, clock: ManualClock) -> None:
    cups(desk, clock, False, 0)
    desk.show(revealing())
    cups(desk, clock, True, 0)
    clock.ns += 2 * CUPS_QUIET_NS
    assert desk.due() is None


# --- lamps -----------------------------------------------------------------------------------


def lamps(view: TableView, called: tuple[int, ...] = (), down: tuple[int, ...] = ()) -> tuple[Lamp, ...]:
    return lights_of(view, view, called, down).lamps


def test_the_lamps_say_whose_turn_it_is_and_who_calls() -> None:
    assert lamps(bidding()) == (Lamp.OFF, Lamp.OFF, Lamp.TURN, Lamp.OFF)
    assert lamps(bidding(), called=(3, 2)) == (Lamp.OFF, Lamp.OFF, Lamp.CALLED, Lamp.CALLED)


def test_the_lamps_say_whose_cup_is_down() -> None:
    assert lamps(revealing(), down=(0, 2)) == (Lamp.WANTED, Lamp.OFF, Lamp.OFF)


def test_the_lamps_say_who_lost_who_won_back_and_who_won() -> None:
    verdict = made(3, VerdictScene, "", seats=(seat(0, lost_now=2), seat(1, lost_now=-1), seat(2)))
    assert lamps(verdict) == (Lamp.LOST, Lamp.WON, Lamp.OFF)
    over = made(3, OverScene, "", seats=(seat(0, out=True), seat(1)))
    assert lamps(over) == (Lamp.OFF, Lamp.WON)


def test_the_lamps_say_whose_dice_are_in_doubt_and_who_slides_dice_out() -> None:
    unread = HandView(1, "B", 1, (SlotView(None, Tone.DOUBTED, "cannot be read", None),), None)
    check = made(3, CheckScene, "", seats=(seat(0), seat(1)), hands=(unread,))
    assert lamps(check) == (Lamp.OFF, Lamp.WANTED)
    showing = made(3, ShowingScene, "", seats=(seat(0), seat(1)), show=ShowView(1, "B", 4, ShowBy.CAMERA))
    assert lamps(showing) == (Lamp.OFF, Lamp.TURN)


def test_the_ring_shines_all_through_a_game_and_only_for_a_camera() -> None:
    reveal = revealing()
    assert lights_of(bidding(), reveal, (), ()).ring
    assert not lights_of(reveal, reveal, (), ()).ring, "there is no camera"
    welcome = made(1, WelcomeScene, "", has_camera=True)
    assert not lights_of(welcome, welcome, (), ()).ring


def test_twelve_lamps_are_told_and_who_has_no_place_is_told_once(clock: ManualClock) -> None:
    panel = FakePanel()
    desk = PanelDesk(panel, clock)
    assert desk.unseated_notice() is None
    seats = tuple(replace(seat(0), seat=number, name=f"P{number + 1}") for number in range(12))
    seats = (*seats[:11], replace(seats[11], to_act=True))
    twelve = changed(bidding(), seats=seats)
    desk.show(twelve)
    assert panel.shown[-1].lamps == (Lamp.OFF,) * 11 + (Lamp.TURN,)
    assert desk.unseated_notice() == "Only 8 seats have buttons. P9, P10, P11 and P12: use the screen."
    desk.show(replace(twelve, number=8))
    assert desk.unseated_notice() is None
    cups(desk, clock, False, *range(8))
    desk.show(changed(revealing(), seats=seats))
    cups(desk, clock, True, *range(8))
    clock.ns += 2 * CUPS_QUIET_WATCHED_NS
    assert desk.due() is None, "cups without a sensor are not known to be up"
    desk.show(bidding())
    assert desk.unseated_notice() is None
    desk.show(twelve)
    assert desk.unseated_notice() is not None, "another game begins"


def test_a_panel_that_only_says_why_it_does_not_work_names_nobody(clock: ManualClock) -> None:
    panel = FakePanel()
    panel.seats = 0
    desk = PanelDesk(panel, clock)
    desk.show(bidding())
    assert desk.unseated_notice() is None


def test_sounds_come_with_the_scene_that_begins() -> None:
    verdict, over = made(3, VerdictScene, ""), made(4, OverScene, "")
    check = made(2, CheckScene, "")
    heard = [
        lights_of(after, before, (), ()).sound
        for before, after in [
            (bidding(), revealing()),
            (check, verdict),
            (verdict, over),
            (verdict, verdict),
            (check, revealing()),
        ]
    ]
    assert heard == [Sound.CHALLENGE, Sound.VERDICT, Sound.WON, None, None]


def test_the_panel_is_told_only_what_changes(clock: ManualClock) -> None:
    panel = FakePanel()
    desk = PanelDesk(panel, clock)
    desk.show(bidding())
    desk.show(bidding(number=8))
    assert len(panel.shown) == 1
    desk.show(made(9, BiddingScene, "", fault="No."), refused=True)
    assert panel.shown[-1].sound is Sound.REFUSED


# --- in the session --------------------------------------------------------------------------


class Evening:
    """A session with a panel; the clock stands still, so nothing comes due by itself."""

    def __init__(self, path: Path) -> None:
        self.clock, self.panel = ManualClock(10_000 * MS), FakePanel()
        self.store, self.screen = Store(path, now), Screen()
        self.eye = FakeEye()
        self.camera = FakeCamera(self.clock)
        services = Services(self.store, self.clock, Equipment(self.camera, self.eye))
        self.session = Session(services, self.screen.views.put, panel=self.panel)

    def bid_made(self, rules: str, *options: tuple[str, object]) -> TableView:
        welcome = self.screen.scene(WelcomeScene)
        players = ("Ann", "Bob", "Cy")
        self.session.send(NewGame(welcome.number, rules, players, options, 0))
        self.session.send(PlaceBid(self.screen.scene(BiddingScene).number, 2, 5))
        return self.screen.wait_for(lambda view: view.scene.game.bid is not None)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "games.sqlite3")
    with evening.session:
        yield evening
    evening.store.close()


def test_a_button_challenges_at_the_table_and_the_lamp_goes_out(evening: Evening) -> None:
    evening.bid_made("milton-bradley")
    assert evening.panel.shown[-1].lamps == (Lamp.OFF, Lamp.TURN, Lamp.OFF)
    evening.panel.say(ChallengePressed(1, evening.clock()))
    evening.screen.scene(RevealScene)
    assert evening.panel.shown[-1] == PanelLights((Lamp.OFF,) * 3, True, Sound.CHALLENGE)


def test_a_button_out_of_turn_is_refused_on_the_screen_and_heard(evening: Evening) -> None:
    evening.bid_made("milton-bradley")
    evening.panel.say(ChallengePressed(2, evening.clock()))
    refused = evening.screen.wait_for(lambda view: view.fault is not None)
    assert (refused.kind, "Bob" in refused.fault) == (BiddingScene, True)
    assert evening.panel.shown[-1].sound is Sound.REFUSED


def test_a_press_made_on_an_older_view_does_nothing(evening: Evening) -> None:
    bid = evening.bid_made("milton-bradley")
    evening.session.hear(ChallengePressed(1, evening.clock()), bid.number - 1)
    evening.session.tell("nobody has challenged")
    told = evening.screen.wait_for(lambda view: view.fault is not None)
    assert (told.kind, told.number, told.fault) == (BiddingScene, bid.number, "Nobody has challenged.")
    evening.panel.say(ChallengePressed(1, evening.clock()))
    reveal = evening.screen.scene(RevealScene)
    evening.session.hear(RoundPressed(evening.clock()), reveal.number - 1)
    evening.session.tell("no dice are read")
    told = evening.screen.wait_for(lambda view: view.fault == "No dice are read.")
    assert (told.kind, told.number) == (RevealScene, reveal.number)


def test_a_cup_is_felt_whatever_the_screen_shows(evening: Evening) -> None:
    bid = evening.bid_made("milton-bradley")
    for seat in range(3):
        evening.session.hear(CupMoved(seat, False, evening.clock()), bid.number - 1)
    evening.panel.say(ChallengePressed(1, evening.clock()))
    evening.screen.scene(RevealScene)
    assert evening.panel.shown[-1].lamps == (Lamp.WANTED,) * 3


def test_two_buttons_at_once_are_one_call_of_two_and_a_finger_comes_too_late(evening: Evening) -> None:
    bid = evening.bid_made("rh", ("random_challenge", True))
    evening.panel.say(ChallengePressed(2, evening.clock()))
    evening.panel.say(ChallengePressed(1, evening.clock() + 100 * MS))
    evening.session.send(PlaceBid(bid.number, 3, 5))
    reveal = evening.screen.scene(RevealScene)
    assert reveal.scene.game.bid_quantity == 2
    kept = evening.store.load(evening.store.games()[0].id).live_events[-1]
    assert set(kept.players) == {1, 2}


def test_a_fault_of_the_panel_is_on_the_screen_and_the_game_goes_on(evening: Evening) -> None:
    evening.bid_made("milton-bradley")
    evening.panel.say(PanelFault("the buzzer (GPIO 12) does not work"))
    told = evening.screen.wait_for(lambda view: view.fault is not None)
    assert told.fault == "The buzzer (GPIO 12) does not work."
    evening.session.send(CallChallenge(told.number, (1,)))
    evening.screen.scene(RevealScene)


def test_a_camera_that_is_back_is_told_and_its_picture_runs_again(evening: Evening) -> None:
    bid = evening.bid_made("milton-bradley")
    evening.session.send(CallChallenge(bid.number, (1,)))
    evening.screen.wait_for(lambda view: view.picture is not None)
    evening.camera.gone = True
    evening.screen.wait_for(lambda view: "unplugged" in (view.fault or ""))
    evening.camera.gone = False
    evening.session.tell("the test camera is back")
    told = evening.screen.wait_for(lambda view: view.fault == "The test camera is back.")
    live = evening.screen.wait_for(lambda view: view.picture is not None)
    assert live.number == told.number


def test_a_table_of_twelve_hears_who_challenges_on_the_screen(evening: Evening) -> None:
    welcome = evening.screen.scene(WelcomeScene)
    players = tuple(f"P{number}" for number in range(1, 13))
    evening.session.send(NewGame(welcome.number, "rh", players, (), 0))
    told = evening.screen.wait_for(lambda view: view.fault is not None)
    assert told.fault == "Only 8 seats have buttons. P9, P10, P11 and P12: use the screen."
    assert told.kind is BiddingScene
