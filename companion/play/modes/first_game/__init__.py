"""A first game that teaches: one person, and two friends with chosen dice who move by their bots."""
