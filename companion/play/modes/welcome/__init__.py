"""Before a game: the first screen, and the page for an unusable journal."""
