"""Finds the library for a Raspberry Pi's pins; ``panel/`` drives what is wired to them."""

from __future__ import annotations

import warnings

from companion.hardware.errors import HardwareError


class PinsMissing(HardwareError, OSError):
    """The pins cannot be used; the message says why and what to install."""


def pin_library() -> str:
    """Name of the library that drives the pins. Raises ``PinsMissing`` when there is none."""
    try:
        from gpiozero import Device
    except ImportError as error:
        raise PinsMissing("gpiozero is not installed: set the app up again with ./run") from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns once for each library that it tries in vain
        try:
            Device.ensure_pin_factory()
        except (ImportError, OSError, RuntimeError) as error:  # whichever library was asked for by name
            raise PinsMissing("no pin library works: sudo apt install python3-lgpio") from error
    return type(Device.pin_factory).__module__.rpartition(".")[2]
