"""Errors between a file and a reading; each has a sentence for the person at the table."""

from __future__ import annotations


class EyeError(Exception):
    """The eye cannot use its input."""


class PhotoError(EyeError, ValueError):
    """A file that is no readable photograph."""


class WeightsError(EyeError, OSError):
    """The eye's weights are missing or altered."""


class TeachError(EyeError, ValueError):
    """A set of dice that cannot be taught from its pictures, or read from its file."""
