"""An eye that adapts to one table: the dice of the house, and what players answered."""
