"""A reading at a real table: frames fused, dice given to seats, held against the game."""
