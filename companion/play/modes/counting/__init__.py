"""Counts rolls without a game: when the dice lie still, and what they show."""
