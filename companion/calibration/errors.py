"""Faults of setting a table up; each has a sentence that says what to do."""

from __future__ import annotations


class CalibrationError(Exception):
    """Base of these faults: the table cannot be set up."""


class BoardError(CalibrationError, ValueError):
    """A picture in which the printed board or the corner marks cannot be used."""


class LensError(CalibrationError, ValueError):
    """A lens that cannot be measured, or does not fit the picture's size."""


class PlaneError(CalibrationError, ValueError):
    """A table whose place in the picture cannot be found from these marks or touches."""


class ProfileError(CalibrationError, ValueError):
    """A profile that cannot be read, is impossible, or does not fit."""


class ShelfError(CalibrationError, OSError):
    """Profiles that cannot be read from the disk or written to it."""
