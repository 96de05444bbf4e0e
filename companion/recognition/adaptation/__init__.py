"""An eye that adapts to one table: the dice of the house, and the players' answers."""
