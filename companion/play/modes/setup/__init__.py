"""Setting up a table on the screen, and checking its light."""
