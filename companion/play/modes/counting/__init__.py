"""Rolls counted without a game: when the dice of one lie still, and what they show."""
