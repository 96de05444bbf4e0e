"""What can be wrong with the things on the table, told to the people at it."""

from __future__ import annotations


class HardwareError(Exception):
    """Base of what the drivers raise, beside ``companion.frame.CameraGone`` which play knows."""


class SpritesMissing(HardwareError, FileNotFoundError):
    """The simulated table has no pictures of dice, cups or cards to compose from."""


class CupsError(HardwareError, ValueError):
    """The simulated cups cannot do what was asked."""


class CardsError(HardwareError, ValueError):
    """The simulated card table cannot lay what was asked."""
