"""Lamps of one or three pins, the strip, ring and buzzer, through gpiozero."""

from __future__ import annotations

from typing import Protocol

from gpiozero import LED, RGBLED, Buzzer

from companion.core.panel import Lamp, Sound
from companion.core.settings import LAMP_PERCENT
from companion.devices.panel.wiring import MOST_SEATS, STRIP_PINS, Level, Strip

Colour = tuple[int, int, int]
"""Red, green, blue, each 0 or 1."""
STEPS = 31
"""Of brightness (data sheet)."""
FULL = 255


class Spi(Protocol):
    def transfer(self, words: list[int]) -> list[int]: ...

    def close(self) -> None: ...


def strip_bytes(colours: tuple[Colour, ...], strip: Strip, percent: int = LAMP_PERCENT) -> list[int]:
    """Bytes for these seats (data sheet): 32 zero bits, four bytes an LED, then clocks."""
    leds: list[Colour] = [(0, 0, 0)] * strip.skip
    for colour in colours:
        leds += [colour] * strip.leds_a_seat
    brightness = max(1, round(STEPS * percent / 100))
    body = [byte for led in leds for byte in _led_bytes(led, brightness)]
    clocks = [0] * (4 + (len(leds) + 15) // 16)
    return [0, 0, 0, 0, *body, *clocks]


def _led_bytes(colour: Colour, brightness: int) -> tuple[int, ...]:
    red, green, blue = colour
    return 0xE0 | brightness, blue * FULL, green * FULL, red * FULL


def open_spi() -> Spi:
    """SPI bus 0: the Pi's own if enabled, else bit by bit. Raises gpiozero's errors."""
    from gpiozero import Device

    (clock, _), (data, _), (unused, _), (select, _) = STRIP_PINS
    spi: Spi = Device.pin_factory.spi(clock_pin=clock, mosi_pin=data, miso_pin=unused, select_pin=select)
    return spi


COLOURS: dict[Lamp, Colour] = {
    Lamp.OFF: (0, 0, 0),
    Lamp.TURN: (1, 1, 1),
    Lamp.CALLED: (0, 0, 1),
    Lamp.WANTED: (1, 1, 0),
    Lamp.LOST: (1, 0, 0),
    Lamp.WON: (0, 1, 0),
}
"""Full or dark: a pin dimmed by software flickers in the camera's picture."""
BEEPS: dict[Sound, tuple[int, int]] = {
    Sound.CHALLENGE: (1, 3),
    Sound.VERDICT: (2, 1),
    Sound.WON: (3, 2),
    Sound.REFUSED: (1, 1),
}
"""Number of beeps, and the beats of each."""


class Light(Protocol):
    def show(self, lamp: Lamp) -> None: ...

    def close(self) -> None: ...


class PlainLamp:
    """One LED: long leg to the pin through 330 Ω, the other to ground (``LOW``: to 3.3 V)."""

    def __init__(self, pin: int, lights_at: Level) -> None:
        self._led = LED(pin, active_high=lights_at is Level.HIGH)

    def show(self, lamp: Lamp) -> None:
        self._led.value = lamp is not Lamp.OFF

    def close(self) -> None:
        self._led.close()


class ColourLamp:
    """An RGB LED: each colour to its pin through 330 Ω, the common leg to ground (``LOW``: to 3.3 V)."""

    def __init__(self, pins: tuple[int, int, int], lights_at: Level) -> None:
        self._led = RGBLED(*pins, active_high=lights_at is Level.HIGH, pwm=False)

    def show(self, lamp: Lamp) -> None:
        self._led.color = COLOURS[lamp]

    def close(self) -> None:
        self._led.close()


def open_lamp(pins: tuple[int, ...], lights_at: Level) -> Light:
    """Raises gpiozero's errors."""
    if len(pins) == 3:
        return ColourLamp(pins, lights_at)
    return PlainLamp(pins[0], lights_at)


class StripLamps:
    def __init__(self, strip: Strip) -> None:
        self._strip = strip
        self._spi: Spi = open_spi()
        self.show(())

    def show(self, lamps: tuple[Lamp, ...], percent: int = LAMP_PERCENT) -> None:
        colours = [COLOURS[lamp] for lamp in lamps[:MOST_SEATS]]
        dark = [COLOURS[Lamp.OFF]] * (MOST_SEATS - len(colours))
        self._spi.transfer(strip_bytes((*colours, *dark), self._strip, percent))

    def close(self) -> None:
        self.show(())
        self._spi.close()


class Beeper:
    """An active buzzer: plus to the pin, minus to ground (above 15 mA through a transistor)."""

    def __init__(self, pin: int, beat_s: float) -> None:
        self._buzzer, self._beat_s = Buzzer(pin), beat_s

    def sound(self, sound: Sound) -> None:
        """Beep in the background; a running sound is cut short."""
        times, beats = BEEPS[sound]
        self._buzzer.beep(beats * self._beat_s, self._beat_s, n=times)

    def close(self) -> None:
        self._buzzer.close()
