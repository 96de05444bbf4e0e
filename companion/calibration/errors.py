"""Faults of setting a table up; each has a sentence that says what to do."""

from __future__ import annotations


class CalibrationError(Exception):
    """The table cannot be set up."""


class BoardError(CalibrationError, ValueError):
    """The printed board or the corner marks in a picture cannot be used."""


class LensError(CalibrationError, ValueError):
    """A lens that cannot be measured, or does not fit the picture's size."""


class PlaneError(CalibrationError, ValueError):
    """The table's place cannot be found from these marks or touches."""


class ProfileError(CalibrationError, ValueError):
    """A profile that cannot be read, is impossible, or does not fit."""


class ShelfError(CalibrationError, OSError):
    """Profiles cannot be read from the disk or written to it."""
