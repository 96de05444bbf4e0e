"""The panel through gpiozero's mock pins, driven from the physical side: fingers, bounces, magnets, wires."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.exc import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPin, MockSPIDevice

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
from companion.devices import PinPanel, Wiring
from companion.devices.panel.wiring import Level, SeatPins, Strip
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS

TABLE = Wiring(
    seats=(SeatPins(5, (17, 27, 22), 6), SeatPins(13, (23,), 19)),
    round_button=26,
    light_ring=18,
    buzzer=12,
)
SECOND = 1_000 * MS


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


class Bench:
    """A panel with its wires in the test's hands; ``told`` are its signals."""

    def __init__(self, pins: MockFactory, clock: ManualClock, wiring: Wiring = TABLE) -> None:
        self.pins, self.clock = pins, clock
        self.panel = PinPanel(wiring, clock=clock, look_every_s=None, beat_s=0.0)
        self.told: list[Signal] = []

    def listening(self) -> Bench:
        self.clock.go_on(SECOND)
        self.panel.listen(self.told.append)
        return self

    def ground(self, pin: int, after_ns: int = SECOND) -> None:
        self.clock.go_on(after_ns)
        self.pins.pin(pin).drive_low()

    def let_go(self, pin: int, after_ns: int = SECOND) -> None:
        self.clock.go_on(after_ns)
        self.pins.pin(pin).drive_high()

    def state(self, *pins: int) -> tuple[bool, ...]:
        return tuple(bool(self.pins.pin(pin).state) for pin in pins)


@pytest.fixture
def bench(pins: MockFactory, clock: ManualClock) -> Iterator[Bench]:
    bench = Bench(pins, clock)
    bench.ground(6)
    bench.ground(19)
    bench.listening()
    bench.told.clear()
    yield bench
    bench.panel.close()


def test_a_challenge_button_tells_its_seat_and_moment(bench: Bench) -> None:
    bench.ground(13)
    pressed_ns = bench.clock()
    bench.let_go(13)
    assert bench.told == [ChallengePressed(1, pressed_ns)]


def test_the_round_button_tells_its_moment(bench: Bench) -> None:
    bench.ground(26)
    assert bench.told == [RoundPressed(bench.clock())]


def test_a_bouncing_button_is_pressed_once_and_at_its_first_edge(bench: Bench) -> None:
    bench.ground(5)
    first_ns = bench.clock()
    for _ in range(5):
        bench.let_go(5, after_ns=MS)
        bench.ground(5, after_ns=2 * MS)
    bench.let_go(5)
    for _ in range(4):
        bench.ground(5, after_ns=MS)
        bench.let_go(5, after_ns=MS)
    assert bench.told == [ChallengePressed(0, first_ns)]


def test_a_second_press_counts_again(bench: Bench) -> None:
    bench.ground(5)
    bench.let_go(5, after_ns=80 * MS)
    bench.ground(5, after_ns=80 * MS)
    assert [type(each) for each in bench.told] == [ChallengePressed, ChallengePressed]


def test_two_seats_in_the_same_window_are_both_told_in_their_order(bench: Bench) -> None:
    bench.ground(13)
    first_ns = bench.clock()
    bench.ground(5, after_ns=120 * MS)
    assert bench.told == [ChallengePressed(1, first_ns), ChallengePressed(0, first_ns + 120 * MS)]


def test_a_stuck_button_is_named_once_and_does_not_stop_the_others(bench: Bench) -> None:
    bench.ground(5)
    bench.clock.go_on(10 * SECOND)
    bench.panel.look()
    bench.panel.look()
    faults = [each.sentence for each in bench.told if isinstance(each, PanelFault)]
    assert faults == [
        "The challenge button of seat 1 (GPIO 5) is pressed all the time: it is stuck or wired to the"
        " wrong leg. Play on by touch."
    ]
    bench.ground(13)
    assert bench.told[-1] == ChallengePressed(1, bench.clock())


class Grounded(MockPin):
    """A pin with a wire to ground: its pull-up does not lift it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_a_button_that_is_down_from_the_start_is_no_press_but_stuck(
    pins: MockFactory, clock: ManualClock
) -> None:
    pins.pin(26, pin_class=Grounded)
    bench = Bench(pins, clock).listening()
    bench.clock.go_on(10 * SECOND)
    bench.panel.look()
    assert not [each for each in bench.told if isinstance(each, RoundPressed)]
    assert "The round button (GPIO 26)" in bench.panel.faults[0]
    bench.panel.close()


def test_cups_are_told_at_the_start_and_when_they_move(pins: MockFactory, clock: ManualClock) -> None:
    bench = Bench(pins, clock)
    bench.ground(6)
    bench.listening()
    assert bench.told == [CupMoved(0, False, clock()), CupMoved(1, True, clock())]
    bench.let_go(6)
    assert bench.told[-1] == CupMoved(0, True, clock())
    bench.panel.close()


def test_a_cup_whose_last_bounce_ends_down_is_set_right(bench: Bench) -> None:
    bench.let_go(6)
    bench.ground(6, after_ns=2 * MS)
    bench.clock.go_on(SECOND)
    bench.panel.look()
    assert [each.up for each in bench.told] == [True, False]


def test_a_hall_switch_that_is_high_when_its_cup_is_down(pins: MockFactory, clock: ManualClock) -> None:
    bench = Bench(pins, clock, Wiring(seats=(SeatPins(cup=6),), cups_down=Level.HIGH))
    bench.let_go(6)
    bench.listening()
    assert [each.up for each in bench.told] == [False]
    bench.panel.close()


@pytest.mark.parametrize(
    ("lamp", "colour"),
    [
        (Lamp.OFF, (False, False, False)),
        (Lamp.TURN, (True, True, True)),
        (Lamp.LOST, (True, False, False)),
        (Lamp.WON, (False, True, False)),
        (Lamp.CALLED, (False, False, True)),
        (Lamp.WANTED, (True, True, False)),
    ],
)
def test_a_colour_lamp_shines_as_it_is_told(bench: Bench, lamp: Lamp, colour: tuple[bool, ...]) -> None:
    bench.panel.show(PanelLights((lamp, lamp)))
    assert bench.state(17, 27, 22) == colour
    assert bench.state(23) == (lamp is not Lamp.OFF,)


def test_a_lamp_with_a_common_anode_shines_when_its_pin_is_low(pins: MockFactory, clock: ManualClock) -> None:
    bench = Bench(pins, clock, Wiring(seats=(SeatPins(lamp=(17, 27, 22)),), lamps_light=Level.LOW))
    bench.panel.show(PanelLights((Lamp.LOST,)))
    assert bench.state(17, 27, 22) == (False, True, True)
    bench.panel.close()


def test_seats_that_do_not_play_are_dark(bench: Bench) -> None:
    bench.panel.show(PanelLights((Lamp.TURN, Lamp.TURN)))
    bench.panel.show(PanelLights((Lamp.TURN,)))
    assert bench.state(23) == (False,)


def test_the_ring_shines_and_the_buzzer_beeps(bench: Bench) -> None:
    bench.panel.show(PanelLights(ring=True))
    assert bench.state(18) == (True,)
    buzzer = bench.pins.pin(12)
    buzzer.clear_states()
    bench.panel.show(PanelLights(sound=Sound.VERDICT))
    bench.panel._lit.beeper._buzzer._blink_thread.join()
    assert [state.state for state in buzzer.states] == [False, True, False, True, False]
    assert bench.state(18) == (False,)


def test_closing_leaves_everything_dark_and_the_pins_free(pins: MockFactory, clock: ManualClock) -> None:
    first = Bench(pins, clock)
    first.panel.show(PanelLights((Lamp.TURN, Lamp.TURN), ring=True))
    first.panel.close()
    first.panel.close()
    second = Bench(pins, clock)
    assert second.panel.faults == []
    assert second.state(17, 23, 18) == (False, False, False)
    second.panel.close()


class ListeningStrip(MockSPIDevice):
    """The strip's side of the wire: every bit it was sent since it was selected."""

    heard: tuple[int, ...] = ()

    def on_bit(self) -> None:
        bits = self.rx_buf
        whole = len(bits) - len(bits) % 8
        self.heard = tuple(
            int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, whole, 8)
        )


A_QUARTER, A_HALF = 8, 16
"""Of the strip's 31 steps of brightness."""


@pytest.mark.parametrize("wiring", [TABLE, Wiring(strip=Strip(leds_a_seat=2))])
def test_lamps_of_more_players_than_are_wired_stay_dark(
    wiring: Wiring, pins: MockFactory, clock: ManualClock
) -> None:
    bench = Bench(pins, clock, wiring).listening()
    assert bench.panel.seats == (len(TABLE.seats) if wiring is TABLE else 8)
    bench.told.clear()
    bench.panel.show(PanelLights((Lamp.TURN,) * 12))
    assert bench.told == []
    bench.panel.close()


def test_the_strip_is_sent_a_colour_an_led(pins: MockFactory, clock: ManualClock) -> None:
    strip = ListeningStrip(11, 10, 9, 8)
    bench = Bench(pins, clock, Wiring(strip=Strip(leds_a_seat=2, skip=1)))
    bench.panel.show(PanelLights((Lamp.LOST, Lamp.WON)))
    dark, bright = (0xE0 | A_QUARTER, 0, 0, 0), 0xE0 | A_QUARTER
    assert strip.heard[:4] == (0, 0, 0, 0)
    assert strip.heard[4:8] == dark
    assert strip.heard[8:16] == (bright, 0, 0, 255) * 2
    assert strip.heard[16:24] == (bright, 0, 255, 0) * 2
    assert strip.heard[24:72] == dark * 12
    assert set(strip.heard[72:]) == {0}
    assert len(strip.heard[72:]) >= 4
    bench.panel.close()


def test_a_strip_is_dimmed_at_once_and_dark_lamps_stay_dark(pins: MockFactory, clock: ManualClock) -> None:
    strip = ListeningStrip(11, 10, 9, 8)
    bench = Bench(pins, clock, Wiring(strip=Strip(leds_a_seat=1), buzzer=12))
    assert bench.panel.offers == {"lamps", "lamp_percent"}
    bench.panel.show(PanelLights((Lamp.LOST,)))
    bench.panel.dim(50)
    assert strip.heard[4:8] == (0xE0 | A_HALF, 0, 0, 255)
    bench.panel.dim(0)
    assert strip.heard[4:8][1:] == (0, 0, 0)
    bench.panel.show(PanelLights((Lamp.WON,)))
    assert strip.heard[4:8][1:] == (0, 0, 0)
    bench.panel.dim(50)
    assert strip.heard[4:8] == (0xE0 | A_HALF, 0, 255, 0), "what it would have shown"
    bench.panel.close()


def test_lamps_that_are_switched_off_stay_dark_and_the_ring_shines(bench: Bench) -> None:
    assert bench.panel.offers == {"lamps"}, "lamps on pins are lit or dark"
    bench.panel.show(PanelLights((Lamp.TURN, Lamp.TURN), ring=True))
    bench.panel.dim(0)
    assert (bench.state(23), bench.state(18)) == ((False,), (True,))
    bench.panel.dim(25)
    assert (bench.state(23), bench.state(18)) == ((True,), (True,))


def test_one_device_that_cannot_be_opened_is_named_and_the_rest_works(
    pins: MockFactory, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    give = pins.pin

    def all_but_the_lamp(name: int, *rest: object, **more: object) -> object:
        if name == 27:
            raise PinInvalidPin("27 is not a valid pin name")
        return give(name, *rest, **more)

    monkeypatch.setattr(pins, "pin", all_but_the_lamp)
    bench = Bench(pins, clock).listening()
    assert bench.told[0] == PanelFault(
        "The lamp of seat 1 (GPIO 17, 27, 22) does not work: 27 is not a valid pin name."
    )
    bench.ground(5)
    assert bench.told[-1] == ChallengePressed(0, clock())
    bench.panel.show(PanelLights((Lamp.TURN, Lamp.TURN)))
    assert bench.state(23) == (True,)
    bench.panel.close()


def test_lamps_that_stop_answering_are_named_and_nothing_is_raised(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(_: object) -> None:
        raise OSError("Input/output error")

    monkeypatch.setattr(bench.panel._lit.lamps[0], "show", dead)
    bench.panel.show(PanelLights((Lamp.TURN,)))
    bench.panel.show(PanelLights((Lamp.TURN,)))
    assert bench.told == [PanelFault("The lamps do not answer: Input/output error.")]
