"""What others may follow of a game: each line of its record once it is on disk, and how the game stands."""
