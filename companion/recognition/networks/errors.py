"""What can go wrong between a file and a reading; each with a sentence for the person at the table."""

from __future__ import annotations


class EyeError(Exception):
    """The eye cannot work on what it was given."""


class PhotoError(EyeError, ValueError):
    """A file that is no photograph the eye can read."""


class WeightsError(EyeError, OSError):
    """The eye's own weights are missing or were altered."""


class TeachError(EyeError, ValueError):
    """A set of dice that cannot be taught from what was shown, or read from its file."""
