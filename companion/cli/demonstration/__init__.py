"""A demonstration game: its players, its printed story, its pictures."""
