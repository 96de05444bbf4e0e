"""A table set up on the screen, and its light checked."""
