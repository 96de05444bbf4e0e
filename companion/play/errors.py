"""What a session refuses; each a sentence for the person at the table."""

from __future__ import annotations


class PlayError(Exception):
    """The family of play's own faults."""


class Refused(PlayError, ValueError):
    """A command that does not fit what the table is doing; nothing has changed."""
