"""Before a game: the first screen, and the page of a journal that cannot be used."""
