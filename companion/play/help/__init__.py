"""What "?" tells: what to do here now, and the rules of the game."""
