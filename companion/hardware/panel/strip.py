"""A strip of APA102 LEDs (DotStar, SK9822) on SPI bus 0: wire its DATA to GPIO 10 and its CLOCK to GPIO 11.

These carry a clock, so any SPI drives them through gpiozero alone. Strips without one (WS2812, NeoPixel) are
left out: their pulses of 0.4 µs need a library of their own that runs as root (rpi_ws281x: PWM and DMA).
"""

from __future__ import annotations

from typing import Protocol

from companion.hardware.panel.wiring import STRIP_PINS, Strip

Colour = tuple[int, int, int]
"""Red, green, blue, each 0 or 1."""
LAMP_PERCENT = 25
"""A quarter of full light marks a seat and does not light its dice."""
STEPS = 31
"""Of brightness (data sheet)."""
FULL = 255


class Spi(Protocol):
    """The part of gpiozero's SPI interface in use."""

    def transfer(self, words: list[int]) -> list[int]:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Give the pins back."""
        ...


def strip_bytes(colours: tuple[Colour, ...], strip: Strip, percent: int = LAMP_PERCENT) -> list[int]:
    """What is sent for these seats' colours (data sheet): 32 zero bits, four bytes an LED, then clocks."""
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
    """SPI bus 0: the Pi's own where it is switched on, else bit by bit. Raises gpiozero's errors."""
    from gpiozero import Device

    (clock, _), (data, _), (unused, _), (select, _) = STRIP_PINS
    spi: Spi = Device.pin_factory.spi(clock_pin=clock, mosi_pin=data, miso_pin=unused, select_pin=select)
    return spi
