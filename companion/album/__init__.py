"""What an evening leaves to look at: pictures of reveals, where the table wants them, and a page a game."""
