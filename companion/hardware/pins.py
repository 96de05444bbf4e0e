"""Finds the library for a Raspberry Pi's pins; ``panel/`` drives what is wired to them."""

from __future__ import annotations

import warnings

from companion.hardware.errors import HardwareError
from companion.text.speech import say


class PinsMissing(HardwareError, OSError):
    """The pins cannot be used; the message says why and what to install."""


def pin_library() -> str:
    """Name of the library that drives the pins. Raises ``PinsMissing`` when there is none."""
    try:
        from gpiozero import Device
    except ImportError as error:
        raise PinsMissing(say("pins.no_gpiozero")) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns once for each library that it tries in vain
        try:
            Device.ensure_pin_factory()
        except (ImportError, OSError, RuntimeError) as error:  # whichever library was asked for by name
            raise PinsMissing(say("pins.none")) from error
    return type(Device.pin_factory).__module__.rpartition(".")[2]
