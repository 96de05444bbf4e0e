"""Faults of the hardware, each with a sentence for the players."""

from __future__ import annotations


class HardwareError(Exception):
    """Base of the drivers' errors; cameras also raise ``companion.frame.CameraGone``, which play knows."""


class SpritesMissing(HardwareError, FileNotFoundError):
    """The simulated table's pictures of dice, cups or cards are missing."""


class CupsError(HardwareError, ValueError):
    """The simulated cups cannot do what was asked."""


class CardsError(HardwareError, ValueError):
    """The simulated card table cannot lay what was asked."""
