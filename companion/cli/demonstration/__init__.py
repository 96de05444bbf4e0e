"""The demonstration of a game: its players, its teller and its pictures."""
