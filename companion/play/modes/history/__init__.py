"""What the table remembers, on the screen: kept games, each round by round, and figures of players."""
