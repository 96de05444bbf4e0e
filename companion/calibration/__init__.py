"""Where things are in the picture: seats round the table, the board in the middle, the view of a lens."""
