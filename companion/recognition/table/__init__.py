"""A reading at a real table: frames fused, dice given to seats, compared with the game."""
